def all(text: str, whole: int, real: float, flag: bool) -> str:
    """Take one of each scalar and say them in order.

    Args:
        text: Any text.
        whole: A whole number.
        real: Any number.
        flag: Yes or no.
    """
    return f"{text} {whole} {float(real)!r} {flag}"


def same(text: str) -> str:
    """Give a text back."""
    return text


def add(left: int, right: int) -> int:
    """Add two whole numbers."""
    return left + right


def half(n: float) -> float:
    """Divide two numbers."""
    return n / 2.0


def not_(flag: bool) -> bool:
    """Turn yes to no."""
    return not flag


def nothing() -> None:
    """Do nothing."""
