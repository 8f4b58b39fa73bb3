"""Plays many games at once against a running server: `python deploy/load/games.py URL --games 50`."""

import argparse
import asyncio
import json
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from clients.bot import POLICIES
from clients.sdk import Refused, Table, create_game
from protocol.http import CreateGame


async def play_one(url: str, setup: CreateGame, seed: int, times: list[float]) -> int:
    """One game to its end; adds the seconds of each answer. Returns how many answers were refused."""
    made, chance, refused = await create_game(url, setup), random.Random(seed), 0
    async with Table.join(url, made.game, made.token) as table:
        while True:
            await table.wait(lambda: table.over or bool(table.options))
            if table.over:
                return refused
            start = time.perf_counter()
            try:
                await table.choose(POLICIES["random"](table.view, chance))
            except Refused:
                refused += 1
            times.append(time.perf_counter() - start)


async def run(arguments: argparse.Namespace) -> dict[str, float]:
    """All games, so many at a time."""
    setup = CreateGame(arguments.killer, arguments.location, arguments.girl)
    times: list[float] = []
    gate = asyncio.Semaphore(arguments.at_once)

    async def one(seed: int) -> int:
        async with gate:
            return await play_one(arguments.url, setup, seed, times)

    start = time.perf_counter()
    refused = sum(await asyncio.gather(*(one(seed) for seed in range(arguments.games))))
    seconds = time.perf_counter() - start
    times.sort()
    return {
        "games": arguments.games,
        "commands": len(times),
        "refused": refused,
        "commands_per_second": round(len(times) / seconds),
        "p50_ms": round(times[len(times) // 2] * 1000, 2),
        "p99_ms": round(times[int(len(times) * 0.99)] * 1000, 2),
    }


def main() -> int:
    """Parse, run, print; 1 if anything was refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--at-once", type=int, default=25)
    parser.add_argument("--killer", default="intruders")
    parser.add_argument("--location", default="wingard-cottage")
    parser.add_argument("--girl", default="ava")
    figures = asyncio.run(run(parser.parse_args()))
    print(json.dumps(figures))
    return 1 if figures["refused"] else 0


if __name__ == "__main__":
    sys.exit(main())
