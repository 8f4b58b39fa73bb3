"""Several nodes over one store: any node takes any command, nothing is lost, nothing is done twice."""

import asyncio
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clients.bot import POLICIES, play
from clients.sdk import Closed, Refused, Table
from clients.sdk.http import HttpProblem, get, get_json
from clients.sdk.table import new_id
from engine.core.compose import Setup
from engine.core.content import load
from engine.core.dealer import game_secret
from engine.core.record import Command, decode, encode
from engine.core.table import Table as Game
from protocol import to_server as up
from server.store import Store
from server.tables.keyring import open_keyring
from tests.server.test_whole_game import follow_views, views_by_version
from tests.support.raw import Raw
from tests.support.server import KEY, OPERATOR, WINGARD, Server, seeded, shown_all, until
from tests.support.servers import LocalServer

RANDOM = POLICIES["random"]
Make = Callable[..., Server]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LocalServer]:
    """A Valkey of the test's own."""
    started = LocalServer(tmp_path / "valkey").start()
    yield started
    started.stop()


async def record_of(server: Server, game: str) -> list[Any]:
    """A game's entries, as the operator gets them."""
    lines = (await get(f"{server.url}/api/games/{game}/record", OPERATOR)).splitlines()
    return [decode(line) for line in lines]


def commands(record: list[Any]) -> list[str]:
    """Ids of the commands in a record."""
    return [entry.id for entry in record if isinstance(entry, Command)]


async def test_a_game_through_two_nodes_alternately_watched_on_a_third(store: LocalServer, make_server: Make) -> None:
    one, two, three = (make_server(store=store.url) for _ in range(3))
    made = await one.game()
    chance = random.Random(3)
    async with (
        Table.join(one.url, made.game, made.token) as left,
        Table.join(two.url, made.game, made.token) as right,
        Table.join(three.url, made.game, made.tokens["spectator"]) as spectator,
    ):
        seen = await follow_views(spectator)
        for turn in range(400):
            table = (left, right)[turn % 2]
            await table.wait(lambda table=table: table.over or bool(table.options), 10)
            if table.over:
                break
            try:
                await table.choose(RANDOM(table.view, chance))
            except Refused as no:
                assert no.error.code in ("stale", "conflict", "illegal")
        await until(lambda: left.over and right.over and shown_all(spectator), 10)
        assert left.view == right.view
    record = await record_of(one, made.game)
    expected = views_by_version(record)["spectator"]
    assert seen == {version: expected[version] for version in seen} and max(seen) == max(expected)
    assert Game.load(load(), record[0], record[1:]).over


async def test_two_devices_answer_the_same_request_on_two_nodes_at_once(store: LocalServer, make_server: Make) -> None:
    """One answer is stored; the other gets `conflict` or `stale`, never silence, and the table goes on."""
    one, two = (make_server(store=store.url) for _ in range(2))
    for _ in range(8):
        made = await one.game()
        left, right = [await Raw.hello(node.url, made.game, made.token) for node in (one, two)]
        decision = (await left.next("snapshot")).view["decision"]
        await right.next("snapshot")
        orders = [
            {"type": "command", "id": f"c{i}", "request": decision["request"], "option": decision["options"][i]["id"]}
            for i in range(2)
        ]
        answers = await asyncio.gather(left.ask(orders[0]), right.ask(orders[1]))
        codes = sorted(getattr(answer, "code", "ack") for answer in answers)
        assert codes in (["ack", "conflict"], ["ack", "stale"]), codes
        assert len(commands(await record_of(one, made.game))) == 1
        await left.close()
        await right.close()


async def test_one_command_three_times_on_three_sockets(store: LocalServer, make_server: Make) -> None:
    """The same id, once after the log has moved on: one event, three equal acks."""
    one, two = (make_server(store=store.url, key=KEY) for _ in range(2))
    made = await one.game(seeded(1))
    sockets = [await Raw.hello(node.url, made.game, made.token) for node in (one, two, one)]
    decision = (await sockets[0].next("snapshot")).view["decision"]
    order = {"type": "command", "id": "once", "request": decision["request"], "option": decision["options"][0]["id"]}
    first = await sockets[0].ask(order)
    second = await sockets[1].ask(order)
    async with Table.join(two.url, made.game, made.token) as table:
        await play(table, RANDOM, 1, most=50)
    third = await sockets[2].ask(order)
    assert first == second == third and first.head > 2
    record = await record_of(one, made.game)
    assert len(record) > first.head + 50
    assert commands(record).count("once") == 1


async def test_a_frozen_store_gives_retry_and_then_the_answer(store: LocalServer, make_server: Make) -> None:
    """SIGSTOP of the store: readiness fails, commands get `retry`, never an ack; then the same id counts once."""
    server = make_server(store=store.url)
    made = await server.game()
    raw = await Raw.hello(server.url, made.game, made.token)
    decision = (await raw.next("snapshot")).view["decision"]
    order = {"type": "command", "id": "c", "request": decision["request"], "option": decision["options"][0]["id"]}
    store.freeze()
    try:
        await raw.say(order)
        answer = await raw.next("error", seconds=10)
        assert (answer.code, answer.id) == ("retry", "c") and answer.retry_after
        with pytest.raises(HttpProblem):
            await get_json(f"{server.url}/readyz")
        await raw.say({"type": "beat", "n": 7})
        assert (await raw.next("beat")).n == 7
    finally:
        store.thaw()
    for _ in range(20):
        answer = await raw.ask(order)
        if getattr(answer, "code", "") != "retry":
            break
        await asyncio.sleep(answer.retry_after)
    assert answer.version == 2
    assert commands(await record_of(server, made.game)) == ["c"]


async def test_a_store_restarted_in_the_middle_loses_nothing(store: LocalServer, make_server: Make) -> None:
    server = make_server(store=store.url)
    made = await server.game()
    async with (
        Table.join(server.url, made.game, made.token) as player,
        Table.join(server.url, made.game, made.tokens["spectator"]) as spectator,
    ):
        seen = await follow_views(spectator)
        for round_ in range(3):
            await play(player, RANDOM, seed=round_, most=6)
            store.kill()
            store.start()
        await play(player, RANDOM, seed=5)
        await until(lambda: shown_all(spectator), 10)
        assert sorted(seen) == list(range(1, max(seen) + 1))
    assert Game.load(load(), (record := await record_of(server, made.game))[0], record[1:]).over


async def test_a_flushed_store_freezes_the_table_and_an_old_epoch_is_unrecoverable(
    store: LocalServer, make_server: Make
) -> None:
    """The log is gone: the player is told `damaged`, nothing is written over it; an old epoch gives a snapshot."""
    server = make_server(store=store.url)
    made = await server.game()
    raw = await Raw.hello(server.url, made.game, made.token)
    decision = (await raw.next("snapshot")).view["decision"]
    store.client.flushall()
    order = {"type": "command", "id": "c", "request": decision["request"], "option": decision["options"][0]["id"]}
    answer = await raw.ask(order)
    assert answer.code == "damaged"
    assert store.client.exists(f"lr:{{{made.game}}}:log") == 0
    other = await server.game()
    for epoch in ("old", ""):
        again = await Raw.hello(
            server.url, other.game, other.token, resume={"epoch": epoch, "version": 50, "view": "604de3aa"}
        )
        welcome = await again.next("welcome")
        snapshot = await again.next("snapshot")
        assert (welcome.recovered, snapshot.reason) == (False, "unrecoverable")
        assert (await again.next("error")).code == "unrecoverable"


async def test_another_game_under_the_same_id_is_no_successful_resume(store: LocalServer, make_server: Make) -> None:
    """Flushed, and the id made anew and played on to version 60: who held the old one is told, and writes nothing."""
    old = make_server(store=store.url)
    made = await old.game()
    raw = await Raw.hello(old.url, made.game, made.token)
    decision = (await raw.next("snapshot")).view["decision"]
    meta = store.client.hgetall(f"lr:{{{made.game}}}:meta")
    store.client.flushall()
    another = await longer_than(60, made.game, store)
    store.client.hset(f"lr:{{{made.game}}}:meta", mapping=meta)
    order = {"type": "command", "id": "c", "request": decision["request"], "option": decision["options"][0]["id"]}
    assert (await raw.ask(order)).code == "damaged"
    fresh = make_server(store=store.url)
    for epoch in (raw.told[0].epoch, ""):
        at = {"epoch": epoch, "version": 50, "view": raw.told[1].view_code}
        again = await Raw.hello(fresh.url, made.game, made.token, resume=at)
        welcome, snapshot = await again.next("welcome"), await again.next("snapshot")
        assert (welcome.recovered, snapshot.reason, snapshot.epoch) == (False, "unrecoverable", "another")
        assert snapshot.version > 60
    counted = (await get(f"{fresh.url}/metrics")).decode().splitlines()
    assert [float(line.split()[1]) for line in counted if line.startswith("lastreel_resume_gap_total")] == [2]
    assert store.client.xlen(f"lr:{{{made.game}}}:log") == another


async def longer_than(versions: int, game: str, server: LocalServer) -> int:
    """Put a game of more than so many versions into a store under an id, its epoch `another`; returns its head."""
    opened = await Store.open(server.url)
    name, key = (await open_keyring(opened)).current()
    setup = Setup(WINGARD.killer, WINGARD.location, WINGARD.girl)
    table = Game.new(load(), setup, game, game_secret(key, game), key=name, epoch="another")
    for number in range(versions + 5):
        table.note("show", {"card": f"c{number}"}, command=f"n{number}")
    created = await opened.create(game, [encode(entry) for entry in table.entries], "another")
    await opened.close()
    return created.head


async def test_a_trimmed_log_is_never_shown_as_whole(store: LocalServer, make_server: Make) -> None:
    """The beginning is missing: a node that has to load the game refuses it for good, and says why."""
    server = make_server(store=store.url)
    made = await server.game()
    async with Table.join(server.url, made.game, made.token) as player:
        await play(player, RANDOM, 1, most=10)
    store.client.xtrim(f"lr:{{{made.game}}}:log", maxlen=3, approximate=False)
    other = make_server(store=store.url)
    raw = await Raw.hello(other.url, made.game, made.token)
    assert await raw.closed() == 4010
    assert [message.code for message in raw.told] == ["damaged"]


@pytest.mark.parametrize("kind", ["hole", "changed", "garbled"])
async def test_a_damaged_record_is_shown_up_to_the_damage_and_not_continued(
    store: LocalServer, make_server: Make, kind: str
) -> None:
    """A hole, an entry against the rules, one that is no entry: watched up to there, frozen, the reason told."""
    server = make_server(store=store.url)
    made = await server.game()
    async with Table.join(server.url, made.game, made.token) as player:
        await play(player, RANDOM, 1, most=10)
        record = await record_of(server, made.game)
    at = max(number for number, entry in enumerate(record, 1) if isinstance(entry, Command))
    log = f"lr:{{{made.game}}}:log"
    entries = store.client.xrange(log)
    changed = {"changed": entries[at - 1][1][b"e"].replace(b'"option":"', b'"option":"not-'), "garbled": b"{"}
    store.client.delete(log)
    for number, (name, fields) in enumerate(entries, 1):
        if number == at and kind in changed:
            fields = {**fields, b"e": changed[kind]}
        if number < at or kind in changed:
            store.client.xadd(log, fields, id=name)
    other = make_server(store=store.url)
    raw = await Raw.hello(other.url, made.game, made.token)
    snapshot = await raw.next("snapshot")
    assert snapshot.view["decision"]["request"] == record[at - 1].request
    told = await raw.next("error")
    assert told.code == "damaged" and str(at) in told.came
    decision = snapshot.view["decision"]
    order = {"type": "command", "id": "c", "request": decision["request"], "option": decision["options"][0]["id"]}
    answer = await raw.ask(order)
    assert answer.code == "damaged"
    assert store.client.hget(f"lr:{{{made.game}}}:head", "damaged")
    good = await other.game()
    async with Table.join(other.url, good.game, good.token) as player:
        await play(player, RANDOM, 1, most=3)


async def test_a_rolling_restart_under_load(store: LocalServer, make_server: Make) -> None:
    """Nodes go one after the other with SIGTERM while games are played: every game ends, every record verifies."""
    nodes = [make_server(store=store.url) for _ in range(2)]
    games = [await nodes[i % 2].game() for i in range(6)]

    async def one(i: int) -> None:
        async with Table.join(nodes[i % 2].url, games[i].game, games[i].token) as table:
            for _ in range(12):
                if table.over:
                    break
                await play(table, RANDOM, i, most=4)
                await asyncio.sleep(0.1)
            await play(table, RANDOM, i)

    playing = asyncio.gather(*(one(i) for i in range(6)))
    for node in nodes:
        await asyncio.sleep(0.3)
        assert await asyncio.to_thread(node.stop) == 0
        await asyncio.to_thread(node.start)
    await asyncio.wait_for(playing, 60)
    for made in games:
        record = await record_of(nodes[0], made.game)
        assert Game.load(load(), record[0], record[1:]).over
        assert len(set(commands(record))) == len(commands(record))


@pytest.mark.parametrize("kills", [6, pytest.param(40, marks=[pytest.mark.soak, pytest.mark.timeout(1200)])])
async def test_kills_with_commands_in_flight(store: LocalServer, make_server: Make, kills: int) -> None:
    """kill -9 at random moments: what was acknowledged is in the record, once; what was not may be sent again."""
    server = make_server(store=store.url)
    chance = random.Random(7)
    total = 0
    for _ in range(kills):
        games = [await server.game() for _ in range(5)]
        acknowledged: list[tuple[str, str]] = []

        async def one(made: Any, acknowledged: list[tuple[str, str]] = acknowledged) -> None:
            table = Table(server.url, made.game, made.token)
            table.start()
            try:
                for _ in range(1000):
                    await table.wait(lambda: table.over or bool(table.options))
                    if table.over:
                        return
                    name = new_id()
                    await table.choose(RANDOM(table.view, chance), name=name)
                    acknowledged.append((made.game, name))
            finally:
                await table.close()

        playing = [asyncio.create_task(one(made)) for made in games]
        await asyncio.sleep(chance.uniform(0.05, 0.4))
        server.kill()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        server.start()
        stored = {made.game: commands(await record_of(server, made.game)) for made in games}
        total += len(acknowledged)
        for game, name in acknowledged:
            assert stored[game].count(name) == 1
    assert total > kills


async def test_people_advice_votes_and_chat_cross_nodes(store: LocalServer, make_server: Make) -> None:
    """Player on one node, advisors on another: they see, advise, vote and talk as if it were one."""
    one, two = (make_server(store=store.url) for _ in range(2))
    made = await one.game()
    async with (
        Table.join(one.url, made.game, made.token, "Mara") as p,
        Table.join(two.url, made.game, made.tokens["advisor"], "Ivo") as a,
        Table.join(two.url, made.game, made.tokens["advisor"], "Lu") as b,
        Table.join(two.url, made.game, made.tokens["spectator"]) as s,
    ):
        for table in (p, a):
            await until(
                lambda table=table: table.people and len(table.people.people) == 3 and table.people.spectators == 1
            )
        async with Table.join(two.url, made.game, made.tokens["spectator"], "Nell") as nell:
            await until(lambda: nell.session.person in p.people.people and nell.session.person not in a.people.people)
        await until(lambda: len(p.people.people) == 3)
        heard: list[str] = []
        p.watchers.append(lambda message: heard.append(message.text) if hasattr(message, "text") else None)
        await a.send(up.Chat(new_id(), "go left"))
        request, option = p.view["decision"]["request"], p.options[-1]["id"]
        await a.send(up.Suggest(new_id(), request, option))
        await until(lambda: p.advice and a.session.person in p.advice.suggestions and heard == ["go left"])
        await p.send(up.OpenVote(new_id(), request, 30))
        await until(lambda: a.advice and a.advice.vote)
        for table in (a, b):
            await table.send(up.Vote(new_id(), request, option))
        await until(lambda: p.view["decision"]["request"] > request and a.view == {**p.view, "role": "advisor"})
        await p.send(up.Seat(new_id(), a.session.person))
        await until(lambda: a.session.seat and not p.session.seat)
        await p.send(up.Moderate(new_id(), b.session.person, "remove"))
        with pytest.raises(Closed):
            await b.wait(lambda: False, 5)
        ack = await p.send(up.Invite(new_id(), "spectator", revoke=True))
        assert ack.link is not None and s.connected
        await asyncio.sleep(0.2)
        raw = await Raw.hello(two.url, made.game, ack.link.rsplit("/", 1)[1])
        await raw.next("snapshot")
        old = await Raw.hello(two.url, made.game, made.tokens["spectator"])
        assert await old.closed() == 4003
