"""Rules cases of the Intruders: one Active Killer of three, deaths looked at after the phase, their cards."""

import pytest

from engine.bots.simulate import new_game
from engine.core.compose import Setup, compose
from engine.core.content import load
from engine.core.run import play
from engine.core.tape import Pending
from engine.rules import health
from engine.rules.planning import buy_options
from engine.rules.rolls import number_of_dice
from tests.support.table import Table


def gang(**at: str) -> Table:
    """The Intruders at Wingard Cottage with Ginny in the Kitchen; Killers where they are put, else on the far road."""
    table = Table("intruders", "wingard-cottage", "ginny").girl(at="kitchen").set(active="trish")
    for killer in ("trish", "baghead", "zeke"):
        table.killer(killer, at=at.get(killer, "country-road"))
    return table


def test_set_up() -> None:
    """K-01 three Killers on the start space, each with own health and token; Trish is Active; 4 + 4 cards lie open."""
    content = load()
    game = new_game(compose(content, Setup("intruders", "wingard-cottage", "ava")), b"K-01", None)
    with pytest.raises(Pending):
        play(game)
    killers = game.state.killers
    assert [(name, k.health, k.token) for name, k in killers.items()] == [
        ("trish", 6, "black"),
        ("baghead", 6, "black"),
        ("zeke", 6, "black"),
    ]
    assert len({killer.at for killer in killers.values()}) == 1
    assert game.state.active == "trish"
    kinds = [game.rules.card(card).kind for card in game.state.shown]
    assert kinds.count("supply") == 4
    assert kinds.count("crafted") == 4
    assert game.state.horror >= 3


def example(*, token: str) -> Table:
    """The rulebook's Active Killer example, up to the end of its Killer phase."""
    table = gang(trish="kitchen", baghead="family-room", zeke="back-lawn").killer("trish", health=4)
    table.victims(woodpile=1).item("sawed-off-shotgun").hand("focus", "retaliate").set(active="zeke")
    table.deck("terror", "theyre-everywhere", blanks=1)
    table.dice(5, 5, 6, 1, 1, 1).act("use:sawed-off-shotgun", "discard:focus")
    assert table.state.killers["trish"].health == 1
    assert table.state.active == "trish"
    table.dice(5, 1, 1).draws("final-health", token)
    return table.phase("killer", "play:retaliate", "to:garage")


def test_the_rulebooks_example() -> None:
    """K-02 step by step: Trish is shot, attacks, falls to Retaliate; Baghead is Active, the card goes on, UP twice."""
    table = example(token="blank#1")
    told = [(type(fact).__name__, getattr(fact, "killer", "")) for fact in table.facts()]
    wanted = ("TokenDue", "KillerStood", "ActiveChanged", "KillerMoved", "TokenRevealed")
    assert [line for line in told if line[0] in wanted] == [
        ("TokenDue", ""),
        ("KillerStood", "trish"),
        ("ActiveChanged", "baghead"),
        ("KillerMoved", "baghead"),
        ("ActiveChanged", "zeke"),
        ("KillerMoved", "zeke"),
        ("ActiveChanged", "baghead"),
        ("KillerMoved", "baghead"),
        ("TokenRevealed", ""),
        ("KillerStood", "trish"),
    ]
    attacks = [(fact.by, fact.damage) for fact in table.facts("AttackMade") if fact.on == "girl"]
    assert attacks == [("trish", 1), ("baghead", 1), ("zeke", 1)]
    assert table.state.girl.health == 4
    assert table.state.killers["trish"].status == "dead"
    assert table.state.active == "baghead"


def test_the_rulebooks_example_with_hearts() -> None:
    """K-02 (other end) had the token hearts, Trish stands up with that much health and a white token."""
    trish = example(token="hearts-2").state.killers["trish"]
    assert (trish.status, trish.health, trish.token) == ("up", 3, "white")


def test_damage_by_an_item_switches() -> None:
    """K-04 an Item without an Action card damages Baghead: he is Active."""
    table = gang(baghead="family-room").item("nailgun").act("use:nailgun:baghead:family-room")
    assert table.state.killers["baghead"].health == 5
    assert table.state.active == "baghead"
    assert table.state.time == 5


def test_an_item_that_hits_several() -> None:
    """K-04 (kind) of several the one damaged last is Active (RULING)."""
    table = gang(trish="kitchen", zeke="kitchen").item("shotgun").hand("focus", "walk")
    table.dice(5, 1, 1, 3, 3, 3).act("use:shotgun", "discard:focus")
    assert [table.state.killers[k].health for k in ("trish", "baghead", "zeke")] == [5, 6, 5]
    assert table.state.active == "zeke"


def test_an_item_that_fells_makes_active() -> None:
    """K-04 (kind) a Killer that an Item fells was Active for it: then the top-most one that stands is."""
    table = gang(baghead="family-room").killer("baghead", health=1).set(active="zeke").item("nailgun")
    table.act("use:nailgun:baghead:family-room")
    assert table.state.killers["baghead"].status == "down"
    assert table.state.active == "trish"


def test_attacking_switches_even_without_damage() -> None:
    """K-04 (kind) an attack that fails still makes its target Active."""
    table = gang(zeke="kitchen").hand("weak-attack").dice(1, 1).play("weak-attack")
    assert table.state.active == "zeke"


@pytest.mark.parametrize(
    ("active", "effect", "then"), [("baghead", "UP", "zeke"), ("zeke", "DOWN", "baghead"), ("zeke", "UP", "baghead")]
)
def test_wrap_and_skip(active: str, effect: str, then: str) -> None:
    """K-05 the token wraps around and skips the dead."""
    table = gang().killer("trish", status="dead").set(active=active).resolve(effect)
    assert table.state.active == then


def test_one_alive_keeps_the_token() -> None:
    """K-05 with one alive the token stays."""
    table = (
        gang().killer("trish", status="dead").killer("zeke", status="down").set(active="baghead").resolve("UP; DOWN")
    )
    assert table.state.active == "baghead"


def test_all_killers() -> None:
    """K-06 an effect for all Killers: from the top of the board down, the token unchanged."""
    table = gang(trish="woodpile", baghead="laundry-room", zeke="lakefront").finale("we-know-where-you-live")
    table.set(active="zeke").step("upkeep-effects", "to:back-lawn", "to:family-room")
    assert [fact.killer for fact in table.facts("KillerMoved")] == ["trish", "baghead", "zeke"]
    assert table.state.active == "zeke"


def test_panic_near_any_killer() -> None:
    """K-09 Victims with inactive Killers panic as well."""
    table = gang(baghead="bathroom", zeke="shed").victims(bathroom=1, shed=1, porch=1)
    table.state.turn_marks["deaths"] = 1
    table.dice(1, 1).step("panic", "victim:bathroom")
    assert {fact.who for fact in table.facts("Panicked")} == {"v1", "v2"}


def test_a_minor_dark_power_soaks_for_everyone() -> None:
    """K-10 Amphetamines (2 health), 3 damage to Baghead: the power is gone, he loses 1 and is Active."""
    table = gang(baghead="kitchen").power("amphetamines").item("knife#1").hand("furious-strike").dice(5, 5)
    table.play("furious-strike", "attack:baghead:knife#1")
    assert not table.state.powers
    assert table.state.killers["baghead"].health == 5
    assert table.state.active == "baghead"


def test_killing_one_in_the_action_phase() -> None:
    """K-13 Trish falls; Baghead is Active; play goes on; the token is looked at before Planning."""
    table = gang(trish="kitchen").killer("trish", health=1).hand("weak-attack", "focus").dice(5, 5, 1)
    table.play("weak-attack")
    assert table.state.killers["trish"].status == "down"
    assert table.state.active == "baghead"
    assert "play:focus" in table.actions()
    table.draws("final-health", "hearts-1").step("after-action-phase")
    assert (table.state.killers["trish"].status, table.state.killers["trish"].health) == ("up", 2)
    assert table.state.killers["trish"].at == "kitchen"


def test_two_fall_in_one_phase() -> None:
    """K-14 both lie down; both tokens are looked at after the phase."""
    table = gang()
    for killer in ("trish", "zeke"):
        table.run(lambda game, killer=killer: health.hurt_killer(game, killer, 6))
    assert table.state.due == ["trish", "zeke"]
    assert not table.phase_ended
    table.draws("final-health", "blank#1", "hearts-3").step("after-action-phase")
    assert [k.status for k in table.state.killers.values()] == ["dead", "up", "up"]


def test_all_three_fall() -> None:
    """K-14 the third one's fall ends the phase; all tokens are looked at; all blank: won."""
    table = gang()
    for killer in ("trish", "zeke", "baghead"):
        table.run(lambda game, killer=killer: health.hurt_killer(game, killer, 6))
    assert table.phase_ended
    table.draws("final-health", "blank#1", "blank#2", "blank#3").step("after-action-phase")
    assert table.won


def test_adrenaline_once() -> None:
    """K-16 two Intruders and the girl on their last health: two dice more, not three."""
    table = gang().killer("trish", health=1).killer("zeke", health=1).girl(health=1)
    assert number_of_dice(table.game, "walk") == 4


def test_maskaphobia() -> None:
    """K-18 once a turn for a Killer that moves in, none for one placed; no Focus while a Killer is with her."""
    table = gang(baghead="kitchen", zeke="back-lawn", trish="family-room").dark_power("maskaphobia")
    table.set(phase="killer", active="zeke").resolve("place killer girl; G mv")
    assert table.state.horror == 4
    table.killer("zeke", at="back-lawn").resolve("G mv; UP; UP; G mv")
    assert table.state.killers["trish"].at == "kitchen"
    assert table.state.horror == 5
    table.set(phase="planning", time=6)
    assert "buy:focus" not in buy_options(table.game)
    assert "buy:walk" in buy_options(table.game)
    table.girl(at="shed")
    assert "buy:focus" in buy_options(table.game)


def test_go_away() -> None:
    """K-19 Trish with the girl, Zeke with a Victim, Baghead alone: two take 1 and strike, Trish first; an Event."""
    table = gang(trish="kitchen", zeke="porch").victims(porch=1).deck("events", "kick-scooter").set(active="baghead")
    table.terror("go-away")
    assert [k.health for k in table.state.killers.values()] == [5, 6, 5]
    assert [fact.by for fact in table.facts("AttackMade")] == ["trish", "zeke"]
    assert table.state.dead == ["v1"]
    assert table.state.girl.health == 5
    assert table.state.events == ["kick-scooter"]
    assert table.state.active == "baghead"


def test_retaliating_switches_too() -> None:
    """K-04, K-19 (kind) Retaliate against a Killer that is not Active is an attack on it; Guard is none."""
    table = gang(trish="kitchen").deck("events", "kick-scooter").set(active="baghead").hand("retaliate", "guard")
    table.dice(5, 1).terror("go-away", "play:retaliate")
    assert table.state.killers["trish"].health == 4
    assert table.state.active == "trish"
    guarded = gang(trish="kitchen").deck("events", "kick-scooter").set(active="baghead").hand("guard")
    assert guarded.dice(5, 5).terror("go-away", "play:guard").state.active == "baghead"


def test_go_away_with_a_minor_dark_power() -> None:
    """K-19 a power takes the damage first; whose damage was soaked is not damaged and does not strike."""
    table = gang(trish="kitchen", zeke="porch").victims(porch=1).power("amphetamines").deck("events", "kick-scooter")
    table.terror("go-away")
    assert not table.state.powers
    assert not table.facts("AttackMade")


def test_an_icon_above_the_clause_counts() -> None:
    """K-21 "It was wearing a mask" without Victims: Horror +1, then discarded, the next one drawn."""
    table = gang().set(phase="killer").deck("terror", "it-was-wearing-a-mask#1", "is-tammy-home")
    table.step("terror-card")
    assert table.state.horror == 6
    assert table.left("terror") == 0


def test_a_clause_that_stops() -> None:
    """K-21 "Where are they coming from?" without Victims: first line and UP, then nothing, and no further card."""
    table = gang(trish="kitchen").deck("terror", "where-are-they-coming-from", "is-tammy-home")
    table.step("terror-card")
    assert table.state.girl.health == 5
    assert table.state.active == "zeke"
    assert table.state.killers["zeke"].at == "country-road"
    assert table.left("terror") == 1


def test_where_are_they_coming_from_with_victims() -> None:
    """K-21 (kind) the Active Killer appears with the farthest Victim and kills it."""
    table = gang(trish="kitchen", zeke="garage").victims(shed=1, boathouse=1)
    table.terror("where-are-they-coming-from")
    assert table.state.killers["zeke"].at == "boathouse"
    assert len(table.state.dead) == 1


# --- Finales, Dark Powers, Minor Dark Powers


def test_hunt_sweet_hunt() -> None:
    """Its text: in the house a Killer's Movement Value is 1 higher."""
    table = gang(trish="foyer").finale("hunt-sweet-hunt").set(phase="killer").resolve("G mv")
    assert table.state.killers["trish"].at == "kitchen"
    outside = gang(trish="lakefront").finale("hunt-sweet-hunt").set(phase="killer").resolve("G mv")
    assert outside.state.killers["trish"].at == "back-lawn"


def test_release_the_beast() -> None:
    """Its text: the Active Killer's Attack Value is 1 higher."""
    table = gang(trish="kitchen").finale("release-the-beast").set(phase="killer").resolve("G atk")
    assert table.state.girl.health == 4


def test_youre_gonna_die() -> None:
    """Its text: an Upkeep with a Killer in her space raises Horror."""
    table = gang(baghead="kitchen").finale("youre-gonna-die").step("upkeep-effects")
    assert table.state.horror == 5
    assert gang().finale("youre-gonna-die").step("upkeep-effects").state.horror == 4


def test_no_remorse() -> None:
    """Its text: a Victim killed in her space or next to it raises Horror; one farther off does not."""
    near = (
        gang(trish="family-room").victims(family_room=1).dark_power("no-remorse").set(phase="killer").resolve("V atk")
    )
    far = gang(trish="shed").victims(shed=1).dark_power("no-remorse").set(phase="killer").resolve("V atk")
    assert near.state.horror == far.state.horror + 1


def test_strength_in_numbers() -> None:
    """Its text: Attack Value 1 higher with another standing Killer in the same space."""
    table = gang(trish="kitchen", zeke="kitchen").dark_power("strength-in-numbers").set(phase="killer").resolve("G atk")
    assert table.state.girl.health == 4
    fallen = gang(trish="kitchen", zeke="kitchen").dark_power("strength-in-numbers").killer("zeke", status="down")
    assert fallen.set(phase="killer").resolve("G atk").state.girl.health == 5


def test_wont_stay_down() -> None:
    """Its printed text: the first that dies gets 2 health and another black token at once; then the card is gone."""
    table = gang(trish="kitchen").killer("trish", health=1).dark_power("wont-stay-down")
    table.run(lambda game: health.hurt_killer(game, "trish", 1))
    table.draws("final-health", "blank#1").step("after-action-phase")
    trish = table.state.killers["trish"]
    assert (trish.status, trish.health, trish.token) == ("up", 3, "black")
    table.run(lambda game: health.hurt_killer(game, "trish", 3))
    table.draws("final-health", "blank#2").step("after-action-phase")
    assert table.state.killers["trish"].status == "dead"


def test_amphetamines() -> None:
    """Reported: at the start of the Killer phase the weakest standing Killer heals 2."""
    table = gang().power("amphetamines").killer("zeke", health=2).step("begin-killer-phase")
    assert table.state.killers["zeke"].health == 4


def test_coordinated_attack() -> None:
    """Reported: at the end of the Killer phase UP, then near, move, attack."""
    table = gang(zeke="family-room").power("coordinated-attack").step("end-killer-phase")
    assert table.state.active == "zeke"
    assert table.state.girl.health == 5


def test_they_will_hunt_you() -> None:
    """Reported: the Active Killer appears with the girl and attacks; the two below move towards her."""
    table = gang(baghead="woodpile", zeke="porch").terror("they-will-hunt-you#1", "to:back-lawn")
    assert [k.at for k in table.state.killers.values()] == ["kitchen", "back-lawn", "foyer"]
    assert table.state.girl.health == 5
    assert table.state.active == "zeke"
