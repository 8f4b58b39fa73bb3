"""The USS Konrad's board: Maintenance Shafts, and the hull breach (rulebook Into the Void, USS Konrad)."""

from collections.abc import Hashable

from engine.core.board import Board, Graph
from engine.core.errors import RuleError
from engine.core.facts import Fact, KillerMoved, TokenPlaced
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.state import State
from engine.core.tape import PhaseEnded
from engine.rules import health
from engine.rules.victims import at, kill_victim

HOOKS = Hooks()
KONRAD = "uss-konrad"
SHAFTS = "konrad.shafts"
"""Mark: the shafts that are open."""
ENEMIES_PASS = "konrad.enemies-pass"
"""Mark: Enemies may use all shafts now."""
BREACH = "hull-breach"
JUNCTION = "junction"
ALL = "all"


class ShaftOpened(Fact, tag=True):
    """A Maintenance Shaft is open from now on."""

    sight = "all"
    cut = True
    shaft: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.marks = {**state.marks, SHAFTS: [*state.marks.get(SHAFTS, []), self.shaft]}


# --- shafts


def ends(game: Game) -> dict[str, tuple[str, str]]:
    """Every Maintenance Shaft with the two spaces that it joins."""
    return {link.id: (link.a, link.b) for link in game.rules.board.links if link.kind == "shaft"}


def open_shafts(game: Game) -> list[str]:
    """The shafts that are open."""
    return list(game.state.marks.get(SHAFTS, ()))


def closed_shafts(game: Game) -> list[str]:
    """The shafts that are not open, in board order."""
    opened = open_shafts(game)
    return [shaft for shaft in ends(game) if shaft not in opened]


def open_shaft(game: Game, shaft: str) -> None:
    """Open a shaft."""
    game.tell(ShaftOpened(shaft))


def closed_between(game: Game, a: str, b: str) -> bool:
    """Whether two spaces are joined by a shaft that is not open."""
    return any({a, b} == set(ends(game)[shaft]) for shaft in closed_shafts(game))


class Shafts:
    """Girl and Victims pass the shafts that are open, Enemies none unless a card lets them."""

    def key(self, game: Game, mover: str) -> Hashable:
        """The open shafts, or that all may be passed."""
        if mover == "killer":
            return ALL if game.modify("enemies_pass_shafts", bool(game.marked(ENEMIES_PASS))) else ()
        if mover == "girl" and _passes_all(game):
            return ALL
        return tuple(game.state.marks.get(SHAFTS, ()))

    def build(self, board: Board, mover: str, key: Hashable) -> Graph:
        """The board without the shafts that are closed to this mover."""
        if key == ALL:
            return board.graph()
        if not isinstance(key, tuple):
            raise RuleError(f"no shafts {key}")
        closed = {pair for s in board.links if s.id not in key for pair in ((s.a, s.b), (s.b, s.a))}
        return board.graph(lambda a, b: (a, b) in closed)


def with_orphan(game: Game) -> bool:
    """Whether the Orphan Girl is in the girl's space."""
    return game.state.victims.get("orphan-girl") == game.state.girl.at


def _passes_all(game: Game) -> bool:
    return with_orphan(game) or "cluttered-shafts" in game.state.events


@HOOKS.react("do", "lets-test-the-maintenance-shafts")
def _test_the_shafts(game: Game, _: str) -> None:
    game.mark(ENEMIES_PASS, True, "turn")


@HOOKS.modify("enemies_pass_shafts", "slippery", stage="set")
def _slippery(_game: Game, _: str, _may: bool) -> bool:
    return True


@HOOKS.modify("follows", "cluttered-shafts", stage="cap")
def _nobody_follows(game: Game, _: str, would: bool, _victim: str, to: str) -> bool:
    return would and (with_orphan(game) or not closed_between(game, game.state.girl.at, to))


@HOOKS.react("after_girl_moves", "cluttered-shafts")
def _crawls_through(game: Game, _: str, origin: str, to: str) -> None:
    if closed_between(game, origin, to) and game.state.victims.get("orphan-girl") not in (origin, to):
        health.hurt_girl(game, 1)


# --- hull breach


@HOOKS.react("do", "catastrophic-hull-breach")
def _hull_breach(game: Game, _: str) -> None:
    """The skull goes to the space farthest from the girl and kills whoever is there."""
    distances = game.rules.graph(game, "girl").distances(game.state.girl.at)
    far = [space for space in distances if distances[space] == max(distances.values())]
    space = game.choose("where", [f"at:{name}" for name in sorted(far)])[3:]
    game.tell(TokenPlaced(BREACH, space))
    game.let(BREACH, _empty_it)


def _empty_it(game: Game, _: str) -> None:
    """Everyone who is in the space of the breach is killed, Victims first."""
    space = game.state.tokens[BREACH]
    for victim in at(game, space):
        if victim in game.state.victims:
            kill_victim(game, victim, BREACH)
    for killer in health.on_board(game):
        if game.state.killers[killer].at == space:
            kill_in_breach(game, BREACH, killer)


@HOOKS.react("before_tokens", BREACH)
def _sweep(game: Game, card: str) -> None:
    """Whoever came there without moving (new Victims, Killers that stood up) is killed when a phase is over."""
    before = game.marked("tokens.wait")
    game.mark("tokens.wait", True, "phase")
    _empty_it(game, card)
    game.mark("tokens.wait", before, "phase")


@HOOKS.react("after_victim_moves", BREACH)
def _victim_sucked_out(game: Game, card: str, _victim: str, _origin: str, to: str) -> None:
    """A Victim dies; what it turns into at its death (an Organism, M-34) is killed as well."""
    if to == game.state.tokens[BREACH]:
        _empty_it(game, card)


@HOOKS.react("after_girl_moves", BREACH)
def _girl_sucked_out(game: Game, _: str, _origin: str, to: str) -> None:
    """She is dead at once; her token is not looked at (RULING V-30)."""
    if to == game.state.tokens[BREACH]:
        health.end_game(game, False, BREACH)


@HOOKS.react("after_killer_moves", BREACH)
@HOOKS.react("after_killer_placed", BREACH)
def _killer_sucked_out(game: Game, _: str, killer: str, to: str) -> bool:
    if to != game.state.tokens[BREACH]:
        return False
    kill_in_breach(game, BREACH, killer)
    return True


def kill_in_breach(game: Game, _: str, killer: str) -> None:
    """A Killer is killed: its token is looked at; if it comes back, it stands at the Junction."""
    body = game.state.killers[killer]
    try:
        health.hurt_killer(game, killer, body.health, "lose")
    except PhaseEnded:
        _to_junction(game, BREACH, killer)
        raise


@HOOKS.react("after_killer_revived", BREACH)
def _to_junction(game: Game, _: str, killer: str) -> None:
    body = game.state.killers[killer]
    if body.status == "up" and body.at == game.state.tokens[BREACH]:
        game.tell(KillerMoved(killer, JUNCTION, "place"))
