"""Council: a vote of the advisors decides. Its result is an entry of the record; a tie leaves it to the seat."""

import asyncio
import secrets
from typing import TYPE_CHECKING

from server.tables.advice import Vote

if TYPE_CHECKING:
    from server.tables.room import Room


def maybe_open_council(room: "Room") -> None:
    """In council mode every decision is voted on while advisors are here; without any, the seat decides."""
    game, settings = room.table.game, room.table.streams.settings
    if game.request is None or room.board.vote is not None or room.board.closed is not None:
        return
    if room.crowd.here(settings, "advisor"):
        room.board.vote = Vote(game.number, settings.vote_seconds)
        open_council(room)


def open_council(room: "Room") -> None:
    """Start the clock of the vote on the board."""
    vote = room.board.vote
    assert vote is not None
    vote.timer = asyncio.get_running_loop().call_later(vote.seconds, close_council, room)
    room.tell_advice()


def close_council(room: "Room") -> None:
    """Unseal the ballots, record the result, and play the winner."""
    vote = room.board.vote
    if vote is None:
        return
    winner = room.board.close_vote()
    room.tell_advice()
    closed = room.board.closed
    assert closed is not None
    room.spawn(_record(room, vote.request, closed.tally or {}, winner))


async def _record(room: "Room", request: int, tally: dict[str, int], winner: str | None) -> None:
    data = {"request": request, "tally": tally, **({"chosen": winner} if winner else {})}
    name = f"vote-{request}-{secrets.token_hex(4)}"
    await room.table.note(name, "vote", data, "council")
    if winner is not None:
        await room.table.answer(f"{name}-done", winner, request, "council", "council")
