"""Hearing of new heads: sharded channels of the games a node holds, and a look at all their heads now and then.

A lost message costs at most one check interval, never data: what is heard here is only a reason to read.
"""

import asyncio
import contextlib
import random
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from server.store.errors import StoreError
from server.store.keys import keys_of
from server.store.link import Link

CHECK_SECONDS = 0.8
"""Between two looks at the heads; with the read itself a lost message costs less than a second."""
CHECK_BATCH = 1000
"""Heads asked for in one round trip."""
PING_SECONDS = 10.0
"""A subscribed connection that has been silent so long is asked whether it lives (a half-open one never says)."""
ALONE = ""
"""Name of the one server where there is no cluster."""


class Ear:
    """One subscribed connection to one server."""

    def __init__(self, name: str, client: Any, heard: Callable[[str, int], None]) -> None:
        self.name = name
        self.games: set[str] = set()
        self._client = client
        self._heard = heard
        self._pubsub: Any = client.pubsub()
        self._some = asyncio.Event()
        self.task = asyncio.create_task(self._listen(), name=f"announcements {name or 'store'}")

    async def add(self, game: str) -> None:
        """Subscribe to a game; one command each, as a cluster refuses channels of two slots in one."""
        await self._pubsub.ssubscribe(keys_of(game).channel)
        self.games.add(game)
        self._some.set()

    async def remove(self, game: str) -> None:
        """Unsubscribe from a game."""
        self.games.discard(game)
        await self._pubsub.sunsubscribe(keys_of(game).channel)

    async def _listen(self) -> None:
        await self._some.wait()
        asked = False
        while True:
            message = await self._pubsub.get_message(timeout=PING_SECONDS)
            if message is None and asked:
                raise ConnectionError(f"{self.name or 'the store'} has stopped talking")
            asked = message is None
            if message is None:
                await self._pubsub.ping()
            elif message["type"] == "smessage":
                head, _, _ = message["data"].partition(b" ")
                self._heard(game_of(message["channel"]), int(head))

    async def close(self) -> None:
        """End the listening task, then its connection."""
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError, RedisError, OSError):
            await self.task
        with contextlib.suppress(RedisError, OSError):
            await self._pubsub.aclose()
            if self.name != ALONE:
                await self._client.aclose()


class Announcements:
    """The heads of watched games as they grow; iterate it in one task."""

    def __init__(self, link: Link, heads: Callable[[Sequence[str]], Awaitable[list[int]]]) -> None:
        self._link = link
        self._heads = heads
        self._known: dict[str, int] = {}
        self._fresh: OrderedDict[str, int] = OrderedDict()
        self._news = asyncio.Event()
        self._changed = asyncio.Event()
        self._ears: dict[str, Ear] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def watch(self, game: str, head: int = 0) -> None:
        """Hear of this game from now on; `head` is what the caller has already."""
        self._known[game] = max(head, self._known.get(game, 0))
        self._changed.set()

    def unwatch(self, game: str) -> None:
        """Stop hearing of this game."""
        self._known.pop(game, None)
        self._fresh.pop(game, None)
        self._changed.set()

    async def __aiter__(self) -> AsyncIterator[tuple[str, int]]:
        """Yield `(game, head)`; several heads of one game in a row are one. A smaller head means entries are lost."""
        self._start()
        while True:
            while self._fresh:
                yield self._fresh.popitem(last=False)
            self._news.clear()
            await self._news.wait()

    def _start(self) -> None:
        if not self._tasks:
            jobs = (self._keep_ears(), self._keep_checking())
            self._tasks = [asyncio.create_task(job, name="announcements") for job in jobs]

    def _hear(self, game: str, head: int) -> None:
        if game in self._known and head > self._known[game]:
            self._tell(game, head)

    def _tell(self, game: str, head: int) -> None:
        self._known[game] = head
        self._fresh[game] = head
        self._news.set()

    async def _keep_checking(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS * random.uniform(0.8, 1.0))
            with contextlib.suppress(StoreError, RedisError, OSError):
                await self.check_now()

    async def check_now(self) -> None:
        """Compare the heads of all watched games with what was heard; tell the differences."""
        games = list(self._known)
        for start in range(0, len(games), CHECK_BATCH):
            part = games[start : start + CHECK_BATCH]
            before = [self._known.get(game) for game in part]
            for game, old, head in zip(part, before, await self._heads(part), strict=True):
                if old == self._known.get(game) and old != head:
                    self._tell(game, head)

    async def _keep_ears(self) -> None:
        """Keep every watched game subscribed at its owner; after any trouble begin anew with jitter."""
        while True:
            try:
                await self._subscribe()
                # not wait_for: before Python 3.12 it loses a cancellation that comes together with the event
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(CHECK_SECONDS):
                        await self._changed.wait()
                self._changed.clear()
            except (RedisError, OSError, StoreError):
                await self._close_ears()
                await asyncio.sleep(random.uniform(0.1, 0.5))

    async def _subscribe(self) -> None:
        for ear in list(self._ears.values()):
            if ear.task.done():
                del self._ears[ear.name]
                await ear.close()
        wanted = await self._by_owner()
        for name, ear in list(self._ears.items()):
            for game in ear.games - wanted.get(name, set()):
                await ear.remove(game)
        for name, games in wanted.items():
            if name not in self._ears:
                self._ears[name] = Ear(name, self._client_of(name), self._hear)
            for game in games - self._ears[name].games:
                await self._ears[name].add(game)

    async def _by_owner(self) -> dict[str, set[str]]:
        """Watched games by the name of the server that owns their slot."""
        if not isinstance(self._link.client, RedisCluster):
            return {ALONE: set(self._known)} if self._known else {}
        owners: dict[str, set[str]] = {}
        for game in list(self._known):
            node = await self._link.owner(keys_of(game).channel)
            owners.setdefault(node.name, set()).add(game)
        return owners

    def _client_of(self, name: str) -> Any:
        if name == ALONE:
            return self._link.client
        host, _, port = name.rpartition(":")
        settings = {key: value for key, value in self._link.settings.items() if key != "db"}
        return Redis(host=host, port=int(port), retry=Retry(NoBackoff(), 0), **settings)

    async def _close_ears(self) -> None:
        ears, self._ears = list(self._ears.values()), {}
        for ear in ears:
            await ear.close()

    async def close(self) -> None:
        """End every task and connection."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._close_ears()


def game_of(channel: bytes) -> str:
    """The game a channel name belongs to."""
    return channel.decode().partition("{")[2].rpartition("}")[0]
