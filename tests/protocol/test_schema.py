"""The committed schemas are those of the classes, and every message, error and close code is documented."""

from pathlib import Path
from typing import get_args

import jsonschema
import pytest

from protocol import generate
from protocol.errors import CLOSES, ERRORS
from protocol.messages import ToClient, ToServer

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(generate.files()))
def test_committed_schemas_are_fresh(name: str) -> None:
    committed = (generate.FOLDER / name).read_text()
    assert committed == generate.files()[name], "stale: run `python -m protocol.generate`"


def test_schemas_are_valid_json_schema() -> None:
    for union in (ToServer, ToClient):
        jsonschema.Draft202012Validator.check_schema(generate.json_schema(union, "x"))


@pytest.mark.parametrize("union", [ToServer, ToClient])
def test_the_documents_name_every_message(union: object) -> None:
    text = (ROOT / "docs/protocol.md").read_text()
    missing = [kind.__struct_config__.tag for kind in get_args(union) if f"`{kind.__struct_config__.tag}`" not in text]
    assert not missing


def test_the_documents_name_every_code() -> None:
    text = (ROOT / "docs/protocol.md").read_text()
    lines = [f"| {code.number} | `{code.code}` |" for code in (*ERRORS.values(), *CLOSES.values())]
    assert not [line for line in lines if line not in text]
