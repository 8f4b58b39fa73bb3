"""What the whole test-suite shares: the order of its kinds, and what it says at the end."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

BENCH = Path(__file__).parent / "bench"

STORE_SERVERS = "store_servers"
"""Under this key processes that run a part of the tests tell the first one where their store servers came from."""
_paths: set[str] = set()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--goldens` writes the golden files anew instead of comparing with them."""
    parser.addoption("--goldens", action="store_true", help="write golden files anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in tests/bench is a bench; files with browser tests run last: their driver keeps a loop running."""
    for item in items:
        if BENCH in item.path.parents:
            item.add_marker("bench")
    last = {item.path for item in items if item.get_closest_marker("browser") is not None}
    items.sort(key=lambda item: item.path in last)


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    """A test that sets up a node's logging leaves none of it behind: its stream is closed with the test."""
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def say_path(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Takes which way the store's servers came, for the summary."""

    def say(path: str) -> None:
        print(f"store servers: {path}")
        _paths.add(path)
        getattr(request.config, "workeroutput", {})[STORE_SERVERS] = path

    return say


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A process that ran a part of the tests is done."""
    _paths.update(filter(None, [getattr(node, "workeroutput", {}).get(STORE_SERVERS)]))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which way the store's servers came."""
    for path in sorted(_paths):
        terminalreporter.write_line(f"store servers: {path}")
