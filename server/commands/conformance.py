"""`lastreel conformance URL` checks a server, `lastreel conformance --client PORT` a client."""

import argparse
import asyncio
import sys
from typing import Any

from clients.conformance.client import check_client
from clients.conformance.server import check_server
from clients.sdk import read_link
from protocol.http import CreateGame
from server.arguments import port


def add(subparsers: Any) -> None:
    """The arguments of `conformance`."""
    parser = subparsers.add_parser("conformance", help="check a server or a client against docs/protocol.md")
    parser.add_argument("url", nargs="?", help="of the server to check")
    parser.add_argument("--client", type=port, metavar="PORT", help="wait here for a client to check")
    parser.add_argument("--killer", default="intruders")
    parser.add_argument("--location", default="wingard-cottage")
    parser.add_argument("--girl", default="ava")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check; 1 if anything fails, 2 if nothing was given to check."""
    if arguments.client is not None:
        return asyncio.run(check_client(arguments.client, say))
    if not arguments.url:
        print("lastreel conformance: expected a URL or --client PORT", file=sys.stderr)
        return 2
    setup = CreateGame(arguments.killer, arguments.location, arguments.girl)
    return min(1, asyncio.run(check_server(read_link(arguments.url).server, setup, say)))


def say(line: str) -> None:
    """Print at once, for whoever waits for `ready`."""
    print(line, flush=True)
