"""The River and the Huey of Pesadilla Verde (rulebook, The River; The Huey).

Downriver any distance is one step for girl and Victims, through every space in between; Enemies go to the next space
alone. Nobody moves upriver, but what lies upriver is adjacent.
"""

from engine.core.board import Board, Graph
from engine.core.facts import TokenPlaced, TokenRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.rules.items import active

HOOKS = Hooks()
PLACE = "pesadilla-verde"
HUEY = "huey"
CLEARING = "clearing"
USED = "huey.used"


def downstream(board: Board) -> dict[str, str]:
    """River space to the next one along the arrows."""
    return {link.a: link.b for link in board.links if link.kind == "river"}


def course(board: Board, start: str) -> list[str]:
    """All spaces downriver of a space, the next one first."""
    flow, found = downstream(board), []
    while start in flow:
        start = flow[start]
        found.append(start)
    return found


class River:
    """The ways of girl, Victims and Killers; a Wet Suit and the Rivermaster change them."""

    def key(self, game: Game, mover: str) -> bool:
        """Whether the girl wears a Wet Suit, whether Killers master the river."""
        if mover == "killer":
            return bool(game.modify("killers_drift", False))
        return mover == "girl" and active(game, "wet-suit")

    def build(self, board: Board, mover: str, key: object) -> Graph:
        """The graph of a mover."""
        if mover == "adjacent":
            return board.graph()
        flow = downstream(board)
        climbs = mover == "girl" and bool(key)
        graph = board.graph(None if climbs else lambda origin, to: flow.get(to) == origin)
        if mover == "killer" and not key:
            return graph
        steps = {s: tuple(sorted({*near, *course(board, s)})) for s, near in graph.steps.items()}
        return Graph(steps, graph.panic)


TOPOLOGY = River()


@HOOKS.modify("killers_drift", "rivermaster")
def _master_of_the_river(_game: Game, _: str, _drift: bool) -> bool:
    return True


@HOOKS.modify("way", PLACE)
def _through(game: Game, _: str, way: tuple[str, ...], origin: str, to: str) -> tuple[str, ...]:
    """The river spaces that lie between two of them."""
    if to in game.rules.board.spaces[origin].to:
        return way
    ahead = course(game.rules.board, origin)
    return tuple(ahead[: ahead.index(to)]) if to in ahead else way


@HOOKS.modify("follows", "wet-suit", stage="cap")
def _she_swims_alone(game: Game, _: str, follows: bool, victim: str, to: str) -> bool:
    """Upriver nobody follows: only she wears the suit."""
    return follows and downstream(game.rules.board).get(to) != game.state.victims[victim]


@HOOKS.modify("range_by", PLACE)
def _shots_go_upriver(_game: Game, _: str, _mover: str) -> str:
    """RULING G-36: a weapon's range counts what is adjacent, upriver too."""
    return "adjacent"


# --- the Huey


def land(game: Game) -> None:
    """The Huey stands in the Clearing."""
    game.tell(TokenPlaced(HUEY, CLEARING))


@HOOKS.modify("exit", HUEY)
def _huey_is_an_exit(game: Game, _: str, is_exit: bool, space: str) -> bool:
    return is_exit or game.state.tokens[HUEY] == space


@HOOKS.react("before_save", HUEY)
def _boarding(game: Game, _: str, _victim: str) -> None:
    if game.state.tokens[HUEY] == game.state.girl.at:
        game.mark(USED, True, "phase")


def _fly_off(game: Game) -> None:
    if game.marked(USED):
        game.mark(USED, None, "phase")
        game.tell(TokenRemoved(HUEY))


@HOOKS.react("before_action", HUEY)
def _after_boarding(game: Game, _: str, chosen: str) -> None:
    """The Huey waits while Victims board it; with whatever you do next it is gone."""
    if not chosen.startswith("save:"):
        _fly_off(game)


@HOOKS.react("after_girl_moves", HUEY)
def _walked_away(game: Game, _: str, _origin: str, _to: str) -> None:
    _fly_off(game)


@HOOKS.react("before_tokens", HUEY)
def _gone_with_the_phase(game: Game, _: str) -> None:
    _fly_off(game)
