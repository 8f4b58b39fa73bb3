"""The log of a game: a Redis stream that only grows at its head, without holes, once per command id."""

from collections.abc import Sequence
from typing import Any, assert_never

from redis.exceptions import NoScriptError, RedisError

from server.store.archive import pack, unpack
from server.store.durability import Durability
from server.store.errors import Archived, Damaged, Exists, Missing, NotDurable, StoreError
from server.store.keys import GameKeys, keys_of
from server.store.link import Link
from server.store.results import Appended, Conflict, Duplicate, Known, Stored
from server.store.scripts import APPEND, ARCHIVE, CREATE, FREEZE, RESTORE, SETTLE

PAGE = 1000
"""Entries per XRANGE: about a millisecond of the server's time."""
CONFIRM_MS = 1000
"""How long an append waits for the disk or a replica before it answers NotDurable."""


class Log:
    """Create, append, read and archive the logs of games on one link."""

    def __init__(self, link: Link, durability: Durability = Durability.AOF, always_synced: bool = False) -> None:
        """`always_synced`: the server syncs its file before every answer (appendfsync always)."""
        self.link = link
        self.durability = durability
        self._wait: tuple[Any, ...] | None = None
        if durability is Durability.REPLICA:
            self._wait = ("WAIT", 1, CONFIRM_MS)
        elif durability is Durability.FSYNC and not always_synced:
            self._wait = ("WAITAOF", 1, 0, CONFIRM_MS)

    async def create(self, game: str, entries: Sequence[bytes], epoch: str, batch: str = "create") -> Appended:
        """Begin a game with its first entries; the same call again is the same game.

        Raises Exists for another epoch, Away.
        """
        keys = keys_of(game)
        names = (keys.log, keys.head, keys.channel)

        async def ask(again: bool) -> Appended:
            reply = await self._run(CREATE, names, epoch, batch, self._loud, *entries)
            if reply[0] == b"exists":
                raise Exists(game)
            await self._settle(keys, epoch, reply[1])
            return Appended(reply[1], reply[2])

        return await self.link.patiently(ask)

    async def restore(self, game: str, entries: Sequence[Stored], epoch: str) -> None:
        """Put an exported log back with its own times and batches; raises Exists."""
        keys = keys_of(game)
        parts = [part for entry in entries for part in (entry.time_ms, entry.batch, entry.data)]

        async def ask(again: bool) -> None:
            reply = await self._run(RESTORE, (keys.log, keys.head, keys.done), epoch, *parts)
            if reply[0] == b"exists" and not (again and await self.head(game) == len(entries)):
                raise Exists(game)
            await self._settle(keys, epoch, len(entries))

        await self.link.patiently(ask)

    async def append(
        self,
        game: str,
        epoch: str,
        expected_head: int,
        command_id: str,
        entries: Sequence[bytes],
        answer: bytes,
        tip: str = "",
    ) -> Appended | Conflict | Duplicate:
        """Add all entries of one command after `expected_head`, or none of them.

        `tip`: the batch at the expected head, if the caller knows it; tells a log that was rewritten from its own.
        Raises Damaged (lost or foreign log), Archived, Away (ask again with the same command id).
        """
        keys = keys_of(game)
        names = (keys.log, keys.head, keys.done, keys.channel)

        async def ask(again: bool) -> Appended | Conflict | Duplicate:
            flags = (self._loud, tip, "1" if again else "0")
            reply = await self._run(APPEND, names, epoch, expected_head, command_id, answer, *flags, *entries)
            match read_reply(game, expected_head, epoch, tip, reply):
                case Appended(head, _) | Duplicate(_, head) as result:
                    await self._settle(keys, epoch, head)
                    return result
                case Conflict() as result:
                    return result
                case never:
                    assert_never(never)

        return await self.link.patiently(ask)

    async def read(
        self, game: str, after: int = 0, epoch: str = "", tip: str = "", until: int | None = None
    ) -> list[Stored]:
        """The entries after number `after`, in order and without holes.

        `epoch` and `tip` (the batch of entry `after`) are what the caller holds; `until` stops early, before a damage.
        Raises Missing, Damaged, Away.
        """
        known = await self._known(game)
        if known is None:
            raise await self._nothing(game, after, epoch)
        refuse_foreign(game, known, after, epoch)
        start = after - 1 if tip and after else after
        entries = await self._entries(game, known, start, until)
        if start < after:
            first = entries.pop(0)
            if first.batch != tip:
                raise Damaged(game, after, f"batch {tip}", f"batch {first.batch}")
        if self._wait and entries and known.safe < entries[-1].n:
            await self._confirm(keys_of(game), known.epoch, entries[-1].n)
        return entries

    async def _entries(self, game: str, known: Known, start: int, until: int | None) -> list[Stored]:
        last = known.head if until is None else min(until, known.head)
        if known.archived:
            return (await self._packed(game))[start:last]
        found: list[Stored] = []
        at, to = start, "+" if until is None else str(until)
        while True:
            page = await self.link.call("XRANGE", keys_of(game).log, f"({at}-0", to, "COUNT", PAGE)
            for entry in (stored(*item) for item in page):
                if entry.n != at + 1:
                    raise Damaged(game, at + 1, f"entry {at + 1}", f"entry {entry.n}")
                found.append(entry)
                at = entry.n
            if len(page) < PAGE:
                break
        if at < last:
            now = await self._known(game)
            if now and now.archived and now.epoch == known.epoch:
                return (await self._packed(game))[start:last]
            raise Damaged(game, at + 1, f"entry {at + 1} of {known.head}", "nothing")
        return found

    async def _packed(self, game: str) -> list[Stored]:
        packed = await self.link.call("GET", keys_of(game).reel)
        if packed is None:
            raise Damaged(game, 1, "the archived log", "nothing")
        return unpack(game, packed)

    async def head(self, game: str) -> int:
        """Number of the last entry; 0 where there is no such game."""
        known = await self._known(game)
        return known.head if known else 0

    async def describe(self, game: str) -> Known:
        """Epoch, head and condition of a game; raises Missing."""
        known = await self._known(game)
        if known is None:
            raise Missing(game)
        return known

    async def heads(self, games: Sequence[str]) -> list[int]:
        """The announced heads of many games in one round trip; 0 where there is none."""
        if not games:
            return []
        field = "safe" if self._wait else "head"

        async def ask(again: bool) -> list[int]:
            pipe = self.link.client.pipeline(transaction=False)
            for game in games:
                pipe.execute_command("HGET", keys_of(game).head, field)
            return [int(value or 0) for value in await pipe.execute()]

        return await self.link.patiently(ask)

    async def freeze(self, game: str, epoch: str, reason: str) -> bool:
        """Mark a game as damaged for every node; False if it was marked, or is another game by now."""
        keys = keys_of(game)
        return bool(await self.link.patiently(lambda again: self.link.script(FREEZE, [keys.head], epoch, reason)))

    async def thaw(self, game: str) -> None:
        """Take the mark off again: an operator has repaired or accepted the log."""
        await self.link.call("HDEL", keys_of(game).head, "damaged")

    async def archive(self, game: str) -> bool:
        """Pack a finished game's log and drop its stream; `read` goes on answering. False if nothing was to do."""
        known = await self.describe(game)
        if known.archived:
            return False
        packed = pack(await self.read(game, epoch=known.epoch))
        keys = keys_of(game)
        names = (keys.log, keys.head, keys.done, keys.reel)
        return bool(
            await self.link.patiently(lambda again: self.link.script(ARCHIVE, names, known.epoch, known.head, packed))
        )

    async def _known(self, game: str) -> Known | None:
        fields = ("epoch", "head", "tip", "safe", "archived", "damaged")
        reply = await self.link.call("HMGET", keys_of(game).head, *fields)
        if reply[0] is None:
            return None
        epoch, head, tip, safe, archived, damaged = reply
        return Known(
            epoch.decode(), int(head), (tip or b"").decode(), int(safe or 0), bool(archived), (damaged or b"").decode()
        )

    async def _nothing(self, game: str, after: int, epoch: str) -> StoreError:
        """What it means that a game has no head: it never was, or somebody's log is gone."""
        if after or epoch:
            return Damaged(game, after + 1 if after else 1, f"epoch {epoch or 'of a running game'}", "no log")
        if await self.link.call("EXISTS", keys_of(game).log):
            return Damaged(game, 1, "the log's head", "a log without one")
        return Missing(game)

    @property
    def _loud(self) -> str:
        """Whether a script announces the head itself: not while its durability is still to be confirmed."""
        return "0" if self._wait else "1"

    async def _run(self, script: Any, names: Sequence[str], *arguments: Any) -> Any:
        """Run a writing script and, where the level asks for it, wait for its copies on the same connection."""
        if self._wait is None:
            return await self.link.script(script, names, *arguments)
        tail = (len(names), *names, *arguments)
        reply, copies = await self.link.together(names[0], [("EVALSHA", script.sha, *tail), self._wait])
        if isinstance(reply, NoScriptError):
            reply, copies = await self.link.together(names[0], [("EVAL", script.text, *tail), self._wait])
        if isinstance(reply, Exception):
            raise reply
        self._check_copies(copies)
        return reply

    def _check_copies(self, copies: Any) -> None:
        """Raise unless the wait's answer says that one copy has confirmed."""
        if isinstance(copies, RedisError | OSError):
            raise NotDurable(f"the store did not confirm: {copies}") from copies
        count = copies[0] if isinstance(copies, list) else copies
        if not isinstance(count, int) or count < 1:
            raise NotDurable(f"no {self.durability} confirmation within {CONFIRM_MS} ms")

    async def _settle(self, keys: GameKeys, epoch: str, head: int) -> None:
        """Announce a head now that its copies have confirmed it."""
        if self._wait:
            await self.link.script(SETTLE, [keys.head, keys.channel], epoch, head)

    async def _confirm(self, keys: GameKeys, epoch: str, head: int) -> None:
        """Before showing entries that nobody has acknowledged yet, wait until they are as durable as promised."""

        async def ask(again: bool) -> None:
            assert self._wait
            wrote, copies = await self.link.together(keys.head, [("HSET", keys.head, "asked", head), self._wait])
            if isinstance(wrote, Exception):
                raise wrote
            self._check_copies(copies)
            await self._settle(keys, epoch, head)

        await self.link.patiently(ask)


def stored(entry_id: bytes, fields: dict[bytes, bytes]) -> Stored:
    """One stream entry; an id we never write (`5-1`) counts as entry 0, which is a hole wherever it stands."""
    number, _, part = entry_id.partition(b"-")
    n = int(number) if part == b"0" else 0
    return Stored(n, int(fields.get(b"t", 0)), fields.get(b"e", b""), fields.get(b"b", b"").decode())


def refuse_foreign(game: str, known: Known, after: int, epoch: str) -> None:
    """Raise Damaged if the caller holds more than the store, or another game."""
    if epoch and epoch != known.epoch:
        raise Damaged(game, 1, f"epoch {epoch}", f"epoch {known.epoch}")
    if after > known.head:
        raise Damaged(game, known.head + 1, f"entry {known.head + 1}", "nothing")


def read_reply(game: str, expected: int, epoch: str, tip: str, reply: list[Any]) -> Appended | Conflict | Duplicate:
    """The append script's answer as a value; raises Damaged and Archived."""
    match reply:
        case [b"ok", head, ms]:
            return Appended(head, ms)
        case [b"conflict", head]:
            return Conflict(head)
        case [b"duplicate", answer, head]:
            return Duplicate(answer, head)
        case [b"archived", head]:
            raise Archived(game, head)
        case [b"missing"]:
            raise Damaged(game, 1, f"epoch {epoch}", "no log")
        case [b"epoch", other]:
            raise Damaged(game, 1, f"epoch {epoch}", f"epoch {other.decode()}")
        case [b"behind", head]:
            raise Damaged(game, head + 1, f"entry {head + 1}", "nothing")
        case [b"forked", head, other]:
            raise Damaged(game, head, f"batch {tip}", f"batch {other.decode()}")
        case [b"hole", length, head]:
            raise Damaged(game, head, f"{head} entries", f"{length} entries")
        case [b"damaged", reason]:
            raise Damaged(game, expected, "a sound game", reason.decode())
    raise StoreError(f"the append script answered {reply!r}")
