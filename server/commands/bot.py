"""`lastreel bot URL`: play through the wire."""

import argparse
import asyncio
import sys
from typing import Any

import msgspec

from clients.bot import POLICIES, Result, play
from clients.sdk import Closed, Link, Refused, Table, create_game, read_link
from clients.sdk.http import HttpProblem
from protocol.http import CreateGame
from server.arguments import count


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
    parser.add_argument("--decisions", type=count(0), help="stop after so many")
    parser.set_defaults(run=run)


async def _play(arguments: argparse.Namespace) -> Result:
    server, game, token = await _place(arguments)
    async with Table.join(server, game, token, "bot", trouble=say) as table:
        return await play(table, POLICIES[arguments.policy], arguments.seed, arguments.decisions)


def say(sentence: str) -> None:
    """Tell whoever runs the bot; the result alone goes to stdout."""
    print(f"lastreel bot: {sentence}", file=sys.stderr, flush=True)


async def _place(arguments: argparse.Namespace) -> Link:
    """The link that was given; a bare server gets a new game."""
    link = read_link(arguments.url)
    if link.game:
        if not link.token:
            raise ValueError(f"expected http://HOST/#/table/GAME/TOKEN, got {arguments.url!r}")
        return link
    setup = CreateGame(arguments.killer, arguments.location, arguments.girl, arguments.extreme, arguments.epic)
    made = await create_game(link.server, setup)
    print(f"{link.server}{made.links.spectator}", file=sys.stderr, flush=True)
    return Link(link.server, made.game, made.token)


def run(arguments: argparse.Namespace) -> int:
    """Play; prints the result as JSON."""
    try:
        result = asyncio.run(_play(arguments))
    except (Closed, Refused, HttpProblem) as error:
        print(f"lastreel bot: {error}", file=sys.stderr)
        return 1
    print(msgspec.json.encode(result).decode())
    return 0
