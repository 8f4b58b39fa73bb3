"""Measuring the store where it runs: what an append costs beside a bare round trip, and how many fit into a second."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable
from typing import Any

from server.store.durability import Durability
from server.store.results import Appended
from server.store.store import Store, all_infos, sync_policies

COMMAND = (b"c" * 160, b"d" * 110, b"d" * 110)
"""A command with two draws, of about the size that the record gives them (bytes)."""
ANSWER = b"a" * 90
ROUNDS = 1500
GAMES = 64
SECONDS = 3.0
COLD_ENTRIES = 600
COLD_ROUNDS = 20


async def measure_append(address: str = "", durability: Durability | str = Durability.AOF) -> dict[str, Any]:
    """Measure one store; without an address an embedded one in a temporary folder.

    `append_p50_over_ping` is a ratio of medians taken in turn; `appends_per_second` and `p99_ms` are with 64 games in
    flight, `appends_per_cpu_second` what of this process's time they took; `cold_load_ms` reads a game of 600 entries.
    `store`, `durability` and `appendfsync` say what was measured.
    """
    if address:
        return await measure_at(address, durability)
    with tempfile.TemporaryDirectory(prefix="lastreel-bench-") as folder:
        return await measure_at(f"embedded:{folder}", durability)


async def measure_at(address: str, durability: Durability | str) -> dict[str, Any]:
    """All figures of the store at an address; its games are left there under ids that begin with `bench-`."""
    store = await Store.open(address, durability)
    run = f"bench-{time.time_ns():x}"
    try:
        return {
            **await setting(store),
            **await one_by_one(store, f"{run}-one"),
            **await in_flight(store, run),
            **await cold_load(store, f"{run}-cold"),
        }
    finally:
        await store.close()


async def setting(store: Store) -> dict[str, str]:
    """What is measured: the store's version, the durability, and how its append-only file is synced."""
    (info, *_) = await all_infos(store.link)
    name = "valkey" if "valkey_version" in info else "redis"
    policies = "/".join(sorted(await sync_policies(store.link))) or "not told"
    if store.embedded and not store.embedded.always_synced:
        policies += ", synced by the node each second"
    return {
        "store": f"{name} {info[f'{name}_version']}",
        "durability": store.durability.value,
        "appendfsync": policies,
    }


async def timed(ask: Awaitable[Any]) -> tuple[float, Any]:
    """Seconds that one call takes, and its answer."""
    began = time.perf_counter()
    answer = await ask
    return time.perf_counter() - began, answer


async def one_by_one(store: Store, game: str) -> dict[str, float]:
    """Append and PING in turn through the same client, one in flight."""
    head = (await store.create(game, [b"header"], "bench")).head
    pings, appends = [], []
    for number in range(ROUNDS):
        seconds, _ = await timed(store.link.client.execute_command("PING"))
        pings.append(seconds)
        ask = store.append(game, "bench", head, f"c{number}", COMMAND, ANSWER)
        seconds, answer = await timed(ask)
        appends.append(seconds)
        head = answer.head
    ping, append = statistics.median(pings), statistics.median(appends)
    return {
        "append_p50_over_ping": round(append / ping, 3),
        "ping_p50_ms": round(ping * 1e3, 4),
        "append_p50_ms": round(append * 1e3, 4),
    }


async def in_flight(store: Store, run: str) -> dict[str, float]:
    """64 games at once, each sending its next command when the last one is answered."""
    taken: list[float] = []
    limit = time.perf_counter() + SECONDS

    async def play(game: str) -> None:
        head = (await store.create(game, [b"header"], "bench")).head
        number = 0
        while time.perf_counter() < limit:
            ask = store.append(game, "bench", head, f"c{number}", COMMAND, ANSWER)
            seconds, answer = await timed(ask)
            assert isinstance(answer, Appended)
            taken.append(seconds)
            head, number = answer.head, number + 1

    began, busy = time.perf_counter(), time.process_time()
    await asyncio.gather(*(play(f"{run}-{number}") for number in range(GAMES)))
    whole, busy = time.perf_counter() - began, time.process_time() - busy
    return {
        "appends_per_second": round(len(taken) / whole, 1),
        "appends_per_cpu_second": round(len(taken) / busy, 1),
        "p99_ms": round(statistics.quantiles(taken, n=100)[98] * 1e3, 3),
        "games_in_flight": GAMES,
    }


async def cold_load(store: Store, game: str) -> dict[str, float]:
    """Reading a whole game of 600 entries: the median of some."""
    await store.create(game, [COMMAND[0]] * COLD_ENTRIES, "bench")
    taken = [(await timed(store.read(game)))[0] for _ in range(COLD_ROUNDS)]
    return {"cold_load_ms": round(statistics.median(taken) * 1e3, 3), "cold_load_entries": COLD_ENTRIES}
