"""`lastreel store check|export|import|thaw`: look after the games of a store."""

import argparse
import asyncio
import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from engine.core.content import Content, load
from engine.core.errors import RecordError
from engine.core.record import AnyEntry, End, Header, Rekey, decode, encode
from engine.core.reel import verify
from server.config import STORE_HELP, store_address
from server.store import Exists, Store, Stored
from server.store.transfer import Finding, Packet, Verify, check_store, export_games, import_game, read_packets
from server.tables.keyring import Keyring, keyed, open_keyring


def add(subparsers: Any) -> None:
    """The arguments of `store`."""
    parser = subparsers.add_parser("store", help="check, export and import the games of a store")
    parser.set_defaults(run=run)
    commands = parser.add_subparsers(dest="what", metavar="check|export|import|thaw", required=True)
    check = commands.add_parser("check", help="read and replay every game; exit 1 if any is not sound")
    check.add_argument("--json", action="store_true")
    check.add_argument("--content", type=Path)
    export = commands.add_parser("export", help="write games as JSON lines, one game a line")
    export.add_argument("games", nargs="*", metavar="GAME", help="all games if none is named")
    export.add_argument("--to", type=Path, required=True, metavar="FILE")
    importing = commands.add_parser(
        "import",
        help="put sound exported games into a store; running ones without their server key draw from a new one",
    )
    importing.add_argument("file", type=Path, metavar="FILE")
    importing.add_argument("--content", type=Path)
    thaw = commands.add_parser("thaw", help="take the mark of damage off a game")
    thaw.add_argument("game", metavar="GAME")
    for command in (check, export, importing, thaw):
        command.add_argument("--store", default=store_address(), help=STORE_HELP)


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked."""
    return asyncio.run(_with_store(arguments))


async def _with_store(arguments: argparse.Namespace) -> int:
    store = await Store.open(arguments.store, allow_volatile=True)
    try:
        return await COMMANDS[arguments.what](store, arguments)
    finally:
        await store.close()


async def _check(store: Store, arguments: argparse.Namespace) -> int:
    replay = replaying(load(arguments.content))
    games = {game async for game, _ in store.index.every()}
    found: list[Finding] = []
    bar = nullcontext() if arguments.json else Progress(console=Console(stderr=True))
    with bar as progress:
        task = progress.add_task("games", total=len(games)) if progress else None
        step = (lambda _: progress.advance(task)) if progress and task is not None else None
        async for finding in check_store(store, replay, step):
            found.append(finding)
    if arguments.json:
        print(json.dumps({"games": len(games), "damaged": [finding._asdict() for finding in found]}))
    else:
        for finding in found:
            print(f"{finding.game}: entry {finding.entry}: {finding.why}")
        print(f"{len(games)} games, {len(found)} damaged")
    return 1 if found else 0


async def _export(store: Store, arguments: argparse.Namespace) -> int:
    """A file appears, or takes the place of an older one, once it is complete."""
    if arguments.to.exists() and not arguments.to.is_file():  # a pipe
        count = await _write(store, arguments.games, arguments.to)
    else:
        unfinished = arguments.to.with_name(f"{arguments.to.name}.unfinished")
        try:
            count = await _write(store, arguments.games, unfinished)
            unfinished.replace(arguments.to)
        finally:
            unfinished.unlink(missing_ok=True)
    print(f"{count} games exported to {arguments.to}; the server key is not among them (docs/operations.md)")
    return 0


async def _write(store: Store, games: list[str], to: Path) -> int:
    """Write games (all if none is named); how many there were."""
    count = 0
    with to.open("wb") as file:
        async for line in export_games(store, games or None):
            file.write(line)
            count += 1
    return count


async def _import(store: Store, arguments: argparse.Namespace) -> int:
    """A damaged game is left out, unless the export says itself that it is: then it comes frozen."""
    replay = replaying(load(arguments.content))
    keys = await open_keyring(store)
    taken, left = 0, 0
    with arguments.file.open("rb") as file:
        for line, packet in enumerate(read_packets(file), 1):
            try:
                if not packet.damaged:
                    replay(packet.game, packet.stored())
                rekey = rekey_for(packet, keys)
            except Exception as error:  # whatever a log can be that is none
                print(f"{arguments.file}: line {line}: game {packet.game}: {error}", file=sys.stderr)
                left += 1
                continue
            if rekey:
                packet.add(encode(rekey).decode())
            try:
                await import_game(store, packet)
            except Exists as error:
                print(f"{packet.game}: {error}")
                left += 1
                continue
            taken += 1
            if rekey:
                number = len(packet.entries)
                print(f"{packet.game}: its server key is not known here; draws after entry {number} have a new one")
    print(f"{taken} games imported, {left} left out")
    return 1 if left else 0


async def _thaw(store: Store, arguments: argparse.Namespace) -> int:
    known = await store.describe(arguments.game)
    await store.thaw(arguments.game)
    print(f"{arguments.game}: was {'frozen: ' + known.damaged if known.damaged else 'not frozen'}")
    return 0


def decoded(entries: list[Stored]) -> list[AnyEntry]:
    """Entries of the record. Raises RecordError with the entry's number."""
    return [decode(entry.data, entry.n) for entry in entries]


def replaying(content: Content) -> Verify:
    """Checks a log by replaying it."""

    def replay(game: str, entries: list[Stored]) -> None:
        record = decoded(entries)
        check_header(game, record)
        verify(content, record)

    return replay


def check_header(game: str, record: list[AnyEntry], epoch: str = "") -> None:
    """A record without a header, or under a name that is not its own, is no game. Raises RecordError."""
    header = record[0] if record else None
    if not isinstance(header, Header):
        raise RecordError(1, "a header", type(header).__name__ if record else "nothing")
    if header.game != game or (epoch or header.epoch) != header.epoch:
        raise RecordError(1, f"the header of game {game} {epoch}".rstrip(), f"{header.game} {header.epoch}")


def rekey_for(packet: Packet, keys: Keyring) -> Rekey | None:
    """What a running game needs to be played on with the keys of this store; None if it can be as it is.

    Raises RecordError for an entry that is none.
    """
    record = [decode(text, number) for number, (_, _, text) in enumerate(packet.entries, 1)]
    check_header(packet.game, record, packet.epoch)
    names = [entry.key for _, entry in keyed(record)]
    if not any(names) or keys.get(names[-1]) is not None or any(isinstance(entry, End) for entry in record):
        return None
    return keys.rekey(packet.game, record)


COMMANDS = {"check": _check, "export": _export, "import": _import, "thaw": _thaw}
