"""Rules cases of the core: Horror rolls, Time, Planning. Each docstring names its case."""

from itertools import pairwise

import pytest

from engine.rules.rolls import DICE, DICE_EXTREME, number_of_dice
from tests.support.table import Table


def test_dice_per_horror_position() -> None:
    """C-001 low Horror gives more dice; Extreme is harsher (CONTESTED)."""
    assert DICE == (3, 3, 2, 2, 2, 2, 2, 1)
    assert DICE_EXTREME == (3, 2, 2, 2, 2, 1, 1, 1)
    for extreme, dice in ((False, DICE), (True, DICE_EXTREME)):
        table = Table(extreme=extreme)
        for horror in range(8):
            assert number_of_dice(table.set(horror=horror).game, "walk") == dice[horror]


def test_more_horror_never_means_more_dice() -> None:
    """Wrong belief 1: more Horror means more dice."""
    assert all(a >= b for dice in (DICE, DICE_EXTREME) for a, b in pairwise(dice))


def test_conversion_costs_two_cards_per_die() -> None:
    """C-002 Walk plus four cards, dice 3,4, both converted: hand 0, may move up to 2, Time 5."""
    table = Table().hand("walk", "focus", "focus", "sprint", "sprint").girl(at="a").dice(3, 4)
    table.play("walk", "convert", "discard:focus", "discard:focus", "convert")
    assert table.state.hand == {}
    assert table.request is not None
    assert table.request.about["left"] == 2
    table.choose("move:b", "stop")
    assert table.state.time == 5


def test_conversion_is_optional() -> None:
    """C-004 dice 4,1 kept as they are: a failed roll, Time 4."""
    table = Table().hand("focus", "walk", "walk").dice(4, 1).play("focus", "keep")
    assert table.state.time == 4
    assert table.state.hand == {"walk": 2}


def test_rerolling_a_converted_die_loses_the_conversion() -> None:
    """C-007 (CONTESTED) the conversion is lost, the two cards stay discarded."""
    table = Table().hand("focus", "walk", "walk", "close-call").dice(3, 1, 2)
    table.play("focus", "convert", "discard:walk", "discard:walk", "use:close-call", "die:0")
    assert table.state.time == 4
    assert table.state.hand == {}


def test_close_call_on_all_dice_below_zero() -> None:
    """C-009 Time falls below zero at once; the card still resolves, its Time is lost, the phase ends."""
    table = Table().set(time=1).hand("focus", "close-call").dice(1, 1, 5, 6)
    table.play("focus", "use:close-call", "all")
    assert (table.state.horror, table.state.time) == (3, -1)
    assert table.signal is False


def test_improvise_counts_threes_and_fours_until_the_phase_ends() -> None:
    """C-010 Sprint with 3,4 is two successes; a later Guard roll of 3,4 is not improved."""
    table = Table().hand("improvise", "sprint", "guard").girl(at="a").killer(at="e").dice(5, 5)
    table.play("improvise")
    table.dice(3, 4).play("sprint")
    assert table.request is not None
    assert table.request.about["left"] == 3
    table.choose("stop").phase("planning", "done")
    table.killer(at="a")
    table.step("begin-killer-phase")
    table.dice(3, 4).attacked(2, "play:guard")
    assert table.state.girl.health == 5


def test_improvise_with_one_success_lasts_one_roll() -> None:
    """C-010 (kind) the middle row improves the next Horror roll only."""
    table = Table().hand("improvise", "focus", "short-rest").dice(5, 1).play("improvise")
    table.dice(3, 4).play("focus")
    assert table.state.horror == 3
    assert table.state.time == 8
    table.dice(3, 4).play("short-rest")
    assert table.state.horror == 4


def test_bonus_dice_wait_for_the_next_roll_whenever_it_is() -> None:
    """C-011 (CONTESTED) Planning's dice go to the Guard roll and are used up."""
    table = Table().hand("planning", "guard").killer(at="a").dice(5, 5).play("planning")
    table.set(phase="killer").dice(5, 5, 1, 1, 1).attacked(2, "play:guard")
    assert table.state.girl.health == 6
    assert number_of_dice(table.game, "walk") == 2


def test_at_least_one_die() -> None:
    """C-013 Horror 7 and two dice fewer still roll one."""
    table = Table().set(horror=7)
    table.state.marks["next-roll"] = -2
    assert number_of_dice(table.game, "walk") == 1


def test_or_rows_are_whole_rows() -> None:
    """C-014 a failed Walk: move 1, lose 1 health, Time 4; or Time 4. No mixing."""
    table = Table().hand("walk").girl(at="a").dice(1, 2).play("walk")
    assert table.options == ["line:1", "line:2"]
    table.choose("line:1", "move:b")
    assert (table.state.girl.health, table.state.girl.at, table.state.time) == (5, "b", 4)
    other = Table().hand("walk").girl(at="a").dice(1, 2).play("walk", "line:2")
    assert (other.state.girl.health, other.state.girl.at, other.state.time) == (6, "a", 4)


def test_left_to_right_with_a_chain() -> None:
    """C-015 heal, Horror overflows into Bloodlust, whose row overflows again, then Time, then the end."""
    table = Table().set(horror=7, bloodlust=2).girl(health=3).hand("short-rest").dice(1)
    table.play("short-rest")
    assert table.state.girl.health == 4
    assert table.state.bloodlust == 4
    assert table.state.time == 5
    assert table.signal is False


def test_healing_stops_at_the_start_value() -> None:
    """C-016 Long Rest with two successes at 5 of 6."""
    table = Table().girl(health=5).hand("long-rest").dice(5, 5).play("long-rest")
    assert table.state.girl.health == 6


def test_batches_of_six_dice() -> None:
    """C-001 (kind) more than six dice are rolled in batches and added."""
    table = Table().hand("focus").set(horror=0)
    table.state.marks["next-roll"] = 5
    table.dice(1, 1, 1, 1, 1, 1, 5, 1).play("focus")
    assert (table.state.time, table.state.horror) == (6, 0)


def test_below_zero_ends_the_phase_after_the_card() -> None:
    """C-021 Walk at Time 0 moves, then the phase is over with Focus still in hand."""
    table = Table().set(time=0).hand("walk", "focus").girl(at="a").dice(5, 1).play("walk", "move:b")
    assert (table.state.girl.at, table.state.time) == ("b", -1)
    assert table.signal is False
    assert table.state.hand == {"focus": 1}


def test_discarding_for_time_before_playing() -> None:
    """C-023 two cards first, then Walk with one success: Time 2, then 1; the phase goes on."""
    table = Table().set(time=0).hand("walk", "focus", "focus", "sprint").girl(at="a")
    table.act("discard:focus").act("discard:focus")
    assert table.state.time == 2
    table.dice(5, 1).play("walk", "stop")
    assert table.state.time == 1
    assert table.signal is True


def test_no_discard_for_time_in_the_middle_of_a_card() -> None:
    """C-024 (CONTESTED) an Action card is resolved completely first."""
    table = Table().set(time=0).hand("walk", "focus").girl(at="b").dice(5, 1).play("walk")
    assert table.asked == "move"
    assert not any(option.startswith("discard") for option in table.options)


def test_time_below_zero_outside_the_action_phase_skips_the_next_one() -> None:
    """C-026 the next Action phase is skipped entirely; Planning follows and resets Time."""
    table = Table().hand("walk").set(phase="killer").resolve("T-7")
    assert table.state.time == -1
    table.phase("action")
    assert table.asked == ""
    assert table.facts("PhaseSkipped")
    table.phase("planning", "done")
    assert table.state.time == 6


def test_time_lost_in_the_killer_phase_carries_over() -> None:
    """C-027 6 after Planning, -2 in the Killer phase: the next Action phase starts at 4."""
    table = Table().set(phase="killer").resolve("T-2")
    table.phase("action")
    assert table.state.time == 4


def test_horror_underflow_below_zero_time_gives_nothing() -> None:
    """C-028 no Time is gained once it is below zero."""
    table = Table().set(time=-1, horror=0).resolve("H-2")
    assert table.state.time == -1


def test_time_stops_at_twelve() -> None:
    """C-028 (kind) gaining at 12 is lost."""
    assert Table().set(time=11).resolve("T+3").state.time == 12


def test_cards_used_this_turn_cannot_be_bought() -> None:
    """C-030 only second copies can be bought; the used ones return at the end of Planning."""
    table = Table().hand("sprint", "search").girl(at="a").set(time=9).dice(1, 1)
    table.play("sprint", "line:2").act("discard:search").phase("planning")
    assert {"buy:sprint", "buy:search"} <= set(table.options)
    table.choose("buy:sprint")
    assert "buy:sprint" not in table.options
    table.choose("buy:search")
    assert "buy:search" not in table.options
    table.choose("done")
    assert table.state.discard == {}
    assert table.state.tableau["sprint"] == 1
    assert table.state.tableau["search"] == 1


def test_free_cards_even_below_zero() -> None:
    """C-032 zero-cost cards in the tableau may be taken at or below 0 Time."""
    table = Table().set(time=-1).phase("planning")
    assert set(table.options) == {"buy:walk", "buy:focus", "buy:weak-attack", "buy:short-rest", "done"}
    table.choose("buy:walk", "done")
    assert table.state.hand == {"walk": 1}


@pytest.mark.parametrize(("extreme", "time", "after"), [(False, 9, 6), (False, 1, 6), (True, 9, 5), (True, 1, 5)])
def test_reset_and_loss(extreme: bool, time: int, after: int) -> None:
    """C-034 Time goes to 6 (Extreme 5); what is left is lost."""
    assert Table(extreme=extreme).set(time=time).phase("planning", "done").state.time == after


def test_no_eleventh_card_is_bought() -> None:
    """C-035 (kind) with ten cards in hand nothing can be bought."""
    table = Table().hand("walk", "walk", "focus", "focus", "sprint", "sprint", "guard", "guard", "search", "search")
    table.phase("planning")
    assert table.request is None
    assert sum(table.state.hand.values()) == 10


def test_a_reward_that_would_be_the_eleventh_card() -> None:
    """C-035 (CONTESTED) take it, then discard down to ten, no Time for it."""
    table = Table().hand("walk", "walk", "focus", "focus", "sprint", "sprint", "guard", "guard", "planning", "search")
    table.resolve("card search", "discard:walk")
    assert sum(table.state.hand.values()) == 10
    assert table.state.hand["search"] == 2
    assert table.state.time == 6


def test_playing_costs_nothing() -> None:
    """C-036 and wrong belief 2: Critical Blow (cost 6) can be played at Time 0."""
    table = Table().set(time=0).hand("critical-blow").killer(at="a").dice(5, 5)
    assert "play:critical-blow" in table.actions()
    table.play("critical-blow")
    assert table.state.time == 0
    assert table.body.health == 2


def test_planning_without_anything_to_buy() -> None:
    """C-178 empty hand, Time 0, nothing to buy: Planning passes without a prompt."""
    table = Table().set(time=0)
    for card in ("walk", "focus", "weak-attack", "short-rest"):
        table.state.tableau.pop(card)
    table.phase("planning")
    assert table.request is None
    assert table.state.time == 6
