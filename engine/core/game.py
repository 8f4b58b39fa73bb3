"""A game under way: rules ask it (`choose`, `roll`, `draw`), tell it facts, and listen through it.

Nothing here knows a rule. A policy may answer in place; without one, a choice that the tape does not answer
raises Pending. See ARCHITECTURE.md for the design.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from engine.core.errors import ReplayDiverged, RuleError
from engine.core.facts import Fact, Marked
from engine.core.hooks import Hook
from engine.core.ids import base
from engine.core.record import Command, Draw, Entry
from engine.core.state import State
from engine.core.tape import Pending, Request

if TYPE_CHECKING:
    from engine.core.compose import Listeners, Rules

DIE = 6
Policy = Callable[["Game", Request], str]


class Chance(Protocol):
    """Where draws that the tape does not hold come from."""

    def index(self, purpose: str, options: int) -> int:
        """The next draw of a purpose: 0 to options - 1."""


class Game:
    """State, facts and the tape of one game."""

    def __init__(self, rules: "Rules", state: State, chance: Chance | None = None, policy: Policy | None = None):
        self.rules = rules
        self.state = state
        self.chance = chance
        self.policy = policy
        self.facts: list[Fact] = []
        self.tape: list[Entry] = []
        """Answers and draws since the boundary (replay: since the start)."""
        self.at = 0
        """How many of them have been read."""
        self.revealed = -1
        """How many of them had been read when something was last revealed; -1 if nothing was."""
        self.source = "rule.setup"
        """The card or rule that speaks now; facts carry it as `because`."""
        self.commands = 0
        """Answers given in place or read, for request numbers."""
        self.on_cut: Callable[[Game], None] | None = None
        self.on_request: Callable[[Game], None] | None = None
        self.attack: Any = None
        """The attack being resolved, for the effects of its card (engine.rules.attack)."""
        self._stopped = False
        self._listeners: Listeners | None = None

    # --- requests

    def choose(self, kind: str, options: list[str], **about: Any) -> str:
        """Ask the player. A single option is taken without asking."""
        if len(options) < 2:
            if not options:
                raise RuleError(f"{kind}: no option (because {self.source})")
            return options[0]
        if self.on_request is not None:
            self.on_request(self)
        if self.at < len(self.tape):
            return self._answer_from_tape(kind, options)
        request = Request(kind, options, about)
        if self.policy is None:
            self._stopped = True
            raise Pending(request)
        option = self.policy(self, request)
        self.commands += 1
        self.tape.append(Command(self.commands, option))
        self.at += 1
        return option

    def _answer_from_tape(self, kind: str, options: list[str]) -> str:
        entry = self.tape[self.at]
        if not isinstance(entry, Command):
            raise ReplayDiverged(self.at, f"an answer to {kind}", type(entry).__name__)
        if entry.option not in options:
            raise ReplayDiverged(self.at, f"an answer to {kind}: {', '.join(options)}", entry.option)
        self.at += 1
        self.commands += 1
        return entry.option

    def draw(self, purpose: str, options: list[str]) -> str:
        """Draw one of the options, all equally likely. They must come in a fixed order (sorted). One is no draw."""
        if len(options) < 2:
            if not options:
                raise RuleError(f"draw {purpose}: nothing to draw from")
            return options[0]
        drawn = self._draw_from_tape(purpose, options)
        if drawn is None:
            drawn = options[self._chance().index(purpose, len(options))]
            self.tape.append(Draw(purpose, options[:], drawn))
            self.at += 1
        elif drawn not in options:
            raise ReplayDiverged(self.at, f"one of {', '.join(options)}", str(drawn))
        assert isinstance(drawn, str)
        return drawn

    def roll(self, purpose: str, number: int) -> list[int]:
        """Roll plain dice: a list of 1 to 6."""
        drawn = self._draw_from_tape(purpose, DIE)
        if drawn is None:
            chance = self._chance()
            drawn = [chance.index(purpose, DIE) + 1 for _ in range(number)]
            self.tape.append(Draw(purpose, DIE, drawn))
            self.at += 1
        if not isinstance(drawn, list) or len(drawn) != number or not all(1 <= die <= DIE for die in drawn):
            raise ReplayDiverged(self.at, f"{number} dice", str(drawn))
        return drawn[:]

    def _draw_from_tape(self, purpose: str, options: list[str] | int) -> str | list[int] | None:
        if self.at >= len(self.tape):
            return None
        entry = self.tape[self.at]
        if not isinstance(entry, Draw):
            raise ReplayDiverged(self.at, f"a draw for {purpose}", type(entry).__name__)
        if entry.purpose != purpose or entry.options != options:
            raise ReplayDiverged(self.at, f"draw {purpose} of {options}", f"{entry.purpose} of {entry.options}")
        self.at += 1
        return entry.result

    def _chance(self) -> Chance:
        if self.chance is None:
            raise ReplayDiverged(self.at, "a draw on the tape", "nothing")
        return self.chance

    # --- facts

    def tell(self, fact: Fact) -> None:
        """Apply a fact and record it with its cause."""
        if self._stopped:
            raise RuleError(f"{type(fact).__name__} told after a request was left open")
        fact.because = self.source  # type: ignore[attr-defined]
        fact.apply(self.state)
        self.facts.append(fact)
        if fact.watched:
            self._watch(fact)

    def _watch(self, fact: Fact) -> None:
        if fact.barrier:
            self.revealed = self.at
        if fact.sources:
            self.forget_listeners()
        if fact.cut and self.on_cut is not None:
            self.on_cut(self)

    def forget_listeners(self) -> None:
        """Compute anew who listens (after a fact that changes it, or with another state)."""
        self._listeners = None

    def _listen(self) -> "Listeners":
        found = self._listeners = self.rules.listeners(self.state)
        return found

    def resume(self, state: State, tape: list[Entry]) -> None:
        """Stand at a boundary again, with the answers given since."""
        self.state = state
        self.tape = tape
        self.at, self.revealed = 0, -1
        self.attack = None
        self._stopped = False
        self.forget_listeners()

    # --- memory of cards

    def mark(self, key: str, value: Any = True, scope: str = "game") -> None:
        """Remember something; None forgets it. Scopes: game, turn, phase."""
        self.tell(Marked(key, value, scope))

    def marked(self, key: str, default: Any = None) -> Any:
        """What was remembered under a key in any scope."""
        state = self.state
        for marks in (state.phase_marks, state.turn_marks, state.marks):
            if key in marks:
                return marks[key]
        return default

    # --- listening

    def modify(self, moment: str, value: Any, *args: Any) -> Any:
        """Let every listening card change a value."""
        listening = self._listeners or self._listen()
        hooks = listening.modifiers.get(moment)
        if hooks is None:
            hooks = listening.modifying(moment)
        for card, hook in hooks:
            value = hook(self, card, value, *args)
        return value

    def modifiers(self, moment: str) -> list[tuple[str, Hook]]:
        """Which cards modify a moment now, in their fixed order."""
        listening = self._listeners or self._listen()
        hooks = listening.modifiers.get(moment)
        return listening.modifying(moment) if hooks is None else hooks

    def react(self, moment: str, *args: Any) -> bool:
        """Let every listening card do something; its facts carry the card as cause. True if any returned True."""
        said = False
        for card, hook in self.reactions(moment):
            said = bool(self.let(card, hook, *args)) or said
        return said

    def instead(self, moment: str, *args: Any) -> bool:
        """Ask the listening cards in turn to do something in place of the rule; the first that does wins."""
        for card, hook in self.reactions(moment):
            if self.let(card, hook, *args):
                return True
        return False

    def let(self, card: str, hook: Hook, *args: Any) -> Any:
        """Run one card's hook with the card as cause of what it tells."""
        before, self.source = self.source, card
        result = hook(self, card, *args)
        self.source = before
        return result

    def reactions(self, moment: str) -> list[tuple[str, Hook]]:
        """Which cards react to a moment now, in their fixed order."""
        listening = self._listeners or self._listen()
        hooks = listening.reactions.get(moment)
        return listening.reacting(moment) if hooks is None else hooks

    def handle(self, card: str, moment: str, *args: Any) -> Any:
        """Let one card do what it does at a moment of its own, whether or not it listens now."""
        hook = self.rules.hooks.reactions.get(base(card), {}).get(moment)
        return None if hook is None else self.let(card, hook, *args)
