"""How fast the engine plays, replays and answers. Run by `make bench`; medians of several runs.

Times are the process's own, since cores are shared; the speed of a plain loop in the same run stands beside them:
on a noisy machine only ratios can be compared.
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
from engine.core.record import Command, Draw, Header
from engine.core.table import Table
from server.garbage import spare_collections
from server.metrics import Metrics
from server.tables.streams import Streams

CONTENT = load()
SETUP = Setup("intruders", "wingard-cottage", "ava")
RUNS = 5
DECISIONS_PER_SECOND = 20_000
REPLAY_MS, CHECKED_MS = 25.0, 50.0
"""For 500 decisions, without and with digests."""
ANSWER_MS, ANSWER_P99_MS = 0.5, 1.2


def measured(run: Callable[[], float]) -> float:
    """The median of several runs."""
    return statistics.median(run() for _ in range(RUNS))


def loop_ns() -> float:
    """What one pass of a plain loop costs now, nanoseconds (about 50 on an idle machine)."""
    begin, total = time.process_time(), 0
    for i in range(200_000):
        total += i * i % 7
    return (time.process_time() - begin) / 200_000 * 1e9


def test_decisions_per_second() -> None:
    """At least 20,000 decisions a second with the random policy, facts and record on."""

    spare_collections()

    def run() -> float:
        begin, decisions = time.process_time(), 0
        for number in range(150):
            decisions += play_game(CONTENT, SETUP, f"b{number}", random_policy(f"b{number}")).decisions
        return decisions / (time.process_time() - begin)

    speed, loop = measured(run), loop_ns()
    print(f"\nengine: {speed:,.0f} decisions per second (loop {loop:.0f} ns)")
    assert speed >= DECISIONS_PER_SECOND


def test_replay_of_500_decisions() -> None:
    """25 ms without digests, 50 ms with them and with every draw derived again."""
    records = []
    for number in range(60):
        table = Table.new(CONTENT, SETUP, "bench", b"%d" % number)
        pick = Random(number)
        while not table.over:
            assert table.request is not None
            table.answer(pick.choice(table.request.options), table.number)
        records.append(table.entries)
    decisions = sum(isinstance(entry, Command) for entries in records for entry in entries)
    tapes = [(e[0], [x for x in e if isinstance(x, Command | Draw)]) for e in records]

    def plain() -> float:
        begin = time.process_time()
        for header, tape in tapes:
            assert isinstance(header, Header)
            reel.replay(CONTENT, header, list(tape))
        return (time.process_time() - begin) / decisions * 500 * 1e3

    def checked() -> float:
        begin = time.process_time()
        for entries in records:
            reel.verify(CONTENT, entries)  # type: ignore[arg-type]
        return (time.process_time() - begin) / decisions * 500 * 1e3

    without, with_digests = measured(plain), measured(checked)
    print(f"\nreplay of 500 decisions: {without:.1f} ms, checked {with_digests:.1f} ms (loop {loop_ns():.0f} ns)")
    assert without <= REPLAY_MS
    assert with_digests <= CHECKED_MS


def test_one_live_answer() -> None:
    """An answer with digest, three views, deltas and frames, without the store: 0.5 ms median, 1.2 ms p99."""
    times = sorted(asyncio.run(_answers()))
    median, p99 = statistics.median(times), times[int(len(times) * 0.99)]
    print(f"\none live answer: median {median:.2f} ms, p99 {p99:.2f} ms (loop {loop_ns():.0f} ns)")
    assert median <= ANSWER_MS
    assert p99 <= ANSWER_P99_MS


async def _answers() -> list[float]:
    spare_collections()
    times: list[float] = []
    for number in range(30):
        table = Table.new(CONTENT, SETUP, "live", b"%d" % number)
        streams = Streams(table, "epoch", Metrics(), 20.0)
        pick = Random(number)
        while not table.over:
            assert table.request is not None
            option = pick.choice(table.request.options)
            begin = time.process_time()
            streams.take(table.answer(option, table.number, command="c"), 0)
            times.append((time.process_time() - begin) * 1e3)
    return times
