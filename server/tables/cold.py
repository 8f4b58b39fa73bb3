"""Loading a long game quickly: all but the last batches are replayed in one go, only counting what each role was sent.

The last batches are followed one by one, with their frames, so that clients can resume; their digests check the rest.
"""

from collections.abc import Iterable

from msgspec import Struct

from engine.core.content import Content
from engine.core.errors import RecordError
from engine.core.game import Game
from engine.core.record import Command, Draw, Entry, Header, Note, Rekey, Undo
from engine.core.table import Table
from server.tables.follow import Entries
from server.tables.settings import PUBLIC_NOTES, Settings
from server.views.render import Map, header_part, render

RECENT_BATCHES = 24
"""Batches before the end whose frames are made anew when a table is loaded."""


LATE = 3
"""Answers before the end of the beginning from which pictures of cuts are taken; the last one is needed."""


class Tally:
    """Counts the cuts of a replay, and keeps the picture of the last."""

    def __init__(self, commands: int, game_part: Map) -> None:
        self.cuts = 0
        self.picture: Map | None = None
        self.facts = 0
        self._late = commands - LATE
        self._game_part = game_part

    def __call__(self, game: Game) -> None:
        """One cut; those of set-up come before the first frame."""
        if not game.commands:
            return
        self.cuts += 1
        if game.commands >= self._late:
            self.picture = render(game.state, game.rules, self._game_part, "spectator", False)
            self.facts = len(game.facts)


class Beginning(Struct):
    """A replayed beginning: how many batches it took, the versions after it, what spectators see."""

    table: Table
    batches: int
    versions: dict[str, int]
    settings: Settings
    picture: Map
    facts: int


def split(rest: list[Entries]) -> int:
    """How many batches may be replayed in one go: up to a draw, which no take-back crosses; 0 for none.

    Take-backs and an open hand or delay on the way change the count of frames; such games are followed from the start.
    """
    for number in range(len(rest) - RECENT_BATCHES, 0, -1):
        if any(isinstance(entry, Draw) for entry in rest[number - 1]):
            return 0 if any(map(changes_count, rest[:number])) else number
    return 0


def changes_count(batch: Entries) -> bool:
    """Whether spectators got other frames than one per cut because of this batch."""
    first = batch[0]
    if isinstance(first, Note) and first.kind == "settings":
        return any(first.data.get(name) for name in ("open_hand", "delay", "delay_seconds"))
    return isinstance(first, Undo)


def replay_beginning(
    content: Content, header: Header, start: Entries, rest: list[Entries], secret: bytes | None
) -> Beginning | None:
    """Replay what may be replayed in one go; None if that is nothing, or does not fit."""
    number = split(rest)
    if not number:
        return None
    done = rest[:number]
    entries = [*start, *(entry for batch in done for entry in batch)]
    tally = Tally(sum(isinstance(batch[0], Command) for batch in done), header_part(header))
    try:
        table = Table.load(content, header, list(entries), secret, tally)
    except RecordError:
        return None
    table.on_cut = None
    settings, public = folded(batch[0] for batch in done)
    if tally.picture is None:
        return None
    team = 1 + number
    versions = {"player": team, "advisor": team, "spectator": 1 + tally.cuts + public}
    return Beginning(table, number, versions, settings, tally.picture, tally.facts)


def folded(firsts: Iterable[Entry]) -> tuple[Settings, int]:
    """The settings after these batches, and how many notes gave spectators a frame."""
    settings, public = Settings(), 0
    for first in firsts:
        if isinstance(first, Note):
            settings.fold(first)
        if isinstance(first, Note | Rekey):
            public += first.kind in PUBLIC_NOTES
    return settings, public
