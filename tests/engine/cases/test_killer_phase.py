"""Rules cases of the core: Killer Actions, Bloodlust, panic, Terror cards, Finale. Each docstring names its case."""

import pytest

from engine.core.content import Row
from tests.support.table import Table


def test_tie_goes_to_the_bigger_group() -> None:
    """C-091 1 Victim at N, 2 at E: goes to E, kills one."""
    table = Table(location="star").killer(at="h").girl(at="w").victims(n=1, e=2).resolve("V mv atk")
    assert (table.body.at, table.victims_at("e")) == ("e", 1)


def test_tie_the_girl_counts_as_no_victim() -> None:
    """C-092 girl alone at N, 1 Victim at E: the Victim dies."""
    table = Table(location="star").killer(at="h").girl(at="n").victims(e=1).resolve("near mv atk")
    assert (table.body.at, table.state.dead) == ("e", ["v1"])


def test_tie_victims_with_the_girl_count() -> None:
    """C-093 girl and 2 Victims at N, 1 at E: goes to N and hits a Victim, not the girl."""
    table = Table(location="star").killer(at="h").girl(at="n").victims(n=2, e=1).resolve("near mv atk")
    assert (table.body.at, table.victims_at("n")) == ("n", 1)
    assert table.state.girl.health == 6


def test_tie_of_equal_groups_is_the_players() -> None:
    """C-091 (kind) still tied: the player says."""
    table = Table(location="star").killer(at="h").girl(at="w").victims(n=1, e=1).resolve("V mv atk")
    assert table.options == ["at:e", "at:n"]


def test_several_move_icons() -> None:
    """C-096 Killer at A, target at E, Movement 1, two Move icons: stops at C."""
    table = Table().killer(at="a").girl(at="e").victims(e=1).resolve("V mv mv")
    assert table.body.at == "c"


def test_stops_on_arrival_and_passes_others() -> None:
    """C-097 passes Victims at B without attacking, stops at the girl's space."""
    table = Table().killer(at="a").girl(at="c").victims(b=2).set(bloodlust=5).resolve("G mv")
    assert table.body.at == "c"
    assert table.victims_at("b") == 2


def test_an_action_for_the_girl_puts_all_knives_on_her() -> None:
    """C-099 two attacks on the girl, Victims untouched."""
    table = Table().killer(at="a").girl(at="a").victims(a=2).resolve("G atk atk")
    assert table.state.girl.health == 2
    assert table.victims_at("a") == 2


def test_an_action_for_the_girl_that_does_not_reach_her() -> None:
    """C-100 ends at B and kills the Victim there."""
    table = Table().killer(at="a").girl(at="e").victims(b=1).resolve("G mv atk")
    assert (table.body.at, table.state.dead) == ("b", ["v1"])


def test_an_action_for_victims_that_ends_with_the_girl_only() -> None:
    """C-101 ends at B, attacks the girl."""
    table = Table().killer(at="a").girl(at="b").victims(e=1).resolve("V mv atk")
    assert table.body.at == "b"
    assert table.state.girl.health == 4


def test_an_action_for_victims_without_any() -> None:
    """C-102 (CONTESTED) no move; the knife still hits the girl in its space."""
    table = Table().killer(at="a").girl(at="a").resolve("V mv atk")
    assert (table.body.at, table.state.girl.health) == ("a", 4)
    other = Table().killer(at="a").girl(at="c").resolve("V mv atk")
    assert (other.body.at, other.state.girl.health) == ("a", 6)


def test_one_movement_of_twice_the_value() -> None:
    """C-103 (CONTESTED) two Move icons are one movement: what ends it ends all of it."""
    table = Table(location="ring").killer(at="r1").girl(at="r4").set(bloodlust=1)
    hooks = table.rules.reactions.setdefault("after_killer_moves", {})
    hooks["core"] = lambda game, card, killer, to: True
    table.rules._hooked["core"] = "core"
    try:
        table.game.forget_listeners()
        table.rules._listeners.clear()
        table.resolve("G mv mv", "to:r2")
        assert table.body.at == "r2"
    finally:
        del hooks["core"]
        table.rules._listeners.clear()


def test_one_knife_one_target() -> None:
    """C-104 Attack 3, three Victims, one knife: one dies."""
    table = Table().killer(at="a").girl(at="e").victims(a=3).set(bloodlust=3).resolve("V atk")
    assert len(table.state.dead) == 1


def test_unlike_victims() -> None:
    """C-108 (CONTESTED) one ordinary and one special Victim: the player says."""
    table = Table().killer(at="a").girl(at="e").victims(a=1).special("jonas", "a").resolve("V atk")
    assert table.options == ["victim:a", "jonas:a"]
    table.choose("jonas:a")
    assert table.state.dead == ["jonas"]


def test_killer_already_there() -> None:
    """C-109 no move, girl attacked."""
    table = Table(location="star").killer(at="h").girl(at="h").victims(n=5).resolve("near mv atk")
    assert (table.body.at, table.state.girl.health) == ("h", 4)


def test_bloodlust_past_the_top() -> None:
    """C-115 two Victims die at r5: twice heal 1 and discard the top Terror card."""
    table = Table().killer(at="a", health=3).girl(at="e").victims(a=2).set(bloodlust=5)
    table.deck("terror", "tmove#1", "tmove#2", "tmove#3").resolve("V atk atk")
    assert (table.body.health, table.left("terror"), table.state.bloodlust) == (5, 1, 5)


def test_bloodlust_past_the_top_at_full_health() -> None:
    """C-116 the heal is lost, the discard still happens; an empty deck discards nothing."""
    table = Table().set(bloodlust=5).deck("terror", "tmove#1").resolve("BL+1").resolve("BL+1")
    assert (table.body.health, table.left("terror")) == (5, 0)


def test_horror_past_the_top() -> None:
    """C-117 Horror 6 and +3: Horror 7 and Bloodlust +2."""
    table = Table().set(horror=6, bloodlust=4).resolve("H+2").resolve("H+1")
    assert (table.state.horror, table.state.bloodlust) == (7, 5)
    plain = Table(killer="intruders", location="wingard-cottage", girl="ava").set(horror=6, bloodlust=2)
    plain.resolve("H+3")
    assert (plain.state.horror, plain.state.bloodlust) == (7, 4)


def test_horror_past_the_bottom() -> None:
    """C-118 Horror 1, Distraction with two successes, Time 6: Horror 0, Time 9."""
    table = Table().set(horror=1).hand("distraction").dice(5, 5, 1).play("distraction")
    assert (table.state.horror, table.state.time) == (0, 9)


def test_no_death_no_panic() -> None:
    """C-126 nobody panics."""
    table = Table().killer(at="b").victims(b=2).phase("panic")
    assert not table.facts("Panicked")


def test_a_death_in_upkeep_does_not_count_next_turn() -> None:
    """C-130 the panic flag belongs to the turn."""
    table = Table().killer(at="b").victims(b=2).set(turn_marks={"deaths": 1}).phase("action")
    table.phase("panic")
    assert not table.facts("Panicked")


def test_a_chain_of_discarded_cards() -> None:
    """C-136 three discarded, the fourth resolved, deck down by four."""
    table = Table().deck("terror", "tnone#1", "tnone#2", "tnone#3", "tcalm", "tmove#1").step("terror-card")
    assert (table.left("terror"), table.state.time) == (1, 4)
    assert len(table.facts("CardSkipped")) == 3


def test_a_chain_that_empties_the_deck() -> None:
    """C-137 both discarded, nothing resolved; the Finale in this Upkeep."""
    table = Table().deck("terror", "tnone#1", "tnone#2").step("terror-card")
    assert table.left("terror") == 0
    table.state.pools["finale"] = ["tfinale"]
    table.phase("upkeep")
    assert table.state.finale == "tfinale"


def test_an_icon_before_the_clause_counts() -> None:
    """C-138 Horror +1 first, then discard and draw the next."""
    table = Table().deck("terror", "tfright", "tcalm").step("terror-card")
    assert (table.state.horror, table.state.time) == (5, 4)


def test_a_clause_that_stops_draws_no_other_card() -> None:
    """C-139 the rest of the card is not resolved, no new card is drawn."""
    table = Table("intruders", "wingard-cottage", "ava").deck("terror", "where-are-they-coming-from", "go-away")
    for killer in table.state.killers.values():
        killer.at = "kitchen"
    table.girl(at="driveway").step("terror-card")
    while table.request is not None:
        table.choose(table.options[0])
    assert table.left("terror") == 1


def test_finale_effects_of_upkeep_begin_next_turn() -> None:
    """C-141 a Finale that acts in Upkeep does not in the Upkeep that reveals it."""
    table = Table("intruders", "wingard-cottage", "ava").deck("terror").draws("finale", "youre-gonna-die")
    for killer in table.state.killers.values():
        killer.at = table.state.girl.at
    before = table.state.horror
    table.phase("upkeep")
    assert table.state.finale == "youre-gonna-die"
    assert table.state.horror == before + 1
    table.phase("upkeep")
    assert table.state.horror == before + 2


def test_deck_emptied_in_the_action_phase() -> None:
    """C-142 the last card goes in the Action phase: Killer Action only, no card; the Finale in this Upkeep."""
    table = Table().girl(at="a").killer(at="e").deck("terror", "tmove#1").resolve("discard terror")
    table.state.pools["finale"] = ["tfinale"]
    table.phase("killer")
    assert table.body.at == "d"
    assert not table.facts("CardShown")
    assert table.state.finale == ""
    table.phase("panic").phase("upkeep")
    assert table.state.finale == "tfinale"


def test_ending_the_phase_early_skips_the_terror_card() -> None:
    """C-143 the Killer is revived by Retaliate: deck unchanged."""
    table = Table().girl(at="a").killer(at="a", health=1).hand("retaliate").dice(5, 5, 1)
    table.deck("terror", "tmove#1").draws("final-health", "hearts-1").phase("killer", "play:retaliate")
    assert table.left("terror") == 1
    assert (table.body.health, table.body.token) == (2, "white")


def test_dark_power_row_is_not_the_finale() -> None:
    """C-144 only the Dark Power is revealed."""
    table = Table().set(bloodlust=3, turn=3)
    table.state.pools["dark-power"] = ["tdark"]
    table.state.pools["finale"] = ["tfinale"]
    table.resolve("BL+1")
    assert (table.state.dark_power, table.state.finale) == ("tdark", "")


def test_the_finale_reveals_the_dark_power_too() -> None:
    """C-144 (kind) a Dark Power still facedown comes with the Finale."""
    table = Table().deck("terror")
    table.state.pools["dark-power"] = ["tdark"]
    table.state.pools["finale"] = ["tfinale"]
    table.phase("upkeep")
    assert (table.state.dark_power, table.state.finale) == ("tdark", "tfinale")
    table.girl(at="a").killer(at="e").phase("killer")
    assert table.body.at == "c"


@pytest.mark.parametrize("row", range(1, 6))
def test_attack_and_movement_follow_the_row(row: int) -> None:
    """C-115 (kind) the row's Attack and Movement Values are used."""
    table = Table().killer(at="a").girl(at="a").set(bloodlust=row).resolve("G atk")
    values = table.rules.track[row - 1][0]
    assert isinstance(values, Row)
    assert table.state.girl.health == 6 - values.attack
