"""uvicorn's sans-I/O websocket class, opened for ready frames.

uvicorn takes any class as `ws=`. This one lets tables write whole frames straight to the transport and hears when
the transport is full. It rests on names of one uvicorn version, so that is pinned, and `fits()` says at start
whether they are still there; if not, the gateway falls back to `send_text` (slower, otherwise the same).
"""

import inspect
import socket
from asyncio.transports import BaseTransport
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

UVICORN = "0.54.0"
"""The version whose class this extends."""
SCOPE_KEY = "lastreel.line"
"""Where the endpoint finds its line in the scope."""
_NEEDED = ("handle_connect", "connection_made", "connection_lost", "pause_writing", "resume_writing", "data_received")
BUFFER_BYTES = 64 * 1024
"""Unsent bytes in the process after which a reader counts as slow."""
KERNEL_BYTES = 32 * 1024
"""Unsent bytes in the kernel (Linux doubles it); left alone it would grow to megabytes for a reader that stops."""


def fits() -> bool:
    """Whether uvicorn's class is the one this was written for."""
    source = inspect.getsource(WebSocketsSansIOProtocol)
    uses = ("self.scope: WebSocketScope", "self.transport.write(", "self.conn.data_to_send()", "self.close_sent")
    have = all(hasattr(WebSocketsSansIOProtocol, name) for name in _NEEDED)
    return uvicorn.__version__ == UVICORN and have and all(use in source for use in uses)


class ReadyLine(WebSocketsSansIOProtocol):
    """One connection: uvicorn's protocol, and a `Line` for tables."""

    paused = False
    on_resume: Callable[[], None] | None = None
    on_pause: Callable[[], None] | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        wire = transport.get_extra_info("socket")
        if wire is not None and wire.family in (socket.AF_INET, socket.AF_INET6):
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        self.transport.set_write_buffer_limits(high=BUFFER_BYTES, low=BUFFER_BYTES // 4)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:  # else there is no scope: the handshake was refused
            extensions: Any = self.scope["extensions"]
            extensions[SCOPE_KEY] = self

    def settle(self) -> None:
        """The handshake is over: let go of what only it needed (3 kB a connection)."""
        del self.request, self.response
        self.scope["headers"] = []

    def pause_writing(self) -> None:
        super().pause_writing()
        self.paused = True
        if self.on_pause is not None:
            self.on_pause()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.paused = False
        if self.on_resume is not None:
            self.on_resume()

    def write(self, wire: bytes) -> None:
        """Write ready frames. uvicorn writes its own (pongs, close) whole, so nothing ever comes between."""
        if not self.close_sent:
            self.transport.write(wire)

    def writer(self) -> Callable[[bytes], object]:
        """The transport's own method: a call less for each of a thousand lines."""
        return self.transport.write

    def close(self, code: int, reason: str) -> None:
        """Send a close frame; the transport goes down when the other side has answered, or after a while."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def abort(self) -> None:
        """Drop the connection."""
        if self.transport is not None:
            self.transport.abort()

    def unsent(self) -> int:
        """Bytes waiting in the transport."""
        return self.transport.get_write_buffer_size()
