"""Server -> client. Every message is a JSON object with a `type`. One ordered channel per connection."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Role = Literal["player", "advisor", "spectator"]
View = dict[str, Any]
Version = Annotated[int, Meta(ge=0, description="Counts the frames of one role's stream, without a gap.")]
Digest = Annotated[str, Meta(description="First 16 hex digits of SHA-256 over the view as canonical JSON.")]


class ToClient(Struct, tag_field="type", omit_defaults=True):
    """Base of all messages from server to client."""


class Limits(Struct):
    """What the server takes from one connection."""

    message_bytes: int
    depth: int
    messages_per_second: int
    burst: int


class Welcome(ToClient, tag="welcome"):
    """The answer to `hello`, and again after a change of role: who you are. Frames of the view follow."""

    game: str
    epoch: str
    role: Role
    person: str
    """Your public id at this table."""
    secret: str
    """Send it as `person` in the next `hello` of this device; shown to nobody else."""
    host: bool
    seat: bool
    """Whether this person may answer decisions now."""
    recovered: bool
    """True: the missing deltas follow. False: a snapshot follows."""
    limits: Limits


class Snapshot(ToClient, tag="snapshot"):
    """The whole view. Forget what was before."""

    version: Version
    epoch: str
    view_code: str
    reason: Literal["join", "unrecoverable", "view_changed", "role", "resync", "slow"]
    view: View
    digest: Digest
    story: list["Told"] = []
    """What the last frames of this stream told, oldest first; what has been taken back since is left out."""


class Told(Struct):
    """The facts of one frame."""

    version: Version
    facts: list[Any]


class Delta(ToClient, tag="delta", rename={"from_": "from"}):
    """A JSON Merge Patch (RFC 7396) to the view, and what happened.

    Leads from `version - 1` to `version`, or from `from` if that is there (frames merged for a slow reader).
    """

    version: Version
    patch: View
    facts: list[Any]
    digest: Digest
    from_: Version | None = None


class Ack(ToClient, tag="ack"):
    """The message of that id is done. For commands: stored, and visible in `version` of your stream."""

    id: str
    version: Version | None = None
    head: int | None = None
    """Number of the record's last entry; players only."""
    link: str | None = None
    """The new invite link (to `invite`)."""
    option: str | None = None
    """Your own sealed ballot (to `vote`)."""


class Error(ToClient, tag="error"):
    """Something was refused; the table goes on. The sentence for people is the word `error.<code>`."""

    code: str
    number: int
    expected: str
    came: str
    id: str | None = None
    """The message this answers; absent if it had none."""
    retry_after: float | None = None
    """Seconds."""


class PersonHere(Struct, omit_defaults=True):
    """Somebody at the table."""

    name: str
    """Empty if none was said."""
    role: Role
    here: bool = False
    host: bool = False
    seat: bool = False
    muted: bool = False


class People(ToClient, tag="people"):
    """Everybody at the table, whole each time. Spectators are only counted, but for those the host has moved or muted.

    The host's list also names the spectators who gave a name (the first 100 that are here).
    """

    people: dict[str, PersonHere]
    spectators: int
    settings: dict[str, Any]


class Suggestion(Struct):
    """An advisor's proposal for the open decision."""

    request: int
    option: str


class Ballot(Struct, omit_defaults=True):
    """A vote under way or just closed. `tally` comes when it closes."""

    request: int
    seconds: int
    voted: list[str]
    """Who has voted, not what."""
    tally: dict[str, int] | None = None
    chosen: str | None = None


class Advice(ToClient, tag="advice"):
    """Suggestions by person and the vote, whole each time. Not sent to spectators of a closed hand."""

    suggestions: dict[str, Suggestion]
    vote: Ballot | None = None


class Pinged(ToClient, tag="pinged"):
    """Somebody points at something."""

    person: str
    at: str
    path: list[str] = []


class Said(ToClient, tag="said"):
    """Chat."""

    person: str
    name: str
    role: Role
    text: str


class BeatBack(ToClient, tag="beat"):
    """Here."""

    n: int = 0


class Closing(ToClient, tag="closing"):
    """The server will close this connection; come back after so many seconds."""

    retry_after: float
    why: str


ANY = Welcome | Snapshot | Delta | Ack | Error | People | Advice | Pinged | Said | BeatBack | Closing
