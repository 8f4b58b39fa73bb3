"""The odds of a Horror roll, with 3s and 4s that can be converted."""

from functools import lru_cache
from math import comb

BEST = 3
"""More successes than this change no row."""


@lru_cache(maxsize=1024)
def chances(dice: int, conversions: int) -> tuple[float, ...]:
    """Probability of exactly 0, 1, 2, and of 3 or more successes when that many 3s and 4s can be converted."""
    found = [0.0] * (BEST + 1)
    for sure in range(dice + 1):
        for partial in range(dice - sure + 1):
            ways = comb(dice, sure) * comb(dice - sure, partial)
            found[min(BEST, sure + min(partial, conversions))] += ways / 3**dice
    return tuple(found)


def least(dice: int, conversions: int, successes: int) -> float:
    """Probability of at least that many successes."""
    return sum(chances(dice, conversions)[successes:])
