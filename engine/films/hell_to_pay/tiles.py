"""Hellscape's tiles: which tile lies where with which side up, how they move, and the ways that follow from it.

Spaces belong to tiles by colour, so pieces ride along and flip without moving (H-03, H-11, the flipping example):
only the arrangement changes, and with it the graph. Slots stand in clockwise order in `board.toml`.
"""

from collections.abc import Hashable
from typing import Any

from engine.cards.notation import Effect, word
from engine.core.board import Board, Graph, faces
from engine.core.facts import Fact
from engine.core.game import Game
from engine.core.state import State
from engine.rules.victims import add_victims

Arrangement = dict[str, str]
"""Slot to tile and side up: `wheel:front`."""

KEY = "tiles"
SYMBOLS = ["pillar", "ring", "star", "wheel"]
"""The tiles by their symbols, as on the Hellscape dice; sorted."""
COLOURS = ("red", "purple")
UNDEALT: Arrangement = {"north": "wheel:front", "east": "pillar:front", "south": "star:front", "west": "ring:front"}
"""How the tiles lie before they are dealt."""
WALLS_IGNORED = "walls-ignored"
"""A mover that no wall stops: for what is near when nothing can be reached, and for riding."""


class TilesMoved(Fact, tag=True):
    """The tiles lie otherwise now, with everything on them. `how`: deal, shift, swap, flip, rearrange."""

    sight = "all"
    how: str
    tiles: Arrangement
    because: str = ""

    def apply(self, state: State) -> None:
        state.marks = {**state.marks, KEY: self.tiles}


class SymbolsRolled(Fact, tag=True):
    """The Hellscape dice."""

    sight = "all"
    cut = True
    symbols: list[str]
    because: str = ""


# --- how the tiles lie


def arrangement(game: Game) -> Arrangement:
    """Slot to tile and side, clockwise."""
    tiles: Arrangement = game.state.marks.get(KEY, UNDEALT)
    return tiles


def tile_at(game: Game, slot: str) -> str:
    """The tile in a slot."""
    return arrangement(game)[slot].partition(":")[0]


def tile_of(game: Game, space: str) -> str:
    """The tile that a space is on, or an empty string for a fixed space."""
    found = game.rules.board.spaces.get(space)
    return str(found.extra.get("tile", "")) if found else ""


def deal(game: Game) -> None:
    """Deal one tile to each slot, either side up."""
    left = list(SYMBOLS)
    tiles: Arrangement = {}
    for slot in UNDEALT:
        tile = game.draw("tile", left)
        left.remove(tile)
        tiles[slot] = f"{tile}:{game.draw('tile-side', ['back', 'front'])}"
    game.tell(TilesMoved("deal", tiles))


def shift(game: Game, steps: int) -> None:
    """Every tile moves that many slots clockwise (negative: counter-clockwise)."""
    before = arrangement(game)
    slots = list(before)
    moved = {slots[(i + steps) % len(slots)]: before[slot] for i, slot in enumerate(slots)}
    game.tell(TilesMoved("shift", {slot: moved[slot] for slot in slots}))


def swap(game: Game, one: str, other: str) -> None:
    """Two tiles trade places; their sides stay up."""
    names = {one: other, other: one}
    sides = dict(face.split(":") for face in arrangement(game).values())
    tiles = [names.get(tile_at(game, slot), tile_at(game, slot)) for slot in arrangement(game)]
    placed = zip(arrangement(game), tiles, strict=True)
    game.tell(TilesMoved("swap", {slot: f"{tile}:{sides[tile]}" for slot, tile in placed}))


def flip(game: Game, tile: str) -> None:
    """Turn a tile over; pieces stay on their coloured space."""
    other = {f"{tile}:front": f"{tile}:back", f"{tile}:back": f"{tile}:front"}
    game.tell(TilesMoved("flip", {slot: other.get(face, face) for slot, face in arrangement(game).items()}))


def rearrange(game: Game) -> None:
    """The player puts every tile where she likes, the same side up."""
    left = list(arrangement(game).values())
    tiles: Arrangement = {}
    for slot in arrangement(game):
        chosen = game.choose("rearrange", [f"tile:{face.partition(':')[0]}" for face in left], slot=slot)[5:]
        face = next(face for face in left if face.startswith(chosen + ":"))
        left.remove(face)
        tiles[slot] = face
    game.tell(TilesMoved("rearrange", tiles))


def choose_swap(game: Game) -> None:
    """The player swaps any two tiles."""
    pairs = [f"swap:{one}:{other}" for i, one in enumerate(SYMBOLS) for other in SYMBOLS[i + 1 :]]
    _, one, other = game.choose("swap", pairs).split(":")
    swap(game, one, other)


# --- the Hellscape dice


def roll_symbols(game: Game) -> list[str]:
    """Roll the two Hellscape dice."""
    symbols = [game.draw("hellscape-die", SYMBOLS), game.draw("hellscape-die", SYMBOLS)]
    game.tell(SymbolsRolled(symbols))
    return symbols


def turn_hellscape(game: Game) -> None:
    """Roll the dice: equal symbols flip that tile, different ones swap the two."""
    one, other = roll_symbols(game)
    if one == other:
        flip(game, one)
    else:
        swap(game, one, other)


# --- the ways


class Tiles:
    """The ways of Hellscape, by how the tiles lie."""

    def key(self, game: Game, mover: str) -> Hashable:
        """The arrangement, in slot order."""
        return tuple(arrangement(game).values())

    def build(self, board: Board, mover: str, key: Any) -> Graph:
        """The graph of an arrangement; walls stop every mover but one."""
        lines = {space.id: dict(space.to) for space in board.spaces.values()}
        for slot, face in zip(board.raw["slots"], key, strict=True):
            _lay(board, lines, slot, face, walls=mover != WALLS_IGNORED)
        steps = {space: tuple(sorted(ways)) for space, ways in lines.items()}
        panic = {space: {die: near for near in ways for die in faces(ways[near])} for space, ways in lines.items()}
        return Graph(steps, panic)


def _lay(board: Board, lines: dict[str, dict[str, str]], slot: str, face: str, *, walls: bool) -> None:
    tile, side = face.split(":")
    shown = board.raw["tiles"][tile][side]
    shut = shown["walls"] if walls else []
    touched = {way: space for way, space in board.raw["slots"][slot].items() if way not in shut}
    for colour in COLOURS:
        here = f"{tile}-{colour}"
        for way, dice in shown[colour].items():
            if way in COLOURS:
                lines[here][f"{tile}-{way}"] = dice
            elif way in touched:
                lines[here][touched[way]] = dice
                lines[touched[way]][here] = board.spaces[touched[way]].extra["slots"][slot]


# --- effect words


@word("shift", r"shift (?P<a>clockwise|counter-clockwise)", "shift clockwise")
def _shift(game: Game, effect: Effect) -> None:
    """Every Hellscape tile moves one slot."""
    shift(game, 1 if effect.args[0] == "clockwise" else -1)


@word("swap-tiles", r"swap tiles", "swap tiles")
def _swap(game: Game, _: Effect) -> None:
    """The player swaps any two Hellscape tiles."""
    choose_swap(game)


@word("rearrange-tiles", r"rearrange tiles", "rearrange tiles")
def _rearrange(game: Game, _: Effect) -> None:
    """The player puts all Hellscape tiles where she likes; none is flipped."""
    rearrange(game)


@word("tile-victim", r"victim on (?P<a>[a-z]+(?:, ?[a-z]+)*)", "victim on star, ring")
def _tile_victims(game: Game, effect: Effect) -> None:
    """One new Victim on each Hellscape tile named; the player picks the space."""
    for tile in effect.args[0].split(","):
        victim_on(game, tile.strip())


def victim_on(game: Game, tile: str) -> None:
    """One new Victim on a tile, while the supply lasts; the player picks the space."""
    if game.state.supply:
        add_victims(game, game.choose("victim-on-tile", [f"at:{tile}-{colour}" for colour in COLOURS])[3:], 1)
