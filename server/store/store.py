"""The store as the server sees it: the logs of all games, the data beside them, and who has moved on.

store = await Store.open("embedded:data")
await store.create("g1", [header, start], epoch="e1")
match await store.append("g1", "e1", 2, "c1", [command, draw], answer): ...
await store.close()
"""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import structlog
from redis.asyncio.cluster import RedisCluster
from redis.exceptions import NoPermissionError, RedisError

from server.store.address import Address, parse_address
from server.store.announcements import Announcements
from server.store.durability import Durability, refuse_old, refuse_unfit, version_of
from server.store.embedded import Embedded
from server.store.errors import Away, Damaged, Missing, StoreError, Unfit
from server.store.link import Link
from server.store.people import Index, Meta
from server.store.results import Appended
from server.store.streams import Log

log = structlog.get_logger()
EVERYSEC = (
    "with appendfsync everysec Redis answers before it writes while a sync of the disk is running, up to 2 s; "
    "expected always or no (docs/operations.md)"
)
START_PATIENCE = 15.0
"""Seconds a start waits for a Redis that is itself starting."""


class Store(Log):
    """One event store; open it with `Store.open`."""

    def __init__(self, link: Link, durability: Durability, always_synced: bool, embedded: Embedded | None) -> None:
        super().__init__(link, durability, always_synced)
        self.embedded = embedded
        self.meta = Meta(link)
        self.index = Index(link)
        self.news = Announcements(link, self.heads)

    @classmethod
    async def open(
        cls,
        address: str,
        durability: Durability | str = Durability.AOF,
        *,
        allow_volatile: bool = False,
        patience: float = 2.0,
        reply_timeout: float = 2.0,
    ) -> "Store":
        """Connect to (or start) the store and make sure that it keeps what `durability` promises.

        Raises Unfit, FolderBusy, Away, or ValueError for an address that is none.
        """
        level = Durability(durability)
        if level is Durability.MEMORY and not allow_volatile:
            raise Unfit("durability memory loses games with the process: say --allow-volatile if that is meant")
        where = parse_address(address)
        embedded = None
        if where.kind == "embedded":
            embedded = Embedded(where.path, always_synced=level is Durability.FSYNC)
            await embedded.start()
            where = Address("single", path=str(embedded.socket))
        link = Link(where, patience, reply_timeout)
        try:
            always = await inspect(link, level, allow_volatile)
        except BaseException:
            await link.close()
            if embedded:
                await embedded.stop()
            raise
        return cls(link, level, always, embedded)

    async def create(self, game: str, entries: Sequence[bytes], epoch: str, batch: str = "create") -> Appended:
        """Begin a game (see `Log.create`), listed as `open` before its log exists, so that none is ever unlisted."""
        if not await self.head(game):
            await self.index.put(game, "open")
        return await super().create(game, entries, epoch, batch)

    async def put_meta(self, game: str, fields: Mapping[str, str | bytes]) -> None:
        """Set fields of a game's people, tokens (hashed by the caller) and settings."""
        await self.meta.put(game, fields)

    async def get_meta(self, game: str) -> dict[str, bytes]:
        """All fields beside a game's log."""
        return await self.meta.get(game)

    async def list_game(self, game: str, status: str) -> None:
        """List a game as `open`, `watchable`, `finished` or `archived`."""
        await self.index.put(game, status)

    async def games(self, status: str, limit: int = 100) -> list[tuple[str, int]]:
        """Newest games of a status, with the time (ms) at which they got it."""
        return await self.index.newest(status, limit)

    async def archive_finished(self, older_than_seconds: float) -> list[str]:
        """Pack every game that has been finished for so long; returns their ids. Damaged ones stay as they are."""
        limit = int((time.time() - older_than_seconds) * 1000)
        packed = []
        for game in await self.index.before("finished", limit):
            try:
                if await self.archive(game):
                    packed.append(game)
            except Missing:
                pass
            except Damaged:
                continue
            await self.index.put(game, "archived")
        return packed

    def watch(self, game: str, head: int = 0) -> None:
        """Have `announcements` speak of this game; `head` is what the caller holds."""
        self.news.watch(game, head)

    def unwatch(self, game: str) -> None:
        """Have `announcements` no longer speak of this game."""
        self.news.unwatch(game)

    async def announcements(self) -> AsyncIterator[tuple[str, int]]:
        """`(game, head)` of watched games as they grow; a head below the known one means entries are lost."""
        async for game, head in self.news:
            yield game, head

    async def ready(self, timeout: float = 1.0) -> bool:
        """Whether the store answers now (and, at level `replica`, has a replica to confirm)."""
        try:
            async with asyncio.timeout(timeout):
                infos = await all_infos(self.link)
        except (RedisError, StoreError, OSError, TimeoutError):
            return False
        need = self.durability is Durability.REPLICA
        return bool(infos) and all(int(info.get("connected_slaves", 0)) >= need for info in infos)

    async def close(self) -> None:
        """End listening, close connections, leave the embedded server."""
        await self.news.close()
        await self.link.close()
        if self.embedded:
            await self.embedded.stop()


async def inspect(link: Link, durability: Durability, allow_volatile: bool) -> bool:
    """Refuse a Redis that cannot keep the promise (Unfit); returns whether it syncs before every answer."""
    where = str(link.address)
    infos = await link.patiently(lambda again: all_infos(link), START_PATIENCE)
    if not infos:
        raise Away(f"{where} has no primary")
    for info in infos:
        refuse_old(info, where)
        try:
            refuse_unfit(info, where)
        except Unfit as unfit:
            if not allow_volatile:
                raise
            log.warning("games may be lost", why=str(unfit))
    policies = await link.patiently(lambda again: sync_policies(link))
    if durability is Durability.AOF and "everysec" in policies:
        log.warning("an acknowledged command may be lost by kill -9 of the store", why=EVERYSEC)
    if durability is not Durability.FSYNC:
        return False
    if "no" in policies:
        raise Unfit(f"{where} never waits for its disk: appendfsync is no, expected always or everysec for level fsync")
    always = policies == {"always"}
    if not always and any(version_of(info) < (7, 2) for info in infos):
        raise Unfit(f"{where} has neither WAITAOF (Redis 7.2, Valkey) nor appendfsync always: expected one for fsync")
    return always


async def all_infos(link: Link) -> list[dict[str, Any]]:
    """INFO of every primary."""
    if isinstance(link.client, RedisCluster):
        await link.client.initialize()
        return list(await asyncio.gather(*(node.execute_command("INFO") for node in link.client.get_primaries())))
    return [await link.client.execute_command("INFO")]


async def sync_policies(link: Link) -> set[str]:
    """The appendfsync settings of the primaries; empty where we may not ask."""
    nodes = link.client.get_primaries() if isinstance(link.client, RedisCluster) else [link.client]
    try:
        replies = [await node.execute_command("CONFIG", "GET", "appendfsync") for node in nodes]
    except NoPermissionError:
        return set()
    return {word.decode() for reply in replies for word in flat(reply)} & {"always", "everysec", "no"}


def flat(reply: Any) -> list[bytes]:
    """Names and values of a CONFIG GET answer as bytes, whichever shape it came in."""
    parts = [part for pair in reply.items() for part in pair] if isinstance(reply, dict) else list(reply)
    return [part if isinstance(part, bytes) else str(part).encode() for part in parts]
