"""Numbered answers to things that went wrong: error codes (the table goes on) and close codes (the socket does not).

Close codes 4000 to 4099 mean "do not reconnect", 4100 to 4199 mean "reconnect and resume". Of the standard codes
1001, 1006, 1011 and 1012 mean reconnect, 1002, 1003, 1007, 1008, 1009 and 1010 do not.
"""

from typing import NamedTuple


class ErrorCode(NamedTuple):
    """One kind of refusal. Its sentence for people is the word `error.<code>`."""

    number: int
    code: str
    again: bool
    """Whether the same message may be sent again later, unchanged."""
    means: str


class CloseCode(NamedTuple):
    """Why the server closed a connection."""

    number: int
    code: str
    reconnect: bool
    means: str


_ERRORS = (
    ErrorCode(1, "illegal", False, "The option is not offered by the open decision. Nothing has changed."),
    ErrorCode(2, "stale", False, "The command answers a decision that is no longer open."),
    ErrorCode(3, "conflict", True, "Another command was stored first; deltas show what it did. Decide anew."),
    ErrorCode(4, "forbidden", False, "This role or person may not do that."),
    ErrorCode(5, "rate_limited", True, "Too much in too short a time. `retry_after` says when to try again (seconds)."),
    ErrorCode(
        6, "retry", True, "The store did not answer. The command may or may not be stored: send it again with its id."
    ),
    ErrorCode(7, "malformed", False, "Not a JSON object of this protocol, or a field is missing or of the wrong type."),
    ErrorCode(8, "unknown_type", False, "No message of that type goes from client to server."),
    ErrorCode(9, "too_large", False, "The message is longer than the limit in `welcome`."),
    ErrorCode(10, "too_deep", False, "The message nests deeper than the limit in `welcome`."),
    ErrorCode(
        11, "cannot_undo", False, "Nothing can be taken back: something was revealed since, or nothing was done."
    ),
    ErrorCode(12, "over", False, "The game is over."),
    ErrorCode(
        13, "damaged", False, "The game's record has a hole or another epoch. It is frozen, and can only be watched."
    ),
    ErrorCode(14, "unrecoverable", False, "What was missed is not known any more. A snapshot follows."),
    ErrorCode(15, "not_ready", False, "This needs `hello` first, or something else that has not happened yet."),
    ErrorCode(16, "no_such_game", False, "There is no game of that id."),
    ErrorCode(17, "bad_token", False, "The token does not open this game."),
    ErrorCode(18, "bad_setup", False, "The game cannot be made as asked: unknown id or an impossible combination."),
    ErrorCode(19, "not_shown", False, "The decision is about cards only the player has looked at: no advice, no vote."),
)

_CLOSES = (
    CloseCode(
        4001, "bad_message", False, "The client does not speak this protocol (first frame not `hello`, binary frame)."
    ),
    CloseCode(4003, "bad_token", False, "The token does not open this game, or was revoked."),
    CloseCode(4004, "no_such_game", False, "There is no game of that id."),
    CloseCode(4006, "wrong_protocol", False, "The client did not offer the subprotocol `lastreel.v1`."),
    CloseCode(4007, "removed", False, "The host has removed this person from the table."),
    CloseCode(4008, "too_large", False, "A frame was much longer than the limit."),
    CloseCode(4009, "bad_origin", False, "The page that opened the socket belongs to another site."),
    CloseCode(4010, "damaged", False, "The game's record cannot be read, not even its beginning."),
    CloseCode(4101, "slow", True, "The client did not read. Come back and resume."),
    CloseCode(4102, "hello_timeout", True, "No `hello` came in time."),
    CloseCode(
        4103, "rate_limited", True, "Far too many messages, or too many connections from one address. Come back later."
    ),
    CloseCode(4104, "server_restart", True, "The server is going away; `closing` said when to come back."),
    CloseCode(4105, "table_failed", True, "This table met a bug and is closed here; its record is safe."),
)

ERRORS = {error.code: error for error in _ERRORS}
CLOSES = {close.code: close for close in _CLOSES}
RECONNECT = frozenset({1000, 1001, 1005, 1006, 1011, 1012, 1013} | {c.number for c in _CLOSES if c.reconnect})
"""Close codes after which a client that still wants the table connects again."""


def may_reconnect(close_code: int) -> bool:
    """Whether a client should come back after this close code."""
    return close_code in RECONNECT


class ProtocolError(Exception):
    """A frame that cannot be understood: an error code, what was expected, what came."""

    def __init__(self, code: str, expected: str, came: str) -> None:
        super().__init__(f"{code}: expected {expected}, got {came}")
        self.code = code
        self.expected = expected
        self.came = came
