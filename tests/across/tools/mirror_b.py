"""Two constructors that ask for each other."""


class B:
    """Half of a circle."""

    def __init__(self, ctx):
        self.other = ctx.tool("mirror_a")

    def look(self) -> str:
        """Look."""
        return "never"
