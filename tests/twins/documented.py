from typing import Annotated


def block(area: str, depth: int = 3) -> str:
    """Describe parameters in the block that Python has, too.

    The rest is for people.

    Args:
        area: Where to walk. One of:
            - north: the hill side
            - south: the river side
        depth (int, optional): How many levels, as in
            ratio: 1 level is 10 metres.

    Returns:
        area: no parameter here.
    """
    return f"{area} {depth}"


def list(city: str, hours: int) -> str:
    """Describe parameters in a list under a heading.

    Args:
        city: Town to ask about.
        hours: How far ahead,
            in hours.
    """
    return f"{city} {hours}"


def beside(city: Annotated[str, "Town to ask about."], hours: Annotated[int, "How far ahead."]) -> str:
    """Describe parameters where they stand."""
    return f"{city} {hours}"
