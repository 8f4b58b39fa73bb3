"""Figures, Victims and tokens on the board."""

from engine.core.facts.base import Fact
from engine.core.state import State, dropped


class GirlMoved(Fact, tag=True):
    sight = "all"
    to: str
    how: str = "move"
    """move (one step along a line), panic, place, ride."""
    because: str = ""

    def apply(self, state: State) -> None:
        state.girl.at = self.to


class KillerMoved(Fact, tag=True):
    sight = "all"
    killer: str
    to: str
    how: str = "move"
    because: str = ""

    def apply(self, state: State) -> None:
        state.killers[self.killer].at = self.to


class KillerStood(Fact, tag=True):
    """A Killer's status changed: up, down, away or dead."""

    sight = "all"
    sources = True
    killer: str
    status: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.killers[self.killer].status = self.status


class ActiveChanged(Fact, tag=True):
    sight = "all"
    killer: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.active = self.killer


class VictimAdded(Fact, tag=True):
    sight = "all"
    sources = True
    victim: str
    at: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.victims = {**state.victims, self.victim: self.at}
        if self.victim == f"v{state.born + 1}":
            state.born += 1
            state.supply -= 1


class VictimMoved(Fact, tag=True):
    sight = "all"
    victim: str
    to: str
    how: str = "follow"
    """follow, panic, move, place, ride."""
    because: str = ""

    def apply(self, state: State) -> None:
        state.victims = {**state.victims, self.victim: self.to}


class VictimDied(Fact, tag=True):
    sight = "all"
    sources = True
    victim: str
    by: str
    """The Killer's id, or the card or rule that killed."""
    at: str = ""
    because: str = ""

    def apply(self, state: State) -> None:
        state.victims = dropped(state.victims, self.victim)
        state.dead = [*state.dead, self.victim]
        state.turn_marks = {**state.turn_marks, "deaths": state.turn_marks.get("deaths", 0) + 1}


class VictimSaved(Fact, tag=True):
    sight = "all"
    sources = True
    victim: str
    at: str = ""
    because: str = ""

    def apply(self, state: State) -> None:
        assert self.victim in state.victims or not self.at
        if self.victim in state.victims:
            state.victims = dropped(state.victims, self.victim)
        state.saved = [*state.saved, self.victim]


class VictimRemoved(Fact, tag=True):
    """Off the board without dying or being saved (replaced, or taken elsewhere)."""

    sight = "all"
    sources = True
    victim: str
    back: bool = False
    """Whether its figure, an ordinary one, goes back to the supply."""
    because: str = ""

    def apply(self, state: State) -> None:
        state.victims = dropped(state.victims, self.victim)
        state.supply += self.back


class Panicked(Fact, tag=True):
    """Somebody's panic die: where it led is told by the move that follows, if any."""

    sight = "all"
    who: str
    die: int
    because: str = ""


class TokenPlaced(Fact, tag=True):
    sight = "all"
    sources = True
    token: str
    at: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.tokens = {**state.tokens, self.token: self.at}


class TokenRemoved(Fact, tag=True):
    sight = "all"
    sources = True
    token: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.tokens = dropped(state.tokens, self.token)
