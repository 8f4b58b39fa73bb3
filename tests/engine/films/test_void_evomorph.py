"""Rules cases of the Evomorph. Each docstring names its case."""

import pytest

from engine.core import decks
from engine.films.into_the_void import ambush
from engine.films.into_the_void.evolution import STAGE, clear_scans, place_scan, scanned, vanished
from engine.rules.bloodlust import raise_bloodlust
from engine.rules.finale import reveal_dark_power
from engine.rules.rolls import number_of_dice
from engine.rules.tracks import raise_horror
from engine.rules.victims import kill_victim
from tests.support.table import Table


def evomorph(location: str = "line", stage: str = "youngling", **what: object) -> Table:
    """The Evomorph at a stage, on the row that belongs to it."""
    row = {"hatchling": 1, "youngling": 2, "adult": 6}[stage]
    table = Table("evomorph", location).mark(STAGE, stage).set(bloodlust=row)
    return table.killer(**what) if what else table


def gone(location: str = "line", stage: str = "youngling") -> Table:
    """The Evomorph has vanished."""
    return evomorph(location, stage, at="", status="away")


def test_setup() -> None:
    """V-01 the Evomorph's half: Terror deck of 8, 4 health, Hatchling, 10 Ambush cards, 3 Scan cards."""
    table = Table("evomorph", "uss-konrad")
    assert table.left("terror") == 8
    assert (table.body.health, table.body.max) == (4, 4)
    assert table.state.marks[STAGE] == "hatchling"
    assert table.left("ambush") == 10
    assert table.state.tableau["scan"] == 3


def test_the_hatchlings_own_kill() -> None:
    """V-02 it kills, evolves, vanishes; no Terror card, no panic."""
    table = evomorph(stage="hatchling", at="b").victims(c=2).girl(at="e").deck("terror", "game-over-man#1", blanks=7)
    table.phase("killer")
    assert table.state.bloodlust == 2
    assert table.state.marks[STAGE] == "youngling"
    assert vanished(table.game)
    assert table.left("terror") == 8
    table.phase("panic")
    assert not table.facts("Panicked")
    assert table.victims_at("c") == 1


def test_vanish_eats_the_second_knife() -> None:
    """V-03 the first knife kills, the second Victim lives."""
    table = evomorph(stage="hatchling", at="c").victims(c=2).set(phase="killer")
    table.resolve("V atk atk")
    assert table.phase_ended
    assert table.victims_at("c") == 1


def test_other_deaths_while_hatchling() -> None:
    """V-04 Bloodlust stays, 1 Time instead; the death counts for panic."""
    table = evomorph(stage="hatchling").victims(c=1)
    table.run(lambda game: kill_victim(game, "v1", "crusher"))
    assert table.state.bloodlust == 1
    assert table.state.time == 5
    assert table.state.turn_marks["deaths"] == 1


def test_horror_overflow_while_hatchling() -> None:
    """V-05 two steps beyond the top: two Time."""
    table = evomorph(stage="hatchling").set(horror=7).run(lambda game: raise_horror(game, 2))
    assert table.state.bloodlust == 1
    assert table.state.time == 4


def test_youngling_gains_bloodlust_as_usual() -> None:
    """V-04 the other side: a Youngling's Bloodlust rises by any death."""
    table = gone().victims(c=1).run(lambda game: kill_victim(game, "v1", "crusher"))
    assert table.state.bloodlust == 3
    assert table.state.time == 6


def test_killer_phase_while_vanished() -> None:
    """V-06 one Ambush card, Youngling side; no Killer Action, no Terror card."""
    table = gone().deck("terror", "game-over-man#1", blanks=4).draws("ambush", "hiss-in-the-vents").phase("killer")
    assert table.state.horror == 5
    assert table.state.time == 5
    assert table.left("terror") == 5
    assert vanished(table.game)


def test_ambush_deck_is_built_again() -> None:
    """V-07 an empty Ambush deck: its discard pile is shuffled; an Adult uses the other side."""
    table = gone(stage="adult").draws("ambush", "hiss-in-the-vents").phase("killer")
    assert table.state.horror == 6
    assert table.state.time == 6
    assert table.left("ambush") == 9
    for _ in range(9):
        table.run(lambda game: decks.discard_top(game, "ambush"))
    table.draws("ambush", "dripping-ceiling").phase("killer")
    assert table.left("ambush") == 9


def test_scan_tokens_deflect_placement() -> None:
    """V-11 the closest space without a Scan token; a card for her own space fails."""
    table = (
        gone("star")
        .girl(at="h")
        .token("scan-token#1", "h")
        .token("scan-token#2", "n")
        .draws("ambush", "out-of-the-hatch")
    )
    table.phase("killer")
    assert table.options == ["at:e", "at:s", "at:w"]
    table.choose("at:s")
    assert table.facts("KillerMoved")[0].to == "s"  # type: ignore[attr-defined]
    other = gone("star").girl(at="h").token("scan-token#1", "h").draws("ambush", "teeth-in-the-dark").phase("killer")
    assert vanished(other.game)
    assert other.state.girl.health == 6
    assert other.state.horror == 4
    assert other.facts("AmbushForestalled")


def test_youngling_to_adult() -> None:
    """V-13 maximum 10, all of it, Dark Power revealed, adrenaline off, a white token stays white."""
    table = evomorph(at="e", health=1, token="white").set(bloodlust=5).draws("dark-power", "acid-blood")
    table.state.pools["dark-power"] = ["acid-blood"]
    assert number_of_dice(table.game, "walk") == 3
    table.run(lambda game: raise_bloodlust(game, 1, "rule"))
    assert table.state.bloodlust == 6
    assert table.state.marks[STAGE] == "adult"
    assert (table.body.health, table.body.max, table.body.token) == (10, 10, "white")
    assert table.state.dark_power == "acid-blood"
    assert number_of_dice(table.game, "walk") == 2


def test_it_came_out_of_the_shadows() -> None:
    """V-17 a Hatchling: discard, draw the next. A Youngling comes, attacks and is gone."""
    table = evomorph(stage="hatchling", at="e").terror("it-came-out-of-the-shadows#1")
    assert table.signal == "next"
    table = evomorph(at="e").girl(at="a").terror("it-came-out-of-the-shadows#1")
    assert table.state.girl.health == 5
    assert vanished(table.game)


def test_finale_while_vanished() -> None:
    """V-18 the Finale and the Dark Power are revealed; the next Killer phase is still one Ambush card.

    Wrong belief 5: the Dark Power comes with the Finale too, before there is an Adult.
    """
    table = gone().draws("ambush", "dripping-ceiling")
    table.state.pools |= {"finale": ["death-in-the-dark"], "dark-power": ["acid-blood"]}
    table.step("begin-upkeep")
    assert table.state.finale == "death-in-the-dark"
    assert table.state.dark_power == "acid-blood"
    assert table.state.marks[STAGE] == "youngling"
    table.phase("killer")
    assert table.state.girl.health == 6
    assert table.state.time == 5


# --- Scan


def test_scan_only_while_vanished() -> None:
    """Scan cards may be played only while the Evomorph has vanished."""
    assert "play:scan" not in evomorph(at="e").hand("scan").actions()
    assert "play:scan" in gone().hand("scan").actions()


@pytest.mark.parametrize(
    ("dice", "token", "horror", "time"), [((5, 5, 1), True, 0, 6), ((5, 1, 1), True, 1, 5), ((1, 1, 1), False, 2, 5)]
)
def test_rows_of_scan(dice: tuple[int, ...], token: bool, horror: int, time: int) -> None:
    """Two successes: token, Horror -1. One: token, Time -1. None: Horror +1, Time -1, the phase ends."""
    table = gone().hand("scan").set(horror=1).dice(*dice).play("scan")
    assert ("a" in scanned(table.game)) is token
    assert (table.state.horror, table.state.time) == (horror, time)


def test_full_scan() -> None:
    """Three successes: it stands in her space, the next Killer phase is skipped, the card is out of the game."""
    table = gone().hand("scan").set(horror=1).token("scan-token#1", "a").dice(5, 5, 5).play("scan")
    assert table.body.at == "a"
    assert "scan" not in table.state.discard
    assert table.state.tableau["scan"] == 2
    table.deck("terror", "game-over-man#1").phase("killer")
    assert table.state.girl.health == 6
    assert table.left("terror") == 1
    table.phase("killer")
    assert table.state.girl.health < 6


def test_one_scan_token_a_space_and_five_in_all() -> None:
    """A second token in a space is ignored; with none left the farthest one is moved."""
    table = gone("ring").girl(at="r1")
    for space in ("r2", "r2", "r3", "r4", "r5", "r6"):
        table.run(lambda game, space=space: place_scan(game, space))
    assert len(scanned(table.game)) == 5
    table.run(lambda game: place_scan(game, "r1"))
    assert set(scanned(table.game)) == {"r1", "r2", "r3", "r5", "r6"}
    table.run(clear_scans)
    assert not scanned(table.game)


# --- Ambush, Dark Powers, Finales


def test_last_in_line_needs_a_victim() -> None:
    """With no Victim on the board the next Ambush card is drawn; else it is placed with the farthest one."""
    table = gone().draws("ambush", "last-in-line", "dripping-ceiling").phase("killer")
    assert table.state.time == 5
    table = gone(stage="adult").victims(c=1, e=1).token("scan-token#1", "e").draws("ambush", "last-in-line")
    table.phase("killer")
    assert table.victims_at("c") == 0
    assert table.victims_at("e") == 1
    assert table.body.at == "c"
    assert not scanned(table.game)


def test_last_in_line_with_every_victim_scanned() -> None:
    """RULING no space for it: nothing appears, the Scan tokens stay, no further card is drawn."""
    table = gone(stage="adult").victims(c=1).token("scan-token#1", "c").draws("ambush", "last-in-line").phase("killer")
    assert (table.body.at, table.victims_at("c")) == ("", 1)
    assert "c" in scanned(table.game)


def test_razor_claws() -> None:
    """It appears in the closest space without a Scan token; its damage costs a random card."""
    table = gone().girl(at="b").token("scan-token#1", "b").hand("guard")
    table.state.pools["dark-power"] = ["razor-claws"]
    table.run(reveal_dark_power, "at:c")
    assert table.body.at == "c"
    assert not scanned(table.game)
    table.set(phase="killer").attacked(1, "take")
    assert table.state.girl.health == 5
    assert not table.state.hand


def test_razor_tail() -> None:
    """It kills everyone where most stand; each attack is made in the adjacent spaces too."""
    table = evomorph(stage="adult", at="e").victims(d=3, b=1).girl(at="a").set(bloodlust=7)
    table.state.pools["dark-power"] = ["razor-tail"]
    table.run(reveal_dark_power)
    assert table.victims_at("d") == 0
    assert table.body.at == "d"
    table.killer(at="b").victims(c=1).set(phase="killer", bloodlust=7)
    table.resolve("near atk")
    assert table.victims_at("b") == table.victims_at("c") == 0
    assert table.state.girl.health == 3


def test_acid_blood_and_camouflage() -> None:
    """Acid burns her when it is hurt beside her; camouflage hides it when the Action phase is over."""
    table = evomorph(at="a").dark_power("acid-blood").hand("weak-attack").dice(5, 5).play("weak-attack")
    assert table.state.girl.health == 5
    table = evomorph(at="a").dark_power("symbiotic-camouflage").hand("weak-attack").dice(5, 5).play("weak-attack")
    table.rest_of_phase()
    assert vanished(table.game)


def test_the_perfect_organism_grows_up() -> None:
    """A Hatchling becomes an Adult on the Adult's first row."""
    table = evomorph(stage="hatchling", at="e")
    table.state.pools |= {"finale": ["the-perfect-organism"], "dark-power": ["acid-blood"]}
    table.step("begin-upkeep")
    assert (table.state.marks[STAGE], table.state.bloodlust, table.body.health) == ("adult", 6, 10)


def test_every_ambush_card_resolves_on_both_sides() -> None:
    """Ten cards, two sides, each with its own Danger from 1 to 10."""
    rules = Table("evomorph").rules
    cards = [card for card in rules.cards.values() if card.kind == "ambush"]
    assert len(cards) == 10
    for side in (0, 1):
        assert sorted(card.face.values["danger"][side] for card in cards) == list(range(1, 11))
    for stage in ("youngling", "adult"):
        for card in cards:
            table = gone("star", stage).victims(n=2, e=1).girl(at="h").hand("walk", "focus").set(phase="killer")
            table.run(lambda game, card=card: ambush.resolve_ambush(game, card.id))
            while table.request:
                table.choose(table.options[0])
