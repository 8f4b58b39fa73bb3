"""Token buckets: how often one connection, person or address may do something."""

import time
from collections import OrderedDict

REMEMBERED = 20_000
"""How many addresses are remembered; the ones longest unseen are forgotten first."""


class Bucket:
    """So many per second, and a burst. `take` is 0.0 when there was one, else the seconds to wait."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = float(burst)
        self.at = time.monotonic()

    def take(self, now: float | None = None) -> float:
        """Take one."""
        now = time.monotonic() if now is None else now
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return (1 - self.left) / self.rate


class Buckets:
    """A bucket per key, for instance per address."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str) -> Bucket:
        """The bucket of a key."""
        found = self._buckets.get(key)
        if found is None:
            found = self._buckets[key] = Bucket(self.rate, self.burst)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return found
