from pyshim import ToolContext

scope = "run"


class Ledger:
    """The sum is kept for the whole run."""

    def __init__(self, ctx):
        self._sum = 100

    def add(self, by: int, ctx: ToolContext, twice: bool = False) -> int:
        """Add to the sum.

        Args:
            by: How much.
            twice: Add it a second time.
        """
        self._sum += 2 * by if twice else by
        return self._sum

    async def read(self, ctx: ToolContext) -> int:
        """Read the sum later."""
        return self._sum
