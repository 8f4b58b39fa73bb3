"""The compact form of a finished game's log: about a sixth of its stream, every byte of every entry kept."""

import zlib
from collections.abc import Sequence

import msgspec

from server.store.errors import Damaged
from server.store.results import Stored

MAGIC = b"lr1\n"
"""First bytes of a packed log; a later form gets another number."""

Rows = list[tuple[int, str, bytes]]
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Rows).decode


def pack(entries: Sequence[Stored]) -> bytes:
    """Entries 1 to n as one compressed value."""
    return MAGIC + zlib.compress(_encode([(e.time_ms, e.batch, e.data) for e in entries]), 9)


def unpack(game: str, packed: bytes) -> list[Stored]:
    """The entries of a packed log; raises Damaged if it is not one."""
    if not packed.startswith(MAGIC):
        raise Damaged(game, 1, "a packed log", f"{packed[:8]!r}")
    try:
        rows = _decode(zlib.decompress(packed[len(MAGIC) :]))
    except (zlib.error, msgspec.DecodeError) as error:
        raise Damaged(game, 1, "a packed log", str(error)) from error
    return [Stored(n, ms, data, batch) for n, (ms, batch, data) in enumerate(rows, 1)]
