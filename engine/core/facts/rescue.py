"""Rescue places and the ultimate."""

from engine.core.facts.base import Fact
from engine.core.state import State


class PlaceCovered(Fact, tag=True):
    """A rescue place is covered by the Victim just saved; its reward follows."""

    sight = "all"
    place: str
    victim: str
    reward: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.places = {**state.places, self.place: self.victim}


class UltimateReached(Fact, tag=True):
    """All rescue places are covered: the card is turned, the ultimate works from now on."""

    sight = "all"
    sources = True
    cut = True
    because: str = ""

    def apply(self, state: State) -> None:
        state.ultimate = True
