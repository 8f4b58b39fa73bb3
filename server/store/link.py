"""The connection to Redis in its three shapes (single, Sentinel, Cluster), with our own patience and retries.

redis-py's retries are off: only this module knows that an append may be asked again, and how long people wait.
"""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from redis.asyncio import Redis
from redis.asyncio.cluster import ClusterNode, PipelineCommand, RedisCluster
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff
from redis.exceptions import (
    AskError,
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    MovedError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TimeoutError,
    TryAgainError,
)

from server.store.address import Address
from server.store.convoy import Convoy
from server.store.errors import Away, Unfit
from server.store.scripts import Script
from server.store.tls import share_contexts

T = TypeVar("T")
Client = Any
"""A `Redis` or a `RedisCluster`; they share `execute_command`."""

TRANSIENT = (
    ConnectionError,
    TimeoutError,
    BusyLoadingError,
    ClusterDownError,
    RedisClusterException,
    TryAgainError,
    MovedError,
    AskError,
    ReadOnlyError,
    OutOfMemoryError,
    OSError,
)
REFUSED_FOR_NOW = ("MASTERDOWN", "NOREPLICAS", "MISCONF", "UNBLOCKED", "LOADING", "CLUSTERDOWN", "NOGOODSLAVE")
"""Error codes of a server that is up but cannot write just now."""

FIRST_PAUSE = 0.02
"""Seconds before the first repetition; doubled each time up to LONGEST_PAUSE, times a random 0.5 to 1."""
LONGEST_PAUSE = 0.5
LOOK_PAUSE = 0.25
"""Seconds between two looks at the shape of a cluster that does not answer."""


class Link:
    """One client of one Redis, in whatever shape it comes."""

    def __init__(self, address: Address, patience: float = 2.0, reply_timeout: float = 2.0) -> None:
        """`patience`: seconds until a call gives up; `reply_timeout`: seconds one reply may take."""
        self.address = address
        self.patience = patience
        self.settings: dict[str, Any] = {
            **address.options,
            "socket_timeout": reply_timeout,
            "socket_connect_timeout": reply_timeout,
            "health_check_interval": 0,
        }
        if address.options.get("ssl"):
            share_contexts()
        self.client: Client = self._connect()
        self._next_look = 0.0
        self._convoy = None if address.kind == "cluster" else Convoy(self.client)

    def _connect(self) -> Client:
        once = Retry(NoBackoff(), 0)
        if self.address.kind == "cluster":
            nodes = [ClusterNode(host, port) for host, port in self.address.hosts]
            settings = {key: value for key, value in self.settings.items() if key != "db"}
            return RedisCluster(startup_nodes=nodes, retry=once, **settings)
        if self.address.kind == "sentinel":
            quick = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0}
            sentinels: Any = Sentinel
            sentinel = sentinels(list(self.address.hosts), sentinel_kwargs=quick, retry=once, **self.settings)
            return sentinel.master_for(self.address.path, redis_class=Redis)
        if self.address.path:
            return Redis(unix_socket_path=self.address.path, retry=once, **self.settings)
        host, port = self.address.hosts[0]
        return Redis(host=host, port=port, retry=once, **self.settings)

    async def call(self, *command: Any) -> Any:
        """Run one command, again while the server is away; raises Away when patience ends."""
        return await self.patiently(lambda again: self.client.execute_command(*command))

    async def script(self, script: Script, keys: Sequence[str], *arguments: Any) -> Any:
        """Run a script by its hash; sends its text where the server does not know it."""
        ask = self._convoy.ask if self._convoy else self.client.execute_command
        try:
            return await ask("EVALSHA", script.sha, len(keys), *keys, *arguments)
        except NoScriptError:
            return await self.client.execute_command("EVAL", script.text, len(keys), *keys, *arguments)

    async def together(self, key: str, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Run commands one after the other on one connection to the owner of `key`.

        WAIT and WAITAOF speak of their own connection's writes, so they must follow the write there.
        Errors come back as values of the list.
        """
        if not isinstance(self.client, RedisCluster):
            pipe = self.client.pipeline(transaction=False)
            for command in commands:
                pipe.execute_command(*command)
            replies: list[Any] = await pipe.execute(raise_on_error=False)
            return replies
        node = await self.owner(key)
        asked = [PipelineCommand(place, *command) for place, command in enumerate(commands)]
        await node.execute_pipeline(asked)
        return [command.result for command in asked]

    async def owner(self, key: str) -> ClusterNode:
        """The cluster node that holds a key; raises ConnectionError while nobody does."""
        await self.client.initialize()
        node = self.client.get_node_from_key(key)
        if node is None:
            raise ConnectionError(f"no node holds {key}")
        return node  # type: ignore[no-any-return]

    async def patiently(self, ask: Callable[[bool], Awaitable[T]], patience: float | None = None) -> T:
        """Ask until an answer comes; `ask(again)` is told whether an earlier try may have been carried out.

        Raises Away when patience ends, Unfit when the server refuses who we are.
        """
        clock = asyncio.get_running_loop().time
        limit = clock() + (self.patience if patience is None else patience)
        pause, again = FIRST_PAUSE, False
        while True:
            try:
                return await ask(again)
            except (AuthenticationError, AuthorizationError) as error:
                raise Unfit(f"{self.address} refused our user or password: {error}") from error
            except (RedisError, RedisClusterException, OSError, AttributeError) as error:
                if not is_transient(error):
                    raise
                await self._refresh(error)
                cause = error
            rest = pause * random.uniform(0.5, 1.0)
            if clock() + rest > limit:
                raise Away(f"{self.address} does not answer: {type(cause).__name__}: {cause}") from cause
            await asyncio.sleep(rest)
            pause, again = min(pause * 2, LONGEST_PAUSE), True

    async def _refresh(self, error: Exception) -> None:
        """Learn a cluster's new shape; redis-py does so only for calls that did not go through `together`."""
        if not isinstance(self.client, RedisCluster):
            return
        clock = asyncio.get_running_loop().time
        if isinstance(error, MovedError):
            await self.client.nodes_manager.move_slot(error)
        elif clock() >= self._next_look:
            self._next_look = clock() + LOOK_PAUSE
            with contextlib.suppress(RedisError, RedisClusterException, OSError, AttributeError):
                await self.client.nodes_manager.initialize()

    async def close(self) -> None:
        """Close every connection."""
        if self._convoy:
            await self._convoy.close()
        await self.client.aclose()


def is_transient(error: Exception) -> bool:
    """Whether the same call may succeed in a moment."""
    if isinstance(error, TRANSIENT):
        return True
    if isinstance(error, AttributeError):
        # redis-py 8.1: a cluster connection that another task disconnects while it is being opened
        return "'NoneType' object has no attribute 'write" in str(error)
    return isinstance(error, ResponseError) and str(error).startswith(REFUSED_FOR_NOW)
