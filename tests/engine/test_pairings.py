"""docs/pairings.md says what the engine does."""

from engine.core.content import load
from tests.support.pairings import PAGE, page


def test_the_table_of_pairings_is_up_to_date() -> None:
    """Otherwise: `python -m tests.support.pairings`."""
    text = PAGE.read_text()
    assert text == page(text, load())
