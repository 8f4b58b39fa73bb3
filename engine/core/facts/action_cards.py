"""Action cards between hand, tableau and discard pile."""

from engine.core.facts.base import Fact
from engine.core.state import State


def _shift(zone: dict[str, int], card: str, by: int) -> None:
    left = zone.get(card, 0) + by
    if left:
        zone[card] = left
    else:
        del zone[card]


class ActionCardMoved(Fact, tag=True):
    """From hand, tableau or discard to another of them (or `game`: in or out of it)."""

    sight = "team"
    card: str
    origin: str
    to: str
    because: str = ""

    def apply(self, state: State) -> None:
        if self.origin != "game":
            _shift(getattr(state, self.origin), self.card, -1)
        if self.to != "game":
            _shift(getattr(state, self.to), self.card, 1)

    def redacted(self) -> Fact:
        return ActionCardMoved("", self.origin, self.to, self.because)


class ActionCardPlayed(Fact, tag=True):
    """From the hand onto the discard pile, shown to all."""

    sight = "all"
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        _shift(state.hand, self.card, -1)
        _shift(state.discard, self.card, 1)


class DiscardReturned(Fact, tag=True):
    """The whole discard pile goes back to the tableau."""

    sight = "all"
    because: str = ""

    def apply(self, state: State) -> None:
        for card, number in state.discard.items():
            state.tableau[card] = state.tableau.get(card, 0) + number
        state.discard = {}
