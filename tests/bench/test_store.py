"""The store's figures: an append beside a PING, appends per second with 64 games in flight, a cold load, idle games."""

import asyncio
import gc
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from engine.core.compose import Setup
from server.config import Config
from server.node import Node
from server.store.measure import measure_append
from tests.support.servers import LocalServer

ROOM = 100
"""Games at a time, so that what is measured is what they leave, not how many were in memory at once."""
IDLE = 1000
WINGARD = Setup("intruders", "wingard-cottage", "ava")


def hold(figures: dict[str, Any]) -> None:
    """The design's figures."""
    print(json.dumps(figures))
    assert figures["append_p50_over_ping"] <= 2.0
    assert figures["appends_per_second"] >= 2000
    assert figures["p99_ms"] < 25
    assert figures["cold_load_ms"] < 50


async def test_append() -> None:
    """At p50 an append costs at most two round trips; 2,000 a second with p99 under 25 ms; 600 entries in 50 ms."""
    figures = await measure_append()
    assert figures["appendfsync"] == "no, synced by the node each second"
    hold(figures)


async def test_append_with_everysec(tmp_path: Path) -> None:
    """The same with Redis' own default, which is not advised (docs/operations.md)."""
    server = LocalServer(tmp_path / "valkey", "--appendfsync", "everysec").start()
    try:
        figures = await measure_append(server.url)
    finally:
        server.stop()
    assert figures["appendfsync"] == "everysec"
    hold(figures)


@pytest.mark.timeout(900)
async def test_idle_games(tmp_path: Path) -> None:
    """A game that nobody uses costs its node less than 2 kB, no task and no timer, and can be played on."""
    tracemalloc.start()
    node = await Node.open(Config(store=f"embedded:{tmp_path}", idle_seconds=0.2))
    try:
        await let_go(node, 5 * ROOM)
        before = footprint()
        games = await let_go(node, IDLE)
        after = footprint()
        per_game = (after["bytes"] - before["bytes"]) / IDLE
        print(
            json.dumps({"idle_games": IDLE, "bytes_per_idle_game": round(per_game), "before": before, "after": after})
        )
        assert per_game < 2000
        assert after["tasks"] <= before["tasks"]
        assert after["timers"] < before["timers"] + ROOM
        for game in games[:: IDLE // 10]:
            assert (await node.tables.room(game)).table.game.request
    finally:
        tracemalloc.stop()
        await node.drain()
        await node.close()


async def let_go(node: Node, count: int) -> list[str]:
    """Make games and wait until all have left memory; their ids."""
    games: list[str] = []
    for _ in range(count // ROOM):
        games += [(await node.tables.create(WINGARD, False))[0].table.id for _ in range(ROOM)]
        while node.tables.rooms:
            await asyncio.sleep(0.05)
    await asyncio.sleep(1.0)
    gc.collect()
    return games


def footprint() -> dict[str, int]:
    """Bytes in use (not what the allocator keeps for later), tasks and timers of this process."""
    timers = sum(isinstance(one, asyncio.TimerHandle) for one in gc.get_objects())
    return {"bytes": tracemalloc.get_traced_memory()[0], "tasks": len(asyncio.all_tasks()), "timers": timers}
