"""`lastreel serve`: run a node."""

import argparse
import asyncio
from pathlib import Path
from typing import Any

from server.arguments import count, port, seconds
from server.config import STORE_HELP, Config, Limits, operator_token, store_address


def add(subparsers: Any) -> None:
    """The arguments of `serve`."""
    parser = subparsers.add_parser("serve", help="run the server; prints `ready http://H:P`")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (%(default)s); 0.0.0.0 for all")
    parser.add_argument("--port", type=port, default=8000, help="%(default)s; 0 picks a free one")
    parser.add_argument("--store", default=store_address(), help=STORE_HELP)
    parser.add_argument("--durability", default="aof", choices=("memory", "aof", "fsync", "replica"))
    parser.add_argument("--content", type=Path, help="a folder of your own card faces, put over ours by id")
    parser.add_argument("--origin", action="append", default=[], help="another web origin that may open sockets")
    parser.add_argument("--idle-seconds", type=seconds, default=600.0, help="unused tables leave memory after so long")
    parser.add_argument("--archive-seconds", type=seconds, default=86400.0, help="a finished game is packed so late")
    parser.add_argument(
        "--absent-seconds", type=seconds, default=60.0, help="the seat is free after so long an absence"
    )
    parser.add_argument("--slow-seconds", type=seconds, default=20.0, help="patience with a reader that does not read")
    parser.add_argument("--rate", type=count(1), default=60, help="messages a second from one connection")
    parser.add_argument("--deflate", action="store_true", help="compress frames (costs three times the time)")
    parser.add_argument("--allow-volatile", action="store_true", help="accept a Redis that may lose games")
    parser.set_defaults(run=run)


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
    asyncio.run(serve(config))
    return 0
