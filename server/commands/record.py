"""`lastreel record verify|show|export`: look at records and check them."""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from engine.core import reel
from engine.core.content import Content, load
from engine.core.errors import RecordError
from engine.core.record import AnyEntry, decode, encode
from engine.core.table import Table
from server.config import STORE_HELP, store_address
from server.store import Store
from server.views.render import game_part, render


def add(subparsers: Any) -> None:
    """The arguments of `record`."""
    parser = subparsers.add_parser("record", help="check, show or export records of games")
    parser.set_defaults(run=run)
    commands = parser.add_subparsers(dest="what", metavar="verify|show|export", required=True)
    verify = commands.add_parser("verify", help="replay records and compare everything in them")
    verify.add_argument("files", nargs="+", type=Path, metavar="FILE")
    verify.add_argument("--json", action="store_true")
    show = commands.add_parser("show", help="the entries of a record, or the table at one of them")
    show.add_argument("file", type=Path, metavar="FILE")
    show.add_argument("--at", type=int, metavar="N", help="the table after entry N, as JSON")
    show.add_argument("--as", dest="role", default="player", choices=("player", "advisor", "spectator"))
    export = commands.add_parser("export", help="a game out of a store, with its facts")
    export.add_argument("game", metavar="GAME")
    export.add_argument("--store", default=store_address(), help=STORE_HELP)
    for command in (verify, show, export):
        command.add_argument("--content", type=Path)


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked."""
    return COMMANDS[arguments.what](load(arguments.content), arguments)


def _verify(content: Content, arguments: argparse.Namespace) -> int:
    results = [_verdict(content, file) for file in arguments.files]
    bad = [result for result in results if not result["ok"]]
    if arguments.json:
        print(json.dumps({"files": results, "ok": not bad}))
    else:
        for result in results:
            print(_sentence(result))
    return 1 if bad else 0


def _verdict(content: Content, file: Path) -> dict[str, Any]:
    try:
        verdict = reel.verify(content, reel.read(file.read_bytes()))
    except RecordError as error:
        came = {"entry": error.entry, "expected": error.expected, "came": error.came}
        return {"file": str(file), "ok": False, **came}
    except OSError as error:
        return {"file": str(file), "ok": False, "entry": 0, "expected": "a file", "came": str(error)}
    return {"file": str(file), "ok": True, **msgspec.to_builtins(verdict)}


def _sentence(result: dict[str, Any]) -> str:
    if not result["ok"]:
        return f"{result['file']}: entry {result['entry']}: expected {result['expected']}, got {result['came']}"
    outcome = " ".join(result["outcome"]) or "still running"
    return f"{result['file']}: {result['entries']} entries as they should be, {outcome}; {_draws(result)}"


def _draws(result: dict[str, Any]) -> str:
    """What the check can say of the draws."""
    if result["draws_checked"]:
        return "draws follow from the secret"
    if not result["not_derivable"]:
        return "the secret is not published yet"
    gaps = (
        f"{gap['draws']} of entries {gap['first']} to {gap['last']} are not derivable: {gap['why']}"
        for gap in result["not_derivable"]
    )
    return "; ".join([f"{result['derived']} of {result['draws']} draws follow from the secret", *gaps])


def _show(content: Content, arguments: argparse.Namespace) -> int:
    entries = reel.read(arguments.file.read_bytes())
    if arguments.at is None:
        for number, entry in enumerate(entries, 1):
            print(f"{number:5} {encode(entry).decode()}")
        return 0
    table = at(content, entries, arguments.at)
    game = game_part(table.rules, table.header.game)
    view = render(table.state, table.rules, game, arguments.role, False)
    print(json.dumps(view, indent=1))
    return 0


def at(content: Content, entries: list[AnyEntry], number: int) -> Table:
    """The table after an entry (with the draws that belong to it). Raises RecordError outside the record."""
    if not 2 <= number <= len(entries):
        raise RecordError(number, f"an entry from 2 (the start) to {len(entries)}", str(number))
    header = reel.header_of(content, entries)
    while number < len(entries) and type(entries[number]).__name__ == "Draw":
        number += 1
    return Table.load(content, header, list(entries[1:number]))


def _export(content: Content, arguments: argparse.Namespace) -> int:
    entries = asyncio.run(_fetch(arguments.store, arguments.game))
    for line in reel.lines(entries, reel.facts_by_entry(content, entries)):
        sys.stdout.buffer.write(line + b"\n")
    return 0


async def _fetch(address: str, game: str) -> list[AnyEntry]:
    store = await Store.open(address, allow_volatile=True)
    try:
        stored = await store.read(game)
    finally:
        await store.close()
    return [decode(entry.data, number) for number, entry in enumerate(stored, 1)]


COMMANDS = {"verify": _verify, "show": _show, "export": _export}
