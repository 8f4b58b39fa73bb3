"""The client's side of one table: where it stands, what it has sent and nobody answered yet. No I/O.

Hand every message to `receive`; send what it returns. After a new connection send `hello()` first.
"""

import msgspec

from protocol import patch as merge
from protocol.codec import view_digest
from protocol.to_client import Ack, Delta, Error, Role, Snapshot, ToClient, Welcome
from protocol.to_server import Hello, Resume, Resync, ToServer


class Received(msgspec.Struct):
    """What a message meant for the session."""

    changed: bool = False
    """Whether the view moved."""
    send: list[ToServer] = []
    """To be sent at once."""
    again: ToServer | None = None
    """To be sent again after `wait` seconds."""
    wait: float = 0.0


class Session:
    """View, version and unanswered messages of one table."""

    def __init__(self, token: str = "", name: str = "") -> None:
        self.token = token
        self.name = name
        self.epoch = ""
        self.version = -1
        self.view_code = ""
        self.view: merge.Map = {}
        self.role: Role = "spectator"
        self.person = ""
        self.secret = ""
        self.seat = False
        self.host = False
        self.unanswered: dict[str, ToServer] = {}
        self.asked = False
        """Whether a snapshot has been asked for and not yet come."""

    def hello(self) -> Hello:
        """The first frame of a connection."""
        resume = Resume(self.epoch, self.version, self.view_code) if self.version >= 0 else None
        return Hello(self.token, self.name, resume, self.secret)

    def send(self, message: ToServer) -> ToServer:
        """Note a message that will be answered, so that it is sent again after a lost connection."""
        if name := getattr(message, "id", None):
            self.unanswered[name] = message
        return message

    def receive(self, message: ToClient) -> Received:
        """Take a message into account."""
        if isinstance(message, Delta):
            return self._delta(message)
        if isinstance(message, Snapshot):
            return self._snapshot(message)
        if isinstance(message, Welcome):
            return self._welcome(message)
        if isinstance(message, Ack):
            self.unanswered.pop(message.id, None)
        if isinstance(message, Error) and message.id is not None:
            return self._refused(message, message.id)
        return Received()

    def _welcome(self, message: Welcome) -> Received:
        if message.role != self.role:
            self.version = self.version if message.recovered else -1
        self.role, self.person, self.secret = message.role, message.person, message.secret
        self.seat, self.host = message.seat, message.host
        self.asked = False
        return Received(send=list(self.unanswered.values()))

    def _refused(self, message: Error, name: str) -> Received:
        sent = self.unanswered.get(name)
        if sent is not None and message.code in ("retry", "rate_limited"):
            return Received(again=sent, wait=message.retry_after or 0.5)
        self.unanswered.pop(name, None)
        return Received()

    def _snapshot(self, message: Snapshot) -> Received:
        self.epoch, self.version, self.view_code = message.epoch, message.version, message.view_code
        self.view = message.view
        self.asked = False
        return Received(changed=True)

    def _delta(self, message: Delta) -> Received:
        start = message.version - 1 if message.from_ is None else message.from_
        if message.version <= self.version or self.asked:
            return Received()
        if start != self.version:
            return self._resync()
        self.view = merge.apply(self.view, message.patch)
        self.version = message.version
        return Received(changed=True) if view_digest(self.view) == message.digest else self._resync()

    def _resync(self) -> Received:
        self.asked = True
        return Received(send=[Resync()])
