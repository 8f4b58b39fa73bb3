"""Station 2891: its systems and its Terror cards (rulebook Panic at Station 2891)."""

from engine.core.content import SetupDef
from engine.core.facts import TokenRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.panic_at_station_2891 import events, frostbite, helicopter, items, skidozer
from engine.films.panic_at_station_2891.helicopter import HELICOPTER, HelicopterFlew, fly, landed, pad
from engine.rules.victims import add_victims, at, move_victim, panic_victim, pick_victim, step_victims

LOCATION = "station-2891"
HOOKS = Hooks()
for part in (helicopter, frostbite, skidozer, items, events):
    HOOKS.join(part.HOOKS)

TOPOLOGY = skidozer.Walls()
PUBLIC_MARKS = (helicopter.SPACE, helicopter.ABOARD, frostbite.TOKENS, "generator.")
GENERATOR = "generator.out"
"""The turn in whose Action phase the generator is still out."""


@HOOKS.react("after_pieces", LOCATION)
def _park(game: Game, _: str, _setup: SetupDef) -> None:
    helicopter.park(game)
    skidozer.park(game)


@HOOKS.react("do", "happy-hour")
def _to_the_bar(game: Game, _: str) -> None:
    inside = game.rules.board.named("main-building")
    step_victims(game, [victim for victim, space in game.state.victims.items() if space in inside], "rec-room")


@HOOKS.react("do", "not-safe-in-here")
def _into_the_hallways(game: Game, _: str) -> None:
    """Victims in a hallway stay there. The Search spaces are looked at after the moves."""
    graph, halls = game.rules.graph(game, "victim"), game.rules.board.named("hallway")
    for victim, space in list(game.state.victims.items()):
        ways = [f"to:{near}" for near in graph.steps[space] if near in halls]
        if ways and space not in halls and victim in game.state.victims:
            move_victim(game, victim, game.choose("path", ways, who=victim, goal="hallway")[3:])
    for space in [space.id for space in game.rules.board.spaces.values() if space.search]:
        if here := at(game, space):
            panic_victim(game, pick_victim(game, "panic-order", here))


@HOOKS.react("do", "generator-is-out")
def _lights_out(game: Game, _: str) -> None:
    game.mark(GENERATOR, game.state.turn + 1)


@HOOKS.modify("dice", LOCATION)
def _in_the_dark(game: Game, _: str, dice: int, _card: str) -> int:
    dark = game.marked(GENERATOR, -1) >= game.state.turn
    return dice - 1 if dark and "main-building" in game.rules.board.spaces[game.state.girl.at].areas else dice


@HOOKS.react("action_phase_ends", LOCATION)
def _lights_on(game: Game, _: str) -> None:
    if game.marked(GENERATOR, -1) == game.state.turn:
        game.mark(GENERATOR, None)


@HOOKS.react("do", "they-just-left")
def _left_alone(game: Game, _: str) -> None:
    if landed(game):
        game.tell(TokenRemoved(HELICOPTER))
        game.tell(HelicopterFlew(2))
    else:
        fly(game, 1)


@HOOKS.react("do", "supplies-in-the-chopper")
def _they_get_out(game: Game, _: str) -> None:
    if landed(game):
        add_victims(game, pad(game), 3)
