"""What the store may refuse, as one tree.

    StoreError
    ├── Away            cannot be reached, or answered too late: the command may or may not have been written
    │   └── NotDurable  written, but the promised durability was not confirmed in time
    ├── Missing         no such game
    ├── Exists          another game has this id
    ├── Archived        the game is over and packed away; nothing can be appended
    ├── Damaged         the log has a hole, lost its end, or is another log under the same id
    ├── Unfit           this Redis may lose games (eviction, no append-only file), or lacks a command we need
    └── FolderBusy      the embedded store's folder is held by a process that does not answer

After `Away` the same command may be sent again under the same command id: it is applied at most once.
"""


class StoreError(Exception):
    """Whatever the store refuses."""


class Away(StoreError):
    """The store did not answer in time. Tell the player `retry`, never an acknowledgement."""


class NotDurable(Away):
    """The entries are in the log, but fewer copies than promised have confirmed them."""


class Missing(StoreError):
    """There is no game of this id."""

    def __init__(self, game: str) -> None:
        super().__init__(f"no game {game!r} in the store")
        self.game = game


class Exists(StoreError):
    """A game of this id exists already, with another epoch."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game!r} exists already")
        self.game = game


class Archived(StoreError):
    """The game is over and packed; its entries can be read, none can be added."""

    def __init__(self, game: str, head: int) -> None:
        super().__init__(f"game {game!r} is over and archived at entry {head}")
        self.game, self.head = game, head


class Damaged(StoreError):
    """The log is not the one that somebody holds. The game is to be frozen, not written over."""

    def __init__(self, game: str, entry: int, expected: str, came: str) -> None:
        super().__init__(f"game {game!r} is damaged at entry {entry}: expected {expected}, came {came}")
        self.game, self.entry, self.expected, self.came = game, entry, expected, came


class Unfit(StoreError):
    """This Redis cannot keep what the chosen durability promises."""


class FolderBusy(StoreError):
    """The embedded store's folder belongs to a process that does not answer."""
