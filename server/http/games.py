"""Games over HTTP: make one, list those that may be watched, fetch a record."""

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from engine.core.compose import Setup
from engine.core.errors import UNREADABLE, EngineError, Illegal, RecordError
from protocol.http import BranchGame, Created, CreateGame, GameSummary, Links, Watchable
from server.http.answers import answer, problem, unreadable
from server.store import Away, Missing, StoreError
from server.tables.follow import decoded
from server.tables.room import Room

if TYPE_CHECKING:
    from server.node import Node

BODY_BYTES = 4096
_decoder = msgspec.json.Decoder(CreateGame)
_branch_decoder = msgspec.json.Decoder(BranchGame)


def node_of(request: Request) -> "Node":
    """The process's own."""
    node: Node = request.app.state.node
    return node


async def body_of(request: Request) -> bytes | None:
    """The body, or None as soon as it is longer than allowed. Raises HTTPException 408 where it does not come."""
    body = b""
    try:
        async with asyncio.timeout(node_of(request).config.limits.body_seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > BODY_BYTES:
                    return None
    except TimeoutError:
        raise HTTPException(408) from None
    return body


async def create_game(request: Request) -> Response:
    """POST /api/games."""
    node = node_of(request)
    if node.new_games.of(request.client.host if request.client else "").take():
        return problem("rate_limited", f"{node.config.limits.games_per_minute} new games a minute", "more")
    body = await body_of(request)
    if body is None:
        return problem("too_large", f"at most {BODY_BYTES} bytes", "more")
    try:
        asked = _decoder.decode(body)
        setup = Setup(asked.killer, asked.location, asked.girl, asked.extreme, asked.epic, asked.seed or "")
        room, tokens = await node.tables.create(setup, asked.watchable)
    except UNREADABLE as bad:
        return problem("malformed", "killer, location and girl", str(bad))
    except Illegal as bad:
        return problem("bad_setup", bad.expected, bad.came)
    except Away as away:
        return unreadable(away)
    return made_answer(room, tokens)


def made_answer(room: Room, tokens: dict[str, str]) -> Response:
    """The answer for a new game: its id, the host's token, a link for each role."""
    game = room.table.id
    links = {role: f"/#/table/{game}/{token}" for role, token in tokens.items()}
    return answer(Created(game, tokens["player"], tokens, Links(**links)), 201)


async def branch_game(request: Request) -> Response:
    """POST /api/games/{game}/branch: open when the record is."""
    node, game = node_of(request), request.path_params["game"]
    if node.new_games.of(request.client.host if request.client else "").take():
        return problem("rate_limited", f"{node.config.limits.games_per_minute} new games a minute", "more")
    body = await body_of(request)
    if body is None:
        return problem("too_large", f"at most {BODY_BYTES} bytes", "more")
    source = await room_of(request)
    if isinstance(source, Response):
        return source
    try:
        asked = _branch_decoder.decode(body)
        token = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
        if not may_read(node, source, token):
            return problem("forbidden", "a game that is over", "a running game")
        stored = await node.store.read(game, epoch=source.table.epoch)
        return made_answer(*await node.tables.branch(decoded(stored), asked.entry, asked.watchable))
    except UNREADABLE as bad:
        return problem("malformed", "the number of an entry", str(bad))
    except (Illegal, RecordError) as bad:
        return problem("bad_setup", bad.expected, bad.came)
    except (StoreError, EngineError) as bad:
        return unreadable(bad)


async def list_games(request: Request) -> Response:
    """GET /api/games: running games that may be watched, newest first."""
    node = node_of(request)
    try:
        newest = await node.store.games("watchable", 50)
    except StoreError as away:
        return unreadable(away)
    found = []
    for game, _ in newest:
        try:
            room = await node.tables.room(game)
        except (StoreError, EngineError):
            continue
        if room.table.streams.settings.watchable:
            found.append(summary(room))
    return answer(Watchable(found))


def summary(room: Room) -> GameSummary:
    """What a lobby shows of a game: no more than the newest frame of its spectators."""
    header = room.table.game.header
    view = room.table.streams.channels["spectator"].history.view
    return GameSummary(
        room.table.id,
        header.killer,
        header.location,
        header.girl,
        header.extreme,
        header.epic,
        view.get("turn", 0),
        "outcome" in view,
        len(room.table.streams.channels["spectator"]),
    )


async def room_of(request: Request) -> Room | Response:
    """The room of the game in the path, or the problem."""
    game = request.path_params["game"]
    try:
        return await node_of(request).tables.room(game)
    except Missing:
        return problem("no_such_game", "the id of a game", game[:64])
    except (StoreError, EngineError) as bad:
        return unreadable(bad)


async def get_record(request: Request) -> Response:
    """GET /api/games/{game}/record: open once the game is over, for spectators when they have seen the end."""
    node = node_of(request)
    room = await room_of(request)
    if isinstance(room, Response):
        return room
    game = room.table.id
    token = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
    if not may_read(node, room, token):
        return problem("forbidden", "a game that is over, or the operator", "a running game")
    try:
        stored = await node.store.read(game, epoch=room.table.epoch)
    except StoreError as away:
        return unreadable(away)
    lines = b"".join(entry.data + b"\n" for entry in stored)
    headers = {"content-disposition": f'attachment; filename="{game}.reel"', "cache-control": "no-store"}
    return Response(lines, 200, headers, "application/x-ndjson")


def may_read(node: "Node", room: Room, token: str) -> bool:
    """Whether a record is open to the bearer of a token (or of none)."""
    if node.is_operator(token):
        return True
    grant = room.grant(token)
    if grant is None or not room.table.game.over:
        return False
    wait = room.table.streams.settings.delay_seconds
    return grant.role != "spectator" or time.time() * 1000 >= room.table.last_time + wait * 1000
