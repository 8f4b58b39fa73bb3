"""Whatever comes in: a clear answer (code, what was expected, what came), nothing appended, the table goes on."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from clients.sdk import create_game
from clients.sdk.http import HttpProblem, get
from protocol.codec import MESSAGE_BYTES
from protocol.http import CreateGame
from server.app import build
from server.config import Config, Limits
from server.node import Node
from tests.support.raw import Raw
from tests.support.server import OPERATOR, Server


async def record_of(server: Server, game: str) -> bytes:
    """The record of a running game, as the operator gets it."""
    return await get(f"{server.url}/api/games/{game}/record", OPERATOR)


@pytest.fixture
async def made(server: Server) -> Any:
    return await server.game()


@pytest.fixture
async def player(server: Server, made: Any) -> Any:
    raw = await Raw.hello(server.url, made.game, made.token)
    await raw.next("snapshot")
    yield raw
    await raw.close()


def open_request(player: Raw) -> int:
    """The number of the open decision."""
    return next(message for message in reversed(player.told) if hasattr(message, "view")).view["decision"]["request"]


COMMAND = {"type": "command", "id": "c1"}
FRAMES = [
    ("unknown option", {**COMMAND, "option": "fly:moon"}, "illegal"),
    ("stale request", {**COMMAND, "option": "x", "request": 0}, "stale"),
    ("future request", {**COMMAND, "option": "x", "request": 99999}, "stale"),
    ("undo of nothing", {"type": "undo", "id": "c1"}, "cannot_undo"),
    ("a card never looked at", {"type": "show", "id": "c1", "card": "knife"}, "illegal"),
    ("a seat for nobody", {"type": "seat", "id": "c1", "to": "p0"}, "illegal"),
    ("settings without one", {"type": "settings", "id": "c1"}, "malformed"),
    ("a suggestion of the player", {"type": "suggest", "id": "c1", "request": 1, "option": "x"}, "forbidden"),
    ("no vote", {"type": "vote", "id": "c1", "request": 1, "option": "x"}, "forbidden"),
    ("unknown type", {"type": "fly", "id": "c1"}, "unknown_type"),
    ("missing field", {"type": "command", "id": "c1"}, "malformed"),
]


@pytest.mark.parametrize(("what", "frame", "code"), FRAMES)
async def test_a_wrong_message_is_answered_and_changes_nothing(
    server: Server, made: Any, player: Raw, what: str, frame: dict[str, Any], code: str
) -> None:
    before = await record_of(server, made.game)
    if frame.get("type") == "command" and "request" not in frame and code == "illegal":
        frame = {**frame, "request": open_request(player)}
    answer = await player.ask(frame)
    assert answer.code == code, what
    assert answer.expected and answer.came
    assert await record_of(server, made.game) == before
    await player.say({"type": "beat", "n": 4})
    assert (await player.next("beat")).n == 4


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("{", "malformed"),
        ("[]", "malformed"),
        ("null", "malformed"),
        ("", "malformed"),
        ('"' + "x" * (MESSAGE_BYTES + 1), "too_large"),
        ('{"type":"beat","n":' + "[" * 900 + "]" * 900 + "}", "too_deep"),
        ('{"type":"hello"}', "malformed"),
    ],
)
async def test_a_frame_that_is_no_message_is_answered(player: Raw, frame: str, code: str) -> None:
    await player.say(frame)
    assert (await player.next("error")).code == code
    await player.say({"type": "beat", "n": 1})
    await player.next("beat")


async def test_a_second_command_on_the_same_request_is_stale(player: Raw) -> None:
    request = open_request(player)
    option = player.told[-1].view["decision"]["options"][0]["id"]
    first = await player.ask({"type": "command", "id": "a", "request": request, "option": option})
    assert first.version == 2
    second = await player.ask({"type": "command", "id": "b", "request": request, "option": option})
    assert (second.code, str(request) in second.came) == ("stale", True)
    again = await player.ask({"type": "command", "id": "a", "request": request, "option": option})
    assert again == first


CLOSES = [
    ("binary", b"\x00\x01", 4001),
    ("no hello", '{"type":"beat"}', 4001),
    ("no json", "hello", 4001),
    ("wrong token", '{"type":"hello","token":"nonsense"}', 4003),
]


@pytest.mark.parametrize(("what", "first", "code"), CLOSES)
async def test_a_wrong_first_frame_closes_for_good(server: Server, made: Any, what: str, first: Any, code: int) -> None:
    raw = await Raw.open(server.url, made.game)
    await raw.say(first)
    assert await raw.closed() == code
    assert raw.told and raw.told[0].expected


async def test_somebody_elses_token_opens_nothing(server: Server, made: Any) -> None:
    other = await server.game()
    raw = await Raw.hello(server.url, made.game, other.token)
    assert await raw.closed() == 4003


@pytest.mark.parametrize("game", ["nothing-here", "a" * 64, "%7Bx%7D", "x%20y", "0" * 200])
async def test_an_unknown_game_closes_for_good(server: Server, game: str) -> None:
    raw = await Raw.hello(server.url, game)
    assert await raw.closed() in (4004, 1006)


async def test_the_wrong_protocol_and_a_foreign_page_are_refused(server: Server, made: Any) -> None:
    for subprotocol in ("lastreel.v9", None):
        raw = await Raw.open(server.url, made.game, subprotocol)
        assert await raw.closed() == 4006
    for origin in ("https://evil.example", "null", "http://["):
        raw = await Raw.open(server.url, made.game, origin=origin)
        assert await raw.closed() == 4009
    raw = await Raw.open(server.url, made.game, origin=server.url)
    await raw.say({"type": "hello"})
    await raw.next("snapshot")


async def test_a_huge_frame_closes_the_socket_and_nothing_else(server: Server, made: Any, player: Raw) -> None:
    raw = await Raw.hello(server.url, made.game, made.token)
    await raw.say("x" * MESSAGE_BYTES * 20)
    assert await raw.closed() == 1009
    await player.say({"type": "beat"})
    await player.next("beat")


async def test_nobody_but_the_seat_acts_for_it(server: Server, made: Any, player: Raw) -> None:
    """Every type of message from a spectator and an advisor that only player or host may send: forbidden."""
    before = await record_of(server, made.game)
    request = open_request(player)
    option = player.told[-1].view["decision"]["options"][0]["id"]
    orders: list[dict[str, Any]] = [
        {"type": "command", "request": request, "option": option},
        {"type": "undo"},
        {"type": "show", "card": "knife"},
        {"type": "settings", "open_hand": True},
        {"type": "moderate", "person": "p1", "action": "remove"},
        {"type": "invite", "role": "player"},
        {"type": "open_vote", "request": request},
    ]
    for role in ("advisor", "spectator"):
        raw = await Raw.hello(server.url, made.game, made.tokens[role])
        for number, order in enumerate(orders):
            answer = await raw.ask({**order, "id": f"x{number}"})
            assert answer.code == "forbidden", (role, order)
        if role == "spectator":
            seat = await raw.ask({"type": "seat", "id": "s", "to": (await raw.next("people")).people.popitem()[0]})
            assert seat.code == "forbidden"
        await raw.close()
    assert await record_of(server, made.game) == before


async def test_too_many_messages_are_refused_for_a_while(server: Server, made: Any) -> None:
    raw = await Raw.hello(server.url, made.game, made.token)
    for number in range(700):
        await raw.say({"type": "beat", "n": number})
    error = await raw.next("error")
    assert error.code == "rate_limited" and error.retry_after > 0


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (CreateGame("nobody", "wingard-cottage", "ava"), 400, "bad_setup"),
        (CreateGame("intruders", "nowhere", "ava"), 400, "bad_setup"),
        (CreateGame("Intruders!", "wingard-cottage", "ava"), 400, "malformed"),
    ],
)
async def test_a_game_that_cannot_be_made(server: Server, body: CreateGame, status: int, code: str) -> None:
    with pytest.raises(HttpProblem) as caught:
        await create_game(server.url, body)
    assert (caught.value.status, caught.value.problem.code) == (status, code)


@pytest.mark.parametrize("path", ["/nothing", "/api/nothing", "/api/games/x/y", "/static/x/y.js", "/%2e%2e/etc/passwd"])
async def test_an_unknown_path_is_a_problem_like_any_other(server: Server, path: str) -> None:
    with pytest.raises(HttpProblem) as caught:
        await get(server.url + path)
    assert (caught.value.status, caught.value.problem.code) == (404, "malformed")
    assert caught.value.problem.expected == "a path of this server"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "malformed"),
        (b'{"seed": "\xff"}', 400, "malformed"),
        (b'{"games": [], "entry": 2, "more": ' + b"[" * 3900, 400, "malformed"),
        (b"[" * 5000, 413, "too_large"),
    ],
    ids=["empty", "no-text", "deep", "long"],
)
@pytest.mark.parametrize("path", ["/api/games", "/api/games/{game}/branch", "/api/achievements"])
def test_a_body_that_cannot_be_read(server: Server, made: Any, path: str, body: bytes, status: int, code: str) -> None:
    reply = httpx.post(server.url + path.format(game=made.game), content=body)
    assert (reply.status_code, reply.json()["code"]) == (status, code)
    assert reply.json()["expected"] and reply.json()["came"]


def test_who_leaves_in_the_middle_of_a_body_leaves_no_traceback(server: Server) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as half:
        half.sendall(b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        time.sleep(0.2)
    for _ in range(10):
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        time.sleep(0.02)
    assert "Traceback" not in server.errors()


@pytest.mark.parametrize("path", ["/api/games", "/api/games/x/branch", "/api/achievements"])
async def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path, path: str) -> None:
    async def half() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(60)

    node = await Node.open(Config(store=f"embedded:{tmp_path}", limits=Limits(body_seconds=0.1)))
    try:
        transport = httpx.ASGITransport(app=build(node))
        async with asyncio.timeout(5), httpx.AsyncClient(transport=transport, base_url="http://node") as http:
            reply = await http.post(path, content=half())
    finally:
        await node.close()
    assert (reply.status_code, reply.json()["code"], reply.headers["connection"]) == (408, "malformed", "close")


def test_a_wrong_method_is_a_problem_like_any_other(server: Server) -> None:
    reply = httpx.put(f"{server.url}/api/games", json={})
    assert (reply.status_code, reply.json()["code"], reply.json()["came"]) == (405, "malformed", "PUT")


async def test_a_running_games_record_is_the_operators_alone(server: Server, made: Any) -> None:
    for token in ("", made.token, made.tokens["spectator"], "nonsense"):
        with pytest.raises(HttpProblem) as caught:
            await get(f"{server.url}/api/games/{made.game}/record", token)
        assert caught.value.problem.code == "forbidden"
    assert (await record_of(server, made.game)).startswith(b"{")
