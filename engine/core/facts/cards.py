"""Cards that are turned over, stay, lie open."""

from engine.core.facts.base import Fact
from engine.core.state import State, removed


class SetupDrawn(Fact, tag=True):
    """The Setup card says where everything starts."""

    sight = "all"
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.marks = {**state.marks, "setup-card": self.card}


class CardShown(Fact, tag=True):
    """A Terror, Event or other card is turned over and will be resolved now."""

    sight = "all"
    barrier = True
    cut = True
    card: str
    kind: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.resolving = [*state.resolving, self.card]


class CardDone(Fact, tag=True):
    """The card being resolved has left; `to` says where: discard, play, game (out of it)."""

    sight = "all"
    card: str
    to: str = "discard"
    because: str = ""

    def apply(self, state: State) -> None:
        state.resolving = removed(state.resolving, self.card)


class CardSkipped(Fact, tag=True):
    """A card's test fails: it is discarded and the next one drawn."""

    sight = "all"
    card: str
    because: str = ""


class EventStayed(Fact, tag=True):
    sight = "all"
    sources = True
    event: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.events = [*state.events, self.event]


class EventLeft(Fact, tag=True):
    sight = "all"
    sources = True
    event: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.events = removed(state.events, self.event)


class FinaleRevealed(Fact, tag=True):
    sight = "all"
    barrier = True
    sources = True
    cut = True
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.finale = self.card


class DarkPowerRevealed(Fact, tag=True):
    sight = "all"
    barrier = True
    sources = True
    cut = True
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.dark_power = self.card


class CardLaidOut(Fact, tag=True):
    """A card lies open beside the board from now on."""

    sight = "all"
    sources = True
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.shown = [*state.shown, self.card]


class CardTakenUp(Fact, tag=True):
    """A card no longer lies open beside the board."""

    sight = "all"
    sources = True
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.shown = removed(state.shown, self.card)
