"""Achievements: predicates over finished games. Each film names its own in `achievements.py`.

A `Story` is one finished game as its facts; an achievement that spans games gets a list of them, oldest first.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from engine.core.content import FILMS
from engine.core.facts import BodySet, Fact, GameEnded, PhaseBegan, TurnBegan
from engine.core.state import Killer, State

F = TypeVar("F", bound=Fact)


class Played(Protocol):
    """What was chosen before the game: a record's Header, or a Setup."""

    @property
    def killer(self) -> str: ...
    @property
    def location(self) -> str: ...
    @property
    def girl(self) -> str: ...
    @property
    def extreme(self) -> bool: ...
    @property
    def epic(self) -> bool: ...


class Story:
    """A finished game: its header and all its facts, set-up included."""

    def __init__(self, header: Played, facts: Sequence[Fact]) -> None:
        self.header = header
        self.facts = facts
        ends = self.of(GameEnded)
        self.outcome: GameEnded | None = ends[0] if ends else None

    @property
    def won(self) -> bool:
        """Whether the girl won."""
        return self.outcome is not None and self.outcome.won

    def of(self, kind: type[F], **values: Any) -> list[F]:
        """All facts of a class whose fields have these values."""
        return found(self.facts, kind, **values)

    def turns(self) -> list[list[Fact]]:
        """The facts of each turn; the first list is the set-up."""
        return _split(self.facts, TurnBegan)

    def phases(self) -> list[list[Fact]]:
        """The facts of each phase; the first list is the set-up."""
        return _split(self.facts, PhaseBegan)

    def states(self) -> Iterator[tuple[Fact, State]]:
        """Each fact with the state after it (one state that goes on changing: copy what is to be kept)."""
        state = State()
        for fact in self.facts:
            if isinstance(fact, BodySet) and fact.who != "girl":
                state.killers.setdefault(fact.who, Killer())
            fact.apply(state)
            yield fact, state


def found(facts: Sequence[Fact], kind: type[F], **values: Any) -> list[F]:
    """The facts of a class whose fields have these values."""
    wanted = values.items()
    return [f for f in facts if isinstance(f, kind) and all(getattr(f, key) == value for key, value in wanted)]


def _split(facts: Sequence[Fact], kind: type[Fact]) -> list[list[Fact]]:
    parts: list[list[Fact]] = [[]]
    for fact in facts:
        if isinstance(fact, kind):
            parts.append([])
        parts[-1].append(fact)
    return parts


class Achievement(Struct, frozen=True):
    """Something to be proud of, in this project's own words."""

    id: str
    text: str
    half: str
    """Id of the killer or the location it belongs to: only games with it count."""
    test: Callable[[Any], bool]
    """Of a Story; `across` games, of a list of Stories."""
    across: bool = False

    def earned(self, stories: Sequence[Story]) -> bool:
        """Whether these finished games, the last one included, have earned it."""
        mine = [story for story in stories if self.half in (story.header.killer, story.header.location)]
        return self.test(mine) if self.across else any(self.test(story) for story in mine)


def achievements(film: str) -> tuple[Achievement, ...]:
    """The achievements of a film; none for one that names none."""
    if not (FILMS / film / "achievements.py").exists():
        return ()
    return tuple(import_module(f"engine.films.{film}.achievements").ACHIEVEMENTS)


def all_achievements() -> dict[str, tuple[Achievement, ...]]:
    """Film to its achievements."""
    films = sorted(path.name for path in FILMS.iterdir() if (path / "__init__.py").exists())
    return {film: achievements(film) for film in films}
