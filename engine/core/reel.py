"""Checking a record: every answer, draw and digest; and `.reel` files, one canonical JSON object a line."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from engine.core.compose import Setup, compose
from engine.core.content import Content
from engine.core.dealer import Dealer, commitment
from engine.core.errors import Illegal, RecordError, Refused
from engine.core.facts import Fact
from engine.core.game import Game
from engine.core.record import (
    RULES_VERSION,
    AnyEntry,
    Command,
    Draw,
    End,
    Entry,
    Header,
    Start,
    Undo,
    chain,
    decode,
    encode,
)
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
    """Whether the draws were derived from the published secret (only once the game is over)."""


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
    if any(isinstance(entry, Header) for entry in entries[1:]):
        raise RecordError(2, "one header", "another")
    return entries


# --- checking


def verify(content: Content, entries: list[AnyEntry]) -> Verdict:
    """Replay a record and compare everything. Raises RecordError naming the first entry that differs."""
    header = header_of(content, entries)
    _check_order(entries)
    end = next((e for e in entries if isinstance(e, End)), None)
    replayed = _verify_by_steps if any(isinstance(entry, Undo) for entry in entries) else _verify_straight
    try:
        outcome, digest = replayed(content, header, entries)
        _check_end(header, entries, end, outcome, digest)
    except RecordError as error:
        _check_draws(header, entries[: _end_of_batch(entries, error.entry)], end)
        raise
    checked = _check_draws(header, entries, end)
    return Verdict(
        len(entries),
        sum(isinstance(e, Command) for e in entries),
        sum(isinstance(e, Draw) for e in entries),
        bool(outcome),
        outcome,
        digest,
        checked,
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


def _end_of_batch(entries: list[AnyEntry], number: int) -> int:
    """The last entry of the batch that an entry closes (a digest differs because of a draw behind it)."""
    if number <= len(entries) and isinstance(entries[number - 1], Start | Command):
        return number + len(list(_following_draws(entries, number)))
    return number - 1


def _check_draws(header: Header, entries: list[AnyEntry], end: End | None) -> bool:
    """Derive every draw from the published secret. False while it is not open."""
    if end is None or not end.secret:
        return False
    try:
        secret = bytes.fromhex(end.secret)
    except ValueError:
        raise RecordError(len(entries), "a secret in hex digits", end.secret) from None
    if commitment(secret) != header.commitment:
        raise RecordError(1, f"the commitment of the published secret, {commitment(secret)}", header.commitment)
    dealer = Dealer(secret)
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, Draw):
            expected = deal_again(dealer, entry)
            if expected != entry.result and number > 1 + header.copied:
                raise RecordError(number, f"{entry.purpose}: {expected}", str(entry.result))
    return True


def deal_again(dealer: Dealer, draw: Draw) -> str | list[int]:
    """What a dealer gives for a recorded draw."""
    if isinstance(draw.options, int):
        assert isinstance(draw.result, list)
        return [dealer.index(draw.purpose, draw.options) + 1 for _ in draw.result]
    return draw.options[dealer.index(draw.purpose, len(draw.options))]


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
    closing = [(n, e) for n, e in enumerate(entries, 1) if isinstance(e, Start | Command)]
    check = _Digests(header, closing)
    try:
        game = replay(content, header, tape, check)
    except RecordError as error:
        if error is check.different:
            raise
        at = numbers[error.entry] if error.entry < len(numbers) else len(entries)
        raise RecordError(at, error.expected, error.came) from None
    if game.at < len(tape):
        raise RecordError(numbers[game.at], "no further answer or draw", type(tape[game.at]).__name__)
    if game.state.outcome:
        check(game)
    return game.state.outcome, check.digest


class _Digests:
    """Compares the digest of each request with the one in the record."""

    def __init__(self, header: Header, closing: list[tuple[int, Start | Command]]) -> None:
        self.header = header
        self.closing = closing
        self.different: RecordError | None = None
        self.at = 0
        self.digest = "00"

    def __call__(self, game: Game) -> None:
        number, entry = self.closing[self.at]
        self.at += 1
        self.digest = chain(self.digest, game.state)
        try:
            _check_digest(self.header, number, self.digest, entry.digest)
        except RecordError as different:
            self.different = different
            raise


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
    closing = [e for e in entries if isinstance(e, Start | Command)]
    digests: list[str] = []

    def note(game: Game) -> None:
        digests.append(chain(digests[-1] if digests else "00", game.state))

    game = replay(content, header, [e for e in entries if isinstance(e, Command | Draw)], note)
    if game.state.outcome:
        note(game)
    for entry, digest in zip(closing, digests, strict=True):
        entry.digest = digest
    if isinstance(entries[-1], End):
        entries[-1].digest = digests[-1]
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
            digest = batch.entries[-1].digest if isinstance(batch.entries[-1], End) else table.digest
            _check_digest(header, number, digest, entry.digest)
            _check_same_draws(number, [made for made in batch.entries if isinstance(made, Draw)], draws)
        elif isinstance(entry, Draw):
            raise RecordError(number, "an answer before a draw", f"a draw for {entry.purpose}")
        elif not isinstance(entry, End):
            table.entries.append(entry)
        at += 1 + len(draws) if isinstance(entry, Start | Command | Undo) else 1
    return table.over, table.digest


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


def _following_draws(entries: list[AnyEntry], at: int) -> Iterator[Draw]:
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


def _check_end(header: Header, entries: list[AnyEntry], end: End | None, outcome: list[str], digest: str) -> None:
    if end is None:
        if outcome:
            raise RecordError(len(entries), f"an end: {' '.join(outcome)}", "none")
        return
    came, number = ["won" if end.won else "lost", end.why], entries.index(end) + 1
    if came != outcome:
        raise RecordError(number, " ".join(outcome) or "a running game", " ".join(came))
    _check_digest(header, number, digest, end.digest)
    if header.commitment and not header.seed and not end.secret:
        raise RecordError(number, "the secret behind the commitment", "none")
