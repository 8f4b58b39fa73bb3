"""Harm that comes to several at the same time: everyone in a space, everyone outdoors (core rules 13, C-159)."""

from engine.core.game import Game
from engine.rules.health import GIRL, hurt_girl, hurt_killer, on_board, together
from engine.rules.victims import at, kill_victim


def everyone_in(game: Game, space: str) -> list[str]:
    """Who can be hurt in a space: Victims, Enemies, the girl."""
    killers = [killer for killer in on_board(game) if game.state.killers[killer].at == space]
    return [*at(game, space), *killers, *([GIRL] if game.state.girl.at == space else [])]


def harm_all(game: Game, pieces: list[str], cause: str, *, damage: int = 1, loss: int = 1, how: str = "lose") -> None:
    """At once Victims among these die, Enemies lose that much by `how`, the girl loses health.

    Who is hurt is settled beforehand: what an Exposed Victim turns into at its death is not hurt as well.
    """

    def harm() -> None:
        for piece in pieces:
            if piece == GIRL:
                hurt_girl(game, loss)
            elif piece in game.state.killers:
                hurt_killer(game, piece, damage, how)
            elif piece in game.state.victims:
                kill_victim(game, piece, cause)

    game.let(cause, lambda _game, _cause: together(game, harm))
