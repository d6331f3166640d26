def lists(
    words: list[str],
    numbers: list[int],
    grid: list[list[float]],
    gaps: list[int | None],
    anything: list,
) -> list[int]:
    """Count what lies in lists.

    Args:
        words: Texts.
        numbers: Whole numbers.
        grid: Lists of numbers.
        gaps: Numbers, some of them missing.
        anything: Whatever JSON has.
    """
    there = [n for n in gaps if n is not None]
    return [len(words), len(numbers), sum(len(row) for row in grid), len(there), len(anything)]


def maps(
    counts: dict[str, int],
    names: dict[str, str],
    nested: dict[str, list[int]],
    anything: dict,
) -> dict[str, int]:
    """Count what lies in maps.

    Args:
        counts: Whole numbers by name.
        names: Texts by name.
        nested: Lists by name.
        anything: Whatever JSON has.
    """
    return {
        "anything": len(anything),
        "counts": len(counts),
        "names": len(names),
        "nested": sum(len(values) for values in nested.values()),
    }


def items(items: list[str]) -> list[str]:
    """Give the items back."""
    return items
