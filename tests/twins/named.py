from typing import Literal, Optional

MOST = 2 * 1000 + 500
OPENING = 'Dear\n"reader"'
MARKS = [-1, 0, 9_007_199_254_740_993]
USUAL = "fast"


def usual(
    most: int = MOST,
    opening: str = OPENING,
    marks: list[int] = MARKS,
    pace: Literal["slow", "fast"] = "slow",
    other: Optional[Literal["slow", "fast"]] = USUAL,
    paces: list[Literal["slow", "fast"]] = ["slow", "fast"],
) -> list:
    """Show defaults that have names."""
    return [most, opening, marks, pace, other, paces]
