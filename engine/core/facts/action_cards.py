"""Action cards between hand, tableau and discard pile."""

from engine.core.facts.base import Fact
from engine.core.state import State, dropped


def _shifted(zone: dict[str, int], card: str, by: int) -> dict[str, int]:
    left = zone.get(card, 0) + by
    return {**zone, card: left} if left else dropped(zone, card)


class ActionCardMoved(Fact, tag=True):
    """From hand, tableau or discard to another of them (or `game`: in or out of it)."""

    sight = "team"
    card: str
    origin: str
    to: str
    because: str = ""

    def apply(self, state: State) -> None:
        if self.origin != "game":
            setattr(state, self.origin, _shifted(getattr(state, self.origin), self.card, -1))
        if self.to != "game":
            setattr(state, self.to, _shifted(getattr(state, self.to), self.card, 1))

    def redacted(self) -> Fact:
        return ActionCardMoved("", self.origin, self.to, self.because)


class ActionCardPlayed(Fact, tag=True):
    """From the hand onto the discard pile, shown to all."""

    sight = "all"
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.hand = _shifted(state.hand, self.card, -1)
        state.discard = _shifted(state.discard, self.card, 1)


class DiscardReturned(Fact, tag=True):
    """The whole discard pile goes back to the tableau."""

    sight = "all"
    because: str = ""

    def apply(self, state: State) -> None:
        tableau = state.tableau
        state.tableau = {**tableau, **{card: tableau.get(card, 0) + more for card, more in state.discard.items()}}
        state.discard = {}
