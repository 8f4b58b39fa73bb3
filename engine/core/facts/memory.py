"""What cards remember."""

from typing import Any

from engine.core.facts.base import Fact
from engine.core.state import State, dropped


class Marked(Fact, tag=True):
    """A card or rule remembers something, for the game, the turn or the phase. None forgets it.

    Values are replaced, never changed in place.
    """

    key: str
    value: Any
    scope: str = "game"
    because: str = ""

    def apply(self, state: State) -> None:
        scope = self.scope
        marks = state.marks if scope == "game" else state.turn_marks if scope == "turn" else state.phase_marks
        if self.value is not None:
            marks = {**marks, self.key: self.value}
        elif self.key in marks:
            marks = dropped(marks, self.key)
        if scope == "game":
            state.marks = marks
        elif scope == "turn":
            state.turn_marks = marks
        else:
            state.phase_marks = marks
