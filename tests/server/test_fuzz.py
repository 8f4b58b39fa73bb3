"""Noise on the socket: generated and mutated frames. Nothing breaks, nothing changes, the other tables play on."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from clients.bot import POLICIES, play
from clients.sdk import Table
from clients.sdk.http import get
from engine.core.content import load
from engine.core.record import decode
from engine.core.table import Table as Game
from protocol.codec import decode_to_client
from protocol.errors import CLOSES, ERRORS
from protocol.messages import to_client
from tests.support.raw import Raw
from tests.support.server import OPERATOR, Server

FRAMES = 4000
SOAK_FRAMES = 100_000
CAPTURED = [
    '{"type":"hello","token":"abc","name":"Mara","resume":{"epoch":"e","version":3,"view":"v"}}',
    '{"type":"command","id":"c1","request":7,"option":"move:porch","suggested_by":"p1"}',
    '{"type":"undo","id":"u1"}',
    '{"type":"settings","id":"s1","open_hand":true,"delay":3,"mode":"council"}',
    '{"type":"seat","id":"s2","to":"p0123456789"}',
    '{"type":"show","id":"s3","card":"knife#1"}',
    '{"type":"suggest","id":"a1","request":7,"option":"move:porch"}',
    '{"type":"ping","id":"p1","at":"porch","path":["porch","foyer"]}',
    '{"type":"open_vote","id":"v1","request":7,"seconds":30}',
    '{"type":"vote","id":"v2","request":7,"option":"move:porch"}',
    '{"type":"chat","id":"t1","text":"look out"}',
    '{"type":"moderate","id":"m1","person":"p1","action":"mute"}',
    '{"type":"invite","id":"i1","role":"player","revoke":true}',
    '{"type":"resync"}',
    '{"type":"beat","n":3}',
]
PIECES = [
    "{",
    "}",
    "[",
    "]",
    '"',
    ":",
    ",",
    "null",
    "true",
    "-1",
    "1e999",
    "9" * 40,
    "\\u0000",
    "\ud800",
    "é",
    "{}" * 9,
]


def mutated(chance: random.Random) -> str | bytes:
    """A captured frame after some accidents, or plain noise."""
    if chance.random() < 0.05:
        return chance.randbytes(chance.randrange(200))
    text = chance.choice(CAPTURED)
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(text) + 1)
        kind = chance.randrange(5)
        if kind == 0:
            text = text[:at] + text[at + chance.randrange(8) :]
        elif kind == 1:
            text = text[:at] + chance.choice(PIECES) + text[at:]
        elif kind == 2:
            text = text[:at] + text[at:][::-1]
        elif kind == 3:
            text = text.replace(str(chance.randrange(10)), str(chance.randrange(10**12)))
        else:
            other = chance.choice(CAPTURED)
            text = text[:at] + other[chance.randrange(len(other)) :]
    return text if chance.random() > 0.01 else text * chance.randrange(400)


async def noise(server: Server, made: Any, role: str, frames: int, seed: int) -> None:
    """Send so many frames, reconnecting when thrown out; every answer must be one of the protocol's."""
    chance = random.Random(seed)
    left = frames
    while left > 0:
        raw = await Raw.hello(server.url, made.game, made.tokens[role])
        reader = asyncio.create_task(read_all(raw))
        try:
            for _ in range(min(left, 300)):
                frame = mutated(chance)
                left -= 1
                await raw.socket.send(
                    frame.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
                    if isinstance(frame, str)
                    else frame
                )
            await asyncio.sleep(0)
        except ConnectionClosed:
            pass
        await raw.socket.close()
        await reader
        known = {1000, 1005, 1006, 1007, 1009} | {close.number for close in CLOSES.values()}
        assert raw.socket.close_code in known, raw.socket.close_code


async def read_all(raw: Raw) -> None:
    """Read and check until the end."""
    try:
        while True:
            message = decode_to_client(await raw.socket.recv())
            if isinstance(message, to_client.Error):
                assert message.code in ERRORS and ERRORS[message.code].number == message.number
    except ConnectionClosed:
        pass


async def fuzz(server: Server, frames: int) -> None:
    """Noise from a spectator and an advisor on one table, from the player on another; a third table plays a game."""
    quiet, loud, other = [await server.game() for _ in range(3)]
    before = await get(f"{server.url}/api/games/{quiet.game}/record", OPERATOR)
    async with Table.join(server.url, other.game, other.token) as table:
        playing = asyncio.create_task(play(table, POLICIES["random"], 1))
        await asyncio.gather(
            noise(server, quiet, "spectator", frames // 3, 1),
            noise(server, quiet, "advisor", frames // 3, 2),
            noise(server, loud, "player", frames // 3, 3),
        )
        result = await asyncio.wait_for(playing, 30)
        assert result.refused == 0 and table.reconnects == 0
    assert await get(f"{server.url}/api/games/{quiet.game}/record", OPERATOR) == before
    record = [decode(line) for line in (await get(f"{server.url}/api/games/{loud.game}/record", OPERATOR)).splitlines()]
    Game.load(load(), record[0], record[1:])
    assert "Traceback" not in server.errors(), server.errors()[-3000:]
    assert '"level": "error"' not in server.errors()


async def test_noise_changes_nothing(make_server: Callable[..., Server]) -> None:
    await fuzz(make_server("--rate", "100000"), FRAMES)


@pytest.mark.soak
@pytest.mark.timeout(1200)
async def test_a_hundred_thousand_frames_of_noise_change_nothing(make_server: Callable[..., Server]) -> None:
    await fuzz(make_server("--rate", "100000"), SOAK_FRAMES)
