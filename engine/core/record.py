"""The record of a game: a header and a list of entries, nothing else. Numbers start at 1 with the header.

Digests chain it from the header on: that of an entry covers every byte before it and its own, the draws that belong
to it and the state they led to. Header and draws have none; they are covered by the next before or behind them.

A `.reel` file is the same, one canonical JSON object a line, with the facts behind each command, so that it
can be watched by an engine whose rules have moved on.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from engine.core.errors import UNREADABLE, RecordError
from engine.core.state import State

RULES_VERSION = 1
DIGEST_BYTES = 16


class Entry(msgspec.Struct, tag_field="entry", omit_defaults=True, gc=False):
    """Base of all entries."""


class Header(Entry, tag="header"):
    """What a game is: everything its rules need besides the answers and the draws."""

    game: str
    killer: str
    location: str
    girl: str
    extreme: bool = False
    epic: bool = False
    seed: str = ""
    """Name of a shared seed; empty for a game with a secret of its own."""
    commitment: str = ""
    """Hex SHA-256 of the secret behind the draws; empty if the draws were forced (tests)."""
    key: str = ""
    """Which server key the secret comes from."""
    epoch: str = ""
    rules: int = RULES_VERSION
    content: str = ""
    """Digest of the content the game was started with."""
    parent: str = ""
    """Game and entry this one was branched from, as `game@entry`."""
    copied: int = 0
    """Entries after the header that were taken from there; their draws do not follow from this game's secret."""


class Start(Entry, tag="start"):
    """Set-up is over; the draws behind it belong to it. Carries the digest at the first request."""

    digest: str = ""


class Command(Entry, tag="command"):
    """A player's answer to a request."""

    request: int
    option: str
    id: str = ""
    who: str = ""
    by: str = ""
    """Who suggested it, if an advisor's proposal was accepted."""
    digest: str = ""
    """Hex, chained: of this entry, its draws and the state at the next request."""


class Draw(Entry, tag="draw"):
    """One draw, or one roll of dice: `options` is a list of names, or the sides of each die."""

    purpose: str
    options: list[str] | int
    result: str | list[int]


class Undo(Entry, tag="undo"):
    """Takes back every command from entry `to` on."""

    to: int
    id: str = ""
    who: str = ""
    digest: str = ""


class Note(Entry, tag="note"):
    """Something that changes what people see or who decides, not the rules: settings, seat, show, vote."""

    kind: str
    data: dict[str, Any]
    who: str = ""
    id: str = ""
    digest: str = ""


class Rekey(Entry, tag="rekey"):
    """A running game has come to a server without its key: draws from here on follow from another secret."""

    kind: ClassVar[str] = "rekey"
    who: ClassVar[str] = ""
    commitment: str
    """Hex SHA-256 of the secret from here on."""
    key: str
    """Which server key that secret comes from."""
    digest: str = ""


class End(Entry, tag="end"):
    """The game is over; the secret behind its draws is open from here on."""

    won: bool
    why: str
    secret: str = ""
    """Hex; after a rekey the one of the last."""
    earlier: list[str] = []
    """Hex secrets before each rekey, in order; empty text where the last server did not have the key."""
    digest: str = ""


Closing = Start | Command | Undo | Note | Rekey | End
"""The entries that carry a digest."""
AnyEntry = Header | Start | Command | Draw | Undo | Note | Rekey | End
_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(AnyEntry)


def encode(entry: Entry) -> bytes:
    """Canonical JSON: sorted keys, no spaces, defaults left out."""
    return _encoder.encode(entry)


def decode(data: bytes | str, number: int = 0) -> AnyEntry:
    """The entry in a line. Raises RecordError with the entry's number."""
    try:
        entry: AnyEntry = _decoder.decode(data)
    except UNREADABLE as error:
        raise RecordError(number, "a record entry", f"{error}") from None
    if isinstance(entry, Draw) and not possible(entry):
        raise RecordError(number, f"a result of {entry.options}", f"{entry.result}")
    return entry


def possible(draw: Draw) -> bool:
    """Whether the result can come of the options: one of the names, or faces of dice with so many sides."""
    if isinstance(draw.options, int):
        return isinstance(draw.result, list) and all(1 <= face <= draw.options for face in draw.result)
    return draw.result in draw.options


def begin_chain(header: Header) -> str:
    """What the first digest of a record follows: the header's, hex."""
    return hashlib.blake2b(encode(header), digest_size=DIGEST_BYTES).hexdigest()


def chain(previous: str, entry: Closing, draws: Sequence[Draw] = (), state: State | None = None) -> str:
    """The digest of an entry (whatever digest stands in it), hex: chained to the previous one."""
    held, entry.digest = entry.digest, ""
    covered = _encoder.encode_lines([entry, *draws, state])
    entry.digest = held
    return hashlib.blake2b(covered, digest_size=DIGEST_BYTES, key=bytes.fromhex(previous)).hexdigest()


def number_of_results(draw: Draw) -> int:
    """How far a draw moves the count of its purpose (dice count one by one)."""
    return len(draw.result) if isinstance(draw.result, list) else 1
