"""What the whole test-suite shares: the order of its kinds."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

BENCH = Path(__file__).parent / "bench"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--goldens` writes the golden files anew instead of comparing with them."""
    parser.addoption("--goldens", action="store_true", help="write golden files anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in tests/bench is a bench; browser tests run last, as their driver keeps an event loop running."""
    for item in items:
        if BENCH in item.path.parents:
            item.add_marker("bench")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    """A test that sets up a node's logging leaves none of it behind: its stream is closed with the test."""
    yield
    structlog.reset_defaults()
