"""TLS and the least rights: the user of deploy/redis/users.acl can do everything the store needs, and no more."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis.exceptions import NoPermissionError

from server.store import Appended, Away, Store, tls
from server.store.address import Address, parse_address
from server.store.transfer import check_store, export_games
from tests.support.certificates import make_certificate
from tests.support.servers import LocalServer, form_cluster, free_port, redis_binary

USERS = Path(__file__).parents[2] / "deploy" / "redis" / "users.acl"
binary = redis_binary()
needs_redis = pytest.mark.skipif(binary is None, reason="Debian's redis-server speaks TLS; it is not installed")


@pytest.fixture
def users(tmp_path: Path) -> Path:
    """The shipped users with a password."""
    file = tmp_path / "users.acl"
    file.write_text(USERS.read_text().replace("CHANGE-ME", "p@ss/word"))
    return file


@pytest.fixture
def secured(tmp_path: Path, users: Path) -> Iterator[tuple[str, Path]]:
    """Debian's Redis with TLS and those users; its store address and its authority's certificate."""
    cert, key = make_certificate(tmp_path)
    port = free_port()
    tls = ("--tls-port", str(port), "--tls-cert-file", str(cert), "--tls-key-file", str(key))
    more = ("--tls-ca-cert-file", str(cert), "--tls-auth-clients", "no", "--aclfile", str(users))
    server = LocalServer(tmp_path / "redis", *tls, *more, binary=binary).start()
    yield f"rediss://lastreel:p%40ss%2Fword@127.0.0.1:{port}", cert
    server.stop()


async def everything(store: Store) -> None:
    """Use every command that the store knows."""
    assert await store.ready()
    await store.create("g", [b"{}", b"{}"], "e1")
    store.watch("g", 2)
    assert isinstance(await store.append("g", "e1", 2, "c1", [b"{}"], b"ok"), Appended)
    async with asyncio.timeout(5):
        async for game, head in store.announcements():
            assert (game, head) == ("g", 3)
            break
    assert len(await store.read("g")) == 3
    await store.put_meta("g", {"a": "b"})
    await store.meta.claim("g", "c", "d")
    await store.meta.drop("g", "a")
    assert await store.get_meta("g") == {"c": b"d"}
    await store.list_game("g", "finished")
    assert await store.heads(["g"]) == [3]
    assert [line async for line in export_games(store)]
    await store.freeze("g", "e1", "why")
    await store.thaw("g")
    assert await store.archive_finished(-1) == ["g"]
    assert [finding async for finding in check_store(store)] == []


@needs_redis
async def test_tls_with_the_least_rights(secured: tuple[str, Path]) -> None:
    """Everything works over TLS as the shipped user; other keys and other commands are refused."""
    url, cert = secured
    store = await Store.open(f"{url}?ssl_ca_certs={cert}")
    await everything(store)
    for command in (
        ("FLUSHALL",),
        ("KEYS", "*"),
        ("GET", "other"),
        ("CONFIG", "SET", "appendonly", "no"),
        ("SHUTDOWN",),
    ):
        with pytest.raises(NoPermissionError):
            await store.link.client.execute_command(*command)
    await store.close()


@needs_redis
async def test_many_connections_share_one_tls_context(secured: tuple[str, Path]) -> None:
    """Forty calls at once open forty connections; building a context for each would stop everything for seconds."""
    store = await Store.open(f"{secured[0]}?ssl_ca_certs={secured[1]}")
    began = len(tls._built)
    await asyncio.gather(*(store.head(f"g{number}") for number in range(40)))
    assert len(tls._built) == began > 0
    await store.close()


@needs_redis
async def test_an_unknown_certificate_is_not_trusted(
    secured: tuple[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its authority the server is not talked to."""
    monkeypatch.setattr("server.store.store.START_PATIENCE", 0.3)
    with pytest.raises(Away, match=r"(?i)certificate|ssl"):
        await Store.open(secured[0])


async def test_a_cluster_with_the_least_rights(tmp_path: Path, users: Path) -> None:
    """The same user on a cluster of three."""
    settings = ("--cluster-enabled", "yes", "--cluster-node-timeout", "3000")
    nodes = [LocalServer(tmp_path / f"n{number}", *settings).start() for number in range(3)]
    try:
        url = form_cluster([node.port for node in nodes])
        rights = users.read_text().splitlines()[1].split()[2:]
        for node in nodes:
            node.client.execute_command("ACL", "SETUSER", "lastreel", *rights)
            node.client.execute_command("ACL", "SETUSER", "default", "off")
        store = await Store.open(url.replace("://", "://lastreel:p%40ss%2Fword@"))
        await everything(store)
        await store.close()
    finally:
        for node in nodes:
            node.stop()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("embedded:some/dir", Address("embedded", path="some/dir")),
        ("redis://h", Address("single", (("h", 6379),))),
        ("redis://h:1/2", Address("single", (("h", 1),))),
        ("unix:///run/r.sock", Address("single", path="/run/r.sock")),
        ("redis+sentinel://a:1,b/reel", Address("sentinel", (("a", 1), ("b", 26379)), "reel")),
        ("rediss+cluster://u:p@a:1,[::1]:2", Address("cluster", (("a", 1), ("::1", 2)))),
    ],
)
def test_addresses(text: str, expected: Address) -> None:
    """Every documented form of address."""
    assert parse_address(text) == expected


def test_an_address_keeps_its_secret() -> None:
    """Words about an address do not hold the password; it reaches the connection decoded."""
    address = parse_address("rediss://me:p%40ss@h:1/3?ssl_check_hostname=no")
    assert "p@ss" not in f"{address} {address!r}"
    wanted = {"username": "me", "password": "p@ss", "db": 3, "ssl": True, "ssl_check_hostname": False}
    assert address.options == wanted


@pytest.mark.parametrize(
    "bad",
    [
        *("http://h", "redis+sentinel://h:1", "redis+other://h", "redis://h?timeout=3", "data", "redis://[::1"),
        *("redis://h:99999", "redis://h:0", "redis://h:x", "redis://h/x", "redis+cluster://a:1,b:x"),
        *("reds://me:s3cret@h", "redis://me:s3cret/more@h", "redis://me:1/s3cret@h"),
    ],
)
def test_no_addresses(bad: str) -> None:
    """Anything else is refused in words, which show no password."""
    with pytest.raises(ValueError, match=r"store|Sentinel|parameter|redis://HOST") as caught:
        parse_address(bad)
    assert "s3cret" not in str(caught.value)
