"""Bad networks between client and server: cut at any byte, split, delayed, silent. Views stay the server's."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest

from clients.bot import POLICIES, play
from clients.sdk import Table
from clients.sdk.http import get
from engine.core.record import Command, decode
from tests.server.test_whole_game import follow_views, views_by_version
from tests.support.proxy import Proxy, Writer
from tests.support.server import KEY, OPERATOR, Server, seeded, shown_all, until

RANDOM = POLICIES["random"]


class BadLine(Proxy):
    """Splits what passes into pieces, delays them, and breaks a connection after a random number of bytes."""

    def __init__(self, target_port: int, seed: int, most: int) -> None:
        super().__init__(target_port)
        self.chance = random.Random(seed)
        self.most = most
        """Bytes in one direction after which a connection is surely broken; 0: never."""
        self.cuts = 0

    async def _pump(self, reader: asyncio.StreamReader, writer: Writer) -> None:
        left = self.chance.randrange(200, self.most) if self.most else 1 << 40
        while data := await reader.read(self.chance.choice([1, 7, 100, 4096])):
            if self.blackhole:
                continue
            if self.chance.random() < 0.05:
                await asyncio.sleep(self.chance.random() * 0.02)
            writer.write(data[:left])
            left -= len(data)
            if left <= 0:
                self.cuts += 1
                writer.transport.abort()
                raise ConnectionResetError
            await writer.drain()
        writer.close()


async def record_of(server: Server, game: str) -> list[Any]:
    lines = (await get(f"{server.url}/api/games/{game}/record", OPERATOR)).splitlines()
    return [decode(line) for line in lines]


@pytest.mark.parametrize("seed", range(3))
async def test_connections_cut_at_random_bytes(make_server: Callable[..., Server], seed: int) -> None:
    """Three roles on lines that break: each view at each version is the server's, commands count once."""
    server = make_server(key=KEY)
    made = await server.game(seeded(seed))
    async with BadLine(server.port, seed, 30_000) as line:
        url = f"http://127.0.0.1:{line.port}"
        async with (
            Table.join(url, made.game, made.token) as player,
            Table.join(url, made.game, made.tokens["advisor"]) as advisor,
            Table.join(url, made.game, made.tokens["spectator"]) as spectator,
        ):
            tables = {"player": player, "advisor": advisor, "spectator": spectator}
            seen = {role: await follow_views(table) for role, table in tables.items()}
            await asyncio.wait_for(play(player, RANDOM, seed), 120)
            await until(lambda: advisor.over and shown_all(spectator), 20)
            assert line.cuts > 3
    record = await record_of(server, made.game)
    expected = views_by_version(record)
    for role, views in seen.items():
        assert views == {version: expected[role][version] for version in views}
        assert max(views) == max(expected[role])
    ids = [entry.id for entry in record if isinstance(entry, Command)]
    assert len(ids) == len(set(ids))


async def test_a_silent_connection_is_noticed_and_left(server: Server) -> None:
    """No close frame, no reset, nothing: the client notices by its pings, resumes, and misses nothing."""
    made = await server.game()
    async with BadLine(server.port, 1, 0) as line, Table.join(server.url, made.game, made.token) as player:
        url = f"http://127.0.0.1:{line.port}"
        async with Table.join(url, made.game, made.tokens["spectator"], ping_seconds=1.0) as spectator:
            seen = await follow_views(spectator)
            line.blackhole = True
            await play(player, RANDOM, 1, most=8)
            await asyncio.sleep(2.5)
            line.blackhole = False
            await until(lambda: spectator.reconnects >= 1 and spectator.connected, 15)
            await play(player, RANDOM, 2)
            await until(lambda: shown_all(spectator), 15)
            assert sorted(seen) == list(range(1, max(seen) + 1))
