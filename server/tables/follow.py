"""Taking over what another node has stored: batch by batch, checked, with the facts and cuts a live answer gives."""

from collections.abc import Sequence

import msgspec

from engine.core.content import Content
from engine.core.dealer import Dealer
from engine.core.errors import EngineError, RecordError
from engine.core.record import AnyEntry, Command, Draw, End, Header, Note, Rekey, Start, Undo, decode, number_of_results
from engine.core.table import Batch, Table
from server.store import Stored

Entries = list[AnyEntry]
OPENERS = (Header, Start, Command, Undo, Note, Rekey)
"""Entries that begin a batch of their own; draws and the end belong to the one before."""


class Script:
    """The draws of a recorded batch as a source of chance; anything else asked of it is an error of the record."""

    def __init__(self, draws: Sequence[Draw], entry: int) -> None:
        self._draws = list(draws)
        self._entry = entry
        self._die = 0

    def index(self, purpose: str, options: int) -> int:
        """The recorded result as an index into its options."""
        draw = self._draws[0] if self._draws else None
        if draw is None or draw.purpose != purpose:
            raise RecordError(self._entry, f"a draw for {purpose}", draw.purpose if draw else "none")
        if isinstance(draw.result, list):
            return self._die_of(draw, options)
        del self._draws[0]
        names = draw.options if isinstance(draw.options, list) else []
        if len(names) != options or draw.result not in names:
            raise RecordError(self._entry, f"one of {options} options for {purpose}", str(draw.result))
        return names.index(draw.result)

    def _die_of(self, draw: Draw, sides: int) -> int:
        assert isinstance(draw.result, list)
        value = draw.result[self._die]
        self._die += 1
        if self._die == len(draw.result):
            del self._draws[0]
            self._die = 0
        if draw.options != sides or not 1 <= value <= sides:
            raise RecordError(self._entry, f"a die of {sides} sides for {draw.purpose}", str(value))
        return value - 1


def decoded(entries: Sequence[Stored]) -> Entries:
    """Stored bytes as entries. Raises RecordError with the entry's number."""
    return [decode(entry.data, entry.n) for entry in entries]


def batches(entries: Entries) -> list[Entries]:
    """Entries in the groups in which they were appended; header and start stand alone here."""
    groups: list[Entries] = []
    for entry in entries:
        if isinstance(entry, OPENERS) or not groups:
            groups.append([entry])
        else:
            groups[-1].append(entry)
    return groups


def parts(entries: Entries) -> tuple[Header, Entries, list[Entries]]:
    """Header, the start with the draws of set-up, and the batches that follow. Raises RecordError."""
    if len(entries) < 2 or not isinstance(entries[0], Header) or not isinstance(entries[1], Start):
        raise RecordError(1, "a header and a start", ", ".join(type(entry).__name__ for entry in entries[:2]))
    _, start, *rest = batches(entries)
    return entries[0], start, rest


def load_start(content: Content, entries: Entries, secret: bytes | None) -> tuple[Table, list[Entries]]:
    """The table as it stood after set-up, and the batches that follow. Raises RecordError."""
    header, start, rest = parts(entries)
    return Table.load(content, header, list(start), secret), rest


def follow(table: Table, batch: Entries) -> Batch:
    """Do what a stored batch says; its digest must come out the same. Raises RecordError."""
    number = len(table.entries) + 1
    chance, table.game.chance = table.game.chance, None
    try:
        made = _repeat(table, batch, number)
    except RecordError:
        raise
    except EngineError as error:
        raise RecordError(number, "an entry that fits the rules", str(error)) from error
    finally:
        table.game.chance = chance
    _compare(made.entries, batch, number)
    if table.entries and isinstance(batch[-1], End):
        table.end_as(batch[-1])
    return made


def _repeat(table: Table, batch: Entries, number: int) -> Batch:
    first = batch[0]
    if isinstance(first, Note):
        return table.note(first.kind, first.data, who=first.who, command=first.id)
    if isinstance(first, Rekey):
        return table.rekey(msgspec.structs.replace(first))
    if isinstance(first, Undo):
        return table.undo(first.to, who=first.who, command=first.id)
    if not isinstance(first, Command):
        raise RecordError(number, "a command, take-back or note", type(first).__name__)
    table.game.chance = Script([entry for entry in batch if isinstance(entry, Draw)], number)
    return table.answer(first.option, first.request, who=first.who, command=first.id, by=first.by)


def _compare(made: Sequence[object], stored: Entries, number: int) -> None:
    if len(made) != len(stored):
        raise RecordError(number, f"{len(stored)} entries", f"{len(made)}")
    for offset, (one, other) in enumerate(zip(made, stored, strict=True)):
        same = isinstance(one, End) if isinstance(other, End) else one == other
        if not same:
            raise RecordError(number + offset, str(other)[:200], str(one)[:200])


def deal_on(table: Table) -> None:
    """Let the table draw for itself from here on, where its record left off."""
    if table.secret is None:
        return
    counts: dict[str, int] = {}
    for entry in table.entries:
        if isinstance(entry, Draw):
            counts[entry.purpose] = counts.get(entry.purpose, 0) + number_of_results(entry)
    table.game.chance = Dealer(table.secret, counts)
