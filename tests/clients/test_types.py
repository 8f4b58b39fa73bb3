"""The web client's types follow the message classes; a changed field then fails its type check."""

from protocol import typescript


def test_types_are_fresh() -> None:
    """`python -m protocol.typescript` would write what is committed."""
    assert typescript.FILE.read_text(encoding="utf-8") == typescript.text()
