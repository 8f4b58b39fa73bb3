"""How many connections one address holds."""

from collections import Counter


class Addresses:
    """Open connections by address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()  # reading an absent key of a Counter does not add it

    def enter(self, address: str) -> bool:
        """Count one more; False (not to be served) beyond the limit. Each call is followed by `leave`, if True."""
        if self._open[address] >= self.most:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One less."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
