"""A crowd of spectators in a process of its own, which counts bytes; and rounds against it."""

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Callable

from msgspec import Struct

Publish = Callable[[], None]
COUNTER = "server.bench.counter"
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


class Crowd:
    """A counter process with its connections. One that is never told to count reads nothing."""

    def __init__(self, process: asyncio.subprocess.Process, connections: int) -> None:
        self.process = process
        self.connections = connections

    @classmethod
    async def open(cls, port: int, connections: int, paths: list[str], program: str = COUNTER) -> "Crowd":
        """Start a counter (a module to run) and wait until it has connected and drained."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            program,
            str(port),
            str(connections),
            *paths,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        pin(process.pid, 1)
        assert process.stdout is not None
        if (came := await process.stdout.readline()) != b"ready\n":
            raise OSError(f"the counter did not connect {connections} times at port {port} ({came!r})")
        return cls(process, connections)

    async def rounds(self, number: int, size: int, publish: Publish) -> list[float]:
        """Publish so many times, each time waiting until `size` bytes have arrived in all; seconds of each round."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{number} {size}\n".encode())
        await self.process.stdin.drain()
        await asyncio.sleep(0.02)
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


class Course(Struct):
    """Rounds of one kind: what is published to whom, and how much arrives."""

    crowd: Crowd
    publish: Publish
    size: int
    """Bytes of a round, over all connections."""
    deliveries: int
    """Frames of a round, over all connections."""
    rounds: int

    async def run(self) -> list[float]:
        """Seconds of each round."""
        return await self.crowd.rounds(self.rounds, self.size, self.publish)

    def rate(self, times: list[float]) -> float:
        """Deliveries per second."""
        return self.deliveries * len(times) / sum(times)


async def alternate(courses: list[Course], runs: int, slices: int = 1) -> list[list[list[float]]]:
    """Run the courses in turn; by course, the times of each run. A run in `slices` meets the machine's moods alike."""
    times: list[list[list[float]]] = [[] for _ in courses]
    for _ in range(runs):
        run: list[list[float]] = [[] for _ in courses]
        for _ in range(slices):
            for course, taken in zip(courses, run, strict=True):
                taken += await course.run()
        for taken, all_times in zip(run, times, strict=True):
            all_times.append(taken)
    return times


def p99(times: list[float]) -> float:
    """The 99th percentile."""
    return sorted(times)[int(len(times) * 0.99)]


def median_ratio(ones: list[float], others: list[float]) -> float:
    """The median of what was measured pair by pair."""
    return statistics.median(one / other for one, other in zip(ones, others, strict=True))


def pin(process: int, core: int) -> None:
    """One core for the server (0), another for the client (1), where there are two."""
    if len(CORES) > 1:
        os.sched_setaffinity(process, {CORES[core]})


def unpin() -> None:
    """This process may use every core again."""
    if CORES:
        os.sched_setaffinity(0, CORES)
