"""Whole games of Hell to Pay: random ones with every pairing there is, and what their records earn."""

import pytest

from engine.core.achievements import Story
from engine.core.compose import Setup
from engine.core.facts import (
    ActionCardPlayed,
    BodySet,
    DarkPowerRevealed,
    Fact,
    FinaleRevealed,
    GameEnded,
    GirlMoved,
    HealthChanged,
    ItemGained,
    ItemUsed,
    Marked,
    TurnBegan,
    VictimAdded,
    VictimSaved,
)
from engine.films.hell_to_pay.achievements import ACHIEVEMENTS
from engine.films.hell_to_pay.afflictions import AfflictionPurged
from tests.support.films import GAMES, ends, pairings
from tests.support.table import Table


@pytest.mark.parametrize(("killer", "location"), pairings("razorface", "hellscape"))
@pytest.mark.parametrize("number", range(GAMES))
def test_random_games_end(killer: str, location: str, number: int) -> None:
    """Any killer at Hellscape, Razorface anywhere: random games reach an outcome."""
    assert ends("hell", killer, location, ("kenzie", "christie"), number)


# --- achievements


def story(
    *facts: Fact, killer: str = "razorface", location: str = "hellscape", won: bool = True, **more: bool
) -> Story:
    """A finished game told by hand."""
    start = [BodySet("girl", 5, 5, "black"), BodySet("razorface", 9, 9, "black")]
    return Story(Setup("razorface", location, "kenzie", **more), [*start, *facts, GameEnded(won, "test")])


def earned(*stories: Story) -> set[str]:
    """Ids of what these games earn."""
    return {achievement.id for achievement in ACHIEVEMENTS if achievement.earned(stories)}


def purge(turn: int, card: str = "the-gift-of-pain") -> list[Fact]:
    """A purge on a turn. The card is not laid out before: only the telling counts here."""
    return [TurnBegan(turn), AfflictionPurgedTold(card)]


class AfflictionPurgedTold(AfflictionPurged, tag="AfflictionPurged"):
    """A purge without a table."""

    def apply(self, state: object) -> None:
        """Nothing lies open in a story told by hand."""


def test_there_are_twenty() -> None:
    """Ten for Hellscape, ten for Razorface."""
    halves = [achievement.half for achievement in ACHIEVEMENTS]
    assert (halves.count("hellscape"), halves.count("razorface")) == (10, 10)
    assert len({achievement.id for achievement in ACHIEVEMENTS}) == 20


def test_a_plain_win() -> None:
    """A win at Hellscape with nothing else."""
    assert earned(story()) == {"htp-hellscape", "htp-no-hellshift", "htp-boxed"}
    assert earned(story(won=False)) == set()
    assert "htp-no-hellshift" not in earned(story(Marked("x", True), ActionCardPlayedTold("hellshift")))
    assert "htp-extreme" in earned(story(extreme=True))


class ActionCardPlayedTold(ActionCardPlayed, tag="ActionCardPlayed"):
    """A card played without a table."""

    def apply(self, state: object) -> None:
        """No hand to take it from."""


def test_saving() -> None:
    """Half of all Victims, two special ones, one at The Nexus with an Item."""
    added = [VictimAdded(f"v{i}", "nexus") for i in range(1, 11)]
    saved: list[Fact] = [VictimSaved(f"v{i}", "nexus") for i in range(1, 6)]
    assert "htp-half-saved" in earned(story(*added, *saved))
    assert "htp-half-saved" not in earned(story(*added, *saved[:4]))
    special = [VictimAdded(name, "nexus") for name in ("curious-wretch", "sadistic-seeker")]
    both = [VictimSaved(name, "nexus") for name in ("curious-wretch", "sadistic-seeker")]
    assert "htp-special" in earned(story(*special, *both, won=False))
    here = [TurnBegan(1), GirlMoved("nexus"), *added, saved[0], ItemGained("goblet-of-blood", "pack")]
    assert "htp-nexus" in earned(story(*here, won=False))
    assert "htp-nexus" not in earned(story(*here[:-1], TurnBegan(2), here[-1]))


def test_items_and_tiles() -> None:
    """Two Disciplines in one turn; what the tiles and Items remember."""
    used = [ItemUsed("discipline-of-courage"), ItemUsed("discipline-of-cruelty")]
    assert "htp-disciplines" in earned(story(TurnBegan(1), *used))
    assert "htp-disciplines" not in earned(story(TurnBegan(1), used[0], TurnBegan(2), used[1]))
    for mark, name in (
        ("hellscape.alone", "htp-alone"),
        ("hellshift.locked-in", "htp-locked-in"),
        ("bone-chariot.beyond", "htp-chariot"),
        ("gamblers-cube.at-the-end", "htp-gambler"),
    ):
        assert name in earned(story(Marked(mark, True)))
        assert name not in earned(story())


def test_purges() -> None:
    """When and how many."""
    row = [*purge(1), *purge(2), *purge(3)]
    assert "htp-three-in-a-row" in earned(story(*row, won=False))
    assert "htp-three-in-a-row" not in earned(story(*row[:4], TurnBegan(3), *purge(4)))
    assert "htp-five-purged" in earned(story(*row, *purge(4), *purge(5)))
    assert "htp-swift" in earned(story(*row)) and "htp-swift" not in earned(story(*row, TurnBegan(4)))
    finale = FinaleRevealed("taste-our-pleasures")
    assert "htp-patience" in earned(story(finale, *row))
    assert "htp-patience" not in earned(story(*purge(1), finale, *row))
    assert "htp-patience" not in earned(story(*row))


def test_health_and_purges() -> None:
    """Hurting him before or after the last purge; the late sacrifice."""
    hurt = HealthChanged("razorface", 8, -1, "damage")
    nearly = HealthChanged("razorface", 1, -8, "damage")
    assert "htp-peaceful" in earned(story(*purge(1), hurt))
    assert "htp-peaceful" not in earned(story(hurt, *purge(1)))
    assert "htp-hanging-on" in earned(story(nearly, *purge(1)))
    assert "htp-hanging-on" not in earned(story(*purge(1), nearly))
    power, late = DarkPowerRevealed("soulbound"), purge(2, "a-delicious-sacrifice")
    assert "htp-late-sacrifice" in earned(story(power, *late))
    assert "htp-late-sacrifice" not in earned(story(*late, power))


def test_five_locations() -> None:
    """Across games."""
    places = ("hellscape", "wingard-cottage", "uss-konrad", "station-2891", "pesadilla-verde")
    wins = [story(location=place) for place in places]
    assert "htp-travels" in earned(*wins)
    assert "htp-travels" not in earned(*wins[:4], story(location="pesadilla-verde", won=False))


def test_locked_in_by_hellshift() -> None:
    """The mark is made at the table."""
    table = Table("razorface", "hellscape", "kenzie")
    lying = {"north": "star:back", "east": "wheel:front", "south": "pillar:back", "west": "ring:front"}
    table.mark("tiles", lying).girl(at="bone-gate").killer(at="star-red").hand("hellshift").dice(5, 5)
    table.play("hellshift", "tile:star", "tile:wheel", "tile:pillar")
    assert table.state.marks["hellshift.locked-in"]


def test_alone_with_the_killer() -> None:
    """The killing blow on a tile with walls all round."""
    table = Table("razorface", "hellscape", "kenzie").victims(nexus=1)
    table.mark("tiles", {"north": "star:back", "east": "wheel:front", "south": "pillar:back", "west": "ring:front"})
    table.girl(at="star-red").killer(at="star-red", health=1).hand("weak-attack").dice(5, 5, 5)
    table.draws("final-health", "blank#1").play("weak-attack")
    assert table.won and table.state.marks["hellscape.alone"]
