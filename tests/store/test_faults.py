"""A Redis that dies, freezes, goes silent, fails over or forgets: within its level nothing acknowledged is lost."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from server.store import Appended, Away, Conflict, Damaged, Duplicate, NotDurable, Store, Stored, Unfit, announcements
from tests.support.proxy import Proxy
from tests.support.servers import LocalServer, add_replicas, form_cluster, free_port

Make = Callable[..., LocalServer]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Start local servers that end with the test."""
    made: list[LocalServer] = []

    def start(*settings: str) -> LocalServer:
        server = LocalServer(tmp_path / f"server{len(made)}", *settings)
        made.append(server)
        return server.start()

    yield start
    for server in made:
        server.stop()


@pytest.fixture
def redis(make: Make) -> LocalServer:
    """One server with an append-only file."""
    return make()


@pytest_asyncio.fixture
async def store(redis: LocalServer) -> AsyncIterator[Store]:
    """A store on it that gives up after half a second."""
    opened = await Store.open(redis.url, patience=0.5, reply_timeout=0.5)
    yield opened
    await opened.close()


async def command(store: Store, game: str, name: str, head: int, tip: str = "") -> int:
    """Send one command of two draws until it is acknowledged, as a client would; returns its head."""
    while True:
        try:
            answer = await store.append(game, "e1", head, name, [b"command", b"draw", b"draw"], b"ok", tip)
        except Away:
            continue
        if not isinstance(answer, Conflict):
            return answer.head
        head = answer.head


def whole(entries: list[Stored], acknowledged: dict[str, int]) -> None:
    """No hole, every command whole and once, every acknowledged one at its place."""
    assert [e.n for e in entries] == list(range(1, len(entries) + 1))
    places: dict[str, list[int]] = {}
    for entry in entries:
        places.setdefault(entry.batch, []).append(entry.n)
    for name, head in acknowledged.items():
        assert places[name] == [head - 2, head - 1, head]
    assert all(len(numbers) == 3 for name, numbers in places.items() if name != "create")


async def play(store: Store, game: str, name: str, turns: int, acknowledged: dict[str, int]) -> None:
    """Append commands one after the other, noting what was acknowledged."""
    head = 0  # conflicts with the true one at first
    for turn in range(turns):
        head = await command(store, game, f"{name}-{turn}", head)
        acknowledged[f"{name}-{turn}"] = head


async def test_killed_and_restarted_under_load(redis: LocalServer, store: Store) -> None:
    """`kill -9` of Redis with commands of ten games in flight, twice: each applied exactly once, none lost."""
    games = [f"g{number}" for number in range(10)]
    acknowledged: dict[str, dict[str, int]] = {game: {} for game in games}
    for game in games:
        await store.create(game, [b"x", b"x"], "e1")
    playing = [asyncio.create_task(play(store, game, "c", 300, acknowledged[game])) for game in games]
    for _ in range(2):
        await asyncio.sleep(0.3)
        redis.kill()
        await asyncio.sleep(0.2)
        redis.start()
    await asyncio.gather(*playing)
    store.link.patience = 20.0
    for game in games:
        assert len(acknowledged[game]) == 300
        whole(await store.read(game, epoch="e1"), acknowledged[game])


async def test_away_is_said_in_time_and_readiness_fails(redis: LocalServer, store: Store) -> None:
    """While Redis is gone, a command is answered `Away` in time, never acknowledged; then it works again."""
    await store.create("g", [b"x"], "e1")
    redis.kill()
    began = asyncio.get_running_loop().time()
    with pytest.raises(Away):
        await store.append("g", "e1", 1, "c1", [b"a"], b"")
    assert asyncio.get_running_loop().time() - began < 1.5
    assert not await store.ready()
    redis.start()
    assert await store.ready()
    assert isinstance(await store.append("g", "e1", 1, "c1", [b"a"], b""), Appended)


async def test_frozen_redis(redis: LocalServer, store: Store) -> None:
    """SIGSTOP: commands are answered `Away`; what the frozen server reads after waking is applied once only."""
    await store.create("g", [b"x"], "e1")
    redis.freeze()
    with pytest.raises(Away):
        await store.append("g", "e1", 1, "c1", [b"a", b"b", b"c"], b"ok")
    await asyncio.sleep(1)
    redis.thaw()
    assert await command(store, "g", "c1", 1) == 4
    await asyncio.sleep(0.2)
    assert [e.batch for e in await store.read("g")] == ["create", "c1", "c1", "c1"]


@pytest.mark.soak
async def test_frozen_for_ten_seconds(redis: LocalServer, store: Store) -> None:
    """The same for ten seconds with a hundred games at it."""
    games = [f"g{number}" for number in range(100)]
    acknowledged: dict[str, dict[str, int]] = {game: {} for game in games}
    for game in games:
        await store.create(game, [b"x"], "e1")
    playing = [asyncio.create_task(play(store, game, "c", 30, acknowledged[game])) for game in games]
    await asyncio.sleep(0.1)
    redis.freeze()
    await asyncio.sleep(10)
    redis.thaw()
    await asyncio.gather(*playing)
    for game in games:
        whole(await store.read(game), acknowledged[game])


async def test_half_open_connection(redis: LocalServer) -> None:
    """Bytes vanish and no connection closes: `Away` in time, and after that one application."""
    async with Proxy(redis.port) as proxy:
        store = await Store.open(f"redis://127.0.0.1:{proxy.port}", patience=0.5, reply_timeout=0.3)
        await store.create("g", [b"x"], "e1")
        proxy.blackhole = True
        with pytest.raises(Away):
            await store.append("g", "e1", 1, "c1", [b"a", b"b", b"c"], b"ok")
        proxy.blackhole = False
        assert await command(store, "g", "c1", 1) == 4
        assert await store.head("g") == 4
        await store.close()


async def test_an_answer_lost_on_the_way_is_no_duplicate(redis: LocalServer) -> None:
    """The append was carried out, its answer never came: the same call asks again and gets its own `Appended`."""
    async with Proxy(redis.port) as proxy:
        store = await Store.open(f"redis://127.0.0.1:{proxy.port}", patience=3, reply_timeout=0.3)
        other = await Store.open(redis.url)
        await store.create("g", [b"x"], "e1")
        await store.append("g", "e1", 1, "c0", [b"a"], b"ok")
        written = asyncio.create_task(store.append("g", "e1", 2, "c1", [b"a"], b"ok"))
        proxy.blackhole = True
        await asyncio.sleep(0.4)
        # what the swallowed bytes would have done
        await other.append("g", "e1", 2, "c1", [b"a"], b"ok")
        proxy.blackhole = False
        answer = await written
        assert isinstance(answer, Appended) and answer.head == 3
        assert await store.append("g", "e1", 2, "c1", [b"a"], b"ok") == Duplicate(b"ok", 3)
        await store.close()
        await other.close()


def listen(store: Store) -> tuple[list[int], asyncio.Task[None]]:
    """The heads that the store announces from now on, and the task that hears them."""
    heard: list[int] = []

    async def hear() -> None:
        async for _, head in store.announcements():
            heard.append(head)

    return heard, asyncio.create_task(hear())


async def test_restart_in_the_middle_of_announcements(redis: LocalServer, store: Store) -> None:
    """After a restart of Redis announcements go on by themselves, and none is behind the log (scenario 17)."""
    await store.create("g", [b"x"], "e1")
    store.watch("g", 1)
    heard, listening = listen(store)
    head = 1
    for turn in range(30):
        if turn in (10, 20):
            redis.kill()
            redis.start()
        head = await command(store, "g", f"c{turn}", head)
        await asyncio.sleep(0.02)
    async with asyncio.timeout(5):
        while not heard or heard[-1] != head:
            await asyncio.sleep(0.02)
    assert heard == sorted(set(heard))
    listening.cancel()


async def test_an_idle_game_makes_no_noise(redis: LocalServer, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Silent for many pings: no connection is made anew, and what then happens is heard (scenario 57)."""
    monkeypatch.setattr(announcements, "PING_SECONDS", 0.05)
    await store.create("g", [b"x"], "e1")
    store.watch("g", 1)
    heard, listening = listen(store)
    await asyncio.sleep(2 * announcements.CHECK_SECONDS)
    with redis.client as watching:
        before = watching.info("stats")["total_connections_received"]
        await asyncio.sleep(2.0)
        assert watching.info("stats")["total_connections_received"] == before
    assert not heard and not listening.done()
    await command(store, "g", "c1", 1)
    async with asyncio.timeout(2):
        while heard != [4]:
            await asyncio.sleep(0.02)
    listening.cancel()


async def test_flushed_and_recreated(redis: LocalServer, store: Store) -> None:
    """FLUSHALL under a running node is damage for who held the game, and no script is missed after it."""
    await store.create("g", [b"x"] * 3, "e1")
    redis.client.flushall()
    redis.client.script_flush()
    with pytest.raises(Damaged):
        await store.append("g", "e1", 3, "c1", [b"a"], b"")
    await store.create("g", [b"y"] * 60, "e2")
    with pytest.raises(Damaged):
        await store.read("g", after=50, epoch="e1")


async def replicated(make: Make, proxy: Proxy | None = None) -> tuple[LocalServer, LocalServer]:
    """A primary and its replica in step; the replica's connection may go through a proxy."""
    primary = make("--repl-diskless-sync-delay", "0")
    if proxy:
        proxy.target_port = primary.port
    replica = make("--replicaof", "127.0.0.1", str(proxy.port if proxy else primary.port))
    async with asyncio.timeout(20):
        while replica.client.info("replication")["master_link_status"] != "up":
            await asyncio.sleep(0.05)
    return primary, replica


async def test_a_lagging_replica_promoted_over_acknowledged_entries(make: Make) -> None:
    """Below level replica a failover may lose entries: who holds them finds the damage at the right one.

    A node that held nothing may go on over the loss; whoever holds the lost entries finds that out as well.
    """
    async with Proxy(0) as proxy:
        primary, replica = await replicated(make, proxy)
        store = await Store.open(primary.url, patience=0.5)
        await store.create("g", [b"x"], "e1")
        await store.append("g", "e1", 1, "c1", [b"a"], b"")
        await asyncio.sleep(0.3)
        proxy.blackhole = True
        for number in range(2, 5):
            await store.append("g", "e1", number, f"c{number}", [b"a"], b"")
        primary.kill()
    replica.client.replicaof("NO", "ONE")
    after = await Store.open(replica.url)
    lost = await after.head("g")
    assert lost == 2
    with pytest.raises(Damaged) as found:
        await after.append("g", "e1", 5, "c5", [b"a"], b"")
    assert found.value.entry == lost + 1
    with pytest.raises(Damaged):
        await after.read("g", after=5, epoch="e1")
    for number in range(lost, 5):
        await after.append("g", "e1", number, f"other{number}", [b"b"], b"")
    with pytest.raises(Damaged):
        await after.append("g", "e1", 5, "c5", [b"a"], b"", tip="c4")
    with pytest.raises(Damaged):
        await after.read("g", after=5, epoch="e1", tip="c4")
    await store.close()
    await after.close()


async def test_level_replica_acknowledges_only_what_a_replica_has(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the replica frozen nothing is acknowledged, announced or shown; a failover then loses nothing."""
    monkeypatch.setattr("server.store.streams.CONFIRM_MS", 200)
    primary, replica = await replicated(make)
    store = await Store.open(primary.url, "replica", patience=0.5)
    assert await store.ready()
    await store.create("g", [b"x"], "e1")
    assert isinstance(await store.append("g", "e1", 1, "c1", [b"a"], b"ok"), Appended)
    store.watch("g", 2)
    heard, listening = listen(store)
    await asyncio.sleep(0.2)
    replica.freeze()
    with pytest.raises(NotDurable):
        await store.append("g", "e1", 2, "c2", [b"a"], b"ok")
    with pytest.raises(NotDurable):
        await store.append("g", "e1", 2, "c2", [b"a"], b"ok")
    with pytest.raises(NotDurable):
        await store.read("g", after=2)
    await asyncio.sleep(1)
    assert heard == []
    replica.thaw()
    assert await store.append("g", "e1", 2, "c2", [b"a"], b"ok") == Duplicate(b"ok", 3)
    await asyncio.sleep(0.2)
    assert heard == [3]
    primary.kill()
    replica.client.replicaof("NO", "ONE")
    after = await Store.open(replica.url)
    assert [e.batch for e in await after.read("g", epoch="e1")] == ["create", "c1", "c2"]
    listening.cancel()
    await store.close()
    await after.close()


async def test_level_fsync_waits_for_the_file(make: Make) -> None:
    """On a Valkey that syncs each second, level fsync waits for the disk with WAITAOF."""
    server = make("--appendfsync", "everysec")
    store = await Store.open(server.url, "fsync")
    assert store._wait and store._wait[0] == "WAITAOF"
    await store.create("g", [b"x"], "e1")
    assert isinstance(await store.append("g", "e1", 1, "c1", [b"a"], b""), Appended)
    await store.close()
    with pytest.raises(Unfit, match="appendfsync is no, expected always or everysec"):
        await Store.open(make("--appendfsync", "no").url, "fsync")


async def test_everysec_is_warned_of(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """A Redis that may answer before it writes is used at level aof, but not in silence."""
    store = await Store.open(make("--appendfsync", "everysec").url)
    await store.close()
    assert "answers before it writes" in capsys.readouterr().out
    store = await Store.open(make("--appendfsync", "always").url)
    await store.close()
    assert "answers before it writes" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (("--maxmemory-policy", "allkeys-lru"), "maxmemory-policy is allkeys-lru, expected noeviction"),
        (("--appendonly", "no"), "appendonly is no, expected yes"),
    ],
)
async def test_a_redis_that_may_lose_games_is_refused(make: Make, settings: tuple[str, ...], words: str) -> None:
    """Eviction or no append-only file stops the start, unless losing games is allowed out loud."""
    server = make(*settings)
    with pytest.raises(Unfit, match=words):
        await Store.open(server.url)
    with pytest.raises(Unfit, match="allow-volatile"):
        await Store.open(server.url, "memory")
    store = await Store.open(server.url, "memory", allow_volatile=True)
    await store.close()


async def test_a_wrong_password_is_said_at_once(make: Make) -> None:
    """Being refused is no reason to wait and try again."""
    server = make()
    server.client.config_set("requirepass", "right")
    for url in (server.url, f"redis://:wrong@127.0.0.1:{server.port}"):
        with pytest.raises(Unfit, match="refused our user or password"):
            await Store.open(url)
    store = await Store.open(f"redis://:right@127.0.0.1:{server.port}")
    assert await store.ready()
    await store.close()


async def test_sentinel_failover(make: Make, tmp_path: Path) -> None:
    """The primary dies; a Sentinel promotes the replica; commands go on at the address of the Sentinel alone."""
    primary, replica = await replicated(make)
    port = free_port()
    conf = tmp_path / "sentinel.conf"
    conf.write_text(
        f"port {port}\nsentinel monitor reel 127.0.0.1 {primary.port} 1\n"
        "sentinel down-after-milliseconds reel 500\nsentinel failover-timeout reel 3000\n"
    )
    sentinel = LocalServer(tmp_path / "sentinel", binary=primary.binary, port=port)
    sentinel.start_as_sentinel(conf)
    try:
        store = await Store.open(f"redis+sentinel://127.0.0.1:{port}/reel", "replica", patience=1.0)
        await store.create("g", [b"x"], "e1")
        acknowledged: dict[str, int] = {}
        await play(store, "g", "before", 20, acknowledged)
        async with asyncio.timeout(10):
            while len(sentinel.client.sentinel_slaves("reel")) < 1:
                await asyncio.sleep(0.1)
        await store.close()
        store = await Store.open(f"redis+sentinel://127.0.0.1:{port}/reel", patience=20.0)
        primary.kill()
        async with asyncio.timeout(30):
            await play(store, "g", "after", 20, acknowledged)
        whole(await store.read("g", epoch="e1"), acknowledged)
        assert len(acknowledged) == 40
        assert replica.client.info("replication")["role"] == "master"
        await store.close()
    finally:
        sentinel.stop()


async def test_a_cluster_node_restarts(make: Make) -> None:
    """Games on the dead node wait and go on; games on the others do not notice."""
    settings = ("--cluster-enabled", "yes", "--cluster-node-timeout", "1500", "--cluster-require-full-coverage", "no")
    nodes = [make(*settings) for _ in range(3)]
    store = await Store.open(form_cluster([node.port for node in nodes]), patience=1.0, reply_timeout=0.5)
    games = [f"g{number}" for number in range(12)]
    acknowledged: dict[str, dict[str, int]] = {game: {} for game in games}
    for game in games:
        await store.create(game, [b"x"], "e1")
    playing = [asyncio.create_task(play(store, game, "c", 150, acknowledged[game])) for game in games]
    await asyncio.sleep(0.2)
    nodes[1].kill()
    await asyncio.sleep(0.5)
    nodes[1].start()
    async with asyncio.timeout(30):
        await asyncio.gather(*playing)
    store.link.patience = 10
    for game in games:
        assert len(acknowledged[game]) == 150
        whole(await store.read(game, epoch="e1"), acknowledged[game])
    await store.close()


async def test_a_cluster_failover_at_level_replica(make: Make) -> None:
    """A primary dies, its replica takes over and gets the old primary as its own: nothing acknowledged is lost.

    Between the two there is no replica to confirm, so the games of that part wait.
    """
    settings = ("--cluster-enabled", "yes", "--cluster-node-timeout", "1500", "--repl-diskless-sync-delay", "0")
    nodes = [make(*settings) for _ in range(6)]
    ports = [node.port for node in nodes]
    url = form_cluster(ports[:3])
    await asyncio.to_thread(add_replicas, ports[:3], ports[3:])
    store = await Store.open(url, "replica", patience=1.0, reply_timeout=1.5)
    games = [f"g{number}" for number in range(6)]
    acknowledged: dict[str, dict[str, int]] = {game: {} for game in games}
    for game in games:
        await store.create(game, [b"x"], "e1")
    playing = [asyncio.create_task(play(store, game, "c", 80, acknowledged[game])) for game in games]
    await asyncio.sleep(0.2)
    nodes[1].kill()
    async with asyncio.timeout(60):
        while nodes[4].client.info("replication")["role"] != "master":
            await asyncio.sleep(0.1)
        nodes[1].start()
        await asyncio.gather(*playing)
    store.link.patience = 20.0
    for game in games:
        assert len(acknowledged[game]) == 80
        whole(await store.read(game, epoch="e1"), acknowledged[game])
    await store.close()


async def test_a_full_redis_refuses_without_a_trace(redis: LocalServer, store: Store) -> None:
    """Out of memory nothing is evicted and nothing half written: `Away`, and the same command works later."""
    await store.create("g", [b"x"], "e1")
    redis.client.config_set("maxmemory", "1")
    with pytest.raises(Away):
        await store.append("g", "e1", 1, "c1", [b"a", b"b", b"c"], b"ok")
    assert await store.head("g") == 1
    redis.client.config_set("maxmemory", "0")
    assert await command(store, "g", "c1", 1) == 4
