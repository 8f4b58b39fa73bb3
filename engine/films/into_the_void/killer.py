"""The Evomorph: Finales, Dark Powers and Minor Dark Powers; its systems are in `evolution` and `ambush`."""

from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.into_the_void import ambush, evolution
from engine.films.into_the_void.evolution import EVOMORPH, appear, most_victims, vanish, vanished
from engine.rules import health
from engine.rules.hand import discard_random
from engine.rules.killer_action import act, strike
from engine.rules.tracks import raise_horror
from engine.rules.victims import at, kill_victim

HOOKS = Hooks()
HOOKS.join(evolution.HOOKS)
HOOKS.join(ambush.HOOKS)
STEPS = ambush.STEPS
PUBLIC_MARKS = ("evomorph.",)
HURT = "evomorph.hurt"


# --- Finales


@HOOKS.react("upkeep", "death-in-the-dark")
def _waiting(game: Game, _: str) -> None:
    if vanished(game):
        raise_horror(game, 1)


@HOOKS.react("upkeep", "the-perfect-organism")
def _regrows(game: Game, _: str) -> None:
    health.heal_killer(game, EVOMORPH, 1)


@HOOKS.modify("killer_hurt", "impenetrable-armor", stage="cap")
def _armor(_game: Game, _: str, amount: int, _killer: str, how: str) -> int:
    """2 becomes 1, 3 becomes 2; a single point of damage does nothing."""
    return max(0, amount - 1) if how == "damage" else amount


# --- Dark Powers


@HOOKS.react("after_killer_hurt", "acid-blood")
def _acid(game: Game, _: str, killer: str, _lost: int, how: str) -> None:
    body = game.state.killers[killer]
    if how == "damage" and body.health > 0 and body.at == game.state.girl.at:
        health.hurt_girl(game, 1)


@HOOKS.react("after_attack_on_girl", "razor-claws")
def _claws(game: Game, _: str, _killer: str, lost: int) -> None:
    if lost:
        discard_random(game)


@HOOKS.react("after_killer_hurt", "symbiotic-camouflage")
def _wounded(game: Game, _: str, _killer: str, _lost: int, _how: str) -> None:
    if game.state.phase == "action":
        game.mark(HURT, True, "phase")


@HOOKS.react("before_tokens", "symbiotic-camouflage")
def _slips_away(game: Game, _: str) -> None:
    if game.marked(HURT) and EVOMORPH not in game.state.due:
        vanish(game)


@HOOKS.modify("attack_options", "symbiotic-camouflage", stage="cap")
def _hard_to_see(game: Game, _: str, options: list[str], _card: str) -> list[str]:
    return options if game.state.killers[EVOMORPH].at == game.state.girl.at else []


@HOOKS.react("do", "razor-tail")
def _sweep(game: Game, card: str) -> None:
    """It appears where most Victims stand without a Scan token and kills them all."""
    space = most_victims(game)
    if space and appear(game, space):
        for victim in at(game, space):
            if victim in game.state.victims:
                kill_victim(game, victim, EVOMORPH)


@HOOKS.react("after_killer_attacks", "razor-tail")
def _tail(game: Game, _: str, killer: str, target: str) -> None:
    body = game.state.killers[killer]
    if body.at:
        for space in game.rules.graph(game, "adjacent").steps[body.at]:
            if body.status == "up" and body.at:
                strike(game, killer, target, space)


# --- Minor Dark Powers


@HOOKS.react("after_vanishing", "dead-silence")
def _silence(game: Game, _: str) -> None:
    raise_horror(game, 1)


@HOOKS.react("killer_phase_ends", "sideswipe")
def _sideswipe(game: Game, _: str) -> None:
    act(game, EVOMORPH, "near", 0, 1)


@HOOKS.modify("dice", "shadow-dread")
def _dread(game: Game, _: str, dice: int, _card: str) -> int:
    return dice - (vanished(game) or game.state.killers[EVOMORPH].at == game.state.girl.at)
