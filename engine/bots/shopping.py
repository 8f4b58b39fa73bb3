"""The Time economy: what a card in hand is worth, what to buy, and when a card is worth more as 1 Time."""

from collections.abc import Callable

from engine.bots import plans
from engine.bots.seen import Seen
from engine.bots.worth import blows, healing, health
from engine.rules.hand import HAND_LIMIT
from engine.rules.tracks import TIME_CAP

FUEL = 3
"""Cards kept for conversions."""
SPARE = 0.8
"""What such a card is worth beyond its own use."""
SECOND = 0.6
"""A second copy is worth this much of the first."""


FIERCE = 4
"""A Hatchling's attacks are more, but it goes for Victims."""


def fighting(seen: Seen) -> bool:
    """Whether the time to prepare for the fight has come."""
    if seen.warded and seen.weakest <= 1:
        return False
    return seen.ultimate or not seen.groups or seen.turn >= 6 or (seen.weapon.damage > 0 and seen.turn >= 4)


def wanted(seen: Seen, card: str) -> float:
    """What the first copy of a card in hand is worth for the next turn, in Time."""
    return WANTED.get(card, _other)(seen)


def _other(_: Seen) -> float:
    return 2.0


def _walk(seen: Seen) -> float:
    return (2.2 if seen.groups else 1.3) + 0.2 * plans.spurred(seen, "move")


def _sprint(seen: Seen) -> float:
    return (3.6 if seen.groups else 1.6) + 0.6 * plans.spurred(seen, "move")


def _search(seen: Seen) -> float:
    if not seen.search_spaces:
        return 0.8
    return (1.8 if seen.weapon.damage else 3.5) + 0.4 * plans.spurred(seen, "search")


def _short_rest(seen: Seen) -> float:
    return 0.8 + 0.35 * healing(seen, 2) + 0.2 * plans.spurred(seen, "heal")


def _long_rest(seen: Seen) -> float:
    return 1.0 + 0.55 * healing(seen, 4) + 0.3 * plans.spurred(seen, "heal")


def _guard(seen: Seen) -> float:
    return 1.8 + 0.5 * min(seen.fiercest, FIERCE) + 0.6 * menace(seen, 2)


def menace(seen: Seen, stopped: int) -> float:
    """What it is worth to stop so much damage of the attacks that the next Killer phase may bring."""
    return blows(seen, seen.girl.at) * health(seen, min(seen.fiercest, stopped, seen.girl.health))


def _retaliate(seen: Seen) -> float:
    return 4.5 + 1.2 * seen.weapon.damage + (1.5 if fighting(seen) else 0) + 0.4 * menace(seen, 3)


def _strike(early: float, late: float, weapon: float = 1.2) -> Callable[[Seen], float]:
    """An attack card: little before the fight, much in it, more with a weapon."""
    return lambda seen: (late if fighting(seen) else early) + weapon * seen.weapon.damage


def _fly_faster(seen: Seen) -> float:
    return 6.0 if seen.aboard or (seen.away and seen.groups) else 2.0 if seen.groups else 0.5


def _scan(seen: Seen) -> float:
    return 2.5 if seen.killer == "evomorph" and not seen.killers else 0.8


WANTED: dict[str, Callable[[Seen], float]] = {
    "walk": _walk,
    "sprint": _sprint,
    "search": _search,
    "short-rest": _short_rest,
    "long-rest": _long_rest,
    "guard": _guard,
    "retaliate": _retaliate,
    "weak-attack": _strike(1.0, 2.0, 0.5),
    "furious-strike": _strike(2.6, 5.5),
    "critical-blow": _strike(2.0, 8.5),
    "improvise": _strike(2.4, 3.4, 0),
    "planning": _strike(1.5, 3.6, 0),
    "scan": _scan,
    "close-call": lambda _: 1.5,
    "focus": lambda seen: 1.4 if seen.horror > 1 else 1.0,
    "distraction": lambda seen: 3.8 if seen.horror >= 2 else 1.0,
    "fly-faster": _fly_faster,
    "train": lambda seen: 4.0 if seen.groups and not seen.unlocked("saving") else 1.5,
}
"""Action card to what it is worth now; judgements, set by playing many games."""


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
