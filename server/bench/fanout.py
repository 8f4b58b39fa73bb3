"""Fan-out measured: one table and many spectators, beside a bare asyncio server that writes the same ready frames.

Closed rounds: publish, wait until the byte counter has everything, publish again. Runs of both alternate; medians.
"""

import asyncio
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from engine.core.compose import Setup
from protocol.frames import frame
from server.app import build
from server.bench.floor import Floor
from server.config import Config, Limits
from server.gateway.ready import ReadyLine
from server.node import Node
from server.run import Server, bound, settings_of
from server.tables.channel import Channel

RUNS = 5
FRAME_BYTES = 400
DELIVERIES = 120_000
"""Per run, about: enough for a second or so."""


class Crowd:
    """A counter process with its connections."""

    def __init__(self, process: asyncio.subprocess.Process, connections: int) -> None:
        self.process = process
        self.connections = connections

    @classmethod
    async def open(cls, port: int, connections: int, paths: list[str]) -> "Crowd":
        """Start the counter and wait until it has connected and drained."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "server.bench.counter",
            "127.0.0.1",
            str(port),
            str(connections),
            *paths,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        pin(process.pid, 1)
        assert process.stdout is not None
        assert await process.stdout.readline() == b"ready\n"
        return cls(process, connections)

    async def rounds(self, number: int, size: int, publish: Callable[[], None]) -> list[float]:
        """Publish so many times, each time waiting for everything to arrive; seconds of each round."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{number} {size}\n".encode())
        await self.process.stdin.drain()
        await asyncio.sleep(0.05)
        times = []
        for _ in range(number):
            start = time.perf_counter()
            publish()
            await self.process.stdout.readexactly(1)
            times.append(time.perf_counter() - start)
        return times

    async def close(self) -> None:
        """End the counter."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        await self.process.wait()


def pin(process: int, core: int) -> None:
    """One core for the server, another for the client, where there are two."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        cores = sorted(os.sched_getaffinity(0)) if process else sorted(range(os.cpu_count() or 1))
        os.sched_setaffinity(process, {cores[core % len(cores)]} if len(cores) > 1 else {core})


def memory_kb() -> int:
    """Resident memory of this process."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024


class Hall:
    """A real server in this process, with tables to publish on."""

    def __init__(self, node: Node, server: Server, port: int) -> None:
        self.node = node
        self.server = server
        self.port = port
        self.channels: list[Channel] = []
        self.paths: list[str] = []
        self._round = 0

    async def tables(self, number: int) -> None:
        """Make so many games."""
        for _ in range(number):
            room, _tokens = await self.node.tables.create(Setup("intruders", "wingard-cottage", "ava"), True)
            self.channels.append(room.table.streams.channels["spectator"])
            self.paths.append(f"/ws/{room.table.id}")
            setattr(room, "tell_people", lambda share=False: None)  # noqa: B010  lists of people are no deliveries
        for channel in self.channels:
            channel.history.view = {"turn": 0, "pad": ""}

    def publish(self, burst: int) -> None:
        """So many versions on every table, in one tick."""
        for channel in self.channels:
            for _ in range(burst):
                self._round += 1
                channel.publish({"turn": 10_000_000 + self._round, "pad": self._pad()}, [])

    def _pad(self) -> str:
        return f"{self._round % 10}" * (FRAME_BYTES - 120)

    def frame_bytes(self) -> int:
        """Size of the frames being published, which must not change while rounds are counted."""
        channel = self.channels[0]
        channel.history.version = 10_000_000
        before = channel.history.version
        wire = channel.history.advance({"turn": 10_000_000, "pad": self._pad()}, []).wire
        for each in self.channels:
            each.history.version = before
        return len(wire)


async def open_hall(folder: str) -> tuple[Hall, asyncio.Task[None]]:
    """Start a server on a free port with a store of its own."""
    config = Config(port=0, store=f"embedded:{folder}", limits=Limits(connections_per_address=1 << 20))
    listener = bound(config)
    node = await Node.open(config)
    settings = settings_of(config, build(node), ReadyLine)
    settings.ws_ping_interval = None  # the counter answers no pings, and their bytes are not deliveries
    server = Server(settings, node)
    task = asyncio.create_task(server._serve([listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    return Hall(node, server, listener.getsockname()[1]), task


async def measure_fanout(connections: int, burst: int, tables: int = 1, runs: int = RUNS) -> dict[str, Any]:
    """Deliveries per second, beside the floor; p99 of a round in ms; memory per connection."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 16384)), hard))
    with tempfile.TemporaryDirectory(prefix="lastreel-bench-") as folder:
        hall, serving = await open_hall(folder)
        await hall.tables(tables)
        pin(0, 0)
        floor = await Floor.open()
        before = memory_kb()
        crowd = await Crowd.open(hall.port, connections, hall.paths)
        memory = (memory_kb() - before) / connections
        below = await Crowd.open(floor.port, connections, ["-"])
        try:
            figures = await _alternate(hall, floor, crowd, below, burst, runs)
        finally:
            await crowd.close()
            await below.close()
            hall.server.should_exit = True
            await serving
    return {**figures, "rss_per_connection_kb": round(memory, 1), "connections": connections, "burst": burst}


async def _alternate(hall: Hall, floor: Floor, crowd: Crowd, below: Crowd, burst: int, runs: int) -> dict[str, Any]:
    size = hall.frame_bytes()
    each = crowd.connections // len(hall.channels)
    rounds = max(5, DELIVERIES // (crowd.connections * burst))
    ours, floors, quick, slowest = [], [], [], []
    ready = frame(b"x" * (size - 4)).wire
    joined = ready * 16
    for _ in range(runs):
        times = await crowd.rounds(rounds, size * burst * each * len(hall.channels), lambda: hall.publish(burst))
        ours.append(rounds * burst * each * len(hall.channels) / sum(times))
        slowest += times
        times = await below.rounds(rounds, len(ready) * burst * below.connections, lambda: floor.publish(ready, burst))
        floors.append(rounds * burst * below.connections / sum(times))
        times = await below.rounds(5, len(joined) * below.connections, lambda: floor.publish(joined, 1))
        quick.append(5 * 16 * below.connections / sum(times))
    ratios = [one / other for one, other in zip(ours, floors, strict=True)]
    return {
        "deliveries_per_second": round(statistics.median(ours)),
        "floor_per_second": round(statistics.median(floors)),
        "client_per_second": round(statistics.median(quick)),
        "ratio_to_floor": round(statistics.median(ratios), 2),
        "p99_ms": round(1000 * sorted(slowest)[int(len(slowest) * 0.99)], 2),
        "frame_bytes": size,
    }
