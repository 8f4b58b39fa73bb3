"""A connection as tables see it: ready frames go in, slowness and loss come out.

`Line` writes through the framework, message by message. `server.gateway.ready.ReadyLine` writes ready frames to the
transport; both behave alike.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from protocol.errors import CLOSES
from protocol.frames import texts

Send = Callable[[str], Awaitable[None]]


class Line(Protocol):
    """One connection."""

    paused: bool
    """Whether the other side does not read: nothing is written until it does."""
    on_resume: Callable[[], None] | None
    on_pause: Callable[[], None] | None

    def write(self, wire: bytes) -> None:
        """Write ready frames, one or several joined."""

    def writer(self) -> Callable[[bytes], object]:
        """The quickest function that does what `write` does, while the line is open."""

    def close(self, code: int, reason: str) -> None:
        """Close with a code, after what is already written."""

    def abort(self) -> None:
        """Drop the connection without another word."""


class QueueLine:
    """A line over `send_text`: a task of its own writes one message after the other. The fallback."""

    def __init__(self, send: Send, close: Callable[[int, str], Awaitable[None]], limit: int) -> None:
        self.paused = False
        self.on_resume: Callable[[], None] | None = None
        self.on_pause: Callable[[], None] | None = None
        self._send = send
        self._close = close
        self._limit = limit
        self._bytes = 0
        self._queue: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue()
        self.task = asyncio.create_task(self._run())

    def write(self, wire: bytes) -> None:
        """Split joined frames into their messages."""
        for text in texts(wire):
            self._put(text)

    def writer(self) -> Callable[[bytes], object]:
        return self.write

    def _put(self, text: bytes) -> None:
        self._bytes += len(text)
        self._queue.put_nowait(text)
        if not self.paused and self._bytes > self._limit:
            self.paused = True
            if self.on_pause is not None:
                self.on_pause()

    def close(self, code: int, reason: str) -> None:
        self._queue.put_nowait((code, reason))

    def abort(self) -> None:
        self.task.cancel()

    async def _run(self) -> None:
        while True:
            item = await self._queue.get()
            if isinstance(item, tuple):
                await self._close(*item)
                return
            await self._send(item.decode())
            self._bytes -= len(item)
            if self.paused and self._bytes < self._limit // 4:
                self.paused = False
                if self.on_resume is not None:
                    self.on_resume()


def close_with(line: Line, code: str) -> None:
    """Close a line with one of the protocol's close codes."""
    close = CLOSES[code]
    line.close(close.number, close.code)
