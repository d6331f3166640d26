"""State that others ask for: a Python instance that lasts for the run."""

import time

scope = "run"


class Notebook:
    """A sum."""

    def __init__(self):
        self.sum = 0

    def add(self, n: int) -> int:
        """Add to the sum and read it."""
        self.sum += n
        return self.sum

    def nap(self, seconds: float) -> str:
        """Sleep."""
        time.sleep(seconds)
        return "awake"
