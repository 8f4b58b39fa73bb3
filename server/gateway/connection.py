"""One connection at a table: from `hello` to the end. Reads messages, answers each, follows its role's stream."""

import secrets

from protocol.codec import DEPTH, MESSAGE_BYTES, decode_to_server, encode, message_id
from protocol.errors import ProtocolError
from protocol.frames import frame
from protocol.to_client import Ack, BeatBack, Error, Limits, Role, ToClient, Welcome
from protocol.to_server import Beat, Hello, Resume, Resync, ToServer
from server.config import Config
from server.gateway.limits import Bucket
from server.gateway.line import Line, close_with
from server.gateway.orders import carry_out
from server.metrics import Metrics
from server.tables.live import error
from server.tables.people import Person, person_id
from server.tables.room import Room

PATIENCE = 50
"""Errors in a row after which a connection is closed."""


class Connection:
    """State of one socket that has found its room."""

    __slots__ = ("_errors", "_seat", "bucket", "config", "line", "metrics", "person", "role", "room", "secret", "talk")

    def __init__(self, room: Room, line: Line, config: Config, metrics: Metrics) -> None:
        self.room = room
        self.line = line
        self.config = config
        self.metrics = metrics
        self.person: Person | None = None
        self.secret = ""
        self.role: Role = "spectator"
        self.bucket = Bucket(config.limits.messages_per_second, config.limits.burst)
        self.talk = Bucket(config.limits.talk_per_second, config.limits.talk_burst)
        self._errors = 0
        self._seat = False

    # --- coming

    def enter(self, hello: Hello) -> str:
        """Take a place. Returns the close code's name if there is none, else an empty string."""
        grant = self.room.grant(hello.token)
        if grant is None:
            return "bad_token"
        self.secret = hello.person if len(hello.person) >= 22 else secrets.token_urlsafe(24)
        if person_id(self.room.table.id, self.secret) in self.room.standing.removed:
            return "removed"
        person = self.room.crowd.arrive(self.secret, hello.name, grant)
        if hello.name:
            self.room.remember_name(person)
        self.person = person
        self.talk = person.talk = person.talk or self.talk
        self.role = self.room.role(person)
        self._seat = self._holds_seat()
        channel = self.room.table.streams.channels[self.role]
        recovered = hello.resume is not None and channel.knows(hello.resume)
        self._welcome(recovered)
        self._follow(hello.resume)
        self.room.enter(self, person)
        self._tell_advice()
        if self.room.table.frozen:
            self.send(self.room.frozen_message())
        return ""

    def _tell_advice(self) -> None:
        if self.role != "spectator" and (self.room.board.suggestions or self.room.board.vote):
            self.send(self.room.board.message())

    def _follow(self, at: Resume | None) -> None:
        channel = self.room.table.streams.channels[self.role]
        if not channel.join(self.line, at) and at is not None:
            self.send(error("unrecoverable", f"a version after {at.version} that is known here", "a gap"))

    async def report_loss(self, at: Resume | None) -> None:
        """The seat has seen what the store, asked just before, does not have: the game is not continued over the hole.

        Others are not believed: anybody with a link could stop a game so.
        """
        channel = self.room.table.streams.channels[self.role]
        if at is not None and self._seat and channel.behind(at):
            here = channel.history.version
            await self.room.table.freeze(f"the player has seen version {at.version}, the store ends at version {here}")

    def _holds_seat(self) -> bool:
        return self.role == "player"

    def _welcome(self, recovered: bool) -> None:
        assert self.person is not None
        limits = self.config.limits
        self.send(
            Welcome(
                game=self.room.table.id,
                epoch=self.room.table.epoch,
                role=self.role,
                person=self.person.id,
                secret=self.secret,
                host=self.person.grant.host,
                seat=self._holds_seat(),
                recovered=recovered,
                limits=Limits(MESSAGE_BYTES, DEPTH, limits.messages_per_second, limits.burst),
            )
        )

    def take_place(self) -> None:
        """The role may have changed: leave the old stream, forget it, and start with a snapshot of the new one."""
        assert self.person is not None
        role = self.room.role(self.person)
        if role == self.role:
            return
        self.room.table.streams.channels[self.role].flush()
        self.room.table.streams.channels[self.role].leave(self.line)
        self.role = role
        self._welcome(False)
        self.room.table.streams.channels[role].join(self.line, None, "role")
        self._tell_advice()

    # --- talking

    def send(self, message: ToClient) -> None:
        """One message to this connection alone."""
        if isinstance(message, Error):
            self.metrics.count("errors", f'code="{message.code}"')
        self.line.write(frame(encode(message)))

    def answer(self, message: ToClient) -> None:
        """The answer to a message, after everything that was published before it."""
        self.room.table.streams.channels[self.role].flush()
        if isinstance(message, Ack) and self.role != "player":
            message = Ack(message.id, link=message.link, option=message.option)
        self.send(message)

    async def receive(self, raw: str) -> None:
        """One frame from the client."""
        wait = self.bucket.take()
        if wait:
            self._refuse(error("rate_limited", "fewer messages", "too many", message_id(raw[:MESSAGE_BYTES]), wait))
            return
        try:
            message = decode_to_server(raw)
        except ProtocolError as bad:
            name = message_id(raw) if bad.code in ("malformed", "unknown_type") else None
            self._refuse(error(bad.code, bad.expected, bad.came, name))
            return
        await self._do(message)

    async def _do(self, message: ToServer) -> None:
        if isinstance(message, Beat):
            self.send(BeatBack(message.n))
        elif isinstance(message, Resync):
            self.room.table.streams.channels[self.role].resync(self.line)
        elif isinstance(message, Hello):
            self._refuse(error("malformed", "one `hello`, first", "another"))
        else:
            answer = await carry_out(self, message)
            if isinstance(answer, Error):
                self._refuse(answer)
            else:
                self._errors = 0
                self.answer(answer)

    def _refuse(self, answer: Error) -> None:
        self._errors += 1
        self.answer(answer)
        if self._errors > PATIENCE and answer.code in (
            "rate_limited",
            "malformed",
            "unknown_type",
            "too_large",
            "too_deep",
        ):
            self.close("rate_limited")

    def close(self, code: str) -> None:
        """Close with one of the protocol's codes."""
        self.metrics.count("closes", f'code="{code}"')
        self.room.table.streams.channels[self.role].leave(self.line)
        close_with(self.line, code)

    def exit(self) -> None:
        """The socket is gone."""
        self.room.table.streams.channels[self.role].leave(self.line)
        self.room.exit(self)
