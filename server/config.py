"""How one node runs: addresses, limits, timeouts. Read from the command line; a few from the environment."""

import os
from pathlib import Path

from msgspec import Struct

DEFAULT_STORE = "embedded:data"
STORE_HELP = f"embedded:DIR, redis://... or another address; if not given LASTREEL_STORE, else {DEFAULT_STORE}"


class Limits(Struct, frozen=True):
    """What one connection and one address may do. Rates are messages per second with a burst."""

    messages_per_second: int = 60
    burst: int = 600
    talk_per_second: float = 1.0
    """Chat, pings and suggestions of one person."""
    talk_burst: int = 10
    connections_per_address: int = 5000
    games_per_minute: int = 120
    """New games from one address."""
    bad_hellos_per_minute: int = 30
    """Wrong tokens from one address; more are not looked at."""
    hello_seconds: float = 10.0
    body_seconds: float = 10.0
    """How long the body of a request may take."""
    buffer_bytes: int = 64 * 1024
    """Unsent bytes after which a reader counts as slow."""
    slow_seconds: float = 20.0
    """How long a slow reader is waited for."""


class Config(Struct, frozen=True):
    """Everything `serve` was told."""

    host: str = "127.0.0.1"
    port: int = 8000
    store: str = DEFAULT_STORE
    content: Path | None = None
    limits: Limits = Limits()
    origins: tuple[str, ...] = ()
    """Web origins that may open sockets besides the server's own; `*` for all."""
    idle_seconds: float = 600.0
    """A table without connections leaves memory after so long."""
    archive_seconds: float = 86400.0
    """A finished game moves to its compact form after so long."""
    drain_seconds: float = 5.0
    """How long SIGTERM waits for what is in flight."""
    absent_seconds: float = 60.0
    """How long the player must be away before the seat can be taken over."""
    operator_token: str = ""
    """Opens records of running games; empty: nobody may."""
    durability: str = "aof"
    deflate: bool = False
    allow_volatile: bool = False


def store_address() -> str:
    """The store where no `--store` is given; from the environment, so that no process list shows its password."""
    return os.environ.get("LASTREEL_STORE", "") or DEFAULT_STORE


def operator_token() -> str:
    """The operator's token, from the environment so that no process list shows it."""
    return os.environ.get("LASTREEL_OPERATOR_TOKEN", "")
