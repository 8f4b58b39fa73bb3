"""Fan-out measured: tables and many spectators, beside a bare asyncio server that writes the same ready frames.

Closed rounds: publish, wait until the byte counter has everything, publish again. Runs of all that is compared
alternate; medians.
"""

import asyncio
import resource
import statistics
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from engine.core.compose import Setup
from protocol.frames import frame
from server.app import build
from server.bench.crowd import Course, Crowd, alternate, p99, pin, ratio, unpin
from server.bench.floor import Floor
from server.config import Config, Limits
from server.garbage import spare_collections
from server.gateway.ready import ReadyLine
from server.node import Node
from server.run import Server, bound, settings_of
from server.tables.channel import Channel

RUNS = 5
SLICES = 4
FRAME_BYTES = 400
DELIVERIES = 120_000
"""Per run, about: enough for a second or so."""
STUCK_BYTES = 400_000
"""What has to be published until all buffers of a reader that stopped are full, and some more."""
FIRST = 10_000_000
"""Versions and turns begin here, so that frames keep their size while rounds are counted."""


class Hall:
    """A real server in this process, with tables to publish on."""

    def __init__(self, node: Node, server: Server, port: int) -> None:
        self.node = node
        self.server = server
        self.port = port
        self.channels: list[Channel] = []
        self.paths: list[str] = []
        self._turn = FIRST

    async def tables(self, number: int) -> None:
        """Make so many games."""
        for _ in range(number):
            room, _tokens = await self.node.tables.create(Setup("intruders", "wingard-cottage", "ava"), True)
            self.channels.append(room.table.streams.channels["spectator"])
            self.paths.append(f"/ws/{room.table.id}")
            setattr(room, "tell_people", lambda share=False: None)  # noqa: B010  lists of people are no deliveries
        for channel in self.channels:
            channel.start_at(FIRST, {"turn": FIRST, "pad": ""})

    def publish(self, burst: int) -> None:
        """So many versions on every table, in one tick."""
        views = [self._next() for _ in range(burst)]
        for channel in self.channels:
            for view in views:
                channel.publish(view, [])

    def _next(self) -> dict[str, Any]:
        self._turn += 1
        return {"turn": self._turn, "pad": f"{self._turn % 10}" * (FRAME_BYTES - 120)}

    def frame_bytes(self) -> int:
        """Size of the frames being published."""
        view = self._next()
        (size,) = {len(channel.history.advance(view, [])) for channel in self.channels}
        return size

    def course(self, crowd: Crowd, burst: int, rounds: int) -> Course:
        """Rounds of a burst for a crowd that is spread over all tables."""
        deliveries = burst * crowd.connections
        return Course(crowd, lambda: self.publish(burst), deliveries * self.frame_bytes(), deliveries, rounds)


@asynccontextmanager
async def open_hall(tables: int) -> AsyncIterator[Hall]:
    """A server on a free port and one core, with a store of its own."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 16384)), hard))
    with tempfile.TemporaryDirectory(prefix="lastreel-bench-") as folder:
        config = Config(port=0, store=f"embedded:{folder}", limits=Limits(connections_per_address=1 << 20))
        listener = bound(config)
        node = await Node.open(config)
        settings = settings_of(config, build(node), ReadyLine)
        settings.ws_ping_interval = None  # the counter answers no pings, and their bytes are not deliveries
        server = Server(settings, node)
        serving = asyncio.create_task(server._serve([listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        hall = Hall(node, server, listener.getsockname()[1])
        await hall.tables(tables)
        spare_collections()
        pin(0, 0)
        try:
            yield hall
        finally:
            server.should_exit = True
            await serving
            unpin()


def memory_kb() -> int:
    """Resident memory of this process."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024


def rounds_for(connections: int, burst: int) -> int:
    """How many rounds make a slice of a run."""
    return max(5, DELIVERIES // (connections * burst * SLICES))


async def measure_fanout(connections: int, burst: int, runs: int = RUNS) -> dict[str, Any]:
    """Deliveries per second, beside the floor; p99 of a round in ms; memory per connection."""
    async with open_hall(1) as hall:
        floor = await Floor.open()
        before = memory_kb()
        crowd = await Crowd.open(hall.port, connections, hall.paths)
        memory = (memory_kb() - before) / connections
        below = await Crowd.open(floor.port, connections, ["-"])
        rounds = rounds_for(connections, burst)
        course = hall.course(crowd, burst, rounds)
        bare, quick = floor_courses(floor, below, hall.frame_bytes(), burst, rounds)
        try:
            ours, floors, quicks = await alternate([course, bare, quick], runs, SLICES)
        finally:
            await crowd.close()
            await below.close()
    return {
        "deliveries_per_second": course.median_rate(ours[1]),
        "floor_per_second": bare.median_rate(floors[1]),
        "client_per_second": quick.median_rate(quicks[1]),
        "ratio_to_floor": ratio(ours, floors),
        "cpu_ratio_to_floor": ratio(ours, floors, Course.cpu_rate),
        "p99_ms": round(1000 * statistics.median(p99(run.times) for run in ours[1]), 2),
        "frame_bytes": hall.frame_bytes(),
        "rss_per_connection_kb": round(memory, 1),
        "connections": connections,
        "burst": burst,
    }


def floor_courses(floor: Floor, crowd: Crowd, size: int, burst: int, rounds: int) -> tuple[Course, Course]:
    """The floor writing frames one at a time; and joined by sixteen, to see how much the client could take."""
    ready = frame(b"x" * (size - 4))
    joined, deliveries = ready * 16, crowd.connections * burst
    return (
        Course(crowd, lambda: floor.publish(ready, burst), deliveries * size, deliveries, rounds),
        Course(crowd, lambda: floor.publish(joined, 1), crowd.connections * 16 * size, crowd.connections * 16, 3),
    )


async def measure_stuck(connections: int, burst: int, stuck: int = 1, runs: int = RUNS) -> dict[str, Any]:
    """What spectators who stop reading do to the p99 of a round of the others, in ms; runs with and without."""
    async with open_hall(1) as hall:
        crowd = await Crowd.open(hall.port, connections, hall.paths)
        course = hall.course(crowd, burst, max(200, STUCK_BYTES // (hall.frame_bytes() * burst)))
        counters, slow = hall.node.metrics.counters, ("lastreel_slow_total", "")
        without, beside = [], []
        try:
            for _ in range(runs):
                without.append(p99((await course.run()).times))
                silent, before = await Crowd.open(hall.port, stuck, hall.paths), counters[slow]
                beside.append(p99((await course.run()).times))
                assert counters[slow] == before + stuck, "whoever stopped reading has to be noticed"
                await silent.close()
        finally:
            await crowd.close()
        changes = [one / other - 1 for one, other in zip(beside, without, strict=True)]
    return {
        "p99_ms": round(1000 * statistics.median(beside), 2),
        "p99_ms_without": round(1000 * statistics.median(without), 2),
        "p99_change": round(statistics.median(changes), 3),
        "stuck": stuck,
        "connections": connections,
        "burst": burst,
    }


async def measure_tables(connections: int, tables: int, burst: int, runs: int = RUNS) -> dict[str, Any]:
    """Deliveries per second on many tables, beside as many on one table, in turn.

    The viewers of a table come one after the other, so that both servers write to connections in the order in which
    they came. Else the kernel's way through its memory is compared too, at 5 % and more.
    """
    async with open_hall(1) as one, open_hall(tables) as many:
        seats = [[path for path in hall.paths for _ in range(connections // len(hall.paths))] for hall in (one, many)]
        crowds = [
            await Crowd.open(hall.port, connections, paths) for hall, paths in zip((one, many), seats, strict=True)
        ]
        rounds = rounds_for(connections, burst)
        courses = [hall.course(crowd, burst, rounds) for hall, crowd in zip((one, many), crowds, strict=True)]
        try:
            alone, spread = await alternate(courses, runs, SLICES)
        finally:
            for crowd in crowds:
                await crowd.close()
    return {
        "deliveries_per_second": courses[1].median_rate(spread[1]),
        "one_table_per_second": courses[0].median_rate(alone[1]),
        "ratio_to_one_table": ratio(spread, alone),
        "cpu_ratio_to_one_table": ratio(spread, alone, Course.cpu_rate),
        "connections": connections,
        "tables": tables,
        "burst": burst,
    }
