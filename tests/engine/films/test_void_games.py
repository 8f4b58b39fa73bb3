"""Into the Void as a whole: its achievements, and random games of every pairing with what else there is."""

from collections.abc import Sequence

import pytest

from engine.bots.simulate import play_game, random_policy
from engine.core.achievements import Story, achievements
from engine.core.compose import Setup
from engine.core.content import load
from engine.core.facts import (
    ActionCardMoved,
    BodySet,
    Fact,
    GameEnded,
    HealthChanged,
    ItemGained,
    KillerMoved,
    PhaseBegan,
    TurnBegan,
    VictimAdded,
    VictimDied,
    VictimSaved,
)
from engine.films.into_the_void.evolution import ADULT, STAGE, AmbushForestalled, Evolved, KillerVanished
from engine.films.into_the_void.maintenance import FunctionChanged
from tests.support.table import Table

CONTENT = load()
FILM = "into_the_void"
ALL = {a.id.removeprefix("void-"): a for a in achievements(FILM)}
KILLED, EXPLODED, LOST = GameEnded(True, "killer-dead"), GameEnded(True, "self-destruct"), GameEnded(False, "girl-dead")
BLOW = HealthChanged("evomorph", 0, -2, "damage")


def because(fact: Fact, cause: str) -> Fact:
    """The fact with a cause."""
    fact.because = cause  # type: ignore[attr-defined]
    return fact


def story(*facts: Fact, location: str = "uss-konrad", killer: str = "evomorph", extreme: bool = False) -> Story:
    """A finished game of one turn with these facts."""
    start = [BodySet("girl", 6, 6, "black"), BodySet("evomorph", 4, 4, "black"), TurnBegan(1), PhaseBegan("action")]
    return Story(Setup(killer, location, "ellen", extreme), [*start, *facts])


def crushed(cause: str) -> list[Fact]:
    """The Killer's last blow with a cause."""
    return [because(HealthChanged("evomorph", 0, -2, "damage"), cause), KILLED]


def scan_out() -> Fact:
    """A Scan card leaves the game."""
    return ActionCardMoved("scan", "discard", "game")


def scans(number: int) -> list[Fact]:
    """Scan cards that come into the tableau, are discarded and leave the game."""
    found: list[Fact] = []
    for _ in range(number):
        found += [ActionCardMoved("scan", "game", "discard"), scan_out()]
    return found


def burn(*, both: bool) -> list[Fact]:
    """The Flamethrower's blow, with or without burning the girl."""
    own = [because(HealthChanged("girl", 5, -1, "lose"), "konrad-flamethrower")] if both else []
    return [*own, *crushed("konrad-flamethrower")]


def people(saved: int, dead: int = 0, by: str = "evomorph") -> list[Fact]:
    """Ten Victims, some saved, some dead."""
    names = [f"v{i + 1}" for i in range(10)]
    added: list[Fact] = [VictimAdded(name, "bridge") for name in names]
    lives: list[Fact] = [VictimSaved(name, "bridge") for name in names[:saved]]
    return [*added, *lives, *(VictimDied(name, by, "bridge") for name in names[saved : saved + dead])]


SPECIAL = [VictimAdded("orphan-girl", "bridge"), VictimAdded("jonas-the-cat", "bridge"), VictimSaved("orphan-girl")]
YES: dict[str, list[Fact]] = {
    "captains-log": [KILLED],
    "big-bang": [EXPLODED],
    "out-you-go": [KillerMoved("evomorph", "hangar"), FunctionChanged("airlock", True), LOST],
    "flat": crushed("crusher"),
    "well-done": crushed("incinerator"),
    "girl-and-cat": [*SPECIAL, VictimSaved("jonas-the-cat"), LOST],
    "safety-first": [*people(0, 1), KILLED],
    "heavy-metal": [ItemGained("super-loader", "hand"), BLOW, KILLED],
    "playing-with-fire": burn(both=True),
    "full-pods": [*people(5), KILLED],
    "at-home": [KILLED],
    "found-you": [*scans(1), BLOW, KILLED],
    "nipped-in-the-bud": [KILLED],
    "not-in-here": [AmbushForestalled("bridge"), LOST],
    "where-did-it-go": [*[KillerVanished("evomorph") for _ in range(5)], LOST],
    "untouched": [BLOW, KILLED],
    "old-enemies": [HealthChanged("evomorph", 3, -1, "damage"), Evolved(ADULT), BLOW, LOST],
    "empty-batteries": [*scans(2), LOST],
}
NO: dict[str, list[Fact]] = {
    "captains-log": [LOST],
    "big-bang": [KILLED],
    "out-you-go": [KillerMoved("evomorph", "bridge"), FunctionChanged("airlock", True), KILLED],
    "flat": crushed("weak-attack"),
    "well-done": crushed("crusher"),
    "girl-and-cat": [*SPECIAL, KILLED],
    "safety-first": [*people(0, 1, "crusher"), KILLED],
    "heavy-metal": [BLOW, KILLED],
    "playing-with-fire": burn(both=False),
    "full-pods": [*people(4), KILLED],
    "at-home": [LOST],
    "found-you": [*scans(1), PhaseBegan("planning"), BLOW, KILLED],
    "nipped-in-the-bud": [Evolved(ADULT), KILLED],
    "not-in-here": [KILLED],
    "where-did-it-go": [*[KillerVanished("evomorph") for _ in range(4)], KILLED],
    "untouched": [HealthChanged("girl", 5, -1, "lose"), KILLED],
    "old-enemies": [Evolved(ADULT), BLOW, KILLED],
    "empty-batteries": [*scans(1), KILLED],
}


def test_twenty_achievements() -> None:
    """Ten for the USS Konrad, ten for the Evomorph."""
    halves = [a.half for a in ALL.values()]
    assert (halves.count("uss-konrad"), halves.count("evomorph")) == (10, 10)


@pytest.mark.parametrize("name", sorted(YES))
def test_earned(name: str) -> None:
    """A game that earns it, and one that does not."""
    assert ALL[name].earned([story(*YES[name])])
    assert not ALL[name].earned([story(*NO[name])])


def test_extreme_and_five_places() -> None:
    """What depends on how and where the games were played."""
    assert ALL["no-one-hears"].earned([story(KILLED, extreme=True)])
    assert not ALL["no-one-hears"].earned([story(KILLED)])
    won: Sequence[Story] = [story(KILLED, location=f"place-{i}") for i in range(5)]
    assert ALL["exterminator"].earned(won)
    assert not ALL["exterminator"].earned([*won[:4], story(LOST, location="place-5")])
    assert not ALL["captains-log"].earned([story(KILLED, location="hellscape")])


def busy(killer: str, *, vanished: bool = False) -> Table:
    """A table on the ship with something of everything."""
    table = Table(killer, "uss-konrad", "ellen").girl(at="furnace").set(phase="killer", bloodlust=2)
    table.victims(furnace=1, junction=2, trash_compactor=1, hangar=1, upper_right_pod=1, bridge=1)
    for body in table.state.killers.values():
        body.at, body.status = ("", "away") if vanished else ("lower-corridor", "up")
    table.game.forget_listeners()
    return table.mark(STAGE, "youngling").hand("guard", "walk", "focus")


def finish(table: Table) -> Table:
    """Answer whatever is asked with the first option."""
    while table.request:
        table.choose(table.options[0])
    return table


def names(*kinds: str) -> list[str]:
    """Ids of the film's cards of these kinds."""
    return sorted(card.id for card in CONTENT.films[FILM].cards.values() if card.kind in kinds)


def drawn_with() -> list[tuple[str, str]]:
    """Every Terror card and Event with every Killer that may draw it: the Evomorph's own with it alone."""
    cards = names("terror", "minor-dark-power", "event")
    own = {card for card in cards if CONTENT.cards[card].part == "killer"}
    return [(card, killer) for card in cards for killer in CONTENT.killers() if card not in own or killer == "evomorph"]


@pytest.mark.parametrize(("card", "killer"), drawn_with())
def test_every_card_resolves(card: str, killer: str) -> None:
    """Every Terror card and Event of the ship with every Killer, those of the Evomorph with it."""
    face = CONTENT.cards[card]
    table = busy(killer)
    copy = f"{card}#1" if face.face.copies > 1 else card
    if face.kind == "event":
        finish(table.draw_event(copy))
        assert face.face.stays is False or card in table.state.events
    else:
        finish(table.terror(copy))


@pytest.mark.parametrize("vanished", [False, True])
@pytest.mark.parametrize("card", names("finale", "epic-finale", "dark-power", "epic-dark-power"))
def test_every_finale_and_dark_power(card: str, vanished: bool) -> None:
    """Revealed, then two Killer phases and Upkeeps with it."""
    table = busy("evomorph", vanished=vanished)
    pool = "finale" if "finale" in CONTENT.cards[card].kind else "dark-power"
    table.state.pools |= {"finale": ["blitz-of-death"], "dark-power": ["acid-blood"], pool: [card]}
    table.deck("terror")
    finish(table.step("begin-upkeep"))
    assert card in (table.state.finale, table.state.dark_power)
    for phase in ("killer", "upkeep", "killer", "upkeep"):
        if not table.state.outcome:
            finish(table.phase(phase))


PAIRS = [
    (k, place) for k in CONTENT.killers() for place in CONTENT.locations() if "evomorph" == k or "uss-konrad" == place
]


@pytest.mark.parametrize(("killer", "location"), PAIRS)
def test_random_games(killer: str, location: str) -> None:
    """Random games of every pairing end without an error, epic and Extreme ones among them."""
    girls = list(CONTENT.girls())
    for number in range(8):
        setup = Setup(killer, location, girls[number % len(girls)], number % 3 == 0, number % 2 == 0)
        seed = f"{killer}-{location}-{number}"
        assert play_game(CONTENT, setup, seed, random_policy(seed)).game.state.outcome
