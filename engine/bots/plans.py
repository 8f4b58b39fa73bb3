"""What is special about a film: the `use:` options that its cards and Killers offer, and Items not worth a hand."""

from collections.abc import Iterator

from engine.bots.seen import BARRED, Seen
from engine.core.ids import base

USEFUL = 20.0
SEATS = 3
"""Victims that the helicopter takes at once."""


def using(seen: Seen, what: str) -> float:
    """What an Item's or a board's own action is worth in the Action phase."""
    card, _, _ = what.partition(":")
    if card == "helicopter" or card.startswith("two-way-radio"):
        return boarding(seen) + (0.5 if card != "helicopter" else 0)
    if card == "soldiers":
        return _ordering(seen, what)
    if card == "uss-konrad":
        return _switching(seen, what.rpartition(":")[2])
    return USEFUL


def _ordering(seen: Seen, what: str) -> float:
    """Soldiers move freely; they shoot when the damage is worth those who fall by their own fire."""
    _, row, space = what.split(":")
    if row.startswith("move"):
        nearer = any(homeward(seen, near) < homeward(seen, space) for near in seen.graph.steps[space])
        return USEFUL if nearer and space != seen.girl.at else -1.0
    number = seen.prey.get(space, 0)
    return (number // 2) * 4.0 - number * (0.5 if seen.unlocked("friendly-fire") else 2.0)


def homeward(seen: Seen, space: str) -> float:
    """Steps of Victims from a space to the nearest Exit; where a Killer stands is farthest of all."""
    return min((seen.distance(end, space) for end in seen.exits), default=0) + 50.0 * seen.threat(space)


def _switching(seen: Seen, what: str) -> float:
    """Keycards open shafts; a gear room runs only against a Killer who is in it; nobody blows up the ship."""
    if what in ("airlock", "ship-self-destruct"):
        return -1.0
    if what in ("crusher", "incinerator"):
        return 3.0 if seen.threat(seen.girl.at) else -1.0
    return 2.0 if what == "take-keycard" else USEFUL


UNLOCKING = ("saving", "move-1", "friendly-fire", "damage", "range", "attack-2", "move-2", "attack-1")
"""Upgrades of the Soldiers, the most useful first."""


def boarding(seen: Seen) -> float:
    """What it is worth to lift off now: with a full load, or before a Killer comes."""
    waiting = seen.groups.get(seen.exits[0], 0) if seen.exits else 0
    if (
        waiting >= SEATS
        or waiting == sum(seen.groups.values())
        or seen.killer_distance(seen.exits[0]) <= 2 * seen.swiftest
    ):
        return USEFUL
    return -1.0


def stowing(seen: Seen, item: str) -> float:
    """What it is worth to put an Item away: a stronger weapon in the pack needs its hand."""
    stronger = max((strength(seen, other) for other, slot in seen.items.items() if slot == "pack"), default=0.0)
    return 8.0 if stronger > strength(seen, item) and stronger >= HANDY else -1.0


HANDY = 2.0


def strength(seen: Seen, item: str) -> float:
    """What an Item is worth in the hand."""
    face = seen.card(item).face
    if not face.hands:
        return 0.0
    if face.weapon is None:
        return 1.0
    return 1.5 + face.weapon.damage - (1.0 if face.weapon.only or face.weapon.range[0] > 0 else 0)


# --- the Organism: test early, while there is little Bloodlust for what shows itself

KIT = "test-kit"
TEST = 10.0
"""What the first tests are worth."""


def tests(seen: Seen) -> Iterator[tuple[str, int, float]]:
    """Exposed Victims to be tested with a kit or brought to the Lab: space, steps of the errand, what it is worth."""
    if seen.killers:
        return
    kit = any(base(item) == KIT for item in seen.items)
    for at in {seen.victims[victim] for victim in BARRED if victim in seen.victims}:
        if kit or at != seen.girl.at:
            yield at, seen.distance(at) + (0 if kit else seen.distance(seen.lab, at)), TEST
        else:
            yield seen.lab, seen.distance(seen.lab), 1.2 * TEST


# --- Razorface: purge while it is cheap, for his last health cannot be lost before

GIFT = "the-gift-of-pain"
STROLL = 3
WOUNDED = 2
"""Health that two of the Afflictions want her to miss."""
PATIENCE = 40
"""Turns after which she takes what risks there are to bring an end about."""
PURGE = 9.0
"""What purging an Affliction is worth."""


def purges(seen: Seen) -> Iterator[tuple[str, float]]:
    """Spaces where an Affliction could be purged, and what that is worth."""
    if "afflictions.now" in seen.done_this_turn:
        return
    for card in seen.shown:
        for space in PLACES.get(card, _nowhere)(seen):
            yield space, PURGE * (3 if seen.weakest <= 1 else 1)


def _nowhere(_: Seen) -> list[str]:
    return []


def _crowds(seen: Seen) -> list[str]:
    return [space for space, number in seen.groups.items() if number >= 2]


def _lambs(seen: Seen) -> list[str]:
    """Where a Victim stands next to him, or can be led: a step away from him with one in tow; at last any Victim."""
    if seen.threat(seen.girl.at) and seen.groups.get(seen.girl.at):
        return list(seen.graph.steps[seen.girl.at])
    return [space for space in seen.groups if seen.killer_distance(space) == 1 or seen.weakest <= 1]


def _embrace(seen: Seen) -> list[str]:
    hurt = seen.girl.max - seen.girl.health >= 2 and seen.girl.health > seen.fiercest
    return sorted(seen.lairs.values()) if hurt else []


def _calls(seen: Seen) -> list[str]:
    """Exits near him; at last she waits for him at one."""
    return [space for space in seen.exits if seen.killer_distance(space) <= 2 or seen.weakest <= 1]


def _strolls(seen: Seen) -> list[str]:
    left = STROLL - len(seen.strolled)
    return [s for s, far in seen.graph.distances(seen.girl.at).items() if far == left and s not in seen.strolled]


def futile(seen: Seen, hit: int) -> bool:
    """Whether a blow would leave Razorface too weak for The Gift of Pain, which asks for 3 damage in one phase."""
    return GIFT in seen.shown and hit < STROLL and seen.weakest - hit <= STROLL


PLACES = {
    "explorers-of-the-flesh": _strolls,
    "a-delicious-sacrifice": _crowds,
    "a-lamb-to-the-slaughter": _lambs,
    "torturous-embrace": _embrace,
    "you-call-i-come": _calls,
}


def spurred(seen: Seen, word: str) -> float:
    """What healing or searching is worth beyond itself because an Affliction asks for it."""
    asking = {
        "move": "explorers-of-the-flesh",
        "heal": "a-waste-of-good-suffering",
        "search": "experience-unbound",
        "dmg": GIFT,
    }
    open_now = asking.get(word) in seen.shown and "afflictions.now" not in seen.done_this_turn
    return PURGE * (0.6 if seen.weakest > 1 else 1.5) if open_now else 0.0


def wounds(seen: Seen, lost: int) -> float:
    """What a light blow is worth to her who needs something to recover from, and has nothing yet."""
    asked = "a-waste-of-good-suffering" in seen.shown or "torturous-embrace" in seen.shown
    missing = seen.girl.max - seen.girl.health
    if not asked or missing >= WOUNDED or seen.girl.health - lost <= (0 if seen.turn > PATIENCE else 1):
        return 0.0
    return min(lost, WOUNDED - missing) * PURGE * (0.5 if seen.weakest > 1 else 1.0)
