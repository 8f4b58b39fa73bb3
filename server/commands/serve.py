"""`lastreel serve`: run a node."""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Any

from engine.core.errors import ContentError
from server.config import STORE_HELP, Config, Limits, operator_token, store_address
from server.store import StoreError


def add(subparsers: Any) -> None:
    """The arguments of `serve`."""
    parser = subparsers.add_parser("serve", help="run the server; prints `ready http://H:P`")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (%(default)s); 0.0.0.0 for all")
    parser.add_argument("--port", type=port, default=8000, help="%(default)s; 0 picks a free one")
    parser.add_argument("--store", default=store_address(), help=STORE_HELP)
    parser.add_argument("--durability", default="aof", choices=("memory", "aof", "fsync", "replica"))
    parser.add_argument("--content", type=Path, help="a folder of your own card faces, put over ours by id")
    parser.add_argument("--origin", action="append", default=[], help="another web origin that may open sockets")
    parser.add_argument("--idle-seconds", type=float, default=600.0, help="unused tables leave memory after so long")
    parser.add_argument("--archive-seconds", type=float, default=86400.0, help="a finished game is packed so late")
    parser.add_argument("--absent-seconds", type=float, default=60.0, help="the seat is free after so long an absence")
    parser.add_argument("--slow-seconds", type=float, default=20.0, help="patience with a reader that does not read")
    parser.add_argument("--rate", type=int, default=60, help="messages a second from one connection")
    parser.add_argument("--deflate", action="store_true", help="compress frames (costs three times the time)")
    parser.add_argument("--allow-volatile", action="store_true", help="accept a Redis that may lose games")
    parser.set_defaults(run=run)


def port(text: str) -> int:
    """A number of a port."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r}")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped."""
    from server.run import serve

    config = Config(
        host=arguments.host,
        port=arguments.port,
        store=arguments.store,
        durability=arguments.durability,
        content=arguments.content,
        origins=tuple(arguments.origin),
        limits=Limits(arguments.rate, arguments.rate * 10, slow_seconds=arguments.slow_seconds),
        idle_seconds=arguments.idle_seconds,
        archive_seconds=arguments.archive_seconds,
        absent_seconds=arguments.absent_seconds,
        operator_token=operator_token(),
        deflate=arguments.deflate,
        allow_volatile=arguments.allow_volatile,
    )
    try:
        asyncio.run(serve(config))
    except (ContentError, StoreError, OSError, ValueError) as error:
        print(f"lastreel serve: {error}", file=sys.stderr)
        return 1
    return 0
