"""Small questions about a text. The pair of examples/src/tools/text.rs."""

import asyncio
import re


def count(text: str, needle: str, ignore_case: bool = False) -> int:
    """Count how often one text occurs in another, overlaps not counted.

    Args:
        text: Where to look.
        needle: What to look for.
        ignore_case: Treat upper and lower case as the same.
    """
    if not needle:
        raise ValueError("needle is empty; give at least one character to look for")
    return text.lower().count(needle.lower()) if ignore_case else text.count(needle)


def slug(title: str, separator: str = "-") -> str:
    """Turn a title into the part of an address that stands for it: lower case, words joined, nothing else kept.

    Args:
        title: The title, as people read it.
        separator: What joins the words.
    """
    return separator.join(re.findall("[a-z0-9]+", title.lower()))


def longest(lines: list[str], at_most: int | None) -> str | None:
    """Find the longest of some lines, the first one where several are.

    Args:
        lines: The lines to compare.
        at_most: Lines longer than this many characters do not count.
    """
    return max((line for line in lines if at_most is None or len(line) <= at_most), key=len, default=None)


async def pause(seconds: float = 0.1) -> str:
    """Wait, and say how long. Other calls are served meanwhile.

    Args:
        seconds: How long to wait, at most 10.
    """
    if not 0 <= seconds <= 10:
        raise ValueError("seconds is from 0 to 10")
    await asyncio.sleep(seconds)
    return f"waited {seconds} s"
