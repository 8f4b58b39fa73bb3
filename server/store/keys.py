"""The names of everything a game keeps in Redis.

The braces are Redis Cluster's hash tag: all keys of one game live in one slot, so one script may touch them all.
"""

from typing import NamedTuple
from zlib import crc32

INDEX_SHARDS = 16
"""The lists of games are spread over this many slots."""


class GameKeys(NamedTuple):
    """Key names of one game."""

    log: str
    """Stream: entry `n-0` with `e` (canonical JSON of the entry), `t` (store time, ms), `b` (id of its batch)."""
    head: str
    """Hash: `epoch`, `head`, `tip` (batch of the head), `safe` (confirmed head), `damaged`, `archived`."""
    done: str
    """Hash: command id -> `head time answer`, for the life of the game."""
    meta: str
    """Hash: people, tokens (hashed) and settings beside the log."""
    reel: str
    """String: the packed log of an archived game."""
    channel: str
    """Sharded channel: `head epoch` of each new head."""


def keys_of(game: str) -> GameKeys:
    """All key names of a game; game ids must not contain braces."""
    if not game or "{" in game or "}" in game:
        raise ValueError(f"a game id is a slug without braces, not {game!r}")
    return GameKeys(*(f"lr:{{{game}}}:{part}" for part in ("log", "head", "done", "meta", "reel", "new")))


def index_key(game: str, status: str) -> str:
    """The sorted set that lists this game when it has that status."""
    return shard_key(crc32(game.encode()) % INDEX_SHARDS, status)


def shard_key(shard: int, status: str) -> str:
    """One shard of the list of games of a status."""
    return f"lr:{{games:{shard}}}:{status}"
