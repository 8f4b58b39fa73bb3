"""The Skidozer and the Hole that it breaks into the Lab (rulebook 004, Skidozer Keys)."""

from collections.abc import Hashable

from engine.core.board import Board, Graph
from engine.core.facts import TokenPlaced
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.panic_at_station_2891.frostbite import outdoors
from engine.rules.movement import step_girl

HOOKS = Hooks()
LOCATION = "station-2891"
SKIDOZER = "skidozer"
KEYS = "skidozer-keys"
HOLE = "hole"
RODE = "skidozer.rode"
LAB, BEHIND = "lab", "behind-the-lab"


class Walls:
    """The wall between the Lab and the space behind it, until the Hole lies there."""

    def key(self, game: Game, mover: str) -> Hashable:
        """Whether the Hole is open."""
        return HOLE in game.state.tokens

    def build(self, board: Board, mover: str, key: Hashable) -> Graph:
        """All lines, but for the wall."""
        return board.graph(None if key else lambda a, b: {a, b} == {LAB, BEHIND})


def open_hole(game: Game) -> None:
    """The Hole token lies behind the Lab: the two spaces are adjacent for everyone."""
    if HOLE not in game.state.tokens:
        game.tell(TokenPlaced(HOLE, BEHIND))


def park(game: Game) -> None:
    """Set-up: outdoors next to a wrench space, the player says where (a wall between them does not count)."""
    spaces = game.rules.board.spaces
    wrenches = [space for space in spaces.values() if space.extra.get("wrench")]
    near = sorted({f"at:{to}" for space in wrenches for to in space.to if outdoors(game, to)})
    game.tell(TokenPlaced(SKIDOZER, game.choose("skidozer", near)[3:]))


@HOOKS.react("offer_action", KEYS)
def _may_drive(game: Game, _: str) -> list[str]:
    here = game.state.girl.at
    if game.state.tokens.get(SKIDOZER) != here:
        return []
    again = bool(game.marked(RODE))
    rides = [space for space in game.rules.board.named("outdoors") if space != here and not again]
    return rides + ([HOLE] if here == BEHIND and HOLE not in game.state.tokens else [])


@HOOKS.react("use", KEYS)
def _drive(game: Game, _: str, what: str) -> None:
    """It stays outdoors: it goes where she rides. RULING: one ride after another is one ride."""
    if what == HOLE:
        open_hole(game)
        return
    game.mark(RODE, True, "phase")
    game.tell(TokenPlaced(SKIDOZER, what))
    step_girl(game, what, "ride")


@HOOKS.react("after_action", KEYS)
def _parked(game: Game, card: str, chosen: str) -> None:
    if game.marked(RODE) and not chosen.startswith(f"use:{card}"):
        game.mark(RODE, None, "phase")
