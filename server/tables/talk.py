"""What nodes tell each other about a table beside its log: who is here, advice, votes, chat.

A lost message costs a moment of somebody's list being old, never anything of the game.
"""

from typing import Any

import msgspec

from engine.core.errors import UNREADABLE
from protocol.to_client import Ballot, Pinged, Said


class Talk(msgspec.Struct, tag_field="talk", tag=str.lower):
    """Base of all."""


class Face(msgspec.Struct):
    """Somebody at another node: of the team, or a spectator with a name."""

    name: str
    grant: str
    order: float


class Here(Talk):
    """Who is connected to a node, whole each time; told on every change and now and then."""

    people: dict[str, Face]
    spectators: int
    asks: bool = False
    """Whether the other nodes should tell theirs at once."""


class Suggested(Talk):
    """An advisor's proposal; an empty option withdraws it."""

    person: str
    request: int
    option: str


class VoteOpened(Talk):
    """A vote has begun; the node that opened it closes it."""

    request: int
    seconds: int


class Balloted(Talk):
    """A sealed ballot; only nodes see it."""

    person: str
    request: int
    option: str


class VoteClosed(Talk):
    """The result."""

    ballot: Ballot


class Spoke(Talk):
    """Chat, to the side of the one who spoke."""

    said: Said


class Pointed(Talk):
    """A ping."""

    pinged: Pinged


class StandingChanged(Talk):
    """The host has changed links or moderated somebody: read again what the store keeps beside the log."""


AnyTalk = Here | Suggested | VoteOpened | Balloted | VoteClosed | Spoke | Pointed | StandingChanged


class Envelope(msgspec.Struct):
    """One message between nodes."""

    node: str
    game: str
    talk: AnyTalk


_decoder = msgspec.json.Decoder(Envelope)


def pack(node: str, game: str, talk: Any) -> bytes:
    """For the wire."""
    return msgspec.json.encode(Envelope(node, game, talk))


def unpack(data: bytes) -> Envelope | None:
    """From the wire; None for what another version says."""
    try:
        return _decoder.decode(data)
    except UNREADABLE:
        return None
