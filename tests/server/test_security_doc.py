"""docs/security.md names the test of each claim: those tests exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/security.md").read_text()


def test_every_test_that_is_named_exists() -> None:
    source = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    named = set(re.findall(r"`(test_\w+)`", TEXT))
    assert len(named) > 10
    assert {name for name in named if f"def {name}(" not in source} == set()


def test_every_file_that_is_named_exists() -> None:
    files = {name if "/" in name else f"tests/server/{name}" for name in re.findall(r"`([\w/]+\.(?:py|md))`", TEXT)}
    assert len(files) > 10
    assert {name for name in files if not (ROOT / name).exists()} == set()
