"""What is asked after each of the others."""


def quick(n: int = 1) -> int:
    """Answer at once."""
    return n


async def later(n: int = 1) -> int:
    """Answer at once, from the event loop."""
    return n
