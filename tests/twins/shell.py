scope = "run"


class Shell:
    """The place is kept for the whole run."""

    def __init__(self):
        self._place = ""

    def cd(self, path: str) -> str:
        """Change the place, for this call and every call after it.

        Args:
            path: Where to go.
        """
        self._place = path
        return self._place

    async def pwd(self) -> str:
        """Say where this is."""
        return self._place

    @staticmethod
    def kind() -> str:
        """Name the kind of shell."""
        return "plain"
