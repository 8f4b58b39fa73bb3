"""Slow readers, silent links, signals, memory: what must hold while things go wrong around a server."""

import asyncio
import contextlib
import os
import random
import signal
import socket
import struct
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import RedisError
from structlog.testing import capture_logs

from clients.bot import POLICIES, play
from clients.sdk import Refused, Table
from clients.sdk.http import get
from engine.core.record import Command, decode
from protocol.codec import decode_to_client
from protocol.to_client import Closing, Delta, Snapshot
from server.gateway import ready
from server.gateway.line import QueueLine
from server.store.embedded import take_lock
from server.tables import relay
from tests.server.test_whole_game import follow_views
from tests.support.raw import Raw
from tests.support.server import OPERATOR, Server, shown_all, until

RANDOM = POLICIES["random"]
Make = Callable[..., Server]


def test_uvicorns_class_is_the_one_ready_frames_were_written_for() -> None:
    """Loud on purpose: after an upgrade look at `server/gateway/ready.py`, then raise its version."""
    import uvicorn

    assert uvicorn.__version__ == ready.UVICORN
    assert ready.fits()


async def test_the_fallback_sends_the_same_messages_and_knows_slow_readers() -> None:
    sent: list[str] = []
    gate = asyncio.Event()
    events: list[str] = []

    async def send(text: str) -> None:
        await gate.wait()
        sent.append(text)

    async def close(code: int, reason: str) -> None:
        sent.append(f"{code} {reason}")

    from protocol.frames import frame

    line = QueueLine(send, close, 1000)
    line.on_pause, line.on_resume = lambda: events.append("pause"), lambda: events.append("resume")
    texts = [b"x" * size for size in (3, 125, 126, 700, 70000)]
    line.write(b"".join(frame(text) for text in texts))
    line.close(4101, "slow")
    assert events == ["pause"]
    gate.set()
    await line.task
    assert sent == [text.decode() for text in texts] + ["4101 slow"]
    assert events == ["pause", "resume"]


class Stuck:
    """A spectator on a bare socket that reads only when told to."""

    def __init__(self, server: Server, game: str) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", server.port))
        lines = [
            f"GET /ws/{game} HTTP/1.1",
            "Host: 127.0.0.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: lastreel.v1",
        ]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        time.sleep(0.2)
        hello = b'{"type":"hello"}'
        mask = os.urandom(4)
        body = bytes(byte ^ mask[i % 4] for i, byte in enumerate(hello))
        self.socket.sendall(struct.pack("!BB", 0x81, 0x80 | len(hello)) + mask + body)
        self.data = b""

    def read(self, seconds: float) -> None:
        """Read all there is within a time."""
        end = time.monotonic() + seconds
        self.socket.settimeout(0.2)
        while time.monotonic() < end:
            try:
                part = self.socket.recv(65536)
            except TimeoutError:
                continue
            if not part:
                return
            self.data += part

    def messages(self) -> tuple[list[Any], int | None]:
        """Everything read, and the close code if one came."""
        data = self.data.split(b"\r\n\r\n", 1)[1]
        found: list[Any] = []
        at = 0
        while at + 2 <= len(data):
            opcode, size = data[at] & 15, data[at + 1]
            at += 2
            if size > 125:
                width = 2 if size == 126 else 8
                size = int.from_bytes(data[at : at + width], "big")
                at += width
            payload = data[at : at + size]
            at += size
            if opcode == 1:
                found.append(decode_to_client(payload))
            elif opcode == 8:
                return found, int.from_bytes(payload[:2], "big")
        return found, None


async def churn(table: Table, rounds: int) -> None:
    """Many versions: settings go to and fro."""
    from clients.sdk.table import new_id
    from protocol.to_server import Settings

    for number in range(rounds):
        await table.send(Settings(new_id(), open_hand=number % 2 == 0))


async def test_a_reader_that_comes_back_gets_one_merged_frame_and_nobody_waits(make_server: Make) -> None:
    """While it does not read, others are not delayed; when it reads again, one frame leads it to now."""
    server = make_server()
    made = await server.game()
    stuck = Stuck(server, made.game)
    async with (
        Table.join(server.url, made.game, made.token) as host,
        Table.join(server.url, made.game, made.tokens["spectator"]) as other,
    ):
        seen = await follow_views(other)
        await churn(host, 400)
        await until(lambda: other.session.version >= 401, 10)
        assert sorted(seen) == list(range(min(seen), max(seen) + 1))
        metrics = (await get(f"{server.url}/metrics")).decode()
        assert "lastreel_slow_total 1" in metrics
        await asyncio.to_thread(stuck.read, 2.0)
        messages, code = stuck.messages()
        frames = [message for message in messages if isinstance(message, Delta | Snapshot)]
        assert code is None
        assert frames[-1].version == other.session.version
        jump = [m for m in frames[1:] if isinstance(m, Snapshot) or m.from_ is not None]
        assert len(jump) == 1, "exactly one merged delta or snapshot"
        assert frames[-1].digest


@pytest.mark.timeout(120)
async def test_a_reader_that_never_comes_back_is_closed_as_slow(make_server: Make) -> None:
    server = make_server("--slow-seconds", "1")
    made = await server.game()
    stuck = Stuck(server, made.game)
    async with Table.join(server.url, made.game, made.token) as host:
        await churn(host, 400)
        before = server.memory_kb()
        await asyncio.sleep(1.5)
        await churn(host, 100)
        assert server.memory_kb() - before < 20_000
    await asyncio.to_thread(stuck.read, 2.0)
    messages, code = stuck.messages()
    assert code == 4101
    sent = sum(len(repr(message)) for message in messages)
    assert sent < 3_000_000


async def test_sigterm_with_many_sockets_and_commands_in_flight(make_server: Make) -> None:
    """Everybody is told when to come back, with jitter, then closed with 1012; acked commands are in the record."""
    server = make_server()
    games = [await server.game() for _ in range(5)]
    watchers = [await Raw.hello(server.url, games[i % 5].game) for i in range(200)]
    players = [await Raw.hello(server.url, made.game, made.token) for made in games]
    orders = []
    for player in players:
        decision = (await player.next("snapshot")).view["decision"]
        orders.append(
            {"type": "command", "id": "c", "request": decision["request"], "option": decision["options"][0]["id"]}
        )
    for player, order in zip(players, orders, strict=True):
        await player.say(order)
    os.kill(server.pid, signal.SIGTERM)
    start = time.monotonic()
    codes = await asyncio.gather(*(raw.closed(10) for raw in [*watchers, *players]))
    assert set(codes) == {1012}
    assert await asyncio.to_thread(server.process.wait, 10) == 0  # type: ignore[union-attr]
    assert time.monotonic() - start < 8
    waits = [message.retry_after for raw in watchers for message in raw.told if isinstance(message, Closing)]
    assert len(waits) == 200 and max(waits) - min(waits) > 1
    server.start()
    for made, player in zip(games, players, strict=True):
        acked = any(getattr(message, "id", None) == "c" and hasattr(message, "head") for message in player.told)
        lines = (await get(f"{server.url}/api/games/{made.game}/record", OPERATOR)).splitlines()
        stored = sum(isinstance(decode(line), Command) for line in lines)
        assert stored == 1 if acked else stored <= 1
    assert "Traceback" not in server.errors()


class Flickering:
    """A store whose subscriptions break off: so often refused, then made and lost, and so on."""

    def __init__(self, *refusals: int) -> None:
        self.plan = [open for times in refusals for open in [*[False] * times, True]]
        self.link = self.client = self

    @contextlib.asynccontextmanager
    async def pubsub(self) -> AsyncIterator["Flickering"]:
        yield self

    async def subscribe(self, channel: str) -> None:
        if not self.plan:
            raise asyncio.CancelledError
        if not self.plan.pop(0):
            raise RedisError("refused")

    async def get_message(self, **_: Any) -> None:
        raise RedisError("lost")


async def test_an_interrupted_talk_is_logged_once_an_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "PAUSE_SECONDS", 0.0)
    store: Any = Flickering(5, 3, 0)
    one = relay.Relay(store, lambda _: None, lambda: None)
    with capture_logs() as logs, pytest.raises(asyncio.CancelledError):
        await one.listen()
    assert [(line["event"], line["log_level"], line["why"]) for line in logs] == [
        ("talk interrupted", "warning", "refused"),
        ("talk interrupted", "warning", "lost"),
        ("talk interrupted", "warning", "lost"),
        ("talk interrupted", "warning", "lost"),
    ]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_second_signal_ends_the_server_at_once(make_server: Make, tmp_path: Path, number: int) -> None:
    """With readers that do not hear the close and a body that never comes: no wait, no traceback, no valkey-server."""
    server = make_server()
    made = await server.game()
    stuck = [Stuck(server, made.game) for _ in range(3)]
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{")
    await writer.drain()
    await asyncio.sleep(0.2)
    start = time.monotonic()
    os.kill(server.pid, number)
    await asyncio.sleep(0.3)
    assert server.process is not None and server.process.poll() is None, "it waits for those who are still connected"
    os.kill(server.pid, number)
    assert await asyncio.to_thread(server.process.wait, 10) == 0
    assert time.monotonic() - start < 3
    assert "Traceback" not in server.errors() and "second signal" in server.errors()
    with (tmp_path / "data" / "valkey.lock").open("r+b") as lock:
        assert take_lock(lock.fileno()), "the valkey-server still lives"
    writer.close()
    for reader in stuck:
        reader.socket.close()


async def test_a_frozen_client_is_noticed_and_resumes(server: Server) -> None:
    """A connection cut without a close frame: the client comes back by itself and misses nothing."""
    made = await server.game()
    async with (
        Table.join(server.url, made.game, made.token) as player,
        Table.join(server.url, made.game, made.tokens["spectator"]) as spectator,
    ):
        seen = await follow_views(spectator)
        chance = random.Random(1)
        for _ in range(8):
            await play(player, RANDOM, chance.randrange(99), most=3)
            await until(lambda: spectator.connected)
            await spectator.drop()
        await play(player, RANDOM, 5)
        await until(lambda: shown_all(spectator), 10)
        assert spectator.reconnects >= 3
        assert sorted(seen) == list(range(1, max(seen) + 1))


async def test_idle_tables_leave_memory_and_come_back(make_server: Make) -> None:
    """After the idle time nothing of a table is left in memory; the next who comes finds it as it was."""
    server = make_server("--idle-seconds", "0.5")
    games = [await server.game() for _ in range(40)]
    async with Table.join(server.url, games[0].game, games[0].token) as table:
        await play(table, RANDOM, 1, most=7)
        view = table.view

    async def tables() -> float:
        lines = (await get(f"{server.url}/metrics")).decode().splitlines()
        return next((float(line.split()[1]) for line in lines if line.startswith("lastreel_tables ")), 99)

    for _ in range(50):
        if await tables() == 0:
            break
        await asyncio.sleep(0.1)
    assert await tables() == 0
    async with Table.join(server.url, games[0].game, games[0].token) as table:
        assert table.view == view
        await table.choose(table.options[0]["id"])


async def test_an_empty_resume_is_no_reload(server: Server) -> None:
    """Join, leave, come back to the same version: recovered, no frame."""
    made = await server.game()
    raw = await Raw.hello(server.url, made.game)
    snapshot = await raw.next("snapshot")
    at = {"epoch": snapshot.epoch, "version": snapshot.version, "view": snapshot.view_code}
    await raw.close()
    again = await Raw.hello(server.url, made.game, resume=at)
    assert (await again.next("welcome")).recovered
    await again.quiet()
    assert not [message for message in again.told if isinstance(message, Delta | Snapshot)]


async def test_reconnecting_while_the_next_version_is_made_gives_each_version_once(server: Server) -> None:
    made = await server.game()
    async with Table.join(server.url, made.game, made.token) as player:
        raw = await Raw.hello(server.url, made.game)
        snapshot = await raw.next("snapshot")
        await raw.close()
        for _ in range(6):
            await player.choose(player.options[0]["id"])
        at = {"epoch": snapshot.epoch, "version": snapshot.version, "view": snapshot.view_code}

        async def more() -> None:
            for _ in range(6):
                try:
                    await player.choose(player.options[0]["id"])
                except Refused:
                    return

        moving = asyncio.create_task(more())
        again = await Raw.hello(server.url, made.game, resume=at)
        await moving
        await again.quiet()
        versions = [message.version for message in again.told if isinstance(message, Delta)]
        assert versions == list(range(snapshot.version + 1, snapshot.version + 1 + len(versions)))
        assert not [message for message in again.told if isinstance(message, Snapshot)]
