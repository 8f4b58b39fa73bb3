"""Every record in this folder replays to the same end, checked; drop a file in and it is a test.

They were played with the rules and content of their day: one that no longer fits is a changed rule, to be named in the
changelog under a new RULES_VERSION, never a silent difference (32).
"""

from pathlib import Path

import pytest

from engine.core import reel
from engine.core.content import load
from engine.core.record import Header

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.reel"))
CONTENT = load()


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_record(file: Path) -> None:
    """The record checks: answers, draws, digests, end."""
    verdict = reel.verify(CONTENT, reel.read(file.read_bytes()))
    assert verdict.finished
    assert verdict.draws_checked


def test_every_pairing_has_a_record() -> None:
    """Each killer at each location stands here with a game."""
    seen = set()
    for file in FILES:
        header = reel.read(file.read_bytes())[0]
        assert isinstance(header, Header)
        seen.add((header.killer, header.location))
    missing = [(k, place) for k in CONTENT.killers() for place in CONTENT.locations() if (k, place) not in seen]
    assert not missing
