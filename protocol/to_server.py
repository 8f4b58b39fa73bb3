"""Client -> server. Every message is a JSON object with a `type`; those with an `id` are answered by it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Role = Literal["player", "advisor", "spectator"]
Id = Annotated[
    str, Meta(min_length=1, max_length=64, description="Chosen by the client, unique for the life of the game.")
]
Name = Annotated[str, Meta(max_length=40)]
Option = Annotated[str, Meta(min_length=1, max_length=120)]
Thing = Annotated[str, Meta(min_length=1, max_length=80, description="Id of a space, card or piece.")]
Person = Annotated[str, Meta(min_length=1, max_length=32)]
Request = Annotated[int, Meta(ge=0, description="Number of the decision that is answered or talked about.")]


class ToServer(Struct, tag_field="type", omit_defaults=True):
    """Base of all messages from client to server."""


class Resume(Struct, omit_defaults=True):
    """Where the client stopped. All three come from what it received last."""

    epoch: Annotated[str, Meta(max_length=64)]
    version: Annotated[int, Meta(ge=0)]
    view: Annotated[str, Meta(max_length=64)] = ""
    """`view_code` of the stream: another one means that views are built otherwise, so a snapshot is due."""


class Hello(ToServer, tag="hello"):
    """The first frame. Without a token one watches, if the game may be watched."""

    token: Annotated[str, Meta(max_length=128)] = ""
    name: Name = ""
    resume: Resume | None = None
    person: Annotated[str, Meta(max_length=64)] = ""
    """Secret of this device from the last `welcome`, so that reconnecting and second tabs are the same person."""


class Command(ToServer, tag="command"):
    """Answer the open decision with one of its options. Only the seat may. Idempotent by `id`."""

    id: Id
    request: Request
    option: Option
    suggested_by: Annotated[str, Meta(max_length=32)] = ""


class Undo(ToServer, tag="undo"):
    """Take back the last answer, never across anything revealed. Only the seat may."""

    id: Id


class Settings(ToServer, tag="settings"):
    """Change how the table is run. Only the host may. Fields left out stay as they are."""

    id: Id
    open_hand: bool | None = None
    """Whether spectators see hand, tableau and decision."""
    delay: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """Spectators are this many commands behind."""
    delay_seconds: Annotated[int, Meta(ge=0, le=3600)] | None = None
    """Spectators are this many seconds behind."""
    mode: Literal["solo", "council", "relay"] | None = None
    """Who decides: the seat; a vote of the advisors; the seat, which passes on each turn."""
    vote_seconds: Annotated[int, Meta(ge=3, le=600)] | None = None
    stand_in: bool | None = None
    """Whether a policy may play on for an absent player."""
    watchable: bool | None = None
    """Whether anybody may watch without a token."""


class Seat(ToServer, tag="seat"):
    """Hand the seat to somebody, or take it over from a player who is away (host, or an advisor after absence)."""

    id: Id
    to: Person


class Show(ToServer, tag="show"):
    """The player shows the advisors what only she has looked at."""

    id: Id
    card: Thing


class Suggest(ToServer, tag="suggest"):
    """An advisor proposes an option of the open decision; an empty option withdraws. It dies with the decision."""

    id: Id
    request: Request
    option: Annotated[str, Meta(max_length=120)]


class Ping(ToServer, tag="ping"):
    """Point at a space, card or piece, or draw a path over spaces."""

    id: Id
    at: Thing
    path: Annotated[list[Thing], Meta(max_length=24)] = []


class OpenVote(ToServer, tag="open_vote"):
    """The seat lets the advisors vote on the open decision. Ballots are sealed until it closes."""

    id: Id
    request: Request
    seconds: Annotated[int, Meta(ge=3, le=600)] = 30


class Vote(ToServer, tag="vote"):
    """An advisor's ballot. The last one counts; the ack alone repeats it."""

    id: Id
    request: Request
    option: Option


class Chat(ToServer, tag="chat"):
    """Say something to those who may read it."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Moderate(ToServer, tag="moderate"):
    """The host mutes, unmutes, removes or changes the role of a person, for the life of the game.

    `role` without a role gives back the link's own.
    """

    id: Id
    person: Person
    action: Literal["mute", "unmute", "remove", "role"]
    role: Literal["advisor", "spectator"] | None = None


class Invite(ToServer, tag="invite"):
    """The host asks for a new link of a role; links made before for that role stop working when `revoke` is set."""

    id: Id
    role: Role
    revoke: bool = False


class Resync(ToServer, tag="resync"):
    """Ask for a snapshot: a gap in the versions or another digest was seen."""


class Beat(ToServer, tag="beat"):
    """Are you there? Answered by `beat` with the same number."""

    n: Annotated[int, Meta(ge=0)] = 0


ANY = (
    Hello
    | Command
    | Undo
    | Settings
    | Seat
    | Show
    | Suggest
    | Ping
    | OpenVote
    | Vote
    | Chat
    | Moderate
    | Invite
    | Resync
    | Beat
)
