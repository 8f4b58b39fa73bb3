"""Pages, headers, assets, and what is written down nowhere."""

import gzip
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from clients.bot import POLICIES, play
from clients.sdk import Table
from clients.sdk.table import new_id
from protocol import generate
from protocol import to_server as up
from protocol.messages import ToClient, ToServer
from server.http.assets import MARKER, Assets
from tests.support.raw import Raw
from tests.support.server import Server
from tests.support.servers import LocalServer


def page(url: str) -> Any:
    """Status, headers and body, whatever the status."""
    try:
        with urllib.request.urlopen(url, timeout=5) as reply:
            return reply.status, reply.headers, reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/games", "/api/content", "/nothing", "/static/x/y.js"])
def test_every_answer_carries_the_security_headers(server: Server, path: str) -> None:
    _, headers, _ = page(server.url + path)
    assert headers["content-security-policy"].startswith("default-src 'self'")
    assert "unsafe" not in headers["content-security-policy"]
    assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["permissions-policy"] and "set-cookie" not in headers
    assert "server" not in headers


def test_assets_are_hashed_immutable_and_preloaded(server: Server) -> None:
    _, headers, body = page(server.url)
    assert headers["cache-control"] == "no-cache"
    preloads = re.findall(r'<link rel="(?:modulepreload|later)" href="([^"]+)">', body.decode())
    assert MARKER.encode() not in body
    assert {href.split("/", 3)[3] for href in preloads} == {name for name in Assets().files if name.endswith(".js")}
    for href in preloads:
        status, headers, _ = page(server.url + href)
        assert status == 200 and "immutable" in headers["cache-control"]
        assert headers["content-type"].startswith("text/javascript")
    base = f"{server.url}/static/{Assets().hash}"
    status, headers, _ = page(f"{base}/words/en.json")
    assert (status, headers["content-type"]) == (200, "application/json")
    for path in ("../server/app.py", "%2e%2e/%2e%2e/pyproject.toml", "package.json", "nothing.js"):
        assert page(f"{base}/{path}")[0] == 404
    assert page(f"{server.url}/static/000000000000/words/en.json")[0] == 404


def test_what_stays_as_it_is_comes_compressed(server: Server) -> None:
    """For whoever takes gzip; the same bytes else."""
    for path in ("/", f"/static/{Assets().hash}/main.js", "/api/content"):
        packed = urllib.request.Request(server.url + path, headers={"accept-encoding": "br, gzip"})
        with urllib.request.urlopen(packed) as reply:
            assert (reply.headers["content-encoding"], reply.headers["vary"]) == ("gzip", "accept-encoding")
            assert gzip.decompress(reply.read()) == page(server.url + path)[2]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LocalServer]:
    """A Valkey to look into."""
    started = LocalServer(tmp_path / "valkey").start()
    yield started
    started.stop()


async def test_tokens_are_in_no_log_and_in_the_store_only_as_hashes(
    store: LocalServer, make_server: Callable[..., Server]
) -> None:
    server = make_server(store=store.url)
    made = await server.game()
    async with Table.join(server.url, made.game, made.token, "Mara") as player:
        ack = await player.send(up.Invite(new_id(), "advisor"))
        assert ack.link is not None
        secrets = [*made.tokens.values(), ack.link.rsplit("/", 1)[1], player.session.secret]
        await play(player, POLICIES["random"], 1, most=5)
    raw = await Raw.hello(server.url, made.game, "wrong-token-of-somebody")
    await raw.closed()
    held = b"".join(store.client.dump(key) or b"" for key in store.client.keys("*"))
    held += b"".join(b"".join(store.client.hgetall(key).values()) for key in store.client.keys("*meta"))
    server.stop()
    for secret in [*secrets, "wrong-token-of-somebody"]:
        assert secret.encode() not in held
        assert secret not in server.errors()


async def test_captured_frames_fit_the_published_schemas(server: Server) -> None:
    """Both directions of a session with everything in it, against the JSON Schemas."""
    made = await server.game()
    player = await Raw.hello(server.url, made.game, made.token, name="Mara")
    advisor = await Raw.hello(server.url, made.game, made.tokens["advisor"], name="Ivo")
    spectator = await Raw.hello(server.url, made.game)
    view = (await player.next("snapshot")).view
    request, option = view["decision"]["request"], view["decision"]["options"][0]["id"]
    person = (await advisor.next("welcome")).person
    await spectator.next("snapshot")
    sent: list[tuple[Raw, dict[str, Any]]] = [
        (advisor, {"type": "suggest", "id": "1", "request": request, "option": option}),
        (advisor, {"type": "ping", "id": "2", "at": "porch"}),
        (advisor, {"type": "chat", "id": "3", "text": "go"}),
        (player, {"type": "open_vote", "id": "4", "request": request}),
        (advisor, {"type": "vote", "id": "5", "request": request, "option": option}),
        (player, {"type": "settings", "id": "6", "open_hand": True}),
        (player, {"type": "invite", "id": "7", "role": "spectator"}),
        (player, {"type": "undo", "id": "8"}),
        (player, {"type": "command", "id": "9", "request": 1, "option": "x"}),
        (player, {"type": "moderate", "id": "10", "person": person, "action": "mute"}),
        (player, {"type": "seat", "id": "11", "to": person}),
    ]
    up_schema = jsonschema.Draft202012Validator(generate.json_schema(ToServer, "up"))
    down_schema = jsonschema.Draft202012Validator(generate.json_schema(ToClient, "down"))
    for raw, message in sent:
        up_schema.validate(message)
        await raw.ask(message)
    await spectator.say({"type": "resync"})
    await spectator.say({"type": "beat", "n": 1})
    for raw in (player, advisor, spectator):
        await raw.quiet()
        for frame in raw.frames:
            down_schema.validate(msgspec.json.decode(frame))
    kinds = {type(message).__struct_config__.tag for raw in (player, advisor, spectator) for message in raw.told}
    assert kinds >= {"welcome", "snapshot", "delta", "ack", "error", "people", "advice", "pinged", "said", "beat"}
