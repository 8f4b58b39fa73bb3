"""TypeScript types of all messages and HTTP bodies, for the web client's type check.

`python -m protocol.typescript` writes `clients/web/protocol/types.d.ts`; a test fails while the committed file differs.
"""

import json
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from protocol import http
from protocol.errors import CLOSES, ERRORS
from protocol.messages import ToClient, ToServer

FILE = Path(__file__).parent.parent / "clients" / "web" / "protocol" / "types.d.ts"
HTTP_TYPES = (http.CreateGame, http.Created, http.Watchable, http.Problem, http.Health)
Json = dict[str, Any]
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def ts_type(schema: Json) -> str:
    """The TypeScript of a JSON Schema as msgspec writes it."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(ts_type(part) for part in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        return f"Array<{ts_type(schema.get('items', {}))}>"
    if kind == "object":
        return f"Record<string, {ts_type(schema.get('additionalProperties') or {})}>"
    return _PLAIN.get(kind or "", "any")


def interface(name: str, schema: Json) -> str:
    """One message or body as an interface, its descriptions as comments."""
    needed = set(schema.get("required", ()))
    lines = [_comment(schema, ""), f"export interface {name} {{"]
    for key, part in schema.get("properties", {}).items():
        lines.append(_comment(part, "  ") + f"  {key}{'' if key in needed else '?'}: {ts_type(part)};")
    return "\n".join([*(line for line in lines if line), "}"])


def _comment(schema: Json, indent: str) -> str:
    text = str(schema.get("description", "")).split("\n")[0]
    return f"{indent}/** {text} */" + ("\n" if indent else "") if text else ""


def _parts(kinds: Any) -> tuple[list[str], dict[str, Json]]:
    _, parts = msgspec.json.schema_components(kinds, ref_template="{name}")
    return [kind.__name__ for kind in kinds], parts


def text() -> str:
    """The whole file."""
    up, up_parts = _parts(get_args(ToServer))
    down, down_parts = _parts(get_args(ToClient))
    _, http_parts = _parts(HTTP_TYPES)
    every = dict(sorted({**up_parts, **down_parts, **http_parts}.items()))
    blocks = [
        "// Made from protocol/messages.py by `python -m protocol.typescript`. Do not edit.",
        *(interface(name, part) for name, part in every.items()),
        f"export type ToServer = {' | '.join(up)};",
        f"export type ToClient = {' | '.join(down)};",
        f"export type ErrorName = {' | '.join(json.dumps(name) for name in ERRORS)};",
        f"export type CloseNumber = {' | '.join(str(number) for number in CLOSES)};",
    ]
    return "\n\n".join(blocks) + "\n"


def main() -> int:
    """Write the file."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
