"""Rules cases of the core: the girl's attacks, weapons, Reactions. Each docstring names its case."""

import pytest

from tests.support.boards import content
from tests.support.table import Table


@pytest.mark.parametrize(("at", "legal"), [("c", False), ("d", True), ("e", False)])
def test_range_is_exact(at: str, legal: bool) -> None:
    """C-074 a weapon of range 1 hits exactly one space away."""
    table = Table().girl(at="c").killer(at=at).item("tgun").hand("weak-attack")
    options = table.run(
        lambda game: __import__("engine.rules.attack", fromlist=["x"]).attack_options(game, "weak-attack")
    )
    assert ("attack:tkiller:tgun" in options.signal) is legal


def test_ranged_weapon_with_the_whole_card_set() -> None:
    """C-075 a weapon without restriction goes with Furious Strike; one for Weak Attack only does not."""
    table = Table().girl(at="d").killer(at="e").item("tgun").hand("furious-strike")
    assert "play:furious-strike" in table.actions()
    other = Table().girl(at="d").killer(at="e").item("trevolver").hand("furious-strike", "weak-attack")
    assert "play:furious-strike" not in other.actions()
    assert "play:weak-attack" in other.actions()


def test_ranged_weapons_do_work_with_attack_cards() -> None:
    """Wrong belief 7: ranged weapons never work with attack cards."""
    table = Table().girl(at="d").killer(at="e").item("tgun").hand("furious-strike").dice(5, 5).play("furious-strike")
    assert table.body.health == 1


def test_the_game_ends_in_the_middle_of_a_card() -> None:
    """C-077 the Killer dies, victory; the health the card costs is never asked."""
    table = Table().girl(at="a", health=1).killer(at="a", health=1).hand("weak-attack").dice(5, 1, 1, 1)
    table.draws("final-health", "blank#1").play("weak-attack")
    assert table.won
    assert table.state.girl.health == 1


def test_one_reaction_one_attack() -> None:
    """C-081 two knives, Attack 3, one Guard with two successes on the first: 0 then 3."""
    table = Table().girl(at="a").killer(at="a").set(bloodlust=3, phase="killer").hand("guard").dice(5, 5)
    table.resolve("G atk atk", "play:guard")
    assert table.state.girl.health == 3


@pytest.mark.parametrize(("attack", "lost"), [(1, 1), (3, 2)])
def test_failed_guard(attack: int, lost: int) -> None:
    """C-082 reduced by 1, to a minimum of 1."""
    table = Table().hand("guard").killer(at="a").dice(1, 1).attacked(attack, "play:guard")
    assert table.state.girl.health == 6 - lost


def test_retaliate_with_a_melee_weapon() -> None:
    """C-084 Axe (+2), Retaliate with one success: 3 damage."""
    table = Table().hand("retaliate").item("taxe").killer(at="a").dice(5, 1)
    table.attacked(2, "play:retaliate", "with:taxe")
    assert table.body.health == 2
    assert table.state.girl.health == 6


def test_retaliate_with_a_ranged_weapon() -> None:
    """C-085 no modifier: a ranged weapon is not even offered."""
    table = Table().hand("retaliate").item("tgun").killer(at="a").dice(5, 1)
    table.attacked(2, "play:retaliate")
    assert table.request is None
    assert table.body.health == 4
    assert table.state.uses["tgun"] == 2


def test_lost_health_is_not_an_attack() -> None:
    """C-086 no Reaction against a crossed heart."""
    table = Table().hand("guard").set(phase="killer").resolve("HP-1")
    assert table.request is None
    assert table.state.girl.health == 5


def test_no_reaction_for_a_victim() -> None:
    """C-087 an attack on a Victim in her space opens no window."""
    table = Table().girl(at="a").victims(a=1).killer(at="a").hand("guard").set(phase="killer").resolve("V atk")
    assert table.request is None
    assert table.state.dead == ["v1"]


def test_reactions_are_no_actions() -> None:
    """C-088 Guard can only be discarded in the Action phase."""
    table = Table().girl(at="a").killer(at="a").hand("guard")
    assert table.actions() == ["discard:guard", "end"]


def test_reduced_to_nothing_is_not_damaged() -> None:
    """C-089 Guard with two successes: no health lost, no fact that says so."""
    table = Table().hand("guard").killer(at="a").dice(5, 5).attacked(2, "play:guard")
    assert not table.facts("HealthChanged")


def test_several_reactions_on_one_attack() -> None:
    """C-081 (kind) Reactions may be played one after another on the same attack."""
    table = Table().hand("guard", "guard").killer(at="a").dice(5, 1, 1, 1).attacked(4, "play:guard", "play:guard")
    assert table.state.girl.health == 5


def test_close_call_during_an_attack() -> None:
    """C-088 (kind) Close Call may follow a Reaction's roll; Improvise and Planning may not be played then."""
    table = Table().hand("guard", "close-call", "improvise", "planning").killer(at="a").dice(1, 1, 5, 5)
    table.attacked(4)
    assert table.options == ["take", "play:guard"]
    table.choose("play:guard", "use:close-call", "all")
    assert table.state.girl.health == 6


def test_one_weapon_an_attack_and_never_compulsory() -> None:
    """C-074 (kind) bare hands are always among the choices, weapons one at a time."""
    table = Table().killer(at="a").item("tknife").item("trevolver").hand("weak-attack").dice(5, 5).play("weak-attack")
    assert table.options == ["attack:tkiller:bare", "attack:tkiller:tknife", "attack:tkiller:trevolver"]
    table.choose("attack:tkiller:tknife")
    assert table.body.health == 3


def test_limited_uses() -> None:
    """C-067 Trashcan Lid with one marker, attack 3: attack 2, marker gone, Item discarded."""
    table = Table("intruders", "wingard-cottage", "ava").girl(at="porch").item("trashcan-lid", uses=1)
    table.killer("trish", at="porch").attacked(3, "use:trashcan-lid", killer="trish")
    assert table.state.girl.health == 3
    assert "trashcan-lid" not in table.state.items


def test_lost_health_cannot_be_prevented_by_the_lid() -> None:
    """C-086 (second half) Trashcan Lid is no use against a crossed heart."""
    table = Table("intruders", "wingard-cottage", "ava").item("trashcan-lid").resolve("HP-1")
    assert table.request is None
    assert table.state.girl.health == 4


def test_no_film_has_minions() -> None:
    """C-076, C-110 speak of Minions beside the Killer. None of the five films has any: every figure is a Killer.

    This fails as soon as content brings a Minion, so that those two rules are written then and not before.
    """
    every = {card.face.name.lower() + card.face.text.lower() for card in content().cards.values()}
    assert not any("minion" in text for text in every)
