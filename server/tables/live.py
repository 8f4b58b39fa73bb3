"""One live table: a cache over the game's log. It appends before it announces, and forgets what was not stored."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import structlog

from engine.core.content import Content
from engine.core.errors import CannotUndo, EngineError, Illegal, RecordError, Refused, Stale
from engine.core.record import Command, Entry, Header, Note, Undo, encode
from engine.core.table import Batch, Table
from protocol.errors import ERRORS
from protocol.to_client import Ack, Error
from server.metrics import Metrics
from server.store import Appended, Archived, Away, Conflict, Damaged, Duplicate, Store, Stored, StoreError
from server.tables.cold import replay_beginning
from server.tables.follow import Entries, batches, deal_on, decoded, follow, parts
from server.tables.keyring import Keyring
from server.tables.streams import Streams

log = structlog.get_logger()
Do = Callable[[Table], Batch]
Answer = Ack | Error
TRIES = 4
SHORTEST = 2
"""A log without header and start is no game."""
_CODES = {Illegal: "illegal", Stale: "stale", CannotUndo: "cannot_undo"}


def error(code: str, expected: str, came: str, name: str | None = None, retry_after: float | None = None) -> Error:
    """An error answer with its number."""
    return Error(code, ERRORS[code].number, expected[:300], came[:200], name, retry_after)


def fault_of(bad: Exception) -> str:
    """What everybody may hear of a fault: where it is. What was expected there may be a card that nobody has seen."""
    entry = getattr(bad, "entry", 0)
    return f"damaged at entry {entry}" if entry else type(bad).__name__


def refusal(refused: Refused, name: str | None) -> Error:
    """A player's mistake as an answer."""
    return error(_CODES.get(type(refused), "illegal"), refused.expected, refused.came, name)


class LiveTable:
    """A game in memory. Commands are taken one at a time; a failed append throws the copy away."""

    def __init__(self, store: Store, content: Content, metrics: Metrics, slow_seconds: float) -> None:
        self.store = store
        self.content = content
        self.metrics = metrics
        self.slow_seconds = slow_seconds
        self.lock = asyncio.Lock()
        self.secrets: list[bytes | None] = [None]
        """Behind the draws from the header on, and from each rekey on; None where the key is not known here."""
        self.epoch = ""
        self.head = 0
        self.tip = ""
        self.frozen = ""
        """Why no command is taken any more; empty while the table lives."""
        self.answered: dict[str, tuple[int, int]] = {}
        """Command id to version of the player's stream and head after it, for the life of the game."""
        self.after: list[Callable[[Batch, bool], None]] = []
        """Told after each batch that has been shown, and whether it came from here (advice, relay)."""
        self.on_freeze: Callable[[], None] | None = None
        self.last_time = 0
        """The store's time of the last batch, milliseconds."""
        self._dirty = False
        self._release_timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Answer]] = set()
        self.game: Table
        self.streams: Streams

    @property
    def id(self) -> str:
        """The game's id."""
        return self.game.header.game

    @property
    def secret(self) -> bytes | None:
        """What the draws from here on follow from; None if they cannot be made here."""
        return self.secrets[-1]

    # --- loading

    def load(self, entries: list[Stored], keys: Keyring | None) -> str:
        """Build everything from a log. Returns why it stops early at the last entry that fits; empty if it does not.

        Raises RecordError if not even the beginning fits.
        """
        done = 0
        try:
            record = decoded(entries)
            header, start, rest = parts(record)
            self.epoch = header.epoch
            self.secrets = keys.secrets(header.game, record) if keys else [None]
            rest = self._begin_from(header, start, rest)
            done = len(self.game.entries)
            for batch in rest:
                self._take(follow(self.game, batch), entries[done].time_ms)
                done += len(batch)
        except RecordError as bad:
            fits = done or bad.entry - 1
            if fits < SHORTEST or fits >= len(entries):
                raise
            self.load(entries[:fits], keys)
            log.error("record does not fit", game=self.id, why=str(bad))
            return fault_of(bad)
        self._at(entries[-1])
        self.streams.release(int(time.time() * 1000))
        deal_on(self.game)
        return ""

    def _begin_from(self, header: Header, start: Entries, rest: list[Entries]) -> list[Entries]:
        """Stand after set-up, or later where a beginning could be replayed in one go; returns the batches left."""
        beginning = replay_beginning(self.content, header, start, rest, self.secret)
        if beginning is None:
            self._begin(Table.load(self.content, header, list(start), self.secret))
            return rest
        self._begin(beginning.table)
        self.streams.stand_at(beginning)
        head = 1 + len(start)
        for number, batch in enumerate(rest[: beginning.batches], 2):
            head += len(batch)
            self._remember(batch[0], number, head)
        return rest[beginning.batches :]

    def adopt(self, table: Table, created: Appended) -> None:
        """Start from a new table whose first entries have been stored."""
        self.secrets, self.epoch = [table.secret], table.header.epoch
        self._begin(table)
        self.head, self.tip, self.last_time = created.head, "create", created.time_ms

    def _begin(self, table: Table) -> None:
        self._play_at(table)
        self.streams = Streams(table, self.epoch, self.metrics, self.slow_seconds)

    def _play_at(self, table: Table) -> None:
        self.game = table
        table.earlier = self.secrets[:-1]

    def _at(self, last: Stored) -> None:
        self.head, self.tip, self.last_time = last.n, last.batch, last.time_ms

    def _take(self, batch: Batch, stamp: int) -> None:
        """Show a batch that is stored."""
        self.last_time = stamp
        self.streams.take(batch, stamp)
        self._remember(batch.entries[0], self.streams.version("player"), batch.first + len(batch.entries) - 1)

    def _remember(self, first: Entry, version: int, head: int) -> None:
        """So that a repeated command gets its old answer."""
        if isinstance(first, Command | Undo | Note) and first.id:
            self.answered[first.id] = (version, head)

    # --- catching up

    async def catch_up(self) -> None:
        """Read what others have stored. Freezes the table if the log does not fit."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        try:
            entries = await self.store.read(self.id, self.head, self.epoch, self.tip)
            self._renew()
            self._follow(entries)
        except Damaged as damaged:
            await self.freeze(f"damaged at entry {damaged.entry}: expected {damaged.expected}, came {damaged.came}")
        except EngineError as bug:
            log.error("record cannot be followed", game=self.id, why=f"{type(bug).__name__}: {bug}")
            await self.freeze(fault_of(bug), mark=isinstance(bug, RecordError))

    def _follow(self, entries: list[Stored]) -> None:
        if not entries:
            return
        for batch in batches(decoded(entries)):
            made = follow(self.game, batch)
            self._show(made, entries[len(self.game.entries) - 1 - self.head].time_ms, False)
        self._at(entries[-1])
        deal_on(self.game)

    def _renew(self) -> None:
        """If an answer was played here that the log does not hold, forget this copy and replay the log's."""
        if not self._dirty:
            return
        kept = self.game.entries[: self.head]
        assert isinstance(kept[0], Header)
        self._play_at(Table.load(self.content, kept[0], kept[1:], self.secret))
        self.streams.attach(self.game)
        self._dirty = False

    async def freeze(self, why: str, mark: bool = True) -> None:
        """Take no command any more, say so to the operator, to everybody here, and (`mark`) to every node."""
        if self.frozen:
            return
        self.frozen = why
        self.metrics.count("tables_frozen")
        log.error("table frozen", game=self.id, head=self.head, request=self.game.number, why=why)
        if mark:
            try:
                await self.store.freeze(self.id, self.epoch, why)
            except StoreError as away:
                log.warning("could not mark the game", game=self.id, why=str(away))
        if self.on_freeze is not None:
            self.on_freeze()

    # --- commands

    async def perform(self, name: str, do: Do) -> Answer:
        """Do one thing at the table and store it. Goes on even if the one who asked is gone."""
        task = asyncio.create_task(self._perform(name, do))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait for what is in flight."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _perform(self, name: str, do: Do) -> Answer:
        async with self.lock:
            answer = await self._try(name, do)
        self.metrics.count("commands", f'result="{answer.code if isinstance(answer, Error) else "ack"}"')
        return answer

    async def _try(self, name: str, do: Do) -> Answer:
        for _ in range(TRIES):
            if name in self.answered:
                return self._ack(name)
            if self.frozen:
                return error("damaged", "a sound record", self.frozen, name)
            if self._dirty:
                try:
                    await self._catch_up()
                except Away:
                    return error("retry", "a store that answers", "no answer", name, 1.0)
                continue
            try:
                batch = do(self.game)
            except Refused as refused:
                return refusal(refused, name)
            except Exception as bug:
                return await self._failed(name, bug)
            if answer := await self._store(name, batch):
                return answer
        return error("conflict", f"a command after entry {self.head}", "one that others were ahead of", name)

    async def _failed(self, name: str, bug: Exception) -> Answer:
        """A bug of the rules: this table stops, the others go on."""
        self._dirty = True
        log.exception("rules failed", game=self.id, head=self.head, request=self.game.number)
        await self.freeze(f"the rules failed: {type(bug).__name__}", mark=False)
        return error("damaged", "rules without a bug", type(bug).__name__, name)

    async def _store(self, name: str, batch: Batch) -> Answer | None:
        """Append a batch; None if it has to be decided anew."""
        self._dirty = True
        data = [encode(entry) for entry in batch.entries]
        try:
            result = await self.store.append(self.id, self.epoch, self.head, name, data, b"", self.tip)
            if isinstance(result, Appended):
                self._dirty = False
                self.head, self.tip = result.head, name
                self._show(batch, result.time_ms, True)
                return self._ack(name)
            if isinstance(result, Conflict):
                self.metrics.count("append_conflicts")
            await self._catch_up()
            return self._after_losing(name, result)
        except Away:
            return error("retry", "a store that answers", "no answer", name, 0.5)
        except Archived:
            return error("over", "a running game", "one that is over", name)
        except Damaged as damaged:
            await self.freeze(f"damaged at entry {damaged.entry}: expected {damaged.expected}, came {damaged.came}")
            return error("damaged", "a sound record", self.frozen, name)

    def _after_losing(self, name: str, result: Conflict | Duplicate) -> Answer | None:
        """Another node was first. Its command may be of no concern (then try again) or have answered the request."""
        if name in self.answered:
            return self._ack(name)
        if isinstance(result, Duplicate):
            return Ack(name, None, result.head)
        return None

    def _ack(self, name: str) -> Ack:
        version, head = self.answered[name]
        return Ack(name, version, head)

    def _show(self, batch: Batch, stamp: int, own: bool) -> None:
        self._take(batch, stamp)
        for told in self.after:
            told(batch, own)
        self._schedule_release()

    def _schedule_release(self) -> None:
        due = self.streams.next_release()
        if self._release_timer is not None:
            self._release_timer.cancel()
            self._release_timer = None
        if due is not None:
            wait = max(0.0, due / 1000 - time.time())
            self._release_timer = asyncio.get_running_loop().call_later(wait + 0.01, self._release)

    def _release(self) -> None:
        self._release_timer = None
        self.streams.release(int(time.time() * 1000))
        self._schedule_release()

    # --- what commands do

    async def answer(self, name: str, option: str, request: int, who: str, by: str = "") -> Answer:
        """Answer the open decision. A rival answer to the same request that was stored first gives `conflict`."""
        asked = self.game.number
        answer = await self.perform(name, lambda game: game.answer(option, request, who=who, command=name, by=by))
        if isinstance(answer, Error) and answer.code == "stale" and request == asked and self.game.number > asked:
            return error("conflict", answer.expected, answer.came, name)
        return answer

    async def undo(self, name: str, who: str) -> Answer:
        """Take the last answer back."""
        return await self.perform(name, lambda game: game.undo(who=who, command=name))

    async def note(self, name: str, kind: str, data: dict[str, Any], who: str) -> Answer:
        """Record a change of settings, seat or sight."""
        return await self.perform(name, lambda game: game.note(kind, data, who=who, command=name))

    def close(self) -> None:
        """Leave memory; the log has everything."""
        if self._release_timer is not None:
            self._release_timer.cancel()
