"""How a table is run: settings and the seat, folded from the record's notes, so that every node knows the same."""

from typing import Any

import msgspec

from engine.core.record import Note

PUBLIC_NOTES = ("settings", "seat", "rekey")
"""Notes after which spectators of a closed hand get a frame; a vote or a shown card is none of their business."""


class Settings(msgspec.Struct):
    """What the host has chosen. Each change is an entry of the record."""

    open_hand: bool = False
    delay: int = 0
    """Spectators are this many frames of their own behind."""
    delay_seconds: int = 0
    mode: str = "solo"
    vote_seconds: int = 30
    stand_in: bool = False
    watchable: bool = True
    seat: str = ""
    """Who holds the seat; empty: whoever has the player's link."""
    shown: dict[str, int] = {}
    """Looked-at cards that the player has shown to the advisors, and how often she had looked at them by then."""

    def fold(self, note: Note) -> None:
        """Take one note of the record into account; kinds and fields of other versions are ignored."""
        if note.kind == "seat":
            self.seat = str(note.data.get("to", ""))
        elif note.kind == "show":
            self.shown = {**self.shown, str(note.data.get("card", "")): int(note.data.get("seen", 0))}
        elif note.kind == "settings":
            self._change(note.data)

    def _change(self, data: dict[str, Any]) -> None:
        for name, value in data.items():
            if name in CHANGEABLE and type(value) is type(getattr(self, name)):
                setattr(self, name, value)

    def public(self) -> dict[str, Any]:
        """What everybody at the table is told."""
        return {name: getattr(self, name) for name in CHANGEABLE}


CHANGEABLE = ("open_hand", "delay", "delay_seconds", "mode", "vote_seconds", "stand_in", "watchable")


def folded(entries: list[Any]) -> Settings:
    """The settings after a record."""
    settings = Settings()
    for entry in entries:
        if isinstance(entry, Note):
            settings.fold(entry)
    return settings
