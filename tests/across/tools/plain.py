"""Functions that ask for others."""

from pyshim import ToolContext


def ask(stem: str, n: int, ctx: ToolContext) -> int:
    """Ask another file's `add`."""
    return ctx.tool(stem).add(n)


async def gather(stem: str, n: int, ctx: ToolContext) -> list[int]:
    """Ask many times at once."""
    import asyncio

    other = ctx.tool(stem)
    return sorted(await asyncio.gather(*(other.add(1) for _ in range(n))))


def nap_beyond(ctx: ToolContext) -> str:
    """Ask for more time than there is."""
    return ctx.tool("sleeper").nap(30)
