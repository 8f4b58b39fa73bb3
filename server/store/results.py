"""What the store answers: plain values, none of them an error."""

from typing import NamedTuple


class Appended(NamedTuple):
    """The entries are in the log, as durable as promised."""

    head: int
    """Number of the last entry now."""
    time_ms: int
    """The store's clock when the batch was written, milliseconds since 1970."""


class Conflict(NamedTuple):
    """Somebody else appended first; read the rest and decide anew."""

    head: int


class Duplicate(NamedTuple):
    """This command id was carried out before; nothing was appended."""

    answer: bytes
    """What was answered then."""
    head: int
    """Number of the last entry of that command."""


class Stored(NamedTuple):
    """One entry as it stands in the log."""

    n: int
    time_ms: int
    data: bytes
    batch: str
    """Command id of the batch it came with; the same for all its entries."""


class Known(NamedTuple):
    """What the store says about a game without reading its log."""

    epoch: str
    head: int
    tip: str
    """Command id of the batch at the head."""
    safe: int
    """Last entry whose durability was confirmed; kept at levels `fsync` and `replica` only."""
    archived: bool
    damaged: str
    """Why the game is frozen; empty while it is not."""
