"""Piles and decks."""

from engine.core.facts.base import Fact
from engine.core.state import Deck, State, removed


class PoolMade(Fact, tag=True):
    """A pile of unseen cards, sorted by id."""

    pool: str
    cards: list[str]
    because: str = ""

    def apply(self, state: State) -> None:
        state.pools = {**state.pools, self.pool: self.cards}


class PoolDrawn(Fact, tag=True):
    """One card of a pile has been decided."""

    pool: str
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.pools = {**state.pools, self.pool: removed(state.pools[self.pool], self.card)}


class DeckMade(Fact, tag=True):
    deck: str
    parent: str
    blanks: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.decks = {**state.decks, self.deck: Deck(self.parent, self.blanks)}


class DeckChanged(Fact, tag=True):
    """A deck as it is now, inside the server; what people see of it is told by the fact beside it."""

    deck: str
    value: Deck
    because: str = ""

    def apply(self, state: State) -> None:
        state.decks = {**state.decks, self.deck: self.value}


class DeckShown(Fact, tag=True):
    """What lies open of a deck: how many cards are left and the top one if it is faceup."""

    sight = "all"
    deck: str
    left: int
    top: str = ""
    because: str = ""


class CardsSeen(Fact, tag=True):
    """Cards that the player alone has looked at."""

    barrier = True
    deck: str
    cards: list[str]
    because: str = ""
