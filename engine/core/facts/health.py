"""Health, Final Health tokens, attacks, Minor Dark Powers."""

from engine.core.facts.base import Fact
from engine.core.state import State, dropped, removed


class HealthChanged(Fact, tag=True):
    """`who` is girl or a Killer. `how`: damage, lose, heal, restore."""

    sight = "all"
    who: str
    to: int
    by: int
    how: str
    because: str = ""

    def apply(self, state: State) -> None:
        body = state.girl if self.who == "girl" else state.killers[self.who]
        body.health = self.to
        body.max = max(body.max, self.to)


class BodySet(Fact, tag=True):
    """Starting or changed health: of the girl or a Killer, with its highest value and its token."""

    sight = "all"
    who: str
    health: int
    max: int
    token: str
    because: str = ""

    def apply(self, state: State) -> None:
        body = state.girl if self.who == "girl" else state.killers[self.who]
        body.health, body.max, body.token = self.health, self.max, self.token


class TokenDue(Fact, tag=True):
    """The last health is gone, but the Final Health token is looked at later."""

    sight = "all"
    who: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.due = [*state.due, self.who]


class TokenSettled(Fact, tag=True):
    """A due token has been looked at."""

    who: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.due = removed(state.due, self.who)


class TokenRevealed(Fact, tag=True):
    """A Final Health token was turned: 0 hearts is death, -1 a white token lost."""

    sight = "all"
    barrier = True
    cut = True
    who: str
    hearts: int
    because: str = ""


class AttackMade(Fact, tag=True):
    """An attack is on its way: by a Killer on the girl or a Victim, or by the girl on an Enemy."""

    sight = "all"
    cut = True
    by: str
    on: str
    damage: int
    because: str = ""


class PowerGained(Fact, tag=True):
    sight = "all"
    sources = True
    power: str
    health: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.powers = {**state.powers, self.power: self.health}


class PowerHurt(Fact, tag=True):
    sight = "all"
    power: str
    to: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.powers = {**state.powers, self.power: self.to}


class PowerLost(Fact, tag=True):
    sight = "all"
    sources = True
    power: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.powers = dropped(state.powers, self.power)
