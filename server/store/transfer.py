"""Checking every game of a store, and moving games between stores as a file of JSON lines, one game a line."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from engine.core.errors import UNREADABLE
from server.store.errors import Damaged, Exists, Missing, StoreError
from server.store.results import Stored
from server.store.store import Store

Verify = Callable[[str, list[Stored]], None]
"""Checks a log's meaning (its digests); raises anything, with a sentence, if it is not sound."""


class Finding(NamedTuple):
    """A game that is not sound."""

    game: str
    entry: int
    """Where it starts to be wrong; 0 if that is not known."""
    why: str


class Packet(msgspec.Struct, omit_defaults=True):
    """One game in an export file."""

    game: str
    epoch: str
    status: str
    entries: list[tuple[int, str, str]]
    """Store time (ms), command id and text of each entry."""
    meta: dict[str, bytes] = {}
    """People (hashed tokens) and settings, in base64."""
    damaged: str = ""

    def stored(self) -> list[Stored]:
        """The entries as a store gives them."""
        return [Stored(n, ms, text.encode(), batch) for n, (ms, batch, text) in enumerate(self.entries, 1)]

    def add(self, text: str) -> None:
        """Put one more entry behind the others, at the time of the last."""
        number = len(self.entries) + 1
        self.entries.append((self.entries[-1][0], f"import@{number}", text))


async def check_store(
    store: Store, verify: Verify | None = None, progress: Callable[[str], None] | None = None
) -> AsyncIterator[Finding]:
    """Read every listed game whole and yield what is wrong; a listed game that was never made is no finding."""
    async for game, status in store.index.every():
        finding = await check_game(store, game, verify)
        if finding and not (status == "open" and finding.why.startswith("no game")):
            yield finding
        if progress:
            progress(game)


async def check_game(store: Store, game: str, verify: Verify | None = None) -> Finding | None:
    """Read one game whole; None if it is sound."""
    try:
        known = await store.describe(game)
        if known.damaged:
            return Finding(game, 0, f"frozen: {known.damaged}")
        entries = await store.read(game, epoch=known.epoch)
    except Damaged as damaged:
        return Finding(game, damaged.entry, str(damaged))
    except Missing as missing:
        return Finding(game, 0, str(missing))
    try:
        if verify:
            verify(game, entries)
    except Exception as error:
        return Finding(game, getattr(error, "entry", 0), str(error))
    return None


async def export_games(store: Store, games: Iterable[str] | None = None) -> AsyncIterator[bytes]:
    """Each game as one line; without `games` all that are listed. Raises Missing, Damaged."""
    listed = {game: status async for game, status in store.index.every()}
    for game in listed if games is None else games:
        try:
            yield await export_game(store, game, listed.get(game, "open"))
        except Missing:
            if games is not None:
                raise


async def export_game(store: Store, game: str, status: str) -> bytes:
    """One game as a line of JSON."""
    known = await store.describe(game)
    entries = await store.read(game, epoch=known.epoch)
    rows = [(entry.time_ms, entry.batch, entry.data.decode()) for entry in entries]
    packet = Packet(game, known.epoch, status, rows, await store.get_meta(game), known.damaged)
    return msgspec.json.encode(packet) + b"\n"


def read_packets(lines: Iterable[bytes]) -> Iterator[Packet]:
    """The games of an export file; raises StoreError naming the line that is none."""
    for number, line in enumerate(lines, 1):
        try:
            yield msgspec.json.decode(line, type=Packet)
        except UNREADABLE as error:
            raise StoreError(f"line {number} is not an exported game: {error}") from error


async def import_game(store: Store, packet: Packet) -> int:
    """Put one game into a store, people included; returns its head. Raises Exists and changes nothing then."""
    entries = packet.stored()
    if not entries:
        raise StoreError(f"game {packet.game!r} has no entries")
    if await store.head(packet.game):
        raise Exists(packet.game)
    finished = packet.status in ("finished", "archived")
    await store.list_game(packet.game, "finished" if finished else packet.status)
    await store.restore(packet.game, entries, packet.epoch)
    await store.put_meta(packet.game, packet.meta)
    if packet.damaged:
        await store.freeze(packet.game, packet.epoch, packet.damaged)
    return len(entries)
