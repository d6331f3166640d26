from typing import Literal, Optional


def take(mode: Literal["fast", "very-slow", "5", "é \"x\""], level: Literal[-1, 0, 64], other: Optional[Literal["fast", "very-slow", "5", "é \"x\""]]) -> list:
    """Take one of each.

    Args:
        mode: How fast.
        level: How loud.
    """
    return [mode, level, other]


def many(modes: list[Literal["fast", "very-slow", "5", "é \"x\""]], gaps: list[Literal[-1, 0, 64] | None]) -> list:
    """Take many."""
    return [modes, gaps]


def usual(
    mode: Literal["fast", "very-slow", "5", "é \"x\""] = "é \"x\"",
    level: Literal[-1, 0, 64] = 64,
    other: Optional[Literal[-1, 0, 64]] = -1,
    levels: list[Literal[-1, 0, 64]] = [-1, 0],
) -> list:
    """Take what has a default."""
    return [mode, level, other, levels]
