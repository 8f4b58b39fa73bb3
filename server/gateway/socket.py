"""The websocket endpoint `/ws/{game}`: handshake, `hello`, then one message after the other."""

import asyncio
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import structlog
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from engine.core.errors import EngineError
from protocol import SUBPROTOCOL
from protocol.codec import decode_to_server, encode
from protocol.errors import CLOSES, ProtocolError
from protocol.to_client import Error
from protocol.to_server import Hello
from server.gateway.connection import Connection
from server.gateway.line import Line, QueueLine
from server.gateway.ready import SCOPE_KEY, ReadyLine
from server.store import Damaged, Missing, StoreError
from server.tables.live import error, fault_of

if TYPE_CHECKING:
    from server.node import Node

log = structlog.get_logger()


class Refused(Exception):
    """The connection is not wanted: a close code, and an error message to go before it."""

    def __init__(self, close: str, message: Error | None = None) -> None:
        super().__init__(close)
        self.close = close
        self.message = message


class Sockets:
    """ASGI: websockets at `/ws/{game}` come here directly (a routing stack costs memory for every open one)."""

    def __init__(self, app: ASGIApp, node: "Node") -> None:
        self.app = app
        self.node = node

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        await endpoint(WebSocket(scope, receive, send), self.node)


def game_of(path: str) -> str:
    """The game in `/ws/{game}`; empty for another path, which is no game's id."""
    start, _, game = path.rpartition("/")
    return game if start == "/ws" else ""


async def endpoint(socket: WebSocket, node: "Node") -> None:
    """One connection from handshake to end."""
    address = socket.client.host if socket.client else ""
    if not node.addresses.enter(address):
        await _refuse(socket, Refused("rate_limited"))
        return
    try:
        await _serve(socket, node, address)
    except Refused as refused:
        await _refuse(socket, refused)
    except WebSocketDisconnect:
        pass
    finally:
        node.addresses.leave(address)


async def _refuse(socket: WebSocket, refused: Refused) -> None:
    """Say why, then close. The handshake is completed first, since browsers hide the status of a refused one."""
    try:
        if socket.application_state.name == "CONNECTING":
            offered = socket.scope.get("subprotocols") or []
            await socket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
        if refused.message is not None:
            await socket.send_text(encode(refused.message).decode())
        close = CLOSES[refused.close]
        await socket.close(close.number, close.code)
    except (WebSocketDisconnect, RuntimeError):
        pass


async def _serve(socket: WebSocket, node: "Node", address: str) -> None:
    if not origin_allowed(socket, node.config.origins):
        raise Refused("bad_origin")
    if SUBPROTOCOL not in (socket.scope.get("subprotocols") or []):
        raise Refused("wrong_protocol")
    if node.tables.draining:
        raise Refused("server_restart")
    await socket.accept(SUBPROTOCOL)
    hello = await _hello(socket, node)
    line = line_of(socket, node)
    if isinstance(line, ReadyLine):
        line.settle()
    connection = await _find_place(socket, node, hello, line, address)
    node.connections.add(connection)
    try:
        await _talk(socket, connection)
    finally:
        node.connections.discard(connection)
        connection.exit()
        if isinstance(line, QueueLine):
            line.abort()


def origin_allowed(socket: WebSocket, allowed: tuple[str, ...]) -> bool:
    """Browsers name the page's origin: it must be this server or one that was configured. Programs name none."""
    origin = socket.headers.get("origin")
    if origin is None or "*" in allowed or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == socket.headers.get("host", "")
    except ValueError:  # no address at all
        return False


async def _hello(socket: WebSocket, node: "Node") -> Hello:
    try:
        async with asyncio.timeout(node.config.limits.hello_seconds):
            message = decode_to_server(await receive_text(socket))
    except TimeoutError:
        raise Refused("hello_timeout") from None
    except ProtocolError as bad:
        raise Refused("bad_message", error(bad.code, bad.expected, bad.came)) from None
    if not isinstance(message, Hello):
        raise Refused("bad_message", error("not_ready", "`hello` first", type(message).__name__.lower()))
    return message


async def receive_text(socket: WebSocket) -> str:
    """The next text frame. Raises ProtocolError for a binary one."""
    message: Any = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    if text is None:
        raise ProtocolError("malformed", "a text frame", "a binary frame")
    return str(text)


async def _find_place(socket: WebSocket, node: "Node", hello: Hello, line: Line, address: str) -> Connection:
    game = game_of(socket.scope["path"])
    try:
        room = await node.tables.room(game)
        await room.catch_up_to(hello.resume)
    except Missing:
        raise Refused("no_such_game", error("no_such_game", "the id of a game", game[:64])) from None
    except (Damaged, EngineError) as bad:
        log.error("record cannot be read", game=game, why=str(bad))
        raise Refused("damaged", error("damaged", "a sound record", fault_of(bad))) from None
    except StoreError as away:
        log.warning("table not loaded", game=game, why=str(away))
        raise Refused("table_failed", error("retry", "a store that answers", type(away).__name__, None, 2.0)) from None
    connection = Connection(room, line, node.config, node.metrics)
    if close := connection.enter(hello):
        if node.bad_hellos.of(address).take():
            raise Refused("rate_limited")
        raise Refused(close, error("bad_token", "a token of this game", "another") if close == "bad_token" else None)
    await connection.report_loss(hello.resume)
    return connection


def line_of(socket: WebSocket, node: "Node") -> Line:
    """Ready frames to the transport where the websocket class offers it, else message by message."""
    ready = socket.scope.get("extensions", {}).get(SCOPE_KEY)
    if ready is not None:
        return ready  # type: ignore[no-any-return]
    return QueueLine(socket.send_text, socket.close, node.config.limits.buffer_bytes)


async def _talk(socket: WebSocket, connection: Connection) -> None:
    while True:
        try:
            raw = await receive_text(socket)
        except ProtocolError as bad:
            connection.send(error(bad.code, bad.expected, bad.came))
            connection.close("bad_message")
            return
        await connection.receive(raw)
