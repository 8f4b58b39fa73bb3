"""Branching over HTTP: go on from a position of a finished game as a new one."""

import json
import urllib.error
import urllib.request
from typing import Any

from clients.bot import POLICIES, play
from clients.sdk import Table, create_game, get_json
from protocol.http import CreateGame
from tests.support.server import Server


def post(url: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """A POST with its status and answer."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=20) as reply:
            return reply.status, json.loads(reply.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


async def test_go_on_from_a_position(server: Server) -> None:
    """A running game cannot be branched; a finished one can at any position before its end, and is played on."""
    made = await create_game(server.url, CreateGame("intruders", "wingard-cottage", "ava"))
    status, refused = post(f"{server.url}/api/games/{made.game}/branch", {"entry": 5})
    assert (status, refused["code"]) == (403, "forbidden")
    async with Table.join(server.url, made.game, made.token, "bot") as table:
        await play(table, POLICIES["random"], 1)
    replay = await get_json(f"{server.url}/api/games/{made.game}/replay?role=player")
    middle = replay["steps"][len(replay["steps"]) // 2]
    status, branch = post(f"{server.url}/api/games/{made.game}/branch", {"entry": middle["entry"]})
    assert status == 201
    async with Table.join(server.url, branch["game"], branch["token"], "bot") as table:
        assert not table.over
        assert table.view["turn"] >= 1
        result = await play(table, POLICIES["random"], 2)
    assert result.turns >= 1
    for entry, code in ((10**6, "bad_setup"), (1, "malformed"), (replay["steps"][-1]["entry"], "bad_setup")):
        status, refused = post(f"{server.url}/api/games/{made.game}/branch", {"entry": entry})
        assert (status // 100, refused["code"]) == (4, code)
