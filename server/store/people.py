"""What the store keeps beside the logs: people and settings of a game, and the lists of games."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any

from server.store.keys import INDEX_SHARDS, index_key, keys_of, shard_key
from server.store.link import Link

STATUSES = ("open", "watchable", "finished", "archived")
"""`open`: running, only by invitation; `watchable`: running and listed; `finished`; `archived`: finished and packed."""


class Meta:
    """A game's people, hashed tokens and settings: one hash, outside the log and its order."""

    def __init__(self, link: Link) -> None:
        self.link = link

    async def put(self, game: str, fields: Mapping[str, str | bytes]) -> None:
        """Set these fields, leave the others."""
        parts = [part for pair in fields.items() for part in pair]
        if parts:
            await self.link.call("HSET", keys_of(game).meta, *parts)

    async def claim(self, game: str, field: str, value: str | bytes) -> bool:
        """Set a field nobody has set; False if somebody was first."""
        return bool(await self.link.call("HSETNX", keys_of(game).meta, field, value))

    async def get(self, game: str) -> dict[str, bytes]:
        """All fields; empty where there are none."""
        found = await self.link.call("HGETALL", keys_of(game).meta)
        return {key.decode(): value for key, value in found.items()}

    async def drop(self, game: str, *fields: str) -> None:
        """Remove fields."""
        if fields:
            await self.link.call("HDEL", keys_of(game).meta, *fields)


class Index:
    """Ids of games by status, newest first: a hint for lobbies and operators; the logs are the truth."""

    def __init__(self, link: Link) -> None:
        self.link = link

    async def put(self, game: str, status: str, at_ms: int | None = None) -> None:
        """List a game under one status, and under no other."""
        if status not in STATUSES:
            raise ValueError(f"a status is one of {', '.join(STATUSES)}, not {status!r}")
        stamp = int(time.time() * 1000) if at_ms is None else at_ms
        await self.link.call("ZADD", index_key(game, status), stamp, game)
        for other in STATUSES:
            if other != status:
                await self.link.call("ZREM", index_key(game, other), game)

    async def newest(self, status: str, limit: int = 100) -> list[tuple[str, int]]:
        """Up to `limit` games of a status with the time (ms) at which they got it, newest first."""
        asked = [
            self.link.call("ZRANGE", shard_key(shard, status), 0, limit - 1, "REV", "WITHSCORES")
            for shard in range(INDEX_SHARDS)
        ]
        found = [pair for part in await asyncio.gather(*asked) for pair in scored(part)]
        return sorted(found, key=lambda pair: (-pair[1], pair[0]))[:limit]

    async def before(self, status: str, at_ms: int) -> list[str]:
        """Games that got a status before a time (ms)."""
        asked = [
            self.link.call("ZRANGE", shard_key(shard, status), "-inf", f"({at_ms}", "BYSCORE")
            for shard in range(INDEX_SHARDS)
        ]
        return [game.decode() for part in await asyncio.gather(*asked) for game in part]

    async def every(self) -> AsyncIterator[tuple[str, str]]:
        """Every listed game and its status, in no order, a few at a time."""
        for status in STATUSES:
            for shard in range(INDEX_SHARDS):
                cursor = -1
                while cursor:
                    cursor, part = await self.link.call("ZSCAN", shard_key(shard, status), max(cursor, 0))
                    cursor = int(cursor)
                    for game, _ in scored(part):
                        yield game, status


def scored(reply: Sequence[Any]) -> list[tuple[str, int]]:
    """Members with scores, whichever shape the protocol version gave them: pairs, or one flat list."""
    nested = bool(reply) and isinstance(reply[0], list | tuple)
    pairs: Iterable[Sequence[Any]] = reply if nested else zip(reply[::2], reply[1::2], strict=True)
    return [(member.decode(), int(float(score))) for member, score in pairs]
