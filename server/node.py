"""One server process: store, content, tables, sockets, and how they start and stop."""

import asyncio
import hmac
import random

import structlog

from engine.core.content import Content
from engine.core.content import load as load_content
from protocol.codec import encode
from protocol.frames import frame
from protocol.to_client import Closing
from server.config import Config
from server.gateway.addresses import Addresses
from server.gateway.connection import Connection
from server.gateway.limits import Buckets
from server.metrics import Metrics
from server.store import Store
from server.tables.keyring import open_keyring
from server.tables.tables import Tables

log = structlog.get_logger()


class Node:
    """Everything one process owns."""

    def __init__(self, config: Config, content: Content, store: Store, tables: Tables, metrics: Metrics) -> None:
        self.config = config
        self.content = content
        self.store = store
        self.tables = tables
        self.metrics = metrics
        limits = config.limits
        self.addresses = Addresses(limits.connections_per_address)
        self.bad_hellos = Buckets(limits.bad_hellos_per_minute / 60, limits.bad_hellos_per_minute)
        self.new_games = Buckets(limits.games_per_minute / 60, limits.games_per_minute)
        self.connections: set[Connection] = set()

    @classmethod
    async def open(cls, config: Config) -> "Node":
        """Load the content, open the store, start the tables. Raises ContentError, StoreError."""
        content = load_content(config.content)
        store = await Store.open(config.store, config.durability, allow_volatile=config.allow_volatile)
        try:
            keys = await open_keyring(store)
        except BaseException:
            await store.close()
            raise
        metrics = Metrics()
        tables = Tables(config, store, content, keys, metrics)
        tables.start()
        return cls(config, content, store, tables, metrics)

    def is_operator(self, bearer: str) -> bool:
        """Whether an authorization header (or the token alone) is the operator's."""
        token = bearer.removeprefix("Bearer ").strip()
        wanted = self.config.operator_token
        return bool(wanted) and hmac.compare_digest(wanted.encode(), token.encode())

    async def drain(self) -> None:
        """Tell everybody when to come back, finish what is in flight, close every socket."""
        self.tables.draining = True
        async with asyncio.timeout(self.config.drain_seconds):
            for room in list(self.tables.rooms.values()):
                await room.table.finish()
        for connection in list(self.connections):
            wait = round(random.uniform(0.5, 3.0), 2)
            connection.line.write(frame(encode(Closing(wait, "server_restart"))))
            self.metrics.count("closes", 'code="server_restart"')
            connection.room.table.streams.channels[connection.role].leave(connection.line)
            connection.line.close(1012, "server_restart")

    async def close(self) -> None:
        """Leave the store. Call after `drain`."""
        await self.tables.stop()
        await self.store.close()
