"""`lastreel play URL`: the terminal client."""

import argparse
import asyncio
import sys
from typing import Any

from clients.sdk import create_game, read_link
from clients.sdk.http import HttpProblem
from protocol.http import CreateGame


def add(subparsers: Any) -> None:
    """The arguments of `play`."""
    parser = subparsers.add_parser("play", help="play or watch in the terminal")
    parser.add_argument(
        "url", nargs="?", default="http://127.0.0.1:8000", help="a server (a game is made), or any link to a table"
    )
    parser.add_argument("--killer", default="intruders")
    parser.add_argument("--location", default="wingard-cottage")
    parser.add_argument("--girl", default="ava")
    parser.add_argument("--extreme", action="store_true")
    parser.add_argument("--epic", action="store_true")
    parser.add_argument("--language", default="en", choices=("en", "de"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Open the table."""
    from clients.terminal.app import TableApp

    link = read_link(arguments.url)
    try:
        game, token = (link.game, link.token) if link.game else _make(link.server, arguments)
    except HttpProblem as error:
        print(f"lastreel play: {error}", file=sys.stderr)
        return 1
    return TableApp(link.server, game, token, arguments.language).run() or 0


def _make(server: str, arguments: argparse.Namespace) -> tuple[str, str]:
    setup = CreateGame(arguments.killer, arguments.location, arguments.girl, arguments.extreme, arguments.epic)
    made = asyncio.run(create_game(server, setup))
    print(f"to watch: {server}{made.links.spectator}", file=sys.stderr)
    print(f"to play on elsewhere, or with `lastreel bot LINK`: {server}{made.links.player}", file=sys.stderr)
    return made.game, made.token
