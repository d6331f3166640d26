"""One number that lasts for a run. The pair of examples/src/tools/counter.rs."""

scope = "run"


class Tally:
    """The number lasts for the whole run."""

    def __init__(self):
        self._total = 0

    def add(self, amount: int = 1) -> int:
        """Add to the number and return it.

        Args:
            amount: What to add; negative to take away.
        """
        self._total += amount
        return self._total

    def total(self) -> int:
        """Return the number as it is."""
        return self._total
