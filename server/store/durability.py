"""What an acknowledgement promises, and whether a given Redis can keep it (docs/operations.md has the table)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from server.store.errors import Unfit


class Durability(StrEnum):
    """What has happened to an entry before its command is acknowledged."""

    MEMORY = "memory"
    """It is in the server's memory: a killed Redis loses it. Only with `allow_volatile`."""
    AOF = "aof"
    """It is written to the append-only file: survives `kill -9` of any process, not the loss of power."""
    FSYNC = "fsync"
    """The file has been synced to disk: survives the loss of power."""
    REPLICA = "replica"
    """A replica has it as well: survives the loss of the primary and a failover."""

    @property
    def confirmed(self) -> bool:
        """Whether entries may exist that are not yet acknowledgeable, so that readers must wait as well."""
        return self in (Durability.FSYNC, Durability.REPLICA)


def refuse_unfit(info: Mapping[str, Any], where: str) -> None:
    """Refuse a Redis that evicts keys or keeps no append-only file; `info` is its answer to INFO.

    Raises Unfit with what was found and what to set instead.
    """
    policy = info.get("maxmemory_policy", "unknown")
    if policy != "noeviction":
        raise Unfit(f"{where} may evict games: maxmemory-policy is {policy}, expected noeviction")
    if not int(info.get("aof_enabled", 0)):
        raise Unfit(
            f"{where} keeps no append-only file: appendonly is no, expected yes "
            "(with --allow-volatile every game is lost with that process)"
        )


def version_of(info: Mapping[str, Any]) -> tuple[int, ...]:
    """The server's version as numbers; Valkey says its own under another name."""
    text = str(info.get("valkey_version") or info.get("redis_version") or "0")
    return tuple(int(part) for part in text.split(".") if part.isdigit())


def refuse_old(info: Mapping[str, Any], where: str) -> None:
    """Sharded announcements need Redis 7 or Valkey; raises Unfit."""
    if version_of(info) < (7,):
        raise Unfit(f"{where} is version {info.get('redis_version')}, expected 7 or newer")
