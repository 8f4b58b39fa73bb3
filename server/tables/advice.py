"""Suggestions and votes on the open decision. They live beside the record and die with their decision."""

import asyncio
from collections import Counter

import msgspec

from protocol.to_client import Advice, Ballot, Suggestion


class Vote(msgspec.Struct, eq=False):
    """A vote under way; ballots are sealed until it closes."""

    request: int
    seconds: int
    ballots: dict[str, str] = {}
    timer: asyncio.TimerHandle | None = None

    def tally(self) -> dict[str, int]:
        """Votes by option, most first, then by id."""
        counted = Counter(self.ballots.values())
        return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))

    def winner(self) -> str | None:
        """The option with most votes; None without ballots or on a tie, which the seat decides."""
        ranked = list(self.tally().items())
        if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
            return None
        return ranked[0][0]

    def result(self) -> Ballot:
        """The ballots unsealed."""
        return Ballot(self.request, 0, sorted(self.ballots), self.tally(), self.winner())


class Board:
    """What advisors say about one decision."""

    def __init__(self) -> None:
        self.suggestions: dict[str, Suggestion] = {}
        self.vote: Vote | None = None
        self.closed: Ballot | None = None
        """The last vote's result, shown until the next decision."""

    def decision_changed(self, number: int) -> bool:
        """Drop what belongs to another decision. Whether there was anything."""
        stale = [person for person, one in self.suggestions.items() if one.request != number]
        for person in stale:
            del self.suggestions[person]
        changed = bool(stale)
        if self.vote is not None and self.vote.request != number:
            self.end_vote()
            changed = True
        if self.closed is not None and self.closed.request != number:
            self.closed = None
            changed = True
        return changed

    def end_vote(self) -> None:
        """No vote is under way any more."""
        if self.vote is not None and self.vote.timer is not None:
            self.vote.timer.cancel()
        self.vote = None

    def message(self) -> Advice:
        """Everything, for players and advisors."""
        if self.vote is not None:
            ballot: Ballot | None = Ballot(self.vote.request, self.vote.seconds, sorted(self.vote.ballots))
        else:
            ballot = self.closed
        return Advice(self.suggestions, ballot)
