"""The base of all facts: the only way the state changes, and all that the record, the log and the animation tell.

`Game.tell` calls `apply` and keeps the fact. Each class declares who may see it (`sight`); one that declares
nothing is hidden from everybody. `because` names the card or rule that caused the fact.
"""

from typing import Any, ClassVar

import msgspec

from engine.core.state import State


class Fact(msgspec.Struct, tag_field="fact", omit_defaults=True, gc=False):
    """Base of all facts. Past tense; complete enough to redraw and to narrate."""

    sight: ClassVar[str] = "none"
    """all; team (player and advisors, spectators only with an open hand); none (inside the server)."""
    cut: ClassVar[bool] = False
    """Whether everybody's picture is brought up to date right after it, whatever follows."""
    barrier: ClassVar[bool] = False
    """Whether it tells player or advisors something that no take-back can make them forget (as draws do)."""
    sources: ClassVar[bool] = False
    """Whether it changes which cards listen."""

    watched: ClassVar[bool] = False
    """Whether any of the three."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.watched = cls.cut or cls.barrier or cls.sources

    def apply(self, state: State) -> None:
        """Change the state: figures in place, lists and maps by new ones. Most set what they say; some only tell."""

    def seen_by(self, role: str, open_hand: bool) -> "Fact | None":
        """The fact as a role may know it: itself, a redacted one, or nothing."""
        if self.sight == "all" or (self.sight == "team" and (role != "spectator" or open_hand)):
            return self
        return self.redacted() if self.sight == "team" else None

    def redacted(self) -> "Fact | None":
        """What a closed-hand spectator gets of a `team` fact."""
        return None
