import time

scope = "run"


class Counter:
    """Counts as long as its run lasts."""

    def __init__(self):
        self.n = 0

    def up(self) -> int:
        """Count one up."""
        self.n += 1
        return self.n

    def slow_up(self, seconds: float) -> int:
        """Count one up, with time for others to come between."""
        n = self.n
        time.sleep(seconds)
        self.n = n + 1
        return self.n

    def hold(self):
        """Hold the interpreter lock in C."""
        return sum(range(10**12))
