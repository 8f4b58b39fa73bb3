"""Jenette and Ellen: ultimates and bonus Items."""

from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.rules import health
from engine.rules.tracks import lose_time
from engine.rules.victims import move_victim, pick_victim

HOOKS = Hooks()


@HOOKS.react("after_killer_moves", "jenette")
@HOOKS.react("after_killer_placed", "jenette")
def _stands_her_ground(game: Game, girl: str, killer: str, to: str) -> None:
    """Once per turn an Enemy that comes into her space takes 1 damage."""
    if to == game.state.girl.at and not game.marked(f"{girl}.shot"):
        game.mark(f"{girl}.shot", True, "turn")
        health.hurt_killer(game, killer, 1)


@HOOKS.modify("followers", "ellen", stage="set")
def _all_with_me(_game: Game, _: str, _number: int) -> int:
    return 4


@HOOKS.modify("follows", "ellen", stage="set")
def _even_there(_game: Game, _: str, _would: bool, _victim: str, _to: str) -> bool:
    return True


@HOOKS.react("offer_action", "hauling-harness")
def _offer_pull(game: Game, card: str) -> list[str]:
    return [""] if game.state.time >= 1 and not game.marked(f"{card}.used") and _beside(game) else []


def _beside(game: Game) -> list[str]:
    """Victims in adjacent spaces that have a way into hers (nobody is pulled upriver)."""
    here = game.state.girl.at
    near, ways = game.rules.graph(game, "adjacent").steps[here], game.rules.graph(game, "victim").steps
    return [victim for victim, space in game.state.victims.items() if space in near and here in ways[space]]


@HOOKS.react("use", "hauling-harness")
def _pull(game: Game, card: str) -> None:
    game.mark(f"{card}.used", True, "turn")
    lose_time(game, 1)
    move_victim(game, pick_victim(game, "pick-victim", _beside(game)), game.state.girl.at)
