"""Bodies of the HTTP interface."""

from typing import Annotated, Any

from msgspec import Meta, Struct

Slug = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]


class CreateGame(Struct, forbid_unknown_fields=True):
    """POST /api/games."""

    killer: Slug
    location: Slug
    girl: Slug
    extreme: bool = False
    epic: bool = False
    seed: Annotated[str, Meta(max_length=64)] | None = None
    """Name of a shared seed; games on one seed meet the same cards."""
    watchable: bool = True
    """Whether anybody may watch without a token."""


class BranchGame(Struct, forbid_unknown_fields=True):
    """POST /api/games/{game}/branch: go on from a position of a finished game as a new one."""

    entry: Annotated[int, Meta(ge=2)]
    """The entry of its record after which the new game goes on."""
    watchable: bool = True


class Links(Struct):
    """Invite links by role: paths with the token in the fragment, which browsers send to nobody."""

    player: str
    advisor: str
    spectator: str


class Created(Struct):
    """A new game. The host's token is also the first player's; keep it."""

    game: str
    token: str
    tokens: dict[str, str]
    """By role: player, advisor, spectator."""
    links: Links


class GameSummary(Struct):
    """A game that may be watched."""

    game: str
    killer: str
    location: str
    girl: str
    extreme: bool
    epic: bool
    turn: int
    over: bool
    watching: int


class Watchable(Struct):
    """GET /api/games."""

    games: list[GameSummary]


class Problem(Struct):
    """Every HTTP answer with a status of 400 or more: an error code of the protocol."""

    code: str
    number: int
    expected: str
    came: str


class Health(Struct):
    """GET /healthz and /readyz; what is not ready answers with a Problem and status 503."""

    ok: bool


class Reveal(Struct):
    """The commitment of a finished game and what opens it."""

    commitment: str
    secret: str


class Record(Struct):
    """One line of GET /api/games/{game}/record: an entry of the game, see docs/record.md."""

    entry: str
    data: dict[str, Any] = {}
