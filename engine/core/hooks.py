"""How cards join in: two kinds of hooks, named by moment, registered by the card's id.

*Modifiers* are pure: they get a value and give one back. *Reactions* may ask and tell. Who listens is computed
from the state (`Rules.sources`), never stored. Order between sources is one list: core, location, killer,
event, item, girl. Within a modifier: first those that set, then those that add, then those that cap.
"""

from collections.abc import Callable
from typing import Any

Hook = Callable[..., Any]
_STAGES = {"set": 0, "add": 1, "cap": 2}


class Hooks:
    """The hooks of one module of content: card id and moment to function."""

    def __init__(self) -> None:
        self.reactions: dict[str, dict[str, Hook]] = {}
        self.modifiers: dict[str, dict[str, tuple[int, Hook]]] = {}

    def react(self, moment: str, *cards: str) -> Callable[[Hook], Hook]:
        """Register a reaction `fn(game, card, *args)` of these cards."""

        def register(hook: Hook) -> Hook:
            for card in cards:
                self.reactions.setdefault(card, {})[moment] = hook
            return hook

        return register

    def modify(self, moment: str, *cards: str, stage: str = "add") -> Callable[[Hook], Hook]:
        """Register a modifier `fn(game, card, value, *args) -> value` of these cards."""

        def register(hook: Hook) -> Hook:
            for card in cards:
                self.modifiers.setdefault(card, {})[moment] = (_STAGES[stage], hook)
            return hook

        return register

    def join(self, other: "Hooks") -> None:
        """Take over the hooks of another module."""
        for card, moments in other.reactions.items():
            self.reactions.setdefault(card, {}).update(moments)
        for card, stages in other.modifiers.items():
            self.modifiers.setdefault(card, {}).update(stages)

    def by_moment(self) -> tuple[dict[str, dict[str, Hook]], dict[str, dict[str, tuple[int, Hook]]]]:
        """The same, moment first: reactions and modifiers by moment and card."""
        reactions: dict[str, dict[str, Hook]] = {}
        modifiers: dict[str, dict[str, tuple[int, Hook]]] = {}
        for card, moments in self.reactions.items():
            for moment, hook in moments.items():
                reactions.setdefault(moment, {})[card] = hook
        for card, stages in self.modifiers.items():
            for moment, entry in stages.items():
                modifiers.setdefault(moment, {})[card] = entry
        return reactions, modifiers

    def cards(self) -> set[str]:
        """Ids of all cards that listen to anything."""
        return set(self.reactions) | set(self.modifiers)
