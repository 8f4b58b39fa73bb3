"""Requests to the outside and their answers.

Rules ask (`Game.choose`, `roll`, `draw`). If the tape has no answer yet, a choice raises Pending: the step is
abandoned and run again from its boundary when the answer has come.
"""

from collections.abc import Callable
from typing import Any

import msgspec

About = dict[str, Any]
Says = Callable[[str], list[Any]]


class Request(msgspec.Struct, frozen=True, gc=False):
    """What the player is asked: a kind, at least two option ids, and what the question is about."""

    kind: str
    options: list[str]
    about: About = msgspec.field(default_factory=dict)
    """JSON values only: the card, the dice, the damage ..."""


class Pending(BaseException):
    """No answer on the tape. Not an Exception, so that no rule catches it by accident."""

    def __init__(self, request: Request) -> None:
        super().__init__(request.kind)
        self.request = request


class PhaseEnded(Exception):
    """The current phase ends at once: its remaining steps are skipped, all but `after_phase`."""


class GameOver(Exception):
    """The game has an outcome (the fact is already told)."""
