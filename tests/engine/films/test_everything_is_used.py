"""Random games of each film until all of it has been used (tests/support/runner.py)."""

import pytest

from engine.core.content import load
from tests.support.runner import cover


@pytest.mark.soak
@pytest.mark.parametrize("film", sorted(load().films))
def test_everything_is_used(film: str) -> None:
    """Nothing of a film is out of reach or without effect in play."""
    assert cover(film, 3, 2000) == set()
