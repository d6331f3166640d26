class Fresh:
    def __init__(self):
        self._seen = 10

    def tick(self) -> int:
        """Count one more."""
        self._seen += 1
        return self._seen
