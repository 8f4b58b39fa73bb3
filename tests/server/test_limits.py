"""One person cannot spoil it for the others: measures per person and address, and a table with a bug."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.core.compose import Setup
from engine.core.content import load
from protocol.to_client import Ack
from server.config import Config, Limits
from server.gateway.addresses import Addresses
from server.metrics import Metrics
from server.store import Store
from server.tables.keyring import open_keyring
from server.tables.tables import Tables
from tests.support.raw import Raw
from tests.support.server import Server

Make = Callable[..., Server]
LIMITS = Limits()


async def test_wrong_tokens_from_one_address_have_to_wait_and_right_ones_do_not(make_server: Make) -> None:
    server = make_server()
    made = await server.game()
    codes = []
    for _ in range(LIMITS.bad_hellos_per_minute + 5):
        raw = await Raw.hello(server.url, made.game, "wrong")
        codes.append(await raw.closed())
    assert set(codes[: LIMITS.bad_hellos_per_minute]) == {4003} and codes[-1] == 4103
    raw = await Raw.hello(server.url, made.game, made.token)
    assert (await raw.next("welcome")).seat


def test_new_games_from_one_address_have_to_wait(make_server: Make) -> None:
    """Also those that cannot be made; another address makes its own."""
    server = make_server()
    with httpx.Client(base_url=server.url) as client:
        replies = [client.post("/api/games", json={}) for _ in range(LIMITS.games_per_minute + 30)]
        assert [reply.status_code for reply in replies[: LIMITS.games_per_minute]] == [400] * LIMITS.games_per_minute
        last = next(reply for reply in replies if reply.status_code != 400)
        assert (last.status_code, last.json()["code"], last.headers["retry-after"]) == (429, "rate_limited", "2")
        elsewhere = client.post("/api/games", json={}, headers={"x-forwarded-for": "203.0.113.9"})
        assert elsewhere.status_code == 400


def test_connections_from_one_address_are_counted() -> None:
    addresses = Addresses(2)
    assert [addresses.enter(address) for address in ("a", "a", "a", "b")] == [True, True, False, True]
    addresses.leave("a")
    assert addresses.enter("a")


async def test_talk_is_measured_by_person_not_by_device(server: Server) -> None:
    """Two devices of one advisor together say no more than one; the player's talk is not touched."""
    made = await server.game()
    raws = [await Raw.hello(server.url, made.game, made.tokens["advisor"], person="the-same-person-on-both-devices")]
    raws.append(
        await Raw.hello(server.url, made.game, made.tokens["advisor"], person="the-same-person-on-both-devices")
    )
    answers = [
        await raws[number % 2].ask({"type": "chat", "id": f"c{number}", "text": "hello"})
        for number in range(LIMITS.talk_burst + 6)
    ]
    assert sum(isinstance(answer, Ack) for answer in answers) < LIMITS.talk_burst + 4
    refused = next(answer for answer in answers if not isinstance(answer, Ack))
    assert refused.code == "rate_limited" and refused.retry_after > 0
    player = await Raw.hello(server.url, made.game, made.token)
    assert isinstance(await player.ask({"type": "chat", "id": "c", "text": "hello"}), Ack)


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    """The tables of a node without sockets."""
    store = await Store.open(f"embedded:{tmp_path / 'data'}")
    yield Tables(Config(), store, load(), await open_keyring(store), Metrics())
    await store.close()


async def test_a_bug_of_the_rules_stops_its_table_alone_and_keeps_the_record(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer names the kind of bug and nothing of the position; other tables go on; loaded again it goes on too."""
    setup = Setup("intruders", "wingard-cottage", "ava")
    (bad, _), (good, _) = [await tables.create(setup, True) for _ in range(2)]
    kept = await tables.store.read(bad.table.id)
    game = bad.table.game
    assert game.request is not None and good.table.game.request is not None

    def fail(*_: Any, **__: Any) -> None:
        raise KeyError("a card of the hand")

    monkeypatch.setattr(game, "answer", fail)
    for _ in range(2):
        answer = await bad.table.answer("c1", game.request.options[0], game.number, "p1")
        assert getattr(answer, "code", "") == "damaged" and "a card of the hand" not in str(answer)
    assert "a card of the hand" not in str(bad.frozen_message())
    assert await tables.store.read(bad.table.id) == kept
    table = good.table
    assert isinstance(await table.answer("c1", table.game.request.options[0], table.game.number, "p1"), Ack)
    tables.forget(bad.table.id)
    again = (await tables.room(bad.table.id)).table
    assert again.game.request == game.request and not again.frozen
    assert isinstance(await again.answer("c2", again.game.request.options[0], again.game.number, "p1"), Ack)
