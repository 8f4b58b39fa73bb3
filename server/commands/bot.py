"""`lastreel bot URL`: play through the wire."""

import argparse
import asyncio
import sys
from typing import Any
from urllib.parse import urlsplit

import msgspec

from clients.bot import POLICIES, Result, play
from clients.sdk import Closed, Refused, Table, create_game
from clients.sdk.http import HttpProblem
from protocol.http import CreateGame


def add(subparsers: Any) -> None:
    """The arguments of `bot`."""
    parser = subparsers.add_parser("bot", help="play a game through the wire")
    parser.add_argument(
        "url", help="a server (a game is made), or the link to the seat, as People at the table gives it"
    )
    parser.add_argument("--policy", default="random", choices=sorted(POLICIES))
    parser.add_argument("--seed", type=int, help="of the policy's choices")
    parser.add_argument("--killer", default="intruders")
    parser.add_argument("--location", default="wingard-cottage")
    parser.add_argument("--girl", default="ava")
    parser.add_argument("--extreme", action="store_true")
    parser.add_argument("--epic", action="store_true")
    parser.add_argument("--decisions", type=int, help="stop after so many")
    parser.set_defaults(run=run)


async def _play(arguments: argparse.Namespace) -> Result:
    server, game, token = await _place(arguments)
    async with Table.join(server, game, token, "bot") as table:
        return await play(table, POLICIES[arguments.policy], arguments.seed, arguments.decisions)


async def _place(arguments: argparse.Namespace) -> tuple[str, str, str]:
    """Server, game and token of a link; a bare server gets a new game."""
    parts = urlsplit(arguments.url)
    server = f"{parts.scheme}://{parts.netloc}"
    if parts.fragment:
        game, token = ([*parts.fragment.split("/"), "", "", ""])[2:4]
        if not game or not token:
            raise ValueError(f"expected http://HOST/#/table/GAME/TOKEN, got {arguments.url}")
        return server, game, token
    setup = CreateGame(arguments.killer, arguments.location, arguments.girl, arguments.extreme, arguments.epic)
    made = await create_game(server, setup)
    print(f"{server}{made.links.spectator}", file=sys.stderr, flush=True)
    return server, made.game, made.token


def run(arguments: argparse.Namespace) -> int:
    """Play; prints the result as JSON."""
    try:
        result = asyncio.run(_play(arguments))
    except (Closed, Refused, HttpProblem, OSError, ValueError) as error:
        print(f"lastreel bot: {error}", file=sys.stderr)
        return 1
    print(msgspec.json.encode(result).decode())
    return 0
