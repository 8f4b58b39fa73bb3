"""A primary dies while its replica lags: below level replica the loss is found at its entry, at it there is none."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clients.bot import POLICIES, play
from clients.sdk import Table
from server.store import Store
from tests.server.test_nodes import commands, record_of
from tests.support.proxy import Proxy
from tests.support.raw import Raw
from tests.support.server import Server, plain, until
from tests.support.servers import LocalServer

RANDOM = POLICIES["random"]
Make = Callable[..., Server]


class Pair:
    """A primary and its replica behind one address, each connection through a proxy."""

    def __init__(self, folder: Path, front: Proxy, between: Proxy) -> None:
        self.front, self.between = front, between
        self.primary = LocalServer(folder / "primary", "--repl-diskless-sync-delay", "0")
        self.replica = LocalServer(folder / "replica", "--replicaof", "127.0.0.1", str(between.port))
        between.target_port = front.target_port = self.primary.port

    @property
    def url(self) -> str:
        """The address that follows the primary."""
        return f"redis://127.0.0.1:{self.front.port}"

    async def start(self) -> None:
        """Start both and wait until they are in step."""
        for server in (self.primary, self.replica):
            await asyncio.to_thread(server.start)
        await until(lambda: self.replica.client.info("replication")["master_link_status"] == "up", 20)

    def fail_over(self) -> None:
        """The primary is gone, the replica takes its place at once."""
        self.primary.kill()
        self.replica.client.replicaof("NO", "ONE")
        self.front.target_port = self.replica.port

    def stop(self) -> None:
        """End both."""
        self.primary.stop()
        self.replica.stop()


def order_of(view: dict[str, Any], name: str) -> dict[str, Any]:
    """A command that takes the first option."""
    decision = view["decision"]
    return {"type": "command", "id": name, "request": decision["request"], "option": decision["options"][0]["id"]}


async def drain(raw: Raw) -> None:
    """Take what has been sent so far."""
    while True:
        try:
            await raw.next(seconds=0.3)
        except TimeoutError:
            return


async def test_a_lagging_replica_promoted_freezes_the_game_at_the_loss(tmp_path: Path, make_server: Make) -> None:
    """Acknowledged entries are gone: the game is marked at the first lost one and never continued over the hole."""
    async with Proxy(0) as front, Proxy(0) as between:
        pair = Pair(tmp_path, front, between)
        try:
            await pair.start()
            node = await asyncio.to_thread(make_server, store=pair.url)
            made = await node.game()
            async with Table.join(node.url, made.game, made.token) as player:
                await play(player, RANDOM, 1, most=5)
                await asyncio.sleep(0.5)
                between.blackhole = True
                kept = pair.replica.client.xlen(f"lr:{{{made.game}}}:log")
                await play(player, RANDOM, 2, most=5)
                assert pair.primary.client.xlen(f"lr:{{{made.game}}}:log") > kept
                view = player.view
            pair.fail_over()
            raw = await Raw.hello(node.url, made.game, made.token)
            await raw.next("snapshot")
            answer = await raw.ask(order_of(view, "after"))
            while answer.code == "retry":
                await asyncio.sleep(answer.retry_after)
                answer = await raw.ask(order_of(view, "after"))
            assert answer.code == "damaged"
            store = await Store.open(pair.replica.url)
            known = await store.describe(made.game)
            assert f"damaged at entry {kept + 1}" in known.damaged
            assert known.head == kept == len(await store.read(made.game))
            await store.close()
        finally:
            pair.stop()


async def test_at_level_replica_nothing_acknowledged_is_lost(tmp_path: Path, make_server: Make) -> None:
    """While the replica hears nothing, players get `retry` and spectators no frame; a failover then loses nothing."""
    async with Proxy(0) as front, Proxy(0) as between:
        pair = Pair(tmp_path, front, between)
        try:
            await pair.start()
            node = await asyncio.to_thread(make_server, "--durability", "replica", store=pair.url)
            made = await node.game()
            spectator = await Raw.hello(node.url, made.game, made.tokens["spectator"])
            async with Table.join(node.url, made.game, made.token) as player:
                await play(player, RANDOM, 1, most=5)
                view = player.view
            acknowledged = commands(await record_of(node, made.game))
            await asyncio.sleep(0.3)
            between.blackhole = True
            raw = await Raw.hello(node.url, made.game, made.token)
            await raw.next("snapshot")
            await drain(spectator)
            answer = await raw.ask(order_of(view, "unconfirmed"))
            assert answer.code == "retry"
            with pytest.raises(TimeoutError):
                await spectator.next("delta", seconds=1.5)
            pair.fail_over()
            store = await Store.open(pair.replica.url)
            batches = {entry.batch for entry in await store.read(made.game)}
            assert set(acknowledged) <= batches
            await store.close()
        finally:
            pair.stop()


async def test_a_player_who_knows_more_than_the_store_freezes_the_game(tmp_path: Path, make_server: Make) -> None:
    """A store put back to an older state: no node remembers, but the player's next hello tells; others do not count."""
    data, kept = tmp_path / "data", tmp_path / "kept"
    node = await asyncio.to_thread(make_server, store=data)
    made = await node.game()
    async with Table.join(node.url, made.game, made.token) as player:
        await play(player, RANDOM, 1, most=5)
    await asyncio.to_thread(node.stop)
    shutil.copytree(data / "appendonlydir", kept)
    await asyncio.to_thread(node.start)
    async with Table.join(node.url, made.game, made.token) as player:
        await play(player, RANDOM, 2, most=5)
        at = plain(player.session.hello().resume)
        view = player.view
    await asyncio.to_thread(node.stop)
    shutil.rmtree(data / "appendonlydir")
    shutil.copytree(kept, data / "appendonlydir")
    await asyncio.to_thread(node.start)

    liar = await Raw.hello(node.url, made.game, made.tokens["spectator"])
    seen = await liar.next("snapshot")
    claim = {"epoch": seen.epoch, "version": 999, "view": seen.view_code}
    for claimed, reason in ((claim, "unrecoverable"), (at, "view_changed")):
        liar = await Raw.hello(node.url, made.game, made.tokens["spectator"], resume=claimed)
        assert (await liar.next("snapshot")).reason == reason
        assert (await liar.next("error")).code == "unrecoverable"
    raw = await Raw.hello(node.url, made.game, made.token, resume=at)
    assert (await raw.next("snapshot")).reason == "unrecoverable"
    assert (await raw.next("error")).code == "unrecoverable"
    told = await raw.next("error")
    assert told.code == "damaged" and f"seen version {at['version']}" in told.came
    assert (await liar.next("error")).code == "damaged"
    answer = await raw.ask(order_of(view, "after"))
    assert answer.code == "damaged"


async def test_a_later_version_is_no_loss_where_another_node_has_it(tmp_path: Path, make_server: Make) -> None:
    """A player comes to a node that has not heard yet of what she has just done at another: it asks, she goes on."""
    one, two = [await asyncio.to_thread(make_server, store=tmp_path / "data") for _ in range(2)]
    made = await one.game()
    async with Table.join(two.url, made.game, made.tokens["spectator"]):
        for number in range(20):
            async with Table.join(one.url, made.game, made.token) as player:
                await play(player, RANDOM, number, most=1)
                at = plain(player.session.hello().resume)
            raw = await Raw.hello(two.url, made.game, made.token, resume=at)
            assert (await raw.next("welcome")).recovered
            await raw.close()
