"""Schemas made from the message classes: JSON Schema, AsyncAPI 3 for the socket, OpenAPI 3.1 for HTTP.

`python -m protocol.generate` writes `protocol/schema/`; a test fails while the committed files differ.
"""

import json
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from protocol import SUBPROTOCOL, http
from protocol.errors import CLOSES, ERRORS
from protocol.messages import ToClient, ToServer

FOLDER = Path(__file__).parent / "schema"
Json = dict[str, Any]
HTTP_TYPES = (http.CreateGame, http.BranchGame, http.Created, http.Watchable, http.Problem, http.Health)
ROUTES: tuple[tuple[str, str, str, str | None, str | None], ...] = (
    ("post", "/api/games", "Make a game.", "CreateGame", "Created"),
    ("get", "/api/games", "Games that anybody may watch.", None, "Watchable"),
    ("get", "/api/games/{game}/record", "The record as JSON lines (*.reel); once the game is over.", None, None),
    ("get", "/api/games/{game}/replay", "A role's frames of a finished game (`?role=`): view, then steps.", None, None),
    ("post", "/api/games/{game}/branch", "Go on from a position of a finished game.", "BranchGame", "Created"),
    ("post", "/api/achievements", "What finished games (`games`: game and token) have earned.", None, None),
    ("get", "/api/content", "Killers, locations, girls and cards, with names and effects.", None, None),
    ("get", "/api/content/{location}/board", "The board of a location as a graph.", None, None),
    ("get", "/healthz", "Whether the process lives.", None, "Health"),
    ("get", "/readyz", "Whether the store answers and commands are taken.", None, "Health"),
    ("get", "/metrics", "Counters in the Prometheus text format.", None, None),
)


def _schemas(union: Any, ref: str) -> tuple[list[str], Json]:
    kinds = get_args(union)
    _, parts = msgspec.json.schema_components(kinds, ref_template=ref + "{name}")
    return [kind.__name__ for kind in kinds], dict(sorted(parts.items()))


def json_schema(union: Any, title: str) -> Json:
    """One JSON Schema for a direction."""
    names, parts = _schemas(union, "#/$defs/")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in names],
        "$defs": parts,
    }


def _channel_messages(union: Any, direction: str) -> tuple[Json, Json, Json]:
    names, parts = _schemas(union, "#/components/schemas/")
    messages = {
        f"{direction}.{parts[name]['properties']['type']['enum'][0]}": {
            "contentType": "application/json",
            "summary": parts[name].get("description", "").split("\n")[0],
            "payload": {"$ref": f"#/components/schemas/{name}"},
        }
        for name in names
    }
    return messages, parts, {name: {"$ref": f"#/components/messages/{name}"} for name in messages}


def asyncapi() -> Json:
    """AsyncAPI 3.0 of the socket."""
    up, up_parts, up_refs = _channel_messages(ToServer, "to_server")
    down, down_parts, down_refs = _channel_messages(ToClient, "to_client")
    table = {"$ref": "#/channels/table"}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Last Reel table", "version": SUBPROTOCOL, "description": "See docs/protocol.md."},
        "channels": {
            "table": {
                "address": "/ws/{game}",
                "parameters": {"game": {"description": "Id of the game."}},
                "messages": {**up_refs, **down_refs},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
            }
        },
        "operations": {
            "receive": {"action": "receive", "channel": table, "messages": _operation(up)},
            "send": {"action": "send", "channel": table, "messages": _operation(down)},
        },
        "components": {"messages": {**up, **down}, "schemas": dict(sorted({**up_parts, **down_parts}.items()))},
        "x-error-codes": [error._asdict() for error in ERRORS.values()],
        "x-close-codes": [close._asdict() for close in CLOSES.values()],
    }


def _operation(messages: Json) -> list[Json]:
    return [{"$ref": f"#/channels/table/messages/{name}"} for name in messages]


def openapi() -> Json:
    """OpenAPI 3.1 of the HTTP interface."""
    _, parts = msgspec.json.schema_components(HTTP_TYPES, ref_template="#/components/schemas/{name}")
    paths: Json = {}
    for method, path, summary, body, answer in ROUTES:
        operation: Json = {"summary": summary, "responses": _responses(method, answer)}
        if "{" in path:
            name = path.split("{")[1].split("}")[0]
            operation["parameters"] = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}}]
        if body:
            operation["requestBody"] = {"required": True, "content": _json_content(body)}
        paths.setdefault(path, {})[method] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Last Reel", "version": "1"},
        "paths": paths,
        "components": {"schemas": dict(sorted(parts.items()))},
    }


def _json_content(name: str) -> Json:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _responses(method: str, answer: str | None) -> Json:
    good: Json = {"description": "Done."}
    if answer:
        good["content"] = _json_content(answer)
    return {
        "201" if method == "post" else "200": good,
        "default": {"description": "Refused.", "content": _json_content("Problem")},
    }


def files() -> dict[str, str]:
    """File name to text of everything in `protocol/schema/`."""
    made = {
        "to_server.schema.json": json_schema(ToServer, "Client to server"),
        "to_client.schema.json": json_schema(ToClient, "Server to client"),
        "asyncapi.json": asyncapi(),
        "openapi.json": openapi(),
    }
    return {name: json.dumps(content, indent=2, ensure_ascii=False) + "\n" for name, content in made.items()}


def main() -> int:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
