"""Council: a vote of the advisors decides. Its result is an entry of the record; a tie leaves it to the seat."""

import asyncio
import secrets
from typing import TYPE_CHECKING

from engine.core.record import Note
from server.tables.talk import VoteClosed, VoteOpened

if TYPE_CHECKING:
    from server.tables.room import Room


def maybe_open_council(room: "Room") -> None:
    """In council mode every decision that the advisors see is voted on while any are here; else the seat decides."""
    game, settings = room.table.game, room.table.streams.settings
    if game.request is None or room.board.vote is not None or room.board.closed is not None:
        return
    if room.table.streams.sees_decision("advisor") and room.crowd.here(settings, "advisor"):
        open_council(room, game.number, settings.vote_seconds)


def open_council(room: "Room", request: int, seconds: int) -> None:
    """Open a vote and start its clock; this node will close it."""
    room.share(VoteOpened(request, seconds))
    vote = room.board.vote
    assert vote is not None
    vote.timer = asyncio.get_running_loop().call_later(seconds, close_council, room)


def close_if_all_voted(room: "Room") -> None:
    """No need to wait for the clock, if it is ours."""
    vote = room.board.vote
    advisors = {person.id for person in room.crowd.here(room.table.streams.settings, "advisor")}
    if vote is not None and vote.timer is not None and advisors <= set(vote.ballots):
        close_council(room)


def vote_after(room: "Room", note: Note) -> None:
    """A vote under way does not outlive the choice of another mode; the seat decides."""
    if room.board.vote is not None and note.kind == "settings" and note.data.get("mode", "council") != "council":
        room.board.end_vote()
        room.tell_advice()


def close_council(room: "Room") -> None:
    """Unseal the ballots, record the result, and play the winner."""
    vote = room.board.vote
    if vote is None:
        return
    result = vote.result()
    room.share(VoteClosed(result))
    room.spawn(_record(room, vote.request, result.tally or {}, result.chosen))


async def _record(room: "Room", request: int, tally: dict[str, int], winner: str | None) -> None:
    data = {"request": request, "tally": tally, **({"chosen": winner} if winner else {})}
    name = f"vote-{request}-{secrets.token_hex(4)}"
    await room.table.note(name, "vote", data, "council")
    if winner is not None:
        await room.table.answer(f"{name}-done", winner, request, "council", "council")
