"""JSON answers, problems, and bodies that stay as they are."""

import gzip
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from protocol.errors import ERRORS
from protocol.http import Problem
from server.store import Away
from server.tables.live import fault_of

JSON = "application/json"
_STATUS = {
    "bad_setup": 400,
    "malformed": 400,
    "forbidden": 403,
    "bad_token": 403,
    "no_such_game": 404,
    "too_large": 413,
    "rate_limited": 429,
    "damaged": 500,
    "retry": 503,
}


class Fixed:
    """A body that never changes: compressed once, for whoever takes it so."""

    def __init__(self, body: bytes, kind: str = JSON) -> None:
        self.body = body
        self.kind = kind
        self.zipped = gzip.compress(body, mtime=0)

    def answer(self, request: Request, headers: dict[str, str]) -> Response:
        """200 with the body."""
        headers = {**headers, "vary": "accept-encoding"}
        if len(self.zipped) < len(self.body) and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.zipped, 200, {**headers, "content-encoding": "gzip"}, self.kind)
        return Response(self.body, 200, headers, self.kind)


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, {"cache-control": "no-store", **(headers or {})}, JSON)


def problem(code: str, expected: str, came: str, status: int | None = None) -> Response:
    """A refusal with the protocol's code."""
    value = Problem(code, ERRORS[code].number, expected[:300], came[:200])
    headers = {"retry-after": "2"} if code in ("retry", "rate_limited") else None
    return answer(value, status or _STATUS.get(code, 400), headers)


def unreadable(fault: Exception) -> Response:
    """The refusal where a store does not answer or a record is not sound; says neither addresses nor cards."""
    if isinstance(fault, Away):
        return problem("retry", "a store that answers", "no answer")
    return problem("damaged", "a sound record", fault_of(fault))


async def no_such_path(request: Request, _: Exception) -> Response:
    """404: nothing is at that path."""
    return problem("malformed", "a path of this server", request.url.path, 404)


async def no_such_method(request: Request, refused: Any) -> Response:
    """405: the path is there for other methods."""
    response = problem("malformed", "another method for this path", request.method, 405)
    response.headers.update(refused.headers or {})
    return response


async def too_late(request: Request, _: Exception) -> Response:
    """408: the body was not sent in time; the rest of it is not waited for."""
    response = problem("malformed", "a body sent without a pause", "a part of it", 408)
    response.headers["connection"] = "close"
    return response


async def gone(request: Request, _: Exception) -> Response:
    """The one who asked has left in the middle of the body: nobody hears this, and it is no error of ours."""
    return problem("malformed", "the whole body", "a part of it")
