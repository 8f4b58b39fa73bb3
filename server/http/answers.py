"""JSON answers and problems."""

from typing import Any

import msgspec
from starlette.responses import Response

from protocol.errors import ERRORS
from protocol.http import Problem

JSON = "application/json"
_STATUS = {
    "bad_setup": 400,
    "malformed": 400,
    "forbidden": 403,
    "bad_token": 403,
    "no_such_game": 404,
    "too_large": 413,
    "rate_limited": 429,
    "retry": 503,
}


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, {"cache-control": "no-store", **(headers or {})}, JSON)


def problem(code: str, expected: str, came: str) -> Response:
    """A refusal with the protocol's code."""
    value = Problem(code, ERRORS[code].number, expected[:300], came[:200])
    headers = {"retry-after": "2"} if code in ("retry", "rate_limited") else None
    return answer(value, _STATUS.get(code, 400), headers)
