"""Runs a node under uvicorn: listens, prints `ready`, drains on SIGTERM and SIGINT, ends at once on a second one."""

import asyncio
import logging
import signal
import socket
import sys
from typing import Any

import orjson
import structlog
import uvicorn
from starlette.types import ASGIApp

from protocol.codec import MESSAGE_BYTES
from server.app import build
from server.config import Config
from server.garbage import spare_collections
from server.gateway.ready import ReadyLine, fits
from server.node import Node

log = structlog.get_logger()
CUT_OFF_SECONDS = 1.0
"""How long requests may take to notice that their connection is gone."""


class Server(uvicorn.Server):
    """uvicorn with our own end: tables are drained before sockets are closed."""

    def __init__(self, config: uvicorn.Config, node: Node) -> None:
        super().__init__(config)
        self.node = node
        self._draining: asyncio.Task[None] | None = None

    def install(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take the signals (uvicorn's own handler would raise them again at the end)."""
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop)

    def _stop(self) -> None:
        if self.should_exit:
            self.force_exit = True
            if self._draining is not None:
                self._draining.cancel()
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, drain, let uvicorn close the rest, leave the store; a second signal ends the waiting."""
        for listening in self.servers:
            listening.close()
        self._draining = asyncio.create_task(self._drain())
        await asyncio.wait([self._draining])
        await super().shutdown(sockets)
        if self.force_exit:
            await self._cut_off()
        await self.node.close()

    async def _drain(self) -> None:
        served = bool(self.node.connections)
        try:
            await self.node.drain()
        except TimeoutError:
            log.warning("commands still in flight at the end")
        if served:
            await asyncio.sleep(0.2)  # for the other side to close too

    async def _cut_off(self) -> None:
        """Break off what is still connected, so that its tasks end as if everybody had left."""
        log.warning("stopped by a second signal: connections are cut off")
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        if self.server_state.tasks:
            await asyncio.wait(list(self.server_state.tasks), timeout=CUT_OFF_SECONDS)


def bound(config: Config) -> socket.socket:
    """The listening socket; port 0 picks one."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((config.host, config.port))
    except OSError as error:
        listener.close()
        raise OSError(f"cannot listen at {config.host}:{config.port}: {error} (--port 0 picks a free one)") from None
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def quiet_logs() -> None:
    """JSON lines to stderr; paths of sockets and requests are not logged (they may name games)."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=orjson.dumps),
        ],
        logger_factory=structlog.BytesLoggerFactory(sys.stderr.buffer),
    )
    logging.getLogger("websockets").setLevel(logging.CRITICAL)


def settings_of(config: Config, app: ASGIApp, ws: Any) -> uvicorn.Config:
    """uvicorn's settings; `ws` is the class that speaks websocket."""
    return uvicorn.Config(
        app,
        ws=ws,
        ws_max_size=MESSAGE_BYTES * 16,
        ws_per_message_deflate=config.deflate,
        ws_ping_interval=15.0,
        ws_ping_timeout=20.0,
        access_log=False,
        log_level="error",
        lifespan="off",
        timeout_graceful_shutdown=int(config.drain_seconds) + 1,
        server_header=False,
    )


async def serve(config: Config) -> None:
    """Run until told to stop. Raises ContentError, StoreError, OSError before `ready`."""
    quiet_logs()
    listener = bound(config)
    node = await Node.open(config)
    spare_collections()
    ready_frames = fits()
    if not ready_frames:
        log.warning("uvicorn's websocket class has changed: falling back to send_text", version=uvicorn.__version__)
    settings = settings_of(config, build(node), ReadyLine if ready_frames else "websockets-sansio")
    server = Server(settings, node)
    server.install(asyncio.get_running_loop())
    announce = asyncio.create_task(_announce(server, config.host, listener.getsockname()[1]))
    await server._serve([listener])
    await announce


async def _announce(server: Server, host: str, port: int) -> None:
    """Print the address as soon as it answers."""
    while not server.started:
        if server.should_exit:
            return
        await asyncio.sleep(0.01)
    shown = f"[{host}]" if ":" in host else host
    print(f"ready http://{shown}:{port}", flush=True)
