"""Whole games of Panic at Station 2891: random ones with every pairing there is, and what their records earn."""

import pytest

from engine.core.achievements import Story
from engine.core.compose import Setup
from engine.core.facts import (
    ActionCardPlayed,
    AttackMade,
    BodySet,
    CardShown,
    DeckShown,
    Fact,
    FinaleRevealed,
    GameEnded,
    HealthChanged,
    ItemGained,
    ItemUsed,
    KillerStood,
    Marked,
    TurnBegan,
    VictimAdded,
    VictimDied,
    VictimSaved,
)
from engine.films.panic_at_station_2891.achievements import ACHIEVEMENTS
from tests.support.films import GAMES, ends, pairings


@pytest.mark.parametrize(("killer", "location"), pairings("organism", "station-2891"))
@pytest.mark.parametrize("number", range(GAMES))
def test_random_games_end(killer: str, location: str, number: int) -> None:
    """Any Killer at the Station, the Organism anywhere: random games reach an outcome."""
    assert ends("station", killer, location, ("kate", "uki"), number)


# --- achievements


def story(
    *facts: Fact, location: str = "station-2891", killer: str = "organism", won: bool = True, **more: bool
) -> Story:
    """A finished game told by hand."""
    start = [BodySet("girl", 5, 5, "black"), BodySet("fast-organism", 5, 5, "black")]
    return Story(Setup(killer, location, "kate", **more), [*start, *facts, GameEnded(won, "killer-dead")])


def earned(*stories: Story) -> set[str]:
    """Ids of what these games earn, without the film's prefix."""
    return {a.id.removeprefix("station-") for a in ACHIEVEMENTS if a.earned(stories)}


def told(fact: Fact, because: str) -> Fact:
    """The fact with its cause."""
    fact.because = because  # type: ignore[attr-defined]
    return fact


def test_there_are_twenty() -> None:
    """Ten for the Station, ten for the Organism."""
    halves = [achievement.half for achievement in ACHIEVEMENTS]
    assert (halves.count("station-2891"), halves.count("organism")) == (10, 10)
    assert len({achievement.id for achievement in ACHIEVEMENTS}) == 20


def test_a_plain_win() -> None:
    """What a win with nothing else brings."""
    plain = {"winter-is-over", "warm-clothes", "no-hurry", "home-ground", "early-diagnosis", "quarantine"}
    assert earned(story()) == plain
    assert earned(story(won=False)) == set()
    assert "no-hurry" not in earned(story(ActionCardPlayed("fly-faster")))
    assert "cold-blood" in earned(story(extreme=True))
    assert "early-diagnosis" not in earned(story(FinaleRevealed("x")))


def test_saving_and_freezing() -> None:
    """Six saved, two special ones, the cold."""
    saved = [VictimSaved(f"v{n}") for n in range(6)]
    assert "six-on-board" in earned(story(*saved, won=False))
    assert "six-on-board" not in earned(story(*saved[:5]))
    assert "very-special-flight" in earned(story(VictimSaved("cook"), VictimSaved("doctor")))
    dead = [VictimAdded("v1", "helipad"), VictimDied("v1", "rule.frostbite")]
    assert "warm-clothes" not in earned(story(*dead))
    girl = told(HealthChanged("girl", 4, -1, "lose"), "rule.frostbite")
    enemy = told(HealthChanged("fast-organism", 4, -1, "lose"), "rule.frostbite")
    assert "equal-before-the-cold" in earned(story(TurnBegan(1), girl, *dead, enemy, won=False))
    assert "equal-before-the-cold" not in earned(story(TurnBegan(1), girl, *dead, TurnBegan(2), enemy))


def test_items() -> None:
    """Armory, four decks, flames, dogs."""
    axe = [DeckShown("armory", 3), ItemGained("station-axe", "pack")]
    blow = [AttackMade("girl", "fast-organism", 3), ItemUsed("station-axe")]
    assert "regular-issue" in earned(story(*axe, *blow))
    assert "regular-issue" not in earned(story(*axe, *blow, blow[0], ItemUsed("ulu")))
    assert "regular-issue" not in earned(story(*axe))
    rest = [
        f for d in ("tool-shed", "supply-closet", "commanders-hut") for f in (DeckShown(d, 1), ItemGained(d, "pack"))
    ]
    assert "inventory" in earned(story(*axe, *rest, won=False))
    assert "inventory" not in earned(story(*rest, won=False))
    flames: list[Fact] = [AttackMade("girl", "fast-organism", 3), ItemUsed("station-flamethrower#1")]
    assert "thaw" in earned(story(*flames, *flames, won=False))
    assert "thaw" not in earned(story(*flames))
    assert "good-dog" in earned(story(told(HealthChanged("fast-organism", 0, -1, "damage"), "thule")))
    assert "good-dog" not in earned(story(told(HealthChanged("fast-organism", 0, -1, "damage"), "walk")))


def test_organisms() -> None:
    """Tests, powers, all three, attacks, deaths."""
    lab, kit = (
        told(CardShown("safe#1", "test-result"), "organism"),
        told(CardShown("safe#2", "test-result"), "test-kit#1"),
    )
    assert "by-the-book" in earned(story(lab))
    assert "by-the-book" not in earned(story(lab, kit))
    powers = ("acidic-body-fluids", "extra-legs", "thick-skin")
    assert "one-strong-one" in earned(story(Marked("organism.holders", dict.fromkeys(powers, "fast-organism"))))
    assert "one-strong-one" not in earned(story(Marked("organism.holders", {p: p for p in powers})))
    three = Marked("organism.order", ["tough-organism", "fast-organism", "strong-organism"])
    assert "all-of-them" in earned(story(three, FinaleRevealed("x")))
    assert "all-of-them" not in earned(story(three))
    hits = [AttackMade(k, "girl", 1) for k in ("fast-organism", "strong-organism")]
    assert "hard-to-swallow" in earned(story(TurnBegan(1), *hits, TurnBegan(2), won=False))
    assert "hard-to-swallow" not in earned(story(TurnBegan(1), *hits, won=False))
    dead = [KillerStood("fast-organism", "dead"), BodySet("tough-organism", 7, 7, "black")]
    dead.append(KillerStood("tough-organism", "dead"))
    assert "clean-sweep" in earned(story(TurnBegan(1), *dead))
    killed = [KillerStood("fast-organism", "up"), VictimAdded("v1", "lab"), VictimDied("v1", "fast-organism")]
    assert "quarantine" not in earned(story(*killed))


def test_five_locations() -> None:
    """Across games."""
    places = ("hellscape", "wingard-cottage", "uss-konrad", "station-2891", "pesadilla-verde")
    wins = [story(location=place) for place in places]
    assert "wide-spread" in earned(*wins)
    assert "wide-spread" not in earned(*wins[:4], story(location="pesadilla-verde", won=False))
