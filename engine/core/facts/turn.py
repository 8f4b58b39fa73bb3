"""The turn: phases, steps, the end."""

from engine.core.facts.base import Fact
from engine.core.state import State


class TurnBegan(Fact, tag=True):
    sight = "all"
    turn: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.turn = self.turn
        state.turn_marks = {}


class PhaseBegan(Fact, tag=True):
    sight = "all"
    phase: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.phase = self.phase
        state.phase_marks = {}


class StepBegan(Fact, tag=True):
    step: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.step = self.step


class PhaseSkipped(Fact, tag=True):
    """The Action phase is skipped, since Time is below zero."""

    sight = "all"
    phase: str
    because: str = ""


class GameEnded(Fact, tag=True):
    sight = "all"
    won: bool
    why: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.phase = "over"
        state.outcome = ["won" if self.won else "lost", self.why]
