"""One table over one socket that is made anew whenever it breaks. Nothing sent is lost or done twice."""

import asyncio
import contextlib
import random
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from protocol import SUBPROTOCOL
from protocol import to_server as up
from protocol.codec import decode_to_client, encode
from protocol.errors import may_reconnect
from protocol.session import Session
from protocol.to_client import Ack, Advice, Closing, Error, People, ToClient

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0
FIRST_SECONDS = 15.0
"""How long the first connection is tried for."""


class Refused(Exception):
    """The server refused a message: `error` has the code, what was expected, what came."""

    def __init__(self, error: Error) -> None:
        super().__init__(f"{error.code}: expected {error.expected}, got {error.came}")
        self.error = error


class Closed(Exception):
    """The table is closed to this client for good; `code` is the websocket close code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"closed for good: {code} {reason}")
        self.code = code


class Unreachable(ConnectionError):
    """The server could not be reached in the beginning; a connection that is lost later is made anew for ever."""


class Table:
    """A seat, or a place to watch from. `view` is always whole and current."""

    def __init__(self, server: str, game: str, token: str = "", name: str = "", ping_seconds: float = 15.0) -> None:
        """`ping_seconds`: how often the connection is tried, and how long an answer may take."""
        self.ping_seconds = ping_seconds
        self.server = server
        self.address = server.replace("http", "ws", 1).rstrip("/") + f"/ws/{game}"
        self.session = Session(token, name)
        self.people: People | None = None
        self.advice: Advice | None = None
        self.watchers: list[Callable[[ToClient], None]] = []
        """Called with every message from the server."""
        self.trouble: Callable[[str], None] = lambda sentence: None
        """Told in a sentence when the server cannot be reached, once until it is."""
        self.reconnects = 0
        self._socket: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[Ack]] = {}
        self._changed = asyncio.Condition()
        self._first: asyncio.Timeout
        self._task: asyncio.Task[None] | None = None
        self._failure: Closed | Unreachable | None = None
        self._retry_after = 0.0
        self._later: set[asyncio.Task[None]] = set()

    # --- coming and going

    @classmethod
    @contextlib.asynccontextmanager
    async def join(
        cls,
        server: str,
        game: str,
        token: str = "",
        name: str = "",
        ping_seconds: float = 15.0,
        trouble: Callable[[str], None] | None = None,
    ) -> AsyncIterator["Table"]:
        """Connect and wait for the first view. Raises Closed, Unreachable."""
        table = cls(server, game, token, name, ping_seconds)
        table.trouble = trouble or table.trouble
        table.start()
        try:
            await table.wait(lambda: table.session.version >= 0)
            yield table
        finally:
            await table.close()

    def start(self) -> None:
        """Connect in the background."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Leave the table."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, *self._later, return_exceptions=True)

    @property
    def connected(self) -> bool:
        """Whether a socket is open just now."""
        return self._socket is not None

    async def drop(self) -> None:
        """Lose the connection on purpose (tests); it is made anew."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _run(self) -> None:
        try:
            async with asyncio.timeout(FIRST_SECONDS) as self._first:
                await self._keep_connected()
        except TimeoutError:
            await self._fail(Unreachable(f"cannot reach {self.server} within {FIRST_SECONDS:g} seconds"))
        except Closed as closed:
            await self._fail(closed)

    async def _keep_connected(self) -> None:
        pause, told = FIRST_PAUSE, False
        while True:
            try:
                if await self._connect():
                    pause = FIRST_PAUSE
                told = False
            except (OSError, InvalidHandshake, TimeoutError):
                if not told:
                    self.trouble(f"cannot reach {self.server}, trying again")
                told = True
            wait, self._retry_after = max(self._retry_after, pause * random.uniform(0.5, 1.0)), 0.0
            await asyncio.sleep(wait)
            pause = min(pause * 2, LONGEST_PAUSE)
            self.reconnects += 1

    async def _connect(self) -> bool:
        """One connection's life. Returns whether it came to anything; raises Closed if it must not be made again."""
        subprotocols: Any = [SUBPROTOCOL]
        ping = self.ping_seconds
        async with connect(
            self.address,
            subprotocols=subprotocols,
            max_size=None,
            compression=None,
            ping_interval=ping,
            ping_timeout=ping,
            open_timeout=ping,
            close_timeout=1.0,
        ) as socket:
            self._socket = socket
            self._first.reschedule(None)
            try:
                await socket.send(encode(self.session.hello()).decode())
                async for raw in socket:
                    await self._receive(socket, decode_to_client(raw))
            except ConnectionClosed:
                pass
            finally:
                self._socket = None
            code = socket.close_code or 1006
            if not may_reconnect(code):
                raise Closed(code, socket.close_reason or "")
            return self.session.version >= 0

    async def _fail(self, closed: Closed | Unreachable) -> None:
        self._failure = closed
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(closed)
        async with self._changed:
            self._changed.notify_all()

    # --- messages

    async def _receive(self, socket: ClientConnection, message: ToClient) -> None:
        received = self.session.receive(message)
        for out in received.send:
            await socket.send(encode(out).decode())
        if received.again is not None:
            self._send_later(received.again, received.wait)
        self._note(message)
        for watcher in self.watchers:
            watcher(message)
        async with self._changed:
            self._changed.notify_all()

    def _note(self, message: ToClient) -> None:
        if isinstance(message, People):
            self.people = message
        elif isinstance(message, Advice):
            self.advice = message
        elif isinstance(message, Closing):
            self._retry_after = message.retry_after
        elif isinstance(message, Ack):
            if (answer := self._answers.pop(message.id, None)) and not answer.done():  # else nobody waits any more
                answer.set_result(message)
        elif isinstance(message, Error) and message.id is not None and message.id not in self.session.unanswered:
            if (answer := self._answers.pop(message.id, None)) and not answer.done():
                answer.set_exception(Refused(message))

    def _send_later(self, message: up.ToServer, wait: float) -> None:
        async def send() -> None:
            await asyncio.sleep(wait)
            if self._socket is not None:
                with contextlib.suppress(ConnectionClosed):
                    await self._socket.send(encode(message).decode())

        task = asyncio.create_task(send())
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def send(self, message: Any) -> Ack:
        """Send a message that has an id and wait for its ack, over as many connections as it takes. Raises Refused."""
        if self._failure is not None:
            raise self._failure
        answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._answers[message.id] = answer
        self.session.send(message)
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(encode(message).decode())
        return await answer

    # --- the game

    @property
    def view(self) -> dict[str, Any]:
        """The view as it stands."""
        return self.session.view

    @property
    def over(self) -> bool:
        """Whether the game has an outcome."""
        return "outcome" in self.view

    @property
    def options(self) -> list[dict[str, Any]]:
        """Options of the open decision; empty if there is none."""
        options: list[dict[str, Any]] = self.view.get("decision", {}).get("options", [])
        return options

    async def wait(self, until: Callable[[], bool], timeout: float | None = None) -> None:
        """Wait until something holds. Raises Closed, Unreachable, TimeoutError."""
        async with asyncio.timeout(timeout), self._changed:
            while not until():
                if self._failure is not None:
                    raise self._failure
                await self._changed.wait()

    async def choose(self, option: str, *, suggested_by: str = "", name: str = "") -> Ack:
        """Answer the open decision; the view is up to date with it afterwards. Raises Refused."""
        request = self.view["decision"]["request"]
        ack = await self.send(up.Command(name or new_id(), request, option, suggested_by))
        if ack.version is not None:
            version = ack.version
            await self.wait(lambda: self.session.version >= version)
        return ack

    async def undo(self) -> Ack:
        """Take the last answer back. Raises Refused."""
        return await self.send(up.Undo(new_id()))


def new_id() -> str:
    """An id for a message: unguessable, so that it is unique without asking."""
    return secrets.token_hex(8)
