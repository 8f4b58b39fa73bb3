"""The Time economy: what a card in hand is worth, what to buy, and when a card is worth more as 1 Time."""

from engine.bots import plans
from engine.bots.seen import Seen
from engine.bots.worth import healing
from engine.rules.hand import HAND_LIMIT
from engine.rules.tracks import TIME_CAP

FUEL = 3
"""Cards kept for conversions."""
SPARE = 0.8
"""What such a card is worth beyond its own use."""
SECOND = 0.6
"""A second copy is worth this much of the first."""


def fighting(seen: Seen) -> bool:
    """Whether the time to prepare for the fight has come."""
    return seen.ultimate or len(seen.groups) == 0 or seen.turn >= 6 or (seen.weapon.damage > 0 and seen.turn >= 4)


def wanted(seen: Seen, card: str) -> float:
    """What the first copy of a card in hand is worth for the next turn, in Time."""
    fight = fighting(seen)
    missing = seen.girl.max - seen.girl.health
    rescue = bool(seen.groups)
    match card:
        case "walk":
            return 2.2 if rescue else 1.3
        case "focus":
            return 1.4 if seen.horror > 1 else 1.0
        case "weak-attack":
            return 1.0 + (1.0 + seen.weapon.damage if fight else 0)
        case "short-rest":
            return 0.8 + 0.35 * healing(seen, 2) + 0.2 * plans.spurred(seen, "heal")
        case "close-call":
            return 1.5
        case "search":
            return (
                (3.5 if not seen.weapon.damage else 1.8) + 0.4 * plans.spurred(seen, "search")
                if seen.search_spaces
                else 0.8
            )
        case "sprint":
            return 3.6 if rescue else 1.6
        case "guard":
            return 1.8 + 0.8 * seen.fiercest * (1.3 if fight else 1)
        case "distraction":
            return 3.8 if seen.horror >= 2 else 1.0
        case "improvise":
            return 3.4 if fight else 2.4
        case "planning":
            return 3.6 if fight else 1.5
        case "retaliate":
            return 5.0 + 1.2 * seen.weapon.damage + (1.5 if fight else 0)
        case "furious-strike":
            return (5.5 if fight else 2.6) + 1.2 * seen.weapon.damage
        case "long-rest":
            return 1.0 + 0.55 * healing(seen, min(4, missing)) + 0.3 * plans.spurred(seen, "heal")
        case "critical-blow":
            return (8.5 if fight else 2.0) + 1.2 * seen.weapon.damage
        case "scan":
            return 2.5 if not seen.killers and seen.killer == "evomorph" else 0.8
        case "fly-faster":
            return 4.0
    return 2.0


def keeping(seen: Seen, card: str) -> float:
    """What the last copy of a card in hand is worth."""
    first = wanted(seen, card)
    return first * SECOND if seen.hand.get(card, 0) > 1 else first


class Market:
    """What each amount of Time could buy now: the best purchases by Time spent and cards taken."""

    def __init__(self, seen: Seen, time: int, slots: int) -> None:
        self.best: list[list[tuple[float, tuple[str, ...]]]] = [[(0.0, ())] * (slots + 1) for _ in range(time + 1)]
        for card, cost, gain in _offers(seen):
            self._consider(card, cost, gain)

    def _consider(self, card: str, cost: int, gain: float) -> None:
        best = self.best
        for time in range(len(best) - 1, cost - 1, -1):
            rest = best[time - cost]
            for slots in range(len(rest) - 1, 0, -1):
                total, cards = rest[slots - 1]
                if total + gain > best[time][slots][0]:
                    best[time][slots] = (total + gain, (*cards, card))

    def worth(self, time: int, slots: int) -> float:
        """The best that so much Time buys into so many places of the hand."""
        return self.best[min(time, len(self.best) - 1)][min(slots, len(self.best[0]) - 1)][0]

    @property
    def basket(self) -> tuple[str, ...]:
        """The cards of the best purchase with all the Time and places there are."""
        return self.best[-1][-1][1]


def basket(seen: Seen) -> tuple[str, ...]:
    """What to buy in Planning."""
    return Market(seen, max(0, seen.time), HAND_LIMIT - seen.size).basket


def _offers(seen: Seen) -> list[tuple[str, int, float]]:
    found = []
    for card, copies in seen.tableau.items():
        first, have = wanted(seen, card), seen.hand.get(card, 0)
        found += [(card, seen.card(card).face.cost, first * SECOND ** (have + copy)) for copy in range(copies)]
    return found


def sale(seen: Seen) -> str:
    """The card that is worth more as Time for the next purchase; empty if none is."""
    time, slots = max(0, seen.time), HAND_LIMIT - seen.size
    cheapest = sorted((keeping(seen, card), card) for card in seen.hand for _ in range(seen.hand[card]))
    market = Market(seen, TIME_CAP, HAND_LIMIT)
    now, given = market.worth(time, slots), 0.0
    for number, (value, _) in enumerate(cheapest[: TIME_CAP - time], start=1):
        given += value + SPARE * (seen.size - number < FUEL)
        if market.worth(time + number, slots + number) - now > given:
            return cheapest[0][1]
    return ""
