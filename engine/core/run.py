"""Runs the list of steps: boundaries between them, phases that end at once, the end of the game."""

from collections.abc import Callable

from engine.core.facts import CardDone, StepBegan
from engine.core.game import Game
from engine.core.tape import GameOver, PhaseEnded

Boundary = Callable[[Game], None]


def play(game: Game, on_boundary: Boundary | None = None) -> None:
    """Run steps until the game is over. Raises Pending where an answer is missing.

    `on_boundary` is called before each run of a step, when the state may be copied.
    """
    steps = game.rules.steps
    while not game.state.outcome:
        if on_boundary is not None:
            on_boundary(game)
        index = game.state.step
        step = steps[index]
        game.source = f"rule.{step.name}"
        game.attack = None
        try:
            following = index if step.run(game) else index + 1
        except PhaseEnded:
            _put_away(game)
            following = _tail(game, index)
        except GameOver:
            _put_away(game)
            break
        if following >= len(steps):
            following = game.rules.first
        if following != index:
            game.tell(StepBegan(following))
    if on_boundary is not None:
        on_boundary(game)


def _tail(game: Game, index: int) -> int:
    """The step that is run even though the phase ended: the next one of it marked `always`."""
    steps = game.rules.steps
    phase = steps[index].phase
    for at in range(index + 1, len(steps)):
        if steps[at].phase != phase:
            return at
        if steps[at].always:
            return at
    return len(steps)


def _put_away(game: Game) -> None:
    """Cards that were being resolved go where they belong; what is left of them is not resolved."""
    for card in reversed(game.state.resolving[:]):
        game.tell(CardDone(card))
