"""Rules tests in table language: put things on the table, do something, look.

    table = Table(location="line").hand("walk").girl(at="a").dice(5, 5)
    table.play("walk").choose("move:b", "stop")
    assert table.state.time == 5

Nothing is chosen for the player: an answer that the test did not give leaves `table.request` open.
"""

from collections.abc import Callable
from typing import Any

from engine.cards.notation import parse, resolve
from engine.core import decks
from engine.core.compose import Rules, Setup, compose
from engine.core.dealer import Dealer
from engine.core.facts import Fact
from engine.core.game import Game
from engine.core.record import Command, Draw, Entry
from engine.core.run import play
from engine.core.state import Deck, State
from engine.core.tape import GameOver, Pending, PhaseEnded, Request
from engine.rules import action, attack, events, terror, victims
from engine.rules.health import TOKENS
from engine.rules.setup import new_state
from tests.support.boards import content

Run = Callable[[Game], Any]


class Forced(Game):
    """A game whose dice and cards the test lays out; anything else comes from a fixed secret."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, State(), Dealer(b"a test"))
        self.state = new_state(self)
        self.dice: list[int] = []
        """Results of the next dice, whatever they are rolled for."""
        self.cards: dict[str, list[str]] = {}
        """Purpose of a draw to its next results."""
        self.used = (0, 0)

    def roll(self, purpose: str, number: int) -> list[int]:
        if self.at >= len(self.tape) and self.dice:
            assert len(self.dice) >= number, f"{purpose}: {number} dice are rolled, the test laid out {self.dice}"
            rolled, self.dice = self.dice[:number], self.dice[number:]
            self.tape.append(Draw(purpose, 6, rolled))
        return super().roll(purpose, number)

    def draw(self, purpose: str, options: list[str]) -> str:
        forced = self.cards.get(purpose)
        if self.at >= len(self.tape) and forced:
            result = forced.pop(0)
            assert result in options, f"{purpose}: {result} is not among {options}"
            if len(options) > 1:
                self.tape.append(Draw(purpose, options[:], result))
        return super().draw(purpose, options)


class _Stop(Exception):
    """The phase that was to be run is over."""


class Table:
    """A table in the Action phase of turn 1: empty hand, no Items, no Events, only girl and Killer on the board."""

    def __init__(
        self,
        killer: str = "tkiller",
        location: str = "line",
        girl: str = "tgirl",
        *,
        extreme: bool = False,
        epic: bool = False,
    ) -> None:
        self.rules = compose(content(), Setup(killer, location, girl, extreme, epic))
        self.game = Forced(self.rules)
        self.request: Request | None = None
        self.phase_ended = False
        """Whether the last thing done ended the phase at once."""
        self.signal: Any = None
        """What the last thing done returned."""
        self._run: Run | None = None
        self._start = State()
        self._tape: list[Entry] = []
        self._facts = 0
        self._lay_out()

    def _lay_out(self) -> None:
        game, real = self.game, bool(self.rules.location.film)
        for step in self.rules.steps:
            if step.name in ("boards", "action-cards") or (step.name == "decks" and real):
                step.run(game)
        state = game.state
        for card, number in list(state.hand.items()):
            state.tableau[card] = state.tableau.get(card, 0) + number
        state.hand = {}
        if not real:
            state.pools |= {"final-health": TOKENS[:], "finale": [], "dark-power": []}
            state.decks["terror"] = Deck("", 0, [], [], [])
            state.decks["events"] = Deck("", 0, [], [], [])
        state.turn, state.phase, state.horror, state.time = 1, "action", 4, 6
        state.step = next(i for i, step in enumerate(self.rules.steps) if step.name == "take-action")
        spaces = list(self.rules.board.spaces)
        state.girl.at = spaces[0]
        for body in state.killers.values():
            body.at = spaces[-1] if self.rules.killer.placed else ""
        game.facts.clear()
        game.tape, game.at = [], 0
        game.forget_listeners()

    # --- laying out

    @property
    def state(self) -> State:
        return self.game.state

    def girl(self, **what: Any) -> "Table":
        """Set fields of the girl: at, health, max, token."""
        for key, value in what.items():
            setattr(self.state.girl, key, value)
        return self

    def killer(self, name: str = "", **what: Any) -> "Table":
        """Set fields of a Killer (the first one if not named): at, health, max, token, status."""
        body = self.state.killers[name or next(iter(self.state.killers))]
        for key, value in what.items():
            setattr(body, key, value)
        self.game.forget_listeners()
        return self

    def victims(self, **spaces: int) -> "Table":
        """Put ordinary Victims into spaces (`_` in a name stands for `-`)."""
        for space, number in spaces.items():
            assert space.replace("_", "-") in self.rules.board.spaces, space
            victims.add_victims(self.game, space.replace("_", "-"), number)
        return self

    def special(self, name: str, space: str) -> "Table":
        """Put a special Victim into a space, with its Event in play."""
        self.state.victims[name] = space
        if name in self.rules.cards and name not in self.state.events and self.rules.cards[name].kind == "event":
            self.state.events.append(name)
        self.game.forget_listeners()
        return self

    def hand(self, *cards: str) -> "Table":
        """Take Action cards from the tableau into the hand."""
        for card in cards:
            self.state.tableau[card] -= 1
            if not self.state.tableau[card]:
                del self.state.tableau[card]
            self.state.hand[card] = self.state.hand.get(card, 0) + 1
        return self

    def item(self, name: str, slot: str = "hand", uses: int | None = None) -> "Table":
        """Give the girl an Item, taken out of the pile it may come from."""
        self._take_out(name)
        self.state.items[name] = slot
        number = self.rules.card(name).face.uses if uses is None else uses
        if number:
            self.state.uses[name] = number
        self.game.forget_listeners()
        return self

    def event(self, *names: str) -> "Table":
        """Events in play."""
        for name in names:
            self._take_out(name)
            self.state.events.append(name)
        self.game.forget_listeners()
        return self

    def power(self, name: str, health: int | None = None) -> "Table":
        """A Minor Dark Power in play."""
        self._take_out(name)
        self.state.powers[name] = self.rules.card(name).face.health if health is None else health
        self.game.forget_listeners()
        return self

    def finale(self, name: str) -> "Table":
        """The Finale is revealed."""
        self.state.finale = name
        self.game.forget_listeners()
        return self

    def dark_power(self, name: str) -> "Table":
        """The Dark Power is revealed."""
        self.state.dark_power = name
        self.game.forget_listeners()
        return self

    def token(self, name: str, space: str) -> "Table":
        """A token on the board."""
        self.state.tokens[name] = space
        self.game.forget_listeners()
        return self

    def mark(self, key: str, value: Any = True) -> "Table":
        """Something a card remembers."""
        self.state.marks[key] = value
        return self

    def deck(self, name: str, *cards: str, faceup: bool = True, blanks: int = 0) -> "Table":
        """A deck of exactly these known cards, top first (and blanks under them)."""
        for card in cards:
            self._take_out(card)
        parent = "terror" if name == "terror" else "events" if name == "events" else "items"
        self.state.decks[name] = Deck(parent, blanks, [], list(cards), [], faceup and name not in ("terror", "events"))
        return self

    def _take_out(self, card: str) -> None:
        for pool in self.state.pools.values():
            if card in pool:
                pool.remove(card)

    def set(self, **what: Any) -> "Table":
        """Set fields of the state: time, horror, bloodlust, turn, phase, supply, active ..."""
        for key, value in what.items():
            setattr(self.state, key, value)
        self.game.forget_listeners()
        return self

    def dice(self, *results: int) -> "Table":
        """The next dice."""
        self.game.dice += results
        return self

    def draws(self, purpose: str, *results: str) -> "Table":
        """The next draws of a purpose: final-health, terror, events, finale, dark-power, a deck, a pool ..."""
        self.game.cards.setdefault(purpose, []).extend(results)
        return self

    # --- doing

    def run(self, what: Run, *answers: str) -> "Table":
        """Do something; answer what it asks."""
        assert self.request is None, f"still asked: {self.request}"
        self._run, self._start, self._tape = what, self.state.copy(), []
        self._facts = len(self.game.facts)
        self._go()
        return self.choose(*answers)

    def choose(self, *answers: str) -> "Table":
        """Answer the open request, and the next ones."""
        for answer in answers:
            assert self.request is not None, f"nothing is asked any more, but the test answers {answer}"
            assert answer in self.request.options, f"{answer} is not among {self.request.options} ({self.request.kind})"
            self._tape = [*self.game.tape, Command(0, answer)]
            self._go()
        return self

    def _go(self) -> None:
        game = self.game
        del game.facts[self._facts :]
        game.resume(self._start.copy(), self._tape)
        self.request, self.phase_ended, self.signal = None, False, None
        assert self._run is not None
        try:
            self.signal = self._run(game)
        except Pending as pending:
            self.request = pending.request
        except PhaseEnded:
            self.phase_ended = True
        except (GameOver, _Stop):
            pass

    def play(self, card: str, *answers: str) -> "Table":
        """Play an Action card from the hand."""
        return self.act(f"play:{card}", *answers)

    def act(self, option: str, *answers: str) -> "Table":
        """Take one action of the Action phase (`play:walk`, `save:victim`, `use:map`, `discard:focus`, `end`)."""
        self.run(action.take_action)
        if self.request is not None and self.request.kind == "action":
            self.choose(option)
        return self.choose(*answers)

    def actions(self) -> list[str]:
        """What the Action phase offers now; nothing is done."""
        self.run(action.take_action)
        options = self.request.options if self.request and self.request.kind == "action" else ["end"]
        self.game.resume(self._start.copy(), [])
        self.request = None
        return list(options)

    def resolve(self, effects: str, *answers: str) -> "Table":
        """Resolve effects in the notation of the cards."""
        lines = parse(effects, "test", "test", "effect")
        return self.run(lambda game: resolve(game, lines), *answers)

    def terror(self, card: str, *answers: str) -> "Table":
        """Resolve a Terror card (in the Killer phase)."""
        self._take_out(card)
        self.state.phase = "killer"
        return self.run(lambda game: terror.resolve_terror_card(game, card), *answers)

    def draw_event(self, card: str, *answers: str) -> "Table":
        """Draw and resolve an Event."""
        self._take_out(card)
        deck = self.state.decks["events"]
        deck.top.insert(0, card)
        return self.run(events.draw_event, *answers)

    def attacked(self, damage: int, *answers: str, killer: str = "") -> "Table":
        """A Killer attacks the girl."""
        name = killer or next(iter(self.state.killers))
        return self.run(lambda game: attack.attack_girl(game, name, damage), *answers)

    def step(self, name: str, *answers: str) -> "Table":
        """Run one step of the turn by name, as often as it repeats."""
        index = next(i for i, step in enumerate(self.rules.steps) if step.name == name)
        return self._run_steps(lambda game: game.state.step != index, index, answers)

    def phase(self, name: str, *answers: str) -> "Table":
        """Run a whole phase, tails included."""
        steps = self.rules.steps
        index = next(i for i, step in enumerate(steps) if step.phase == name)
        return self._run_steps(lambda game: steps[game.state.step].phase != name, index, answers)

    def rest_of_phase(self, *answers: str) -> "Table":
        """Run on from the present step to the end of its phase."""
        steps = self.rules.steps
        name = steps[self.state.step].phase
        return self._run_steps(lambda game: steps[game.state.step].phase != name, self.state.step, answers)

    def _run_steps(self, over: Callable[[Game], bool], index: int, answers: tuple[str, ...]) -> "Table":
        self.state.step = index
        self.state.phase = self.rules.steps[index].phase

        def stop(game: Game) -> None:
            if over(game):
                raise _Stop

        return self.run(lambda game: play(game, stop), *answers)

    # --- looking

    @property
    def options(self) -> list[str]:
        """The options of the open request; empty if nothing is asked."""
        return list(self.request.options) if self.request else []

    @property
    def asked(self) -> str:
        """The kind of the open request, or an empty string."""
        return self.request.kind if self.request else ""

    @property
    def body(self) -> Any:
        """The first Killer."""
        return next(iter(self.state.killers.values()))

    def victims_at(self, space: str) -> int:
        """Victims in a space."""
        return len(victims.at(self.game, space))

    def facts(self, name: str = "") -> list[Fact]:
        """What the last thing done told, by name of the fact."""
        return [f for f in self.game.facts[self._facts :] if not name or type(f).__name__ == name]

    def left(self, deck: str) -> int:
        """Cards left in a deck."""
        return decks.size(self.game, deck)

    @property
    def won(self) -> bool:
        return self.state.outcome[:1] == ["won"]

    @property
    def lost(self) -> bool:
        return self.state.outcome[:1] == ["lost"]
