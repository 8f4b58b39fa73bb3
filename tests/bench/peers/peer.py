"""A peer: another server in a Node process, with as many spectators as ours, publishing frames of the same size."""

import asyncio
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec

from server.bench.crowd import Course, Crowd, pin

FOLDER = Path(__file__).parent
PROGRAM = "tests.bench.peers.spectators"
KINDS = {
    "colyseus-bytes": ("colyseus.mjs", "bytes"),
    "colyseus-patch": ("colyseus.mjs", "patch"),
    "boardgame": ("boardgame.mjs",),
}


def missing() -> str:
    """Why the peers cannot be measured here; empty if they can. Installs them when that has not been done."""
    if not (shutil.which("node") and shutil.which("npm")):
        return "the peers need Node and npm"
    if not (FOLDER / "node_modules").is_dir():
        command = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"]
        done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
        if done.returncode:
            return f"npm cannot install the peers: {done.stderr[-300:]}"
    return ""


class Peer:
    """One of the peers, running."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.crowd: Crowd
        self.size = 0
        """Bytes of a frame on the wire."""

    @classmethod
    async def open(cls, kind: str, connections: int, size: int) -> "Peer":
        """Start it and let everybody in; frames are padded to `size` bytes, or are as small as they come."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec("node", *KINDS[kind], cwd=FOLDER, stdin=pipe, stdout=pipe)
        pin(process.pid, 0)
        peer = cls(process)
        port = await peer._answer()
        peer.crowd = await Crowd.open(port, connections, await peer._ask(f"seats {connections}"), PROGRAM)
        pad = size
        for _ in range(3):  # length prefixes grow with what they measure
            peer.size = await peer._ask(f"size {pad}")
            pad = max(0, pad + size - peer.size)
        await peer.crowd.drain()
        return peer

    async def _ask(self, order: str) -> Any:
        self._order(order)
        return await self._answer()

    def _order(self, order: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(order.encode() + b"\n")

    async def _answer(self) -> Any:
        assert self.process.stdout is not None
        return msgspec.json.decode(await asyncio.wait_for(self.process.stdout.readline(), 60))

    def course(self, burst: int, rounds: int) -> Course:
        """Rounds of a burst."""
        deliveries = burst * self.crowd.connections
        return Course(
            self.crowd,
            lambda: self._order(f"publish {burst}"),
            deliveries * self.size,
            deliveries,
            rounds,
            self.process.pid,
        )

    async def close(self) -> None:
        """End it and its spectators."""
        await self.crowd.close()
        self.process.kill()
        await self.process.wait()
