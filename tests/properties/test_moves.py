"""What every game shows, whoever plays: moves follow lines, attacks stay in a space, no phase leaves anything open."""

import hashlib

import pytest

from engine.bots.policies import POLICIES
from engine.core.compose import Setup, compose
from engine.core.dealer import Dealer
from engine.core.facts import AttackMade, Fact, GirlMoved, KillerMoved, PhaseBegan, VictimDied, VictimMoved, VictimSaved
from engine.core.game import Game
from engine.core.run import play
from engine.core.state import State
from engine.films.panic_at_station_2891.exposed import EXPOSED
from engine.films.the_green_terror.path import ORIGIN, VOLKAR, path
from engine.films.the_green_terror.walk import FULL
from engine.rules.setup import new_state
from tests.properties.test_games import CONTENT, PAIRINGS, SETUPS

BY_CARD = ("razor-tail",)
"""What lets an attack reach another space."""
WAITING = ("tokens.wait", "volkar.damage", "volkar.resolving", "volkar.stopped", "volkar.others-wait")
"""Marks that no phase hands on to the next."""


class Watched(Game):
    """A game that looks at every fact before it is applied."""

    def tell(self, fact: Fact) -> None:
        self.check_fact(fact)
        super().tell(fact)

    def check_line(self, mover: str, origin: str, to: str) -> None:
        """There is a way for that mover from one space to the next."""
        assert to in self.rules.graph(self, mover).steps[origin], (mover, origin, to, self.source)

    def check_fact(self, fact: Fact) -> None:
        """The rule that this kind of fact must keep."""
        state = self.state
        if isinstance(fact, GirlMoved) and fact.how == "move":
            self.check_line("girl", state.girl.at, fact.to)
        elif isinstance(fact, KillerMoved) and fact.how == "move":
            self.check_line("killer", state.killers[fact.killer].at, fact.to)
        elif isinstance(fact, VictimMoved) and fact.how in ("move", "panic"):
            self.check_line("victim", state.victims[fact.victim], fact.to)
        elif isinstance(fact, AttackMade) and fact.by in state.killers:
            self.check_attack(fact)
        elif isinstance(fact, VictimSaved):
            assert fact.victim not in EXPOSED
        elif isinstance(fact, VictimDied) and fact.by in state.killers:
            assert state.killers[fact.by].status == "up" and fact.victim not in EXPOSED
        elif isinstance(fact, PhaseBegan):
            self.check_phase()

    def check_attack(self, fact: AttackMade) -> None:
        """A standing Killer attacks in its own space, and no Organism an Exposed Victim."""
        killer, victims = self.state.killers[fact.by], self.state.victims
        assert killer.status == "up" and killer.at
        space = victims[fact.on] if fact.on in victims else self.state.girl.at
        assert space == killer.at or self.source in BY_CARD, (fact, space)
        assert fact.on not in EXPOSED

    def check_phase(self) -> None:
        """Nothing is left over from the phase before."""
        state = self.state
        assert not state.due and not state.resolving
        assert not [mark for mark in WAITING if self.marked(mark)]
        assert all(killer.status != "down" for killer in state.killers.values())
        assert all(0 < k.health <= k.max for k in state.killers.values() if k.status == "up")
        assert state.girl.health > 0
        hands = [self.rules.card(item).face.hands for item, slot in state.items.items() if slot == "hand"]
        assert sum(hands) <= 2
        if VOLKAR in state.killers:
            self.check_concealed()

    def check_concealed(self) -> None:
        """The Volk'ar is either seen or has an Origin marker and a Path of fewer than six cards."""
        body, row = self.state.killers[VOLKAR], path(self)
        if body.status == "up":
            assert bool(body.at) != (ORIGIN in self.state.tokens)
            assert bool(body.at) != bool(row)
            assert len(row) < FULL


@pytest.mark.parametrize("policy", ["random", "sound"])
@pytest.mark.parametrize("setup", SETUPS[: len(PAIRINGS)], ids=lambda s: f"{s.killer}-{s.location}-{s.girl}")
def test_moves_attacks_and_phases(setup: Setup, policy: str) -> None:
    """G-36, H-05, H-09, M-05 and the like, in whole games of all pairings."""
    seed = f"moves {setup.killer} {setup.location} {policy}"
    secret = hashlib.sha256(seed.encode()).digest()
    game = Watched(compose(CONTENT, setup), State(), Dealer(secret), POLICIES[policy](seed))
    game.state = new_state(game)
    play(game)
    assert game.state.outcome
