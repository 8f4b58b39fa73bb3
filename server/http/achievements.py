"""What finished games have earned: the caller names the games, nothing is kept about anybody."""

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from engine.core.achievements import Achievement, Story, all_achievements
from engine.core.content import Content
from engine.core.errors import UNREADABLE, EngineError
from engine.core.record import Header
from engine.core.table import Table
from server.http.answers import answer, problem
from server.http.games import BODY_BYTES, body_of, may_read, node_of
from server.store import Missing, Stored, StoreError
from server.tables.follow import decoded

MOST = 40
"""Games that are judged at once; each is replayed."""


class Judged(msgspec.Struct):
    """A finished game and a token that opens it."""

    game: str
    token: str = ""


class Games(msgspec.Struct):
    """POST /api/achievements."""

    games: list[Judged]


_decoder = msgspec.json.Decoder(Games)


async def judge(request: Request) -> Response:
    """POST /api/achievements: every achievement with the games that have earned it; unfinished ones do not count."""
    body = await body_of(request)
    if body is None:
        return problem("too_large", f"at most {BODY_BYTES} bytes", "more")
    try:
        wanted = _decoder.decode(body)
    except UNREADABLE as error:
        return problem("malformed", "a list of games with tokens", str(error))
    if len(wanted.games) > MOST:
        return problem("too_large", f"at most {MOST} games", str(len(wanted.games)))
    records = [(one.game, stored) for one in wanted.games if (stored := await _record(request, one)) is not None]
    return answer(await asyncio.to_thread(earned, node_of(request).content, records))


async def _record(request: Request, one: Judged) -> list[Stored] | None:
    """The record of a finished game that the token opens."""
    node = node_of(request)
    try:
        room = await node.tables.room(one.game)
        if not may_read(node, room, one.token):
            return None
        return await node.store.read(one.game, epoch=room.table.epoch)
    except (Missing, StoreError, EngineError):
        return None


def earned(content: Content, records: list[tuple[str, list[Stored]]]) -> dict[str, Any]:
    """Each achievement with the games that earned it; one that spans games names the last of them."""
    stories = [(game, story) for game, stored in records if (story := story_of(content, stored)) is not None]
    return {
        "achievements": [
            {"id": one.id, "film": film, "text": one.text, "half": one.half, "games": _by(one, stories)}
            for film, all_of_film in all_achievements().items()
            for one in all_of_film
        ]
    }


def story_of(content: Content, stored: list[Stored]) -> Story | None:
    """A finished game as its facts; None for a record of other rules."""
    try:
        entries = decoded(stored)
        assert isinstance(entries[0], Header)
        table = Table.load(content, entries[0], [entry for entry in entries[1:] if not isinstance(entry, Header)])
    except (EngineError, AssertionError, IndexError):
        return None
    return Story(entries[0], table.facts)


def _by(one: Achievement, stories: list[tuple[str, Story]]) -> list[str]:
    if one.across:
        done = one.earned([story for _, story in stories])
        return [stories[-1][0]] if done and stories else []
    return [game for game, story in stories if one.earned([story])]
