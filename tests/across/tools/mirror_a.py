"""Two constructors that ask for each other."""


class A:
    """Half of a circle."""

    def __init__(self, ctx):
        self.other = ctx.tool("mirror_b")

    def look(self) -> str:
        """Look."""
        return "never"
