"""Servers for these tests: one shared, and ones of a test's own to be killed."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.server import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it alone."""
    folder = tmp_path_factory.mktemp("server")
    started = Server(folder / "data", folder).start()
    yield started
    assert started.stop() == 0
    assert "Traceback" not in started.errors(), started.errors()[-4000:]


@pytest.fixture
def make_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers of a test's own on one data folder (or another store) and stops them."""
    started: list[Server] = []

    def make(*arguments: str, store: Path | str | None = None, key: bytes = b"") -> Server:
        folder = tmp_path / f"node{len(started)}"
        folder.mkdir()
        made = Server(store or tmp_path / "data", folder, *arguments, key=key)
        started.append(made)
        return made.start()

    yield make
    for one in started:
        if one.process is not None and one.process.poll() is None:
            one.stop()
