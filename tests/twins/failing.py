def lines(start: int) -> str:
    """Fail with the sentence that helps."""
    if start < 1:
        raise ValueError(f"lines are counted from 1; start={start} reads nothing")
    return "fine"


def not_a_number() -> float:
    """Return what JSON has no word for."""
    return float("nan")


async def later() -> str:
    """Fail after a while, in a coroutine."""
    raise ValueError("from a coroutine")
