"""Whole games of A Knock at the Door: everything is used; its achievements are told from the facts of games."""

import pytest

from engine.bots.simulate import play_game, random_policy
from engine.core.achievements import Achievement, Story, all_achievements
from engine.core.compose import Setup
from engine.core.content import load
from engine.core.facts import (
    AttackMade,
    BodySet,
    Fact,
    FinaleRevealed,
    GameEnded,
    GirlMoved,
    HealthChanged,
    ItemGained,
    ItemSlotted,
    ItemUsed,
    KillerMoved,
    KillerStood,
    TokenPlaced,
    TokenRemoved,
    TokenRevealed,
    TurnBegan,
    VictimDied,
    VictimMoved,
    VictimSaved,
)
from engine.films.knock_at_the_door.achievements import ACHIEVEMENTS
from tests.engine.films.test_knock_cottage import cottage
from tests.support.runner import cover

WON = GameEnded(True, "killer-dead")
GANG = ("trish", "baghead", "zeke")


@pytest.mark.parametrize("seed", [1])
def test_everything_is_used(seed: int) -> None:
    """Every card, space, power, Finale, ultimate and Setup card of the film is used within some hundred games."""
    assert cover("knock_at_the_door", seed, 400) == set()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_everything_is_used_at_length(seed: int) -> None:
    """As above, with other seeds."""
    assert cover("knock_at_the_door", seed, 1000) == set()


def test_every_achievement_can_be_judged() -> None:
    """No predicate stumbles over a real game; a game that the girl loses wins her nothing that asks for a win."""
    content = load()
    for number in range(8):
        setup = Setup("intruders", "wingard-cottage", ("ava", "ginny")[number % 2], epic=number % 3 == 0)
        played = play_game(content, setup, f"judged:{number}", random_policy(f"judged:{number}"))
        games = [Story(setup, played.game.facts)]
        got = {a.id for found in all_achievements().values() for a in found if a.earned(games)}
        assert ("wingard-win" in got) == games[0].won


def because(card: str, *facts: Fact) -> list[Fact]:
    """Facts caused by a card."""
    for fact in facts:
        fact.because = card  # type: ignore[attr-defined]
    return list(facts)


def story(*facts: Fact, location: str = "wingard-cottage", killer: str = "intruders", extreme: bool = False) -> Story:
    """A game of these facts."""
    bodies = [BodySet(name, 6, 6, "black") for name in GANG]
    return Story(Setup(killer, location, "ava", extreme), [*bodies, TurnBegan(1), *facts])


def earned(name: str, *stories: Story) -> bool:
    """Whether these games earn an achievement of the film."""
    return find(name).earned(stories)


def find(name: str) -> Achievement:
    """The achievement of an id."""
    return next(a for a in ACHIEVEMENTS if a.id == name)


def damage(who: str) -> HealthChanged:
    """A Killer loses 1 health by damage."""
    return HealthChanged(who, 5, -1, "damage")


def dead(*killers: str) -> list[Fact]:
    """Killers that die."""
    return [KillerStood(killer, "dead") for killer in killers]


def attacks(*by: str) -> list[Fact]:
    """Attacks on the girl."""
    return [AttackMade(killer, "girl", 1) for killer in by]


def trap(killer: str, token: str) -> list[Fact]:
    """An Enemy walks into a trap."""
    return [TokenPlaced(token, "porch"), KillerMoved(killer, "porch"), TokenRemoved(token)]


def saved(*at: str) -> list[Fact]:
    """Victims saved in spaces."""
    return [VictimSaved(f"v{i}", space) for i, space in enumerate(at)]


def used(*items: str) -> list[Fact]:
    """Items used."""
    return [ItemUsed(item) for item in items]


def crafted(*items: str) -> list[Fact]:
    """Items gained."""
    return [ItemGained(item, "pack") for item in items]


RUN = because("escape-attempt", VictimMoved("v1", "porch", "move"), VictimMoved("v1", "driveway", "move"))
SAVED = because("escape-attempt", VictimSaved("v1", "driveway"))
BLAST = [fact for killer in GANG for fact in because("sawed-off-shotgun", damage(killer))]
KIT: list[Fact] = [
    BodySet("girl", 3, 5, "black"),
    ItemGained("first-aid-kit", "pack"),
    ItemSlotted("first-aid-kit", "hand"),
    *because("short-rest", HealthChanged("girl", 5, 2, "heal")),
]
KIT_STOWED = [fact for fact in KIT if not isinstance(fact, ItemSlotted)]
BACK = [TokenRevealed(killer, 2) for killer in GANG]

CASES: list[tuple[str, list[Fact], list[Fact]]] = [
    ("wingard-win", [WON], [GameEnded(False, "girl-dead")]),
    ("wingard-only-crafted", [*used("nail-bat"), WON], [*used("nail-bat", "knife#1"), WON]),
    ("wingard-only-crafted", [*trap("zeke", "set-snare"), WON], [WON]),
    ("wingard-only-crafted", [*KIT_STOWED, *used("spear"), WON], [*KIT, *used("spear"), WON]),
    ("wingard-four-crafted", crafted("spear", "snare", "snare", "nailgun"), crafted("spear", "snare", "snare", "map")),
    ("wingard-three-at-once", BLAST, [*BLAST[:2], TurnBegan(2), *BLAST[2:]]),
    (
        "wingard-both-traps",
        [*trap("zeke", "set-snare"), *trap("zeke", "set-nail-trap")],
        [*trap("zeke", "set-snare"), *trap("trish", "set-nail-trap")],
    ),
    (
        "wingard-blender",
        [AttackMade("girl", "zeke", 6), ItemUsed("blender")],
        [AttackMade("girl", "zeke", 6), ItemUsed("shotgun")],
    ),
    ("wingard-escape", [*RUN, *SAVED], [*RUN[1:], *SAVED]),
    ("wingard-boat", saved(*["lakefront"] * 4), saved(*["lakefront"] * 3, "driveway")),
    ("wingard-outside", [GirlMoved("shed"), WON], [GirlMoved("shed"), GirlMoved("garage"), WON]),
    (
        "wingard-every-exit",
        saved("driveway", "country-road", "forest-trail"),
        [*saved("driveway", "country-road"), TurnBegan(2), *saved("forest-trail")],
    ),
    ("intruders-at-home", [WON], []),
    (
        "intruders-after-finale",
        [FinaleRevealed("x"), *dead(*GANG), WON],
        [*dead("zeke"), FinaleRevealed("x"), *dead("trish", "baghead"), WON],
    ),
    ("intruders-before-finale", [WON], [FinaleRevealed("x"), WON]),
    (
        "intruders-massacre",
        [VictimDied(f"v{i}", "zeke") for i in range(5)],
        [VictimDied(f"v{i}", "zeke" if i else "booby-traps") for i in range(5)],
    ),
    ("intruders-come-back", BACK, [*BACK[:2], TokenRevealed("zeke", 0)]),
    ("intruders-one-each", [*attacks(*GANG), TurnBegan(2)], attacks(*GANG)),
    (
        "intruders-three-by-one",
        [*attacks(*["zeke"] * 3), TurnBegan(2)],
        [*attacks("zeke", "zeke", "trish"), TurnBegan(2)],
    ),
    ("intruders-one-turn", dead(*GANG), [*dead("trish"), TurnBegan(2), *dead("baghead", "zeke")]),
]


@pytest.mark.parametrize(("name", "yes", "no"), CASES)
def test_achievement(name: str, yes: list[Fact], no: list[Fact]) -> None:
    """Earned by one story, not by one that just misses it, nor at another table."""
    assert earned(name, story(*yes))
    assert not earned(name, story(*no))
    elsewhere = {"location": "hellscape"} if find(name).half == "wingard-cottage" else {"killer": "razorface"}
    assert not earned(name, story(*yes, **elsewhere))  # type: ignore[arg-type]


def test_extreme() -> None:
    """Defeat the Intruders in Extreme Horror."""
    assert earned("intruders-extreme", story(WON, extreme=True))
    assert not earned("intruders-extreme", story(WON))


def test_five_places() -> None:
    """An achievement across games: five locations, won at each."""
    places = ("wingard-cottage", "hellscape", "uss-konrad", "pesadilla-verde", "station-2891")
    games = [story(WON, location=place) for place in places]
    assert earned("intruders-five-places", *games)
    assert not earned("intruders-five-places", *games[:4], story(GameEnded(False, "girl-dead"), location=places[4]))


def test_twenty() -> None:
    """The film has twenty, ten for each half, ids unlike any other film's."""
    halves = [a.half for a in ACHIEVEMENTS]
    assert (halves.count("wingard-cottage"), halves.count("intruders")) == (10, 10)
    ids = [a.id for found in all_achievements().values() for a in found]
    assert len(ids) == len(set(ids))


def test_facts_of_real_play() -> None:
    """What the predicates look for is what the rules tell: traps, the Blender, an Escape Attempt, a blast."""
    table = (
        cottage("porch").token("set-nail-trap", "foyer").token("set-snare", "porch").killer("trish", at="family-room")
    )
    table.set(phase="killer", bloodlust=3).resolve("G mv")
    assert earned("wingard-both-traps", story(*table.facts()))
    table = cottage(trish="kitchen").item("blender").hand("critical-blow").dice(5, 5)
    table.draws("final-health", "blank#1").play("critical-blow", "attack:trish:blender")
    assert earned("wingard-blender", story(*table.facts()))
    table = cottage().victims(foyer=1).dice(3).draw_event("escape-attempt", "place:1")
    assert earned("wingard-escape", story(*table.facts()))
    table = cottage(trish="kitchen", baghead="kitchen", zeke="kitchen").item("sawed-off-shotgun").hand("focus")
    table.dice(5, 1, 1, 1, 1, 1).act("use:sawed-off-shotgun")
    assert earned("wingard-three-at-once", story(*table.facts()))
