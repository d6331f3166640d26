from pyshim import ToolContext

scope = "run"


class Office:
    """It sits in the place that the shell is in."""

    def __init__(self, ctx: ToolContext):
        self._run = ctx.run_id
        self._asked = 0

    def same(self, ctx: ToolContext) -> bool:
        """Say whether this is the run that the instance was made for."""
        return ctx.run_id == self._run

    async def place(self, prefix: str, ctx: ToolContext) -> str:
        """Say where the shell is.

        Args:
            prefix: What to write before it.
        """
        self._asked += 1
        place = await ctx.tool("shell").pwd()
        return f"{prefix}{place} {self._asked}"

    async def lost(self, ctx: ToolContext, stem: str) -> str:
        """Ask for something that is not there."""
        return await ctx.tool(stem).pwd()
