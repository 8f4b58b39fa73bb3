"""A client that says exactly what a test wants, byte for byte."""

import asyncio
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from protocol import SUBPROTOCOL
from protocol.codec import decode_to_client


class Raw:
    """One socket. `told` collects every message in order, `frames` their bytes."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: list[Any] = []
        self.frames: list[str] = []

    @classmethod
    async def open(cls, url: str, game: str, subprotocol: str | None = SUBPROTOCOL, **options: Any) -> "Raw":
        """Connect without a hello."""
        address = url.replace("http", "ws", 1) + f"/ws/{game}"
        subprotocols: Any = [subprotocol] if subprotocol else None
        return cls(await connect(address, subprotocols=subprotocols, max_size=None, **options))

    @classmethod
    async def hello(cls, url: str, game: str, token: str = "", **more: Any) -> "Raw":
        """Connect, say hello, take welcome and first frame."""
        raw = await cls.open(url, game)
        await raw.say({"type": "hello", "token": token, **more})
        return raw

    async def say(self, message: Any) -> None:
        """Send a value as JSON, or a text or bytes as they are."""
        await self.socket.send(message if isinstance(message, str | bytes) else msgspec.json.encode(message).decode())

    async def next(self, kind: str = "", seconds: float = 5.0) -> Any:
        """The next message, or the next of a type."""
        async with asyncio.timeout(seconds):
            while True:
                raw = await self.socket.recv()
                assert isinstance(raw, str)
                self.frames.append(raw)
                message = decode_to_client(raw)
                self.told.append(message)
                if not kind or message.__struct_config__.tag == kind:
                    return message

    async def ask(self, message: dict[str, Any]) -> Any:
        """Send a message with an id and return its answer."""
        await self.say(message)
        while True:
            answer = await self.next()
            if getattr(answer, "id", None) == message["id"]:
                return answer

    async def closed(self, seconds: float = 5.0) -> int:
        """Read until the server closes; the close code."""
        try:
            while True:
                await self.next(seconds=seconds)
        except ConnectionClosed:
            return self.socket.close_code or 1006

    async def quiet(self, seconds: float = 0.3) -> None:
        """Read whatever comes within a time."""
        try:
            while True:
                await self.next(seconds=seconds)
        except TimeoutError:
            pass

    async def close(self) -> None:
        """Leave."""
        await self.socket.close()
