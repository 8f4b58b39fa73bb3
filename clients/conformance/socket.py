"""A server under test and sockets to it that keep everything they were told; promises that have to be kept."""

import asyncio
from typing import Any

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from clients.sdk.http import create_game
from protocol import SUBPROTOCOL
from protocol.codec import decode_to_client
from protocol.http import Created, CreateGame

WAIT = 10.0
Json = dict[str, Any]


class Broken(Exception):
    """A promise was not kept."""


def must(promise: str, kept: bool, came: object = "") -> None:
    """Raise unless a promise is kept."""
    if not kept:
        raise Broken(f"{promise}; came {came!r}"[:400])


class Socket:
    """A connection that keeps everything it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: list[Json] = []

    async def say(self, message: Json | str | bytes) -> None:
        """Send."""
        await self.socket.send(msgspec.json.encode(message).decode() if isinstance(message, dict) else message)

    async def next(self, kind: str = "") -> Json:
        """The next message (of a type). Every one is decoded by the published classes first."""
        async with asyncio.timeout(WAIT):
            while True:
                raw = await self.socket.recv()
                must("only text frames come", isinstance(raw, str), type(raw))
                decode_to_client(raw)
                message: Json = msgspec.json.decode(raw)
                self.told.append(message)
                if not kind or message["type"] == kind:
                    return message

    async def ask(self, message: Json) -> Json:
        """Send a message with an id; its answer."""
        await self.say(message)
        while True:
            answer = await self.next()
            if answer.get("id") == message["id"]:
                return answer

    async def closed(self) -> int:
        """The close code."""
        try:
            while True:
                await self.next()
        except ConnectionClosed:
            return self.socket.close_code or 1006


class Bench(Struct):
    """A server under test."""

    url: str
    setup: CreateGame

    async def game(self) -> Created:
        """A new game."""
        return await create_game(self.url, self.setup)

    async def open(self, game: str, subprotocol: str = SUBPROTOCOL) -> Socket:
        """A socket without a hello."""
        offered: Any = [subprotocol]
        return Socket(
            await connect(self.url.replace("http", "ws", 1) + f"/ws/{game}", subprotocols=offered, max_size=None)
        )

    async def join(self, game: str, token: str, **more: Any) -> Socket:
        """A socket after its hello."""
        socket = await self.open(game)
        await socket.say({"type": "hello", "token": token, **more})
        return socket
