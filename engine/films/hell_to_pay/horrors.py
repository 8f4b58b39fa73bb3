"""Hellscape's Terror cards beyond their icons."""

from engine.cards.notation import NEXT, Effect, parse, resolve, word
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.hell_to_pay.tiles import roll_symbols, tile_of, victim_on
from engine.rules.health import standing
from engine.rules.killer_action import counted_at
from engine.rules.tracks import raise_horror
from engine.rules.victims import at, kill_victim, move_victim, panic_victim, pick_victim

HOOKS = Hooks()


def killer_spaces(game: Game) -> list[str]:
    """Where the Killers are, for cards that ask; one that hides is where it is counted from (RULING M-04)."""
    return [space for killer in standing(game) if (space := counted_at(game, killer))]


@HOOKS.react("do", "death-labyrinth")
def _death_labyrinth(game: Game, card: str) -> None:
    """Everybody panics in the order the player says; who enters a Killer's space dies, staying is not entering."""
    waiting = list(game.state.victims)
    while waiting := [victim for victim in waiting if victim in game.state.victims]:
        victim = pick_victim(game, "panic-order", waiting)
        waiting.remove(victim)
        origin = game.state.victims[victim]
        panic_victim(game, victim)
        to = game.state.victims.get(victim, origin)
        if to != origin and to in killer_spaces(game):
            kill_victim(game, victim, card)


@HOOKS.react("do", "planes-of-torment")
def _planes_of_torment(game: Game, _: str) -> None:
    if any(tile_of(game, space) for space in [game.state.girl.at, *killer_spaces(game)]):
        raise_horror(game, 1)


@HOOKS.react("do", "hunger-for-suffering")
def _hunger(game: Game, _: str) -> None:
    for tile in dict.fromkeys(roll_symbols(game)):
        victim_on(game, tile)


@HOOKS.react("do", "seductive-hellpit")
def _hellpit(game: Game, _: str) -> None:
    """Victims beside a named space move into it; those in a named space stay (RULING H-16)."""
    spaces = game.rules.board.spaces
    for victim in list(game.state.victims):
        here = game.state.victims.get(victim, "")
        if not here or spaces[here].named:
            continue
        near = game.rules.graph(game, "victim").steps[here]
        if goals := [f"to:{space}" for space in near if spaces[space].named]:
            move_victim(game, victim, game.choose("path", goals, who=victim)[3:])


@word("victim-here-dies", r"victim here dies", "victim here dies", lambda game, _: bool(at(game, game.state.girl.at)))
def _victim_here_dies(game: Game, _: Effect) -> None:
    """A Victim in your space dies."""
    if here := at(game, game.state.girl.at):
        kill_victim(game, pick_victim(game, "dying-victim", here), game.source)


DEVOID = parse("victim here dies | HP-1", "location.toml", "devoid-of-life", "do")


@HOOKS.react("do", "devoid-of-life")
def _devoid(game: Game, card: str) -> str | None:
    if not at(game, game.state.girl.at):
        return NEXT
    resolve(game, DEVOID, card)
    return None
