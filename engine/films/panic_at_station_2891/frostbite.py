"""Frostbite: a token for everyone outdoors, a lost health for who has one; indoors it thaws (rulebook 004)."""

from engine.cards.notation import Effect, word
from engine.core.facts import Fact
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.state import State
from engine.rules.harm import harm_all
from engine.rules.health import GIRL, on_board

HOOKS = Hooks()
LOCATION = "station-2891"
TOKENS = "frostbite.tokens"
CAUSE = "rule.frostbite"


class Frostbitten(Fact, tag=True):
    """These pieces have a Frostbite token now, the ones not named have none."""

    sight = "all"
    pieces: list[str]
    because: str = ""

    def apply(self, state: State) -> None:
        state.marks = {**state.marks, TOKENS: self.pieces}


def bitten(game: Game) -> list[str]:
    """Who has a Frostbite token: girl, Victims, Enemies."""
    return list(game.marked(TOKENS, []))


def outdoors(game: Game, space: str) -> bool:
    """Whether a space is one of the five outside."""
    found = game.rules.board.spaces.get(space)
    return found is not None and "outdoors" in found.areas


def _set(game: Game, pieces: list[str]) -> None:
    if pieces != bitten(game):
        game.tell(Frostbitten(pieces))


def _where(game: Game, piece: str) -> str | None:
    """Its space; empty for one that is not on the board now, None for one that is gone."""
    state = game.state
    if piece in state.killers:
        return state.killers[piece].at if state.killers[piece].status != "dead" else None
    return state.girl.at if piece == GIRL else state.victims.get(piece)


def freeze(game: Game) -> None:
    """One Frostbite icon: everyone outdoors at once, the girl, Victims, Enemies. Tokens stay after a loss (O-27)."""
    state = game.state
    present = [GIRL, *state.victims, *on_board(game)]
    cold = [piece for piece in present if outdoors(game, _where(game, piece) or "")]
    cold = list(game.modify("frostbitten", cold))
    before = bitten(game)
    _set(game, [*before, *(piece for piece in cold if piece not in before)])
    harm_all(game, [piece for piece in cold if piece in before], CAUSE)


@HOOKS.react("upkeep", LOCATION)
def _thaw(game: Game, _: str) -> None:
    """Who is indoors loses the token; one that is off the board for now keeps it (M-15)."""
    kept = []
    for piece in bitten(game):
        where = _where(game, piece)
        if where == "" or (where is not None and outdoors(game, where)):
            kept.append(piece)
    _set(game, kept)


@HOOKS.react("after_replaced", LOCATION)
def _passes_on(game: Game, _: str, old: str, new: str) -> None:
    """The token stays with who stands there."""
    _set(game, [new if piece == old else piece for piece in bitten(game)])


@word("frostbite", r"frostbite", "frostbite")
def _frostbite(game: Game, _: Effect) -> None:
    """Everyone outdoors gets a Frostbite token, or loses 1 health with one."""
    freeze(game)
