"""The event store: every game is one Redis stream, appended atomically and read without holes."""

from server.store.durability import Durability
from server.store.errors import (
    Archived,
    Away,
    Damaged,
    Exists,
    FolderBusy,
    Missing,
    NotDurable,
    StoreError,
    Unfit,
)
from server.store.results import Appended, Conflict, Duplicate, Known, Stored
from server.store.store import Store

__all__ = [
    "Appended",
    "Archived",
    "Away",
    "Conflict",
    "Damaged",
    "Duplicate",
    "Durability",
    "Exists",
    "FolderBusy",
    "Known",
    "Missing",
    "NotDurable",
    "Store",
    "StoreError",
    "Stored",
    "Unfit",
]
