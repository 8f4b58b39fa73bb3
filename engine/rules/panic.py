"""The Panic phase: after a death this turn, Victims that share a space with a Killer panic (core rules 11)."""

from engine.core.facts import PhaseBegan
from engine.core.game import Game
from engine.rules.victims import killer_here, panic_all


def begin_panic_phase(game: Game) -> None:
    """The Panic phase begins."""
    game.tell(PhaseBegan("panic"))


def panic(game: Game) -> None:
    """Victims panic."""
    scared: list[str] = []
    if game.state.turn_marks.get("deaths"):
        scared = [victim for victim, space in game.state.victims.items() if killer_here(game, space)]
    scared = list(game.modify("panicking", scared))
    panic_all(game, scared)
    game.react("after_panic", len(scared))
