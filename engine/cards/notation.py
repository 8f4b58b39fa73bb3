"""The notation of card faces: `T-1; H+1 | near mv atk` becomes frozen values that one executor runs.

Effects of a line stand left to right, separated by `;`. Lines separated by `|` are alternatives (the player
picks one whole line). Every effect word is registered beside the rule that it stands for, by `@word`; a film
may add its own. `docs/content.md` lists them all with an example each.
"""

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.errors import ContentError
from engine.core.game import Game

NEXT = "next"
"""Signal of a clause: this card is discarded and the next one drawn."""
STOP = "stop"
"""Signal of a clause: the rest of this card is not resolved."""


class Effect(Struct, frozen=True):
    """One effect of a card: its word, its number and its other arguments."""

    word: str
    n: int = 0
    args: tuple[str, ...] = ()


Line = tuple[Effect, ...]
Lines = tuple[Line, ...]
Run = Callable[[Game, Effect], str | None]
Possible = Callable[[Game, Effect], bool]


class Word(Struct, frozen=True):
    """How an effect word is written, what it does, and when it can be done at all."""

    name: str
    pattern: re.Pattern[str]
    run: Run
    possible: Possible | None
    example: str


WORDS: dict[str, Word] = {}


def word(name: str, pattern: str, example: str, possible: Possible | None = None) -> Callable[[Run], Run]:
    """Register an effect word. Group `n` of the pattern is its number, the other groups its arguments."""

    def register(run: Run) -> Run:
        if name in WORDS:
            raise ContentError("notation", name, "word", "a new word", name)
        WORDS[name] = Word(name, re.compile(pattern), run, possible, example)
        return run

    return register


def parse(text: str, file: str, card: str, key: str) -> Lines:
    """The lines of an effect text. Raises ContentError naming file, card and key."""
    if not text.strip():
        return ()
    return tuple(_parse_line(line, file, card, key) for line in text.split("|"))


def _parse_line(text: str, file: str, card: str, key: str) -> Line:
    return tuple(_parse_effect(part.strip(), file, card, key) for part in text.split(";") if part.strip())


def _parse_effect(text: str, file: str, card: str, key: str) -> Effect:
    for known in WORDS.values():
        if match := known.pattern.fullmatch(text):
            groups = match.groupdict()
            number = groups.pop("n", None)
            args = tuple(value.strip() if value else "" for value in groups.values())
            return Effect(known.name, int(number) if number else 0, args)
    raise ContentError(file, card, key, "an effect word as in docs/content.md", text)


def possible(game: Game, line: Line) -> bool:
    """Whether a line can be chosen: none of its effects is impossible now."""
    return all((test := WORDS[e.word].possible) is None or test(game, e) for e in line)


def resolve_line(game: Game, line: Line) -> str | None:
    """Resolve the effects of a line, left to right. Returns the signal of a clause that cut it short."""
    for effect in line:
        signal = WORDS[effect.word].run(game, effect)
        if signal is not None:
            return signal
    return None


def resolve(game: Game, lines: Lines, card: str = "", **about: Any) -> str | None:
    """Resolve an effect text: the player picks one of several lines."""
    if not lines:
        return None
    if len(lines) == 1:
        return resolve_line(game, lines[0])
    open_lines = [f"line:{i + 1}" for i, line in enumerate(lines) if possible(game, line)]
    if not open_lines:
        return None
    chosen = game.choose("line", open_lines, card=card, lines=[describe(line) for line in lines], **about)
    return resolve_line(game, lines[int(chosen[5:]) - 1])


def describe(line: Line) -> list[list[Any]]:
    """A line as data for the reader's words: [[word, number, *args], ...]."""
    return [[e.word, e.n, *e.args] for e in line]
