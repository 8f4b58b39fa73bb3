"""Time, Horror, Bloodlust and dice."""

from engine.core.facts.base import Fact
from engine.core.state import State


class TimeChanged(Fact, tag=True):
    sight = "all"
    to: int
    by: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.time = self.to


class HorrorChanged(Fact, tag=True):
    sight = "all"
    to: int
    by: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.horror = self.to


class BloodlustRaised(Fact, tag=True):
    sight = "all"
    to: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.bloodlust = self.to


class Rolled(Fact, tag=True):
    """Dice as they lie now; told again after each re-roll or conversion. `successes` counts those so far."""

    sight = "all"
    cut = True
    purpose: str
    dice: list[int]
    successes: int = -1
    converted: list[int] = []
    """Positions of the dice that discarded cards have turned into successes."""
    because: str = ""
