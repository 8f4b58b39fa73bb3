"""A finished game as one role saw it, picture by picture: what the web client's replay is made of."""

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from engine.core.content import Content
from engine.core.errors import EngineError
from engine.core.table import Table
from protocol.patch import Map, diff
from server.http.answers import JSON, problem, unreadable
from server.http.games import may_read, node_of
from server.metrics import Metrics
from server.store import Missing, Stored, StoreError
from server.tables.follow import decoded, follow, load_start
from server.tables.streams import ROLES, Streams

_encoder = msgspec.json.Encoder()


class Recorder(Streams):
    """One role's frames kept in order instead of sent; delays do not matter any more."""

    def __init__(self, table: Table, role: str) -> None:
        self.steps: list[Map] = []
        super().__init__(table, "", Metrics(), 0.0)
        self.role = role
        self.now: Map = self.channels[role].history.view

    def version(self, role: str) -> int:
        """The number of its last step."""
        return len(self.steps)

    def _publish(self, role: str, view: Map, facts: list[Any]) -> None:
        if role == self.role:
            self.steps.append({"patch": diff(self.now, view), "facts": facts, "entry": len(self.table.entries)})
            self.now = view

    def _hold(self, time: int, view: Map, facts: list[Any]) -> None:
        self._publish("spectator", view, facts)


def pictures(content: Content, stored: list[Stored], role: str) -> bytes:
    """`{"view", "facts", "entry", "steps": [{"patch", "facts", "entry"}]}`:

    the first view, what set-up told, the entry of the record then, and so on for every frame.
    """
    entries = decoded(stored)
    table, rest = load_start(content, entries, None)
    recorder = Recorder(table, role)
    start = recorder.now
    told = [seen for fact in table.facts if (seen := fact.seen_by(role, True)) is not None]
    for batch in rest:
        recorder.take(follow(table, batch), 0)
    first = len(entries) - sum(map(len, rest))
    return _encoder.encode({"view": start, "facts": told, "entry": first, "steps": recorder.steps})


async def get_replay(request: Request) -> Response:
    """GET /api/games/{game}/replay?role=: open when the record is."""
    node, game = node_of(request), request.path_params["game"]
    role = request.query_params.get("role", "player")
    if role not in ROLES:
        return problem("malformed", f"a role: {', '.join(ROLES)}", role[:40])
    try:
        room = await node.tables.room(game)
        token = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
        if not may_read(node, room, token):
            return problem("forbidden", "a game that is over, or the operator", "a running game")
        stored = await node.store.read(game, epoch=room.table.epoch)
        body = await asyncio.to_thread(pictures, node.content, stored, role)
    except Missing:
        return problem("no_such_game", "the id of a game", game[:64])
    except (StoreError, EngineError) as bad:
        return unreadable(bad)
    return Response(body, 200, {"cache-control": "no-store"}, JSON)
