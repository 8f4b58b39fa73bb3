"""Rules cases of the core: Final Health, adrenaline, Minor Dark Powers, card terms, set-up."""

import pytest

from engine.core import decks
from engine.core.facts import CardShown, KillerMoved
from engine.rules.health import hurt_girl, hurt_killer
from engine.rules.killer_action import place_killer
from engine.rules.rolls import number_of_dice
from engine.rules.victims import kill_victim
from tests.support.table import Table


def test_blank_token() -> None:
    """C-150 a win at once, in any phase."""
    table = Table().killer(health=1).draws("final-health", "blank#1").run(lambda g: hurt_killer(g, "tkiller", 1))
    assert table.won


def test_token_with_hearts() -> None:
    """C-151 (CONTESTED) hp 2, token 3, damage 5: white token and 3 more; the rest is lost; the phase ends."""
    table = Table().killer(health=2).draws("final-health", "hearts-3").run(lambda g: hurt_killer(g, "tkiller", 5))
    assert (table.body.health, table.body.token) == (4, "white")
    assert "hearts-3" not in table.state.pools["final-health"]
    assert table.phase_ended


def test_girl_revived_in_the_killer_phase() -> None:
    """C-152 white token and 2; the rest of the phase is skipped, on to Panic."""
    table = Table().girl(at="e", health=1).killer(at="e").draws("final-health", "hearts-2")
    table.deck("terror", "tmove#1").phase("killer")
    assert (table.state.girl.health, table.state.girl.token) == (3, "white")
    assert table.left("terror") == 1
    assert table.rules.steps[table.state.step].phase == "panic"


def test_weak_attack_and_the_killer_revives() -> None:
    """C-154 (CONTESTED) the health the row costs is not lost."""
    table = Table().girl(at="a").killer(at="a", health=1).hand("weak-attack").dice(5, 1, 1)
    table.draws("final-health", "hearts-1").play("weak-attack")
    assert table.phase_ended
    assert table.state.girl.health == 6


def test_retaliate_revives_the_attacker() -> None:
    """C-155 (CONTESTED) the rest of the damage is not dealt."""
    table = Table().girl(at="a").killer(at="a", health=1).hand("retaliate").dice(5, 1, 1).set(phase="killer")
    table.draws("final-health", "hearts-1").attacked(4, "play:retaliate")
    assert table.phase_ended
    assert table.state.girl.health == 6
    assert table.body.health == 2


def test_white_token_lost() -> None:
    """C-157 dead."""
    table = Table().girl(health=1, token="white").run(lambda g: hurt_girl(g, 1))
    assert table.lost
    other = Table().killer(health=1, token="white").run(lambda g: hurt_killer(g, "tkiller", 1))
    assert other.won


@pytest.mark.parametrize(("girl", "killer", "more"), [(1, 5, 1), (6, 1, 1), (1, 1, 2), (6, 5, 0), (2, 2, 0)])
def test_adrenaline(girl: int, killer: int, more: int) -> None:
    """C-158 and wrong belief 3: +1 for each side on its last health, for as long as it is there."""
    table = Table().girl(health=girl).killer(health=killer)
    assert number_of_dice(table.game, "guard") == 2 + more


def test_adrenaline_is_off_after_a_revival() -> None:
    """C-158 (kind) right after a revival health is at least 2."""
    table = Table().girl(health=1).draws("final-health", "hearts-1").run(lambda g: hurt_girl(g, 1))
    assert number_of_dice(table.game, "guard") == 2


def test_both_at_once_is_a_win() -> None:
    """C-159 and wrong belief 6: with both tokens due at the end of a phase, both dead is a win."""
    table = Table().girl(health=1).killer(health=1).draws("final-health", "blank#1", "blank#2")
    table.state.marks["tokens.wait"] = True
    table.run(lambda g: (hurt_girl(g, 1), hurt_killer(g, "tkiller", 1)))
    del table.state.marks["tokens.wait"]
    table.step("after-action-phase")
    assert table.won


def test_reduction_before_damage() -> None:
    """C-160 attack 1, Retaliate with one success: reduced first, the Killer dies, a win."""
    table = Table().girl(at="a", health=1).killer(at="a", health=1).hand("retaliate").dice(5, 1, 1, 1)
    table.set(phase="killer").draws("final-health", "blank#1").attacked(1, "play:retaliate")
    assert table.won


def test_two_powers_the_player_says() -> None:
    """C-166 (CONTESTED) powers with 1 and 2 health, damage 1: the player chooses."""
    table = Table().power("tpower").power("tshield").run(lambda g: hurt_killer(g, "tkiller", 1))
    assert table.options == ["power:tpower", "power:tshield"]
    table.choose("power:tshield")
    assert table.state.powers == {"tpower": 1, "tshield": 1}
    assert table.body.health == 5


def test_soaked_damage_reveals_nothing() -> None:
    """C-168 Killer hp 1, power 2, damage 2: the power is gone, the token untouched."""
    table = Table().killer(health=1).power("tshield").run(lambda g: hurt_killer(g, "tkiller", 2))
    assert table.state.powers == {}
    assert (table.body.health, table.body.token) == (1, "black")


def test_a_power_soaks_wherever_the_killer_is() -> None:
    """Wrong belief 3 (second half): a Minor Dark Power soaks only in its own space."""
    table = Table().killer(at="e").girl(at="d").item("tgun").hand("weak-attack").power("tshield").dice(5, 5)
    table.play("weak-attack")
    assert table.state.powers == {}
    assert table.body.health == 4


def test_lost_health_bypasses_powers() -> None:
    """C-169 (CONTESTED) the rule speaks of damage."""
    table = Table().power("tshield").run(lambda g: hurt_killer(g, "tkiller", 1, "lose"))
    assert table.state.powers == {"tshield": 2}
    assert table.body.health == 4


def test_special_victim_dies() -> None:
    """C-171 Bloodlust +1, its Event is discarded."""
    table = Table().special("tevent", "b").run(lambda g: kill_victim(g, "tevent", "tkiller"))
    assert table.state.bloodlust == 2
    assert table.state.events == []


def test_special_victim_is_saved() -> None:
    """C-171 (second half) one circle as usual, its Event is discarded."""
    table = Table().girl(at="a").special("tevent", "a").act("save:tevent", "place:1")
    assert table.state.places == {"1": "tevent"}
    assert table.state.events == []


def test_removed_from_the_game_never_returns() -> None:
    """C-175 a black Final Health token that gave hearts is out of the game."""
    table = Table().girl(health=1).draws("final-health", "hearts-1").run(lambda g: hurt_girl(g, 1))
    assert "hearts-1" not in table.state.pools["final-health"]
    assert len(table.state.pools["final-health"]) == 8


def test_place_is_not_move() -> None:
    """C-176 nothing is crossed, no move triggers."""
    table = Table().killer(at="a").run(lambda g: place_killer(g, "tkiller", "d"))
    moved = [fact for fact in table.facts("KillerMoved") if isinstance(fact, KillerMoved)]
    assert [fact.how for fact in moved] == ["place"]


def test_setup_totals() -> None:
    """C-177 six cards in hand; Terror deck 10 of 24; 3 decks of 4, top faceup; first Event; Time 6; Bloodlust 1."""
    from engine.bots.simulate import new_game
    from engine.core.compose import Setup, compose
    from tests.support.boards import content

    rules = compose(content(), Setup("intruders", "wingard-cottage", "ava"))
    game = new_game(rules, b"setup", lambda game, request: request.options[0])
    for step in rules.steps[: rules.first]:
        if step.name == "first-event":
            tops = [decks.top_card(game, space) for space in ("boathouse", "garage", "shed")]
            assert all(tops), "the top Items lie faceup"
            assert (game.state.time, game.state.bloodlust, game.state.horror) == (6, 1, 3)
        step.run(game)
    state = game.state
    events = [fact.card for fact in game.facts if isinstance(fact, CardShown) and fact.kind == "event"]
    assert events[0] not in state.resolving
    assert state.hand == {"walk": 2, "focus": 2, "weak-attack": 1, "short-rest": 1}
    assert len(state.decks["terror"]) == 10
    assert len(state.pools["terror"]) == 24
    for space in ("boathouse", "garage", "shed"):
        assert len(state.decks[space]) == 4
    assert (len(events), len(state.decks["events"])) == (1, 9)
    assert state.turn == 0
