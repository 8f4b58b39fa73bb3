"""Real server processes for tests: started, killed, frozen, started again on the same data."""

import asyncio
import functools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec

from clients.sdk import Table as Client
from clients.sdk import create_game
from clients.sdk.http import get
from engine.core.content import Content, load
from engine.core.record import AnyEntry, Header, decode
from engine.core.table import Table
from protocol.http import Created, CreateGame

ROOT = Path(__file__).parents[2]
START_SECONDS = 30.0
WINGARD = CreateGame("intruders", "wingard-cottage", "ava")
OPERATOR = "operator-token-of-the-tests"
KEY = bytes(range(32))
"""The key of servers on which games on a seed are always the same."""


def seeded(seed: int) -> CreateGame:
    """Intruders at Wingard Cottage, the same game each time on a server with `KEY`."""
    return msgspec.structs.replace(WINGARD, seed=str(seed))


@functools.cache
def content() -> Content:
    """The films, read once."""
    return load()


class Server:
    """One `lastreel serve` process on a folder or a store address."""

    def __init__(self, store: Path | str, folder: Path, *arguments: str, key: bytes = b"") -> None:
        """`key`: the server's key, for games on a seed that are to be known beforehand."""
        self.store = f"embedded:{store}" if isinstance(store, Path) else store
        self.folder = folder
        self.arguments = arguments
        self.environment = {"LASTREEL_OPERATOR_TOKEN": OPERATOR, **({"LASTREEL_SERVER_KEY": key.hex()} if key else {})}
        self.process: subprocess.Popen[bytes] | None = None
        self.url = ""
        self.port = 0

    def start(self) -> "Server":
        """Start and wait for `ready`; a restarted server keeps its port."""
        self.log = self.folder / "server.log"
        command = [sys.executable, "-m", "server.cli", "serve", "--port", str(self.port), "--store", self.store]
        environment = {**os.environ, **self.environment}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *self.arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=log, env=environment
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        assert line.startswith("ready "), f"no ready line but {line!r}: {self.log.read_text()[-2000:]}"
        self.url = line.split()[1]
        self.port = int(self.url.rsplit(":", 1)[1])
        return self

    @property
    def pid(self) -> int:
        """Of the server process."""
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self, timeout: float = 20.0) -> int:
        """SIGTERM; the exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout)

    def restart(self) -> "Server":
        """kill -9 and start again."""
        self.kill()
        return self.start()

    def errors(self) -> str:
        """What it has logged."""
        return self.log.read_text()

    def memory_kb(self) -> int:
        """Resident memory."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
        raise AssertionError("no VmRSS")

    async def game(self, setup: CreateGame = WINGARD) -> Created:
        """A new game; without a set-up of the test's own one that begins with an action, as every second does.

        The others begin with what the first Event or the set-up asks.
        """
        for _ in range(50):
            made = await create_game(self.url, setup)
            if setup is not WINGARD or await self.asks(made.game) == "action":
                return made
        raise AssertionError("no game began with an action")

    async def record(self, game: str) -> list[AnyEntry]:
        """A game's entries, as the operator gets them."""
        lines = (await get(f"{self.url}/api/games/{game}/record", OPERATOR)).splitlines()
        return [decode(line) for line in lines]

    async def asks(self, game: str) -> str:
        """The kind of a game's open decision."""
        header, *entries = await self.record(game)
        assert isinstance(header, Header)
        request = Table.load(content(), header, entries).request
        return request.kind if request is not None else ""


async def until(check: object, seconds: float = 5.0, every: float = 0.02) -> None:
    """Wait until a function of no arguments is true."""
    end = time.monotonic() + seconds
    while not check():  # type: ignore[operator]
        assert time.monotonic() < end, "waited too long"
        await asyncio.sleep(every)


def shown_all(spectator: Client) -> bool:
    """Whether a spectator has the last frame. One more comes after the end: all that was hidden; not always with it."""
    return spectator.over and not {"hand", "tableau", "discard"}.isdisjoint(spectator.view)


def plain(value: object) -> object:
    """A message as plain JSON values."""
    return msgspec.to_builtins(value)
