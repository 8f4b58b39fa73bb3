"""What the sound policy knows of the films' own rules, position by position."""

from engine.bots import plans, shopping, worth
from engine.bots.aims import aim
from engine.bots.seen import Seen
from tests.support.table import Table

STROLL = "explorers-of-the-flesh"


def konrad() -> Table:
    """Ellen in the Hangar with Cluttered Shafts."""
    return Table("volkar", "uss-konrad", "ellen").event("cluttered-shafts").girl(at="hangar")


def test_no_way_of_hers_costs_health() -> None:
    assert "lower-right-pod" not in Seen(konrad().game).graph.steps["hangar"]
    assert "lower-right-pod" in Seen(konrad().special("orphan-girl", "hangar").game).graph.steps["hangar"]


def test_soldiers_are_ordered_towards_an_exit_only() -> None:
    table = Table("razorface", "pesadilla-verde", "alois").girl(at="ancient-ruins").killer(at="rebel-camp")
    table.victims(cave=2, stony_ridge=2)
    seen = Seen(table.game)
    assert plans.using(seen, "soldiers:move-1:stony-ridge") > 0 > plans.using(seen, "soldiers:move-1:cave")


def test_flying_is_worth_most_with_a_full_helicopter() -> None:
    table = Table("razorface", "station-2891", "kate").girl(at="lab").killer(at="tool-shed").victims(kitchen=2)
    away = table.mark("helicopter.at", 3)
    empty = worth.row(Seen(away.game), "fly-faster", 2)
    full = worth.row(
        Seen(away.mark("helicopter.aboard", ["v8", "v9", "v10"]).mark("helicopter.at", 1).game), "fly-faster", 2
    )
    assert full > empty > 0
    assert shopping.wanted(Seen(away.game), "fly-faster") > shopping.wanted(Seen(table.game), "walk")


def test_a_stroll_goes_on_to_new_spaces() -> None:
    table = Table("razorface", "uss-konrad", "ellen").girl(at="hangar").killer(at="bridge").set(shown=[STROLL])
    table.state.phase_marks = {STROLL: ["aft-corridor", "hangar"]}
    assert {space for space, _ in plans.purges(Seen(table.game))} == {"docking-passage"}


def test_a_light_blow_is_welcome_to_who_must_recover() -> None:
    table = Table("razorface", "hellscape", "kenzie").girl(at="nexus", health=5, max=5)
    assert plans.wounds(Seen(table.game), 2) == 0
    table.set(shown=["a-waste-of-good-suffering"])
    assert plans.wounds(Seen(table.game), 2) > plans.wounds(Seen(table.game), 1) > 0
    assert plans.wounds(Seen(table.girl(health=2).game), 2) == 0


def test_it_goes_to_test_before_anything_has_shown_itself() -> None:
    table = Table("organism", "station-2891", "kate").girl(at="lab", health=6, max=6)
    table.special("exposed-red", "west-hallway").item("test-kit#1", "pack")
    assert (aim(Seen(table.game)).kind, aim(Seen(table.game)).at) == ("test", "west-hallway")
    table.killer("tough-organism", at="kitchen", status="up")
    assert aim(Seen(table.game)).kind != "test"


def test_guards_are_worth_more_the_more_killers_are_close() -> None:
    table = Table("intruders", "wingard-cottage", "ginny").girl(at="kitchen", health=4, max=6)
    for killer in table.state.killers:
        table.killer(killer, at="forest-trail")
    far = shopping.wanted(Seen(table.game), "guard")
    near = shopping.wanted(Seen(table.killer("zeke", at="kitchen").game), "guard")
    assert shopping.wanted(Seen(table.killer("trish", at="kitchen").game), "guard") > near > far


def test_nothing_is_hoped_for_from_an_empty_deck() -> None:
    table = Table("razorface", "hellscape", "kenzie").girl(at="nexus").deck("nexus")
    assert worth.row(Seen(table.game), "search", 2) < worth.row(Seen(table.deck("nexus", "haladie").game), "search", 2)
