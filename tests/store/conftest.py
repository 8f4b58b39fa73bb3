"""The stores that the contract suite runs against, and game ids that nobody else uses."""

import itertools
import os
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from server.store import Store
from tests.support.containers import Supply, supply

KINDS = ("embedded", "valkey-9", "redis-7", "cluster")
_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory, say_path: Callable[[str], None]) -> Iterator[Supply]:
    """Containers if an engine answers, else local processes; the summary says which."""
    with supply(tmp_path_factory.mktemp("servers")) as made:
        say_path(made.path)
        yield made


@pytest.fixture(scope="session")
def addresses(servers: Supply) -> Callable[[str], str]:
    """The address of each kind of server, started when first asked for."""
    known: dict[str, str] = {}

    def address(kind: str) -> str:
        if kind not in known:
            known[kind] = servers.three("valkey-9") if kind == "cluster" else servers.one(kind)
        return known[kind]

    return address


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One store address of every kind in turn."""
    if request.param == "embedded":
        return f"embedded:{tmp_path / 'store'}"
    found: str = request.getfixturevalue("addresses")(request.param)
    return found


@pytest_asyncio.fixture
async def store(address: str) -> AsyncIterator[Store]:
    """An open store of every kind in turn."""
    opened = await Store.open(address)
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def other(store: Store, address: str) -> AsyncIterator[Store]:
    """A second node on the same store."""
    opened = await Store.open(address)
    yield opened
    await opened.close()


@pytest.fixture
def game() -> str:
    """A game id of this test's own."""
    return f"game-{os.getpid()}-{next(_numbers)}"
