"""The Killer phase: the Finale's Killer Action, then a Terror card (core rules 10)."""

from engine.cards.notation import resolve
from engine.core.facts import PhaseBegan
from engine.core.game import Game
from engine.core.tape import PhaseEnded
from engine.rules.finale import killer_action_lines
from engine.rules.terror import draw_terror_card


def begin_killer_phase(game: Game) -> None:
    """The Killer phase begins."""
    game.tell(PhaseBegan("killer"))
    game.react("killer_phase_begins")


def finale_action(game: Game) -> None:
    """Resolve the Killer Action of the Finale card."""
    game.source = game.state.finale or "rule.killer-action"
    if not game.instead("instead_of_finale_action"):
        resolve(game, killer_action_lines(game), game.source)
        game.react("after_finale_action")


def terror_card(game: Game) -> None:
    """Draw and resolve a Terror card."""
    draw_terror_card(game)


def end_of_killer_phase(game: Game) -> None:
    """What happens when the Killer phase ends in order."""
    game.react("killer_phase_ends")


def end_phase(game: Game, phase: str) -> None:
    """The phase named ends at once; does nothing in another phase."""
    if game.state.phase == phase:
        raise PhaseEnded
