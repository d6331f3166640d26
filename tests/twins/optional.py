from typing import Optional


def find(code: str, bay: int | None, tags: Optional[list[str]], note: str = "none") -> list:
    """Say how each argument arrived.

    Args:
        code: Always needed.
        bay: A number, when there is one.
        tags: Labels, when there are any.
        note: A text with a default.
    """
    return [code, bay, tags, note]


def defaults(
    whole: int = 3,
    negative: int = -1,
    real: float = 1.0,
    small: float = 1e-7,
    flag: bool = True,
    text: str = 'é "quoted"',
    list: list[str] = [],
    numbers: list[int] = [1, 2],
    none: str | None = None,
) -> bool:
    """Show every kind of default."""
    return (
        whole == 3
        and negative == -1
        and real == 1.0
        and small == 1e-7
        and flag
        and text == 'é "quoted"'
        and not list
        and numbers == [1, 2]
        and none is None
    )
