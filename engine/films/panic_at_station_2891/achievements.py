"""The achievements of Panic at Station 2891, after its booklet, in our own words."""

from collections.abc import Callable, Iterator, Sequence

from engine.core.achievements import Achievement, Story, found
from engine.core.facts import (
    ActionCardPlayed,
    AttackMade,
    CardShown,
    DeckShown,
    Fact,
    FinaleRevealed,
    HealthChanged,
    ItemGained,
    ItemUsed,
    KillerStood,
    Marked,
    VictimDied,
    VictimSaved,
)
from engine.core.ids import base, is_ordinary
from engine.films.panic_at_station_2891.frostbite import CAUSE
from engine.films.panic_at_station_2891.killer import HOLDERS
from engine.films.panic_at_station_2891.organisms import ORDER, ORGANISM
from engine.rules.health import GIRL

STATION = "station-2891"
DECKS = {"supply-closet", "tool-shed", "commanders-hut", "armory"}
DOGS = ("char", "thule")
FLAMETHROWER = "station-flamethrower"
POWERS = {"acidic-body-fluids", "extra-legs", "thick-skin"}
MANY = 5


def _won(test: Callable[[Story], bool] = lambda _: True) -> Callable[[Story], bool]:
    return lambda story: story.won and test(story)


# --- Station 2891


def _origins(story: Story) -> dict[str, str]:
    """Item to the deck that it was taken from."""
    deck, origins = "", {}
    for fact in story.facts:
        if isinstance(fact, DeckShown) and fact.deck in DECKS:
            deck = fact.deck
        elif isinstance(fact, ItemGained) and deck:
            origins[fact.item] = deck
    return origins


def _blows(story: Story) -> Iterator[tuple[AttackMade, str]]:
    """The girl's attacks that dealt damage with a weapon: the use of the weapon is told right after them."""
    for fact, following in zip(story.facts, story.facts[1:], strict=False):
        if isinstance(fact, AttackMade) and fact.by == GIRL and isinstance(following, ItemUsed):
            yield fact, following.item


def _armed_by_the_armory(story: Story) -> bool:
    origins = _origins(story)
    weapons = {item for _, item in _blows(story)}
    return bool(weapons) and all(origins.get(item) == "armory" for item in weapons)


def _burned(story: Story) -> bool:
    damage: dict[str, int] = {}
    for attack, item in _blows(story):
        if base(item) == FLAMETHROWER:
            damage[attack.on] = damage.get(attack.on, 0) + attack.damage
    return any(total >= MANY for total in damage.values())


def _bitten_to_death(story: Story) -> bool:
    falls = [fact for fact in story.of(HealthChanged, to=0) if fact.who != GIRL]
    return bool(falls) and falls[-1].because in DOGS


def _all_hurt_by_the_cold(turn: list[Fact]) -> bool:
    losses = {fact.who for fact in found(turn, HealthChanged, how="lose", because=CAUSE)}
    enemies = {fact.who for fact in found(turn, HealthChanged, because=CAUSE)} - {GIRL}
    return GIRL in losses and bool(enemies) and bool(found(turn, VictimDied, by=CAUSE))


# --- the Organism


def _five_places(stories: Sequence[Story]) -> bool:
    return len({story.header.location for story in stories if story.won}) >= MANY


def _only_the_lab(story: Story) -> bool:
    tests = [shown for shown in story.of(CardShown) if shown.kind == "test-result"]
    return bool(tests) and all(shown.because == ORGANISM for shown in tests)


def _one_holds_all(story: Story) -> bool:
    return any(
        POWERS <= set(mark.value) and len({mark.value[power] for power in POWERS}) == 1
        for mark in story.of(Marked, key=HOLDERS)
        if mark.value
    )


def _all_three(story: Story) -> bool:
    return bool(story.of(FinaleRevealed)) and any(len(mark.value) == 3 for mark in story.of(Marked, key=ORDER))


def _organisms(story: Story) -> set[str]:
    return {fact.killer for fact in story.of(KillerStood)}


def _none_killed(story: Story) -> bool:
    return not any(fact.by in _organisms(story) for fact in story.of(VictimDied))


def _survived_two(story: Story) -> bool:
    turns = story.turns()
    survived = turns if story.won else turns[:-1]
    return any(len({attack.by for attack in found(turn, AttackMade, on=GIRL)}) >= 2 for turn in survived)


def _killed_two(story: Story) -> bool:
    return any(len(found(turn, KillerStood, status="dead")) >= 2 for turn in story.turns())


def _achievement(name: str, text: str, half: str, test: Callable[..., bool], *, across: bool = False) -> Achievement:
    return Achievement(f"station-{name}", text, half, test, across)


ACHIEVEMENTS = (
    _achievement("winter-is-over", "Win a game at Station 2891.", STATION, _won()),
    _achievement(
        "six-on-board", "Save at least 6 Victims in one game.", STATION, lambda s: len(s.of(VictimSaved)) >= 6
    ),
    _achievement(
        "warm-clothes",
        "Win without a Victim that froze to death.",
        STATION,
        _won(lambda s: not s.of(VictimDied, by=CAUSE)),
    ),
    _achievement(
        "no-hurry",
        "Win without playing Fly Faster!.",
        STATION,
        _won(lambda s: not s.of(ActionCardPlayed, card="fly-faster")),
    ),
    _achievement(
        "regular-issue", "Win with weapons from the Armory, and no others.", STATION, _won(_armed_by_the_armory)
    ),
    _achievement(
        "very-special-flight",
        "Save two or more special Victims in one game.",
        STATION,
        lambda s: sum(not is_ordinary(fact.victim) for fact in s.of(VictimSaved)) >= 2,
    ),
    _achievement("thaw", "Deal 5 or more damage to one Enemy with the Flamethrower.", STATION, _burned),
    _achievement("good-dog", "Let an Alaskan Malamute deal the Killer's last damage.", STATION, _won(_bitten_to_death)),
    _achievement(
        "inventory",
        "In one game take an Item from each of the four Search spaces.",
        STATION,
        lambda s: set(_origins(s).values()) >= DECKS,
    ),
    _achievement(
        "equal-before-the-cold",
        "In one turn you, an Enemy and a Victim lose health to Frostbite.",
        STATION,
        lambda s: any(_all_hurt_by_the_cold(turn) for turn in s.turns()),
    ),
    _achievement(
        "home-ground", "Defeat the Organism at Station 2891.", ORGANISM, _won(lambda s: s.header.location == STATION)
    ),
    _achievement("wide-spread", "Defeat the Organism at five locations.", ORGANISM, _five_places, across=True),
    _achievement("cold-blood", "Defeat the Organism in Extreme Horror.", ORGANISM, _won(lambda s: s.header.extreme)),
    _achievement(
        "early-diagnosis",
        "Defeat the Organism before the Finale is revealed.",
        ORGANISM,
        _won(lambda s: not s.of(FinaleRevealed)),
    ),
    _achievement("by-the-book", "Defeat the Organism with tests in the Lab alone.", ORGANISM, _won(_only_the_lab)),
    _achievement(
        "one-strong-one",
        "Defeat the Organism after one of them was given all 3 Minor Dark Powers.",
        ORGANISM,
        _won(_one_holds_all),
    ),
    _achievement(
        "all-of-them", "Defeat the Organism with all 3 Exposed assimilated by the Finale.", ORGANISM, _won(_all_three)
    ),
    _achievement(
        "quarantine", "Defeat the Organism without a Victim killed by one of them.", ORGANISM, _won(_none_killed)
    ),
    _achievement("hard-to-swallow", "Survive attacks by 2 or more Organisms in one turn.", ORGANISM, _survived_two),
    _achievement("clean-sweep", "Kill 2 or more Organisms in one turn.", ORGANISM, _killed_two),
)
"""Ten for Station 2891, ten for the Organism."""
