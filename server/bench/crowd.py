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

    async def drain(self) -> None:
        """Read and forget what has come so far."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(b"drain\n")
        await self.process.stdout.readexactly(1)

    async def close(self) -> None:
        """End the counter."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        await self.process.wait()


class Run(Struct):
    """What rounds took: seconds of each, and seconds of the server's processor in all."""

    times: list[float] = []
    cpu: float = 0.0


class Course(Struct):
    """Rounds of one kind: what is published to whom, and how much arrives."""

    crowd: Crowd
    publish: Publish
    size: int
    """Bytes of a round, over all connections."""
    deliveries: int
    """Frames of a round, over all connections."""
    rounds: int
    server: int = 0
    """The process that publishes; 0 for this one."""

    async def run(self, run: Run | None = None) -> Run:
        """The rounds, added to a run."""
        run = run or Run()
        before = cpu_seconds(self.server)
        run.times += await self.crowd.rounds(self.rounds, self.size, self.publish)
        run.cpu += cpu_seconds(self.server) - before
        return run

    def rate(self, run: Run) -> float:
        """Deliveries per second."""
        return self.deliveries * len(run.times) / sum(run.times)

    def median_rate(self, runs: list[Run]) -> int:
        """The median of several runs."""
        return round(statistics.median(map(self.rate, runs)))

    def cpu_rate(self, run: Run) -> float:
        """Deliveries per second of the server's processor: what is left of the rate when others use the machine too."""
        return self.deliveries * len(run.times) / run.cpu


Taken = tuple[Course, list[Run]]


async def alternate(courses: list[Course], runs: int, slices: int = 1) -> list[Taken]:
    """Run the courses in turn; each with its runs. A run in `slices` meets the machine's moods alike."""
    taken: list[list[Run]] = [[] for _ in courses]
    for _ in range(runs):
        for own in taken:
            own.append(Run())
        for _ in range(slices):
            for course, own in zip(courses, taken, strict=True):
                await course.run(own[-1])
    return list(zip(courses, taken, strict=True))


def cpu_seconds(process: int) -> float:
    """User and system time of a process (proc(5), `stat`)."""
    with open(f"/proc/{process or 'self'}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def p99(times: list[float]) -> float:
    """The 99th percentile."""
    return sorted(times)[int(len(times) * 0.99)]


def ratio(ours: Taken, theirs: Taken, rate: Callable[[Course, Run], float] = Course.rate) -> float:
    """By how much runs of a course are quicker than those of another they alternated with: the median of the pairs."""
    (course, runs), (other, others) = ours, theirs
    pairs = zip(runs, others, strict=True)
    return round(statistics.median(rate(course, run) / rate(other, beside) for run, beside in pairs), 2)


def pin(process: int, core: int) -> None:
    """One core for the server (0), another for the client (1), where there are two."""
    if len(CORES) > 1:
        os.sched_setaffinity(process, {CORES[core]})


def unpin() -> None:
    """This process may use every core again."""
    if CORES:
        os.sched_setaffinity(0, CORES)
