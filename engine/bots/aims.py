"""Where the girl wants to be: Victims and their Exit, a search, the Killer, or away from it."""

from collections.abc import Iterator

from msgspec import Struct

from engine.bots import plans, worth
from engine.bots.seen import Seen
from engine.bots.worth import WEIGHTS
from engine.core.board import FAR

CROWD = 4
"""More Victims in one place than this add nothing."""


class Aim(Struct, frozen=True):
    """A space to go to: why, how far, and what each step there is worth."""

    kind: str
    at: str
    far: int
    gain: float
    length: int
    """Steps of the whole errand, beyond the space itself."""

    @property
    def step(self) -> float:
        """What each step of the errand brings."""
        return self.gain / (self.length + 1.5)


def aim(seen: Seen) -> Aim:
    """The errand that brings most for each step."""
    found = [one for one in _errands(seen) if one.at not in seen.deadly]
    return max(found, key=lambda one: (one.step, one.at), default=Aim("stay", seen.girl.at, 0, 0, 0))


def _errands(seen: Seen) -> Iterator[Aim]:
    yield from _rescues(seen)
    yield from _searches(seen)
    yield from _hunts(seen)
    yield from _purges(seen)
    yield from _tests(seen)
    yield from _flights(seen)


def rescue_worth(seen: Seen) -> float:
    """What one rescue is worth: a reward, a Bloodlust avoided, the ultimate nearer."""
    return WEIGHTS["rescue"] if seen.places_left else WEIGHTS["later-rescue"]


def _rescues(seen: Seen) -> Iterator[Aim]:
    open_exits = [space for space in seen.exits if not seen.threat(space)]
    here = seen.groups.get(seen.girl.at, 0)
    each = rescue_worth(seen)
    if here and seen.girl.at not in open_exits:
        for space, far in _reach(seen, seen.girl.at, open_exits):
            yield Aim("escort", space, far, 1.2 * each * min(2, here), far)
    for at, number in seen.groups.items():
        far = seen.distance(at)
        if at == seen.girl.at or seen.threat(at) or far >= FAR or (at in seen.exits and "helipad" in at):
            continue
        home = min((steps for _, steps in _reach(seen, at, open_exits)), default=FAR)
        if home < FAR:
            yield Aim("fetch", at, far, each * min(2 if home else CROWD, number), far + home)


def _reach(seen: Seen, start: str, spaces: list[str]) -> list[tuple[str, int]]:
    known = seen.paths(start)
    return [(space, known[space]) for space in spaces if space in known]


def _searches(seen: Seen) -> Iterator[Aim]:
    if not seen.hand.get("search"):
        return
    for space in seen.search_spaces:
        far = seen.distance(space)
        if far < FAR and not seen.threat(space) and space != seen.girl.at:
            yield Aim("search", space, far, (3.0 if seen.weapon.damage else 7.0) + plans.spurred(seen, "search"), far)


def _purges(seen: Seen) -> Iterator[Aim]:
    for space, gain in plans.purges(seen):
        far = seen.distance(space)
        if 0 < far < FAR and (not seen.threat(space) or seen.girl.health > seen.fiercest):
            yield Aim("purge", space, far, gain, far)


def _tests(seen: Seen) -> Iterator[Aim]:
    for space, length, gain in plans.tests(seen):
        far = seen.distance(space)
        if 0 < far <= length < FAR:
            yield Aim("test", space, far, gain, length)


def ready(seen: Seen) -> bool:
    """Enough in hand to attack and to live through the answer, and something to gain by it."""
    if seen.warded and seen.weakest <= 1:
        return False
    hits = worth.burst(seen)
    if hits >= seen.weakest:
        return True
    shielded = worth.shields(seen)
    answer = max(0.0, 1.7 - shielded) * seen.fiercest
    return hits >= 2.5 and seen.girl.health > answer + 1


def _hunts(seen: Seen) -> Iterator[Aim]:
    if not ready(seen):
        return
    for name, killer in seen.killers.items():
        far = seen.distance(killer.at)
        if 0 < far < FAR:
            gain = worth.damage(seen, round(worth.burst(seen)), name)
            yield Aim("hunt", killer.at, far, gain * 0.8, far)


def danger(seen: Seen, space: str) -> float:
    """What it costs to end the phase in a space: attacks to be expected, less what Reactions take."""
    blows = max(0.1, worth.blows(seen, space) - 0.6 * worth.shields(seen))
    return blows * worth.health(seen, min(seen.fiercest, seen.girl.health))


def _flights(seen: Seen) -> Iterator[Aim]:
    here = danger(seen, seen.girl.at)
    if here < 2:
        return
    for space, far in seen.graph.distances(seen.girl.at).items():
        if 0 < far <= 4:
            saved = here - danger(seen, space)
            if saved > 0.5:
                yield Aim("flee", space, far, saved, far)
