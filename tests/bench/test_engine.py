"""How fast the engine plays, replays and answers. Run by `make bench`.

Cores are shared and noisy, so every run is measured beside a plain Python loop, and what is compared with the target
is the median of these ratios, given as the time it would take on a machine at rest (one pass of the loop in 70 ns).
Times are the process's own.
"""

import asyncio
import statistics
import time
from collections.abc import Callable
from random import Random

from engine.bots.simulate import play_game, random_policy
from engine.core import reel
from engine.core.compose import Setup
from engine.core.content import load
from engine.core.record import Command, Draw, Entry, Header, encode
from engine.core.table import Table
from server.garbage import spare_collections
from server.metrics import Metrics
from server.tables.streams import Streams
from tests.support.law import Ear

CONTENT = load()
SETUP = Setup("intruders", "wingard-cottage", "ava")
RUNS = 7
AT_REST = 70e-9
"""Seconds for one pass of the loop on this kind of machine at rest."""
DECISIONS_PER_SECOND = 20_000
REPLAY_MS, CHECKED_MS = 25.0, 50.0
"""For 500 decisions, without and with digests."""
ANSWER_MS, ANSWER_P99_MS = 0.5, 1.2


def loop_seconds() -> float:
    """What one pass of a plain loop costs now."""
    begin, total = time.process_time(), 0
    for i in range(100_000):
        total += i * i % 7
    return (time.process_time() - begin) / 100_000


def at_rest(run: Callable[[], list[float]]) -> list[float]:
    """Medians over runs of what `run` gives (seconds), each scaled by the loop measured around it."""
    found: list[list[float]] = []
    spare_collections()
    for _ in range(RUNS):
        before = loop_seconds()
        times = run()
        loop = (before + loop_seconds()) / 2
        found.append([value * AT_REST / loop for value in times])
    return [statistics.median(values) for values in zip(*found, strict=True)]


def test_decisions_per_second() -> None:
    """At least 20,000 decisions a second with the random policy, facts and record on."""

    def run() -> list[float]:
        begin, decisions = time.process_time(), 0
        for number in range(100):
            decisions += play_game(CONTENT, SETUP, f"b{number}", random_policy(f"b{number}")).decisions
        seconds = (time.process_time() - begin) / decisions
        return [seconds]

    speed = 1 / at_rest(run)[0]
    print(f"\nengine: {speed:,.0f} decisions per second")
    assert speed >= DECISIONS_PER_SECOND


def records() -> list[list[Entry]]:
    """Finished games with their digests."""
    found = []
    for number in range(40):
        table = Table.new(CONTENT, SETUP, "bench", b"%d" % number)
        pick = Random(number)
        while not table.over:
            assert table.request is not None
            table.answer(pick.choice(table.request.options), table.number)
        found.append(table.entries)
    return found


def test_replay_of_500_decisions() -> None:
    """25 ms without digests, 50 ms with them and with every draw derived again."""
    games = records()
    decisions = sum(isinstance(entry, Command) for entries in games for entry in entries)
    tapes = [(e[0], [x for x in e if isinstance(x, Command | Draw)]) for e in games]

    def run() -> list[float]:
        begin = time.process_time()
        for header, tape in tapes:
            assert isinstance(header, Header)
            reel.replay(CONTENT, header, list(tape))
        middle = time.process_time()
        for entries in games:
            reel.verify(CONTENT, entries)  # type: ignore[arg-type]
        return [(middle - begin) / decisions, (time.process_time() - middle) / decisions]

    without, with_digests = (seconds * 500 * 1e3 for seconds in at_rest(run))
    print(f"\nreplay of 500 decisions: {without:.1f} ms, checked {with_digests:.1f} ms")
    assert without <= REPLAY_MS
    assert with_digests <= CHECKED_MS


def test_one_live_answer() -> None:
    """An answer with digest, entries, three views, deltas and frames, without the store: 0.5 ms median, 1.2 ms p99.

    The same answers are given in every run, and each counts with the median of its times: what it costs, not what else
    the machine did just then. The p99 of single runs, which has that in it, is printed beside.
    """

    def run() -> list[float]:
        times = asyncio.run(_answers())
        return [_p99(times), *times]

    single, *answers = (seconds * 1e3 for seconds in at_rest(run))
    median, p99 = statistics.median(answers), _p99(answers)
    print(f"\none live answer: median {median:.2f} ms, p99 {p99:.2f} ms ({single:.2f} ms in single runs)")
    assert median <= ANSWER_MS
    assert p99 <= ANSWER_P99_MS


def _p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


async def _answers() -> list[float]:
    """Seconds for each answer of 20 games with a line on every stream."""
    times: list[float] = []
    for number in range(20):
        table = Table.new(CONTENT, SETUP, "live", b"%d" % number)
        streams = Streams(table, "epoch", Metrics(), 20.0)
        for channel in streams.channels.values():
            channel.join(Ear(), None)
        pick = Random(number)
        while not table.over:
            assert table.request is not None
            option = pick.choice(table.request.options)
            begin = time.process_time()
            batch = table.answer(option, table.number, command="c")
            for entry in batch.entries:
                encode(entry)
            streams.take(batch, 0)
            for channel in streams.channels.values():
                channel.flush()
            times.append(time.process_time() - begin)
    return times
