"""What can go wrong in the engine, in one tree.

EngineError
├── Refused            a player's mistake: a code, what was expected, what came
│   ├── Illegal        the option is not offered
│   ├── Stale          the answer is for a request that is no longer open
│   └── CannotUndo     nothing to take back, or something was revealed since
├── ContentError       a content file is wrong: file, card, key, expected
├── RecordError        a record does not fit the rules: entry number, expected, came
│   └── ReplayDiverged the same answers led elsewhere
└── RuleError          a bug in the rules (an empty list of options, a draw from nothing)
"""

import msgspec

UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""What a decoder raises for bytes that are not what it expects: not JSON, not UTF-8, nested too deep."""


class EngineError(Exception):
    """Base of everything the engine raises on purpose."""


class Refused(EngineError):
    """A player's mistake. Nothing has changed; `expected` and `came` say what to tell them."""

    code = "refused"

    def __init__(self, expected: str, came: str) -> None:
        super().__init__(f"{self.code}: expected {expected}, got {came}")
        self.expected = expected
        self.came = came


class Illegal(Refused):
    """The option is not among those of the open request."""

    code = "illegal"


class Stale(Refused):
    """The answer names a request that is not the open one."""

    code = "stale"


class CannotUndo(Refused):
    """Nothing can be taken back: a draw or a reveal stands in the way, or nothing was done."""

    code = "cannot-undo"


class ContentError(EngineError):
    """A content file is wrong. Names file, card, key and what was expected."""

    def __init__(self, file: str, card: str, key: str, expected: str, came: object = None) -> None:
        super().__init__(f"{file}: [{card}] {key}: expected {expected}, got {came!r}")
        self.file = file
        self.card = card
        self.key = key
        self.expected = expected


class RecordError(EngineError):
    """A record does not fit. `entry` is the number of the first entry that differs (1 is the header)."""

    def __init__(self, entry: int, expected: str, came: str) -> None:
        super().__init__(f"entry {entry}: expected {expected}, got {came}")
        self.entry = entry
        self.expected = expected
        self.came = came


class ReplayDiverged(RecordError):
    """The same answers led to another request, draw or state than the record says."""


class RuleError(EngineError):
    """A bug in the rules or the content, never a player's mistake."""
