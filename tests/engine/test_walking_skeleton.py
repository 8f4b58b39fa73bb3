"""The thin whole: the table language itself works, a game runs to its end and its record checks."""

from tests.support.table import Table


def test_conversion_costs_two_cards_per_die() -> None:
    """C-002 two cards discarded turn one 3 or 4 into a success, once per die."""
    table = Table().hand("walk", "focus", "focus", "sprint", "sprint").girl(at="a").dice(3, 4)
    table.play("walk", "convert", "discard:focus", "discard:focus", "convert")
    assert table.state.hand == {}
    table.choose("move:b", "stop")
    assert (table.state.girl.at, table.state.time) == ("b", 5)


def test_or_rows_are_whole_rows() -> None:
    """C-014 a failed Walk offers exactly two lines; no mixing."""
    table = Table().hand("walk").girl(at="a", health=3).dice(1, 2)
    table.play("walk")
    assert table.options == ["line:1", "line:2"]
    table.choose("line:2")
    assert table.state.time == 4


def test_girl_revived_in_the_killer_phase() -> None:
    """C-152 white token and 2; the rest of the phase is skipped."""
    table = Table().girl(at="e", health=1).draws("final-health", "hearts-2").deck("terror")
    table.phase("killer")
    assert (table.state.girl.health, table.state.girl.token) == (3, "white")
    assert table.rules.steps[table.state.step].phase == "panic"
