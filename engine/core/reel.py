"""Checking a record: every answer, draw and digest; and `.reel` files, one canonical JSON object a line."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from engine.core.compose import Setup, compose
from engine.core.content import Content
from engine.core.dealer import commitment
from engine.core.errors import Illegal, RecordError, Refused
from engine.core.facts import Fact
from engine.core.game import Game
from engine.core.record import (
    RULES_VERSION,
    AnyEntry,
    Closing,
    Command,
    Draw,
    End,
    Entry,
    Header,
    Note,
    Rekey,
    Start,
    Undo,
    begin_chain,
    chain,
    decode,
    encode,
)
from engine.core.reveal import Gap, check_draws, eras_of
from engine.core.run import play
from engine.core.state import State
from engine.core.table import Batch, Table
from engine.core.tape import Pending
from engine.rules.setup import new_state

_facts = msgspec.json.Encoder(order="sorted")


class Verdict(msgspec.Struct):
    """What a check of a record found."""

    entries: int
    commands: int
    draws: int
    finished: bool
    outcome: list[str]
    digest: str
    draws_checked: bool
    """Whether every draw was derived from what is published (only once the game is over)."""
    derived: int = 0
    """Draws that were."""
    not_derivable: list[Gap] = []


# --- files


def lines(entries: Iterable[Entry], facts: dict[int, list[Fact]] | None = None) -> Iterator[bytes]:
    """The lines of a `.reel` file: each entry, and behind a command the facts it led to."""
    for number, entry in enumerate(entries, 1):
        yield encode(entry)
        if facts and number in facts:
            yield _facts.encode({"facts": facts[number]})


def read(data: bytes) -> list[AnyEntry]:
    """The entries of a `.reel` file. Raises RecordError with the number of the entry that cannot be read."""
    entries: list[AnyEntry] = []
    for line in data.splitlines():
        if line.strip() and not line.startswith(b'{"facts":'):
            entries.append(decode(line, len(entries) + 1))
    if not entries or not isinstance(entries[0], Header):
        raise RecordError(1, "a header", type(entries[0]).__name__ if entries else "an empty file")
    for number, entry in enumerate(entries[1:], 2):
        if isinstance(entry, Header):
            raise RecordError(number, "one header", "another")
    return entries


# --- checking


def verify(content: Content, entries: list[AnyEntry]) -> Verdict:
    """Replay a record and compare everything. Raises RecordError naming the first entry that differs."""
    header = header_of(content, entries)
    _check_order(entries)
    _check_ids(entries)
    end = next((e for e in entries if isinstance(e, End)), None)
    replayed = _verify_by_steps if any(isinstance(entry, Undo) for entry in entries) else _verify_straight
    try:
        outcome, digest = replayed(content, header, entries)
        _check_end(header, entries, end, outcome)
    except RecordError as error:
        raise _blame(header, entries, end, error) from None
    eras = eras_of(header, entries, end)
    gaps = check_draws(eras, entries)
    draws = sum(isinstance(e, Draw) for e in entries)
    return Verdict(
        len(entries),
        sum(isinstance(e, Command) for e in entries),
        draws,
        bool(outcome),
        outcome,
        digest,
        bool(eras) and not gaps,
        draws - sum(gap.draws for gap in gaps) if eras else 0,
        gaps,
    )


def header_of(content: Content, entries: list[AnyEntry]) -> Header:
    """The header of a record that can be played here. Raises RecordError."""
    header = entries[0]
    assert isinstance(header, Header)
    if header.rules != RULES_VERSION:
        raise RecordError(1, f"rules version {RULES_VERSION}", str(header.rules))
    if len(entries) < 2 or not isinstance(entries[1], Start):
        raise RecordError(2, "the start", type(entries[1]).__name__ if len(entries) > 1 else "nothing")
    try:
        compose(content, Setup(header.killer, header.location, header.girl, header.extreme, header.epic))
    except Refused as error:
        raise RecordError(1, error.expected, error.came) from None
    return header


def _check_order(entries: list[AnyEntry]) -> None:
    """A game starts once and ends once."""
    for kind in (Start, End):
        again = [number for number, entry in enumerate(entries, 1) if isinstance(entry, kind)][1:]
        if again:
            raise RecordError(again[0], f"one {kind.__name__.lower()}", "another")


def _check_digest(header: Header, number: int, expected: str, came: str) -> None:
    """Every boundary of a dealt game carries its digest; only one with forced draws (a test) may go without."""
    if came != expected and (came or header.commitment):
        raise RecordError(number, expected, came or "no digest")


def _check_ids(entries: list[AnyEntry]) -> None:
    """No command is on record twice."""
    seen: set[str] = set()
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, Command | Undo | Note) and entry.id:
            if entry.id in seen:
                raise RecordError(number, "a command that is not on record yet", f"{entry.id} again")
            seen.add(entry.id)


def _blame(header: Header, entries: list[AnyEntry], end: End | None, error: RecordError) -> RecordError:
    """Of a batch that does not fit, the entry to blame: a draw that was not dealt so, else what opens the batch."""
    first = error.entry
    while isinstance(entries[first - 1], Draw):
        first -= 1
    last = first + len(list(_following_draws(entries, first)))
    try:
        eras = eras_of(header, entries, end)
    except RecordError:
        return error
    try:
        gaps = check_draws(eras, entries[:last])
    except RecordError as draw:
        return draw
    known = bool(eras) and not any(gap.last > first for gap in gaps)
    return RecordError(first, error.expected, error.came) if known else error


def replay(content: Content, header: Header, entries: list[Entry], on_request: Any = None) -> Game:
    """Run commands and draws straight through; the game stands at the first request without an answer."""
    rules = compose(content, Setup(header.killer, header.location, header.girl, header.extreme, header.epic))
    game = Game(rules, State())
    game.state = new_state(game)
    game.tape = entries
    game.on_request = on_request
    try:
        play(game)
    except Pending:
        pass
    return game


def _verify_straight(content: Content, header: Header, entries: list[AnyEntry]) -> tuple[list[str], str]:
    numbers = [n for n, e in enumerate(entries, 1) if isinstance(e, Command | Draw)]
    tape: list[Entry] = [e for e in entries if isinstance(e, Command | Draw)]
    different: list[RecordError] = []

    def check(number: int, entry: Closing, digest: str) -> None:
        try:
            _check_digest(header, number, digest, entry.digest)
        except RecordError as error:
            different.append(error)
            raise

    walk = _Chain(header, entries, check)
    try:
        game = replay(content, header, tape, walk)
    except RecordError as error:
        if error in different:
            raise
        at = numbers[error.entry] if error.entry < len(numbers) else len(entries)
        raise RecordError(walk.within(at), error.expected, error.came) from None
    walk.close(game)
    if game.at < len(tape):
        raise RecordError(numbers[game.at], "no further answer or draw", type(tape[game.at]).__name__)
    return game.state.outcome, walk.digest


class _Chain:
    """Goes along a record without take-backs as it is replayed and gives each entry its digest."""

    def __init__(self, header: Header, entries: Sequence[Entry], give: Callable[[int, Closing, str], None]) -> None:
        self.entries = entries
        self.give = give
        self.digest = begin_chain(header)
        self.at = 1

    def __call__(self, game: Game) -> None:
        """A request is open: the batch that led to it is closed, unless the replay will find more draws in it."""
        if game.at < len(game.tape) and isinstance(game.tape[game.at], Draw):
            return
        self._close_notes()
        if self.at < len(self.entries):
            draws = list(_following_draws(self.entries, self.at + 1))
            self._close(draws, game.state)
            self.at += len(draws)

    def close(self, game: Game) -> None:
        """The replay has come to the end of the record."""
        if game.state.outcome:
            self(game)
        self._close_notes()

    def within(self, number: int) -> int:
        """That entry if it is one of the batch that is open, else the one that opens it."""
        self._close_notes()
        return min(self.at + 1, len(self.entries)) if number > self._last() else number

    def _last(self) -> int:
        return self.at + 1 + len(list(_following_draws(self.entries, self.at + 1)))

    def _close_notes(self) -> None:
        while self.at < len(self.entries) and not isinstance(self.entries[self.at], Start | Command | Draw):
            self._close()

    def _close(self, draws: Sequence[Draw] = (), state: State | None = None) -> None:
        entry = self.entries[self.at]
        assert isinstance(entry, Closing)
        self.at += 1
        self.digest = chain(self.digest, entry, draws, state)
        self.give(self.at, entry, self.digest)


def branch(
    content: Content, entries: list[AnyEntry], at: int, game: str, secret: bytes, *, key: str = "", epoch: str = ""
) -> list[AnyEntry]:
    """A new game that goes on from where another stood after entry `at`, with a fresh secret for what comes.

    Take-backs before it are left out. Raises RecordError if `at` is no entry, Illegal if the game was over there.
    """
    old = header_of(content, entries)
    if not 2 <= at <= len(entries):
        raise RecordError(at, f"an entry from 2 to {len(entries)}", str(at))
    line = _effective([*entries[1:at], *_following_draws(entries, at)])
    header = msgspec.structs.replace(
        old,
        game=game,
        seed="",
        commitment=commitment(secret),
        key=key,
        epoch=epoch,
        parent=f"{old.game}@{at}",
        copied=len(line) + 1,
        content=content.digest,
    )
    made = sealed(content, [header, Start(), *line])
    if replay(content, header, [e for e in made if isinstance(e, Command | Draw)]).state.outcome:
        raise Illegal("an entry before the end of the game", str(at))
    return made


def _effective(entries: list[AnyEntry]) -> list[AnyEntry]:
    """The commands and draws that still count, commands numbered anew."""
    numbered = list(enumerate(entries, 2))
    line: list[tuple[int, Command | Draw]] = []
    for number, entry in numbered:
        if isinstance(entry, Undo):
            line = [(n, e) for n, e in line if n < entry.to]
        elif isinstance(entry, Command | Draw):
            line.append((number, entry))
    requests = iter(range(1, len(line) + 1))
    return [Command(next(requests), e.option, who=e.who) if isinstance(e, Command) else e for _, e in line]


def sealed(content: Content, entries: list[AnyEntry]) -> list[AnyEntry]:
    """A record with its digests filled in (one without take-backs, played by a policy in place)."""
    header = header_of(content, entries)

    def seal(_: int, entry: Closing, digest: str) -> None:
        entry.digest = digest

    walk = _Chain(header, entries, seal)
    walk.close(replay(content, header, [e for e in entries if isinstance(e, Command | Draw)], walk))
    return entries


def facts_by_entry(content: Content, entries: list[AnyEntry]) -> dict[int, list[Fact]]:
    """The facts that each start, command and take-back led to, by the number of the last entry of its batch."""
    found: dict[int, list[Fact]] = {}
    _verify_by_steps(content, header_of(content, entries), entries, found)
    return found


def _verify_by_steps(
    content: Content, header: Header, entries: list[AnyEntry], found: dict[int, list[Fact]] | None = None
) -> tuple[list[str], str]:
    """With take-backs in it a record is played as it was, answer by answer."""
    table = Table(content, header)
    at = 1
    while at < len(entries):
        entry, number = entries[at], at + 1
        draws = list(_following_draws(entries, at + 1))
        if isinstance(entry, Start | Command | Undo):
            table.game.chance = _Recorded(draws, number)
            try:
                batch = _repeat(table, entry)
            except Refused as error:
                raise RecordError(number, error.expected, error.came) from None
            if found is not None:
                found[number + len(draws)] = batch.facts
            _check_same_draws(number, [made for made in batch.entries if isinstance(made, Draw)], draws)
            closed = next(made for made in batch.entries if isinstance(made, Start | Command | Undo))
            _check_digest(header, number, closed.digest, entry.digest)
            if isinstance(batch.entries[-1], End):
                table.digest = closed.digest
        elif isinstance(entry, Draw):
            raise RecordError(number, "an answer before a draw", f"a draw for {entry.purpose}")
        elif not isinstance(entry, Header):
            _check_digest(header, number, _note(table, entry), entry.digest)
        at += 1 + len(draws) if isinstance(entry, Start | Command | Undo) else 1
    return table.over, table.digest


def _note(table: Table, entry: Note | Rekey | End) -> str:
    """Repeat an entry that changes nothing on the table; its digest."""
    if isinstance(entry, Note):
        table.note(entry.kind, entry.data, who=entry.who, command=entry.id)
    elif isinstance(entry, Rekey):
        table.rekey(msgspec.structs.replace(entry))
    else:
        table.digest = chain(table.digest, entry)
    return table.digest


def _check_same_draws(number: int, made: list[Draw], draws: list[Draw]) -> None:
    """The draws behind an answer are those that the rules ask for, all of them and no others."""
    for at, draw in enumerate(draws, number + 1):
        if at - number > len(made):
            raise RecordError(at, "no further draw", f"one for {draw.purpose}")
        if (expected := made[at - number - 1]) != draw:
            raise RecordError(at, f"draw {expected.purpose} of {expected.options}", f"{draw.purpose} of {draw.options}")


def as_far_as_it_goes(content: Content, entries: list[AnyEntry]) -> tuple[Table, RecordError | None]:
    """The table at the last entry that the rules accept, and why it goes no further (None: it is whole)."""
    header = header_of(content, entries)
    try:
        return Table.load(content, header, list(entries[1:])), None
    except RecordError as error:
        kept = entries[1 : error.entry - 1]
        return Table.load(content, header, list(kept)), error


def _following_draws(entries: Sequence[Entry], at: int) -> Iterator[Draw]:
    while at < len(entries) and isinstance(entry := entries[at], Draw):
        yield entry
        at += 1


def _repeat(table: Table, entry: Start | Command | Undo) -> Batch:
    if isinstance(entry, Start):
        return table.begin_with(table.game.chance)
    if isinstance(entry, Command):
        return table.answer(entry.option, entry.request, who=entry.who, command=entry.id, by=entry.by)
    return table.undo(entry.to, who=entry.who, command=entry.id)


class _Recorded:
    """Chance that gives what the record says, and refuses to be asked for anything else."""

    def __init__(self, draws: list[Draw], number: int) -> None:
        self.results = [
            (draw.purpose, draw.options if isinstance(draw.options, int) else len(draw.options), index, number + i)
            for i, draw in enumerate(draws, 1)
            for index in _indexes(draw, number + i)
        ]
        self.number = number

    def index(self, purpose: str, options: int) -> int:
        if not self.results:
            raise RecordError(self.number, f"a draw for {purpose}", "no further entry")
        expected, size, index, number = self.results.pop(0)
        if (expected, size) != (purpose, options):
            raise RecordError(number, f"draw {purpose} of {options}", f"{expected} of {size}")
        return index


def _indexes(draw: Draw, number: int) -> list[int]:
    if isinstance(draw.result, list):
        return [die - 1 for die in draw.result]
    if not isinstance(draw.options, list) or draw.result not in draw.options:
        raise RecordError(number, f"one of {draw.options}", draw.result)
    return [draw.options.index(draw.result)]


def _check_end(header: Header, entries: list[AnyEntry], end: End | None, outcome: list[str]) -> None:
    if end is None:
        if outcome:
            raise RecordError(len(entries), f"an end: {' '.join(outcome)}", "none")
        return
    came, number = ["won" if end.won else "lost", end.why], entries.index(end) + 1
    if came != outcome:
        raise RecordError(number, " ".join(outcome) or "a running game", " ".join(came))
    closed_seed = header.seed and not any(isinstance(entry, Rekey) for entry in entries)
    if header.commitment and not closed_seed and not end.secret:
        raise RecordError(number, "the secret behind the commitment", "none")
