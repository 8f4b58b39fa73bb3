"""Hellscape: tiles that move and turn, dice every Upkeep, walls (rulebook Hell to Pay, Hellscape)."""

from engine.core.board import Graph
from engine.core.compose import Step, StepChange
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.hell_to_pay import events, horrors, items, tiles
from engine.rules.health import on_board
from engine.rules.victims import add_victims

HOOKS = Hooks()
for part in (events, horrors, items):
    HOOKS.join(part.HOOKS)

TOPOLOGY = tiles.Tiles()
PUBLIC_MARKS = (tiles.KEY,)


def lay_tiles(game: Game) -> None:
    """Set-up: deal the tiles, then 1 Victim in each space of each, before the Setup card (H-01)."""
    tiles.deal(game)
    for space in game.rules.board.named("tile"):
        add_victims(game, space, 1)


def roll_dice(game: Game) -> None:
    """Once each Upkeep the Hellscape dice."""
    tiles.turn_hellscape(game)


STEPS = [
    StepChange("before", "pieces", Step("tiles", "setup", lay_tiles)),
    StepChange("after", "upkeep-effects", Step("hellscape-dice", "upkeep", roll_dice)),
]


@HOOKS.modify("walls_ignored", "hellscape", stage="set")
def _past_walls(game: Game, _: str, _walled: Graph) -> Graph:
    """With nothing to be reached, distances do not count walls."""
    return game.rules.graph(game, tiles.WALLS_IGNORED)


# --- what achievements ask about


def can_walk_to(game: Game, mover: str, spaces: list[str], goal: str) -> bool:
    """Whether from any of these spaces a mover can walk to another one."""
    return any(goal in game.rules.graph(game, mover).distances(space) for space in spaces)


@HOOKS.react("after_killer_dies", "hellscape")
def _blow(game: Game, _: str, killer: str) -> None:
    """Remember a killing blow where no Victim could walk to."""
    at, victims = game.state.killers[killer].at, list(game.state.victims.values())
    if at and at == game.state.girl.at and not can_walk_to(game, "victim", victims, at):
        game.mark("hellscape.alone")


@HOOKS.react("after_row", "hellshift")
def _locked_in(game: Game, card: str, successes: int) -> None:
    """Remember that Hellshift shut the Killer off from you and all Victims."""
    others = [game.state.girl.at, *game.state.victims.values()]
    killers = [game.state.killers[killer].at for killer in on_board(game)]
    if successes >= 2 and killers and not any(can_walk_to(game, "killer", killers, space) for space in others):
        game.mark(f"{card}.locked-in")
