"""Carries talk between nodes over one channel of the store. Best effort: what is lost is not missed."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable

import structlog
from redis.exceptions import RedisError

from server.store import Store, StoreError
from server.tables.talk import AnyTalk, Envelope, pack, unpack

log = structlog.get_logger()
CHANNEL = "lr:talk"
QUEUE = 1000
"""Messages waiting for the store; older ones are dropped beyond."""

PAUSE_SECONDS = 0.5
"""Before subscribing anew."""


class Relay:
    """One node's mouth and ear."""

    def __init__(self, store: Store, heard: Callable[[Envelope], None], again: Callable[[], None]) -> None:
        self.store = store
        self.node = secrets.token_hex(6)
        self._heard = heard
        self._again = again
        """Called when it can hear (again): what was said meanwhile is lost."""
        self._interrupted = False
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(QUEUE)

    def tell(self, game: str, talk: AnyTalk) -> None:
        """Say something to the other nodes, soon."""
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(pack(self.node, game, talk))

    async def speak(self) -> None:
        """Send what is waiting, for ever."""
        while True:
            message = await self._queue.get()
            with contextlib.suppress(StoreError, RedisError, OSError):
                await self.store.link.call("PUBLISH", CHANNEL, message)

    async def listen(self) -> None:
        """Hear the other nodes, for ever; subscribes anew after any trouble, which is logged once an outage."""
        while True:
            try:
                await self._listen()
            except (RedisError, OSError, StoreError) as away:
                if not self._interrupted:
                    log.warning("talk interrupted", why=str(away))
                self._interrupted = True
            await asyncio.sleep(PAUSE_SECONDS)

    async def _listen(self) -> None:
        async with self.store.link.client.pubsub() as pubsub:
            await pubsub.subscribe(CHANNEL)
            self._interrupted = False
            self._again()
            while True:
                message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=30.0)
                if message is None:
                    await pubsub.ping()
                elif message["type"] == "message":
                    self._take(message["data"])

    def _take(self, data: bytes) -> None:
        envelope = unpack(data)
        if envelope is not None and envelope.node != self.node:
            self._heard(envelope)
