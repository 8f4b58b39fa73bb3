"""The few HTTP calls a client needs, over the standard library."""

import asyncio
import urllib.error
import urllib.request
from typing import Any

import msgspec

from protocol.http import Created, CreateGame, Problem

TIMEOUT = 10.0


class HttpProblem(Exception):
    """The server refused: `problem` has the code, what was expected, what came."""

    def __init__(self, status: int, problem: Problem) -> None:
        super().__init__(f"{status} {problem.code}: expected {problem.expected}, got {problem.came}")
        self.status = status
        self.problem = problem


def _ask(url: str, body: bytes | None, token: str) -> bytes:
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    request = urllib.request.Request(url, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as reply:
            content: bytes = reply.read()
            return content
    except urllib.error.HTTPError as error:
        raise HttpProblem(error.code, _problem(error.read())) from None
    except urllib.error.URLError as error:
        raise ConnectionError(f"no server answers at {url}: {error.reason}") from None


def _problem(body: bytes) -> Problem:
    """What the server says is wrong; something else than Last Reel may say it in its own way."""
    try:
        return msgspec.json.decode(body, type=Problem)
    except msgspec.MsgspecError:
        return Problem("malformed", 0, "an answer of Last Reel", body[:100].decode(errors="replace"))


async def get(url: str, token: str = "") -> bytes:
    """The body of a page. Raises HttpProblem, ConnectionError."""
    return await asyncio.to_thread(_ask, url, None, token)


async def get_json(url: str, token: str = "") -> Any:
    """A page decoded from JSON."""
    return msgspec.json.decode(await get(url, token))


async def create_game(server: str, game: CreateGame) -> Created:
    """Make a game at `http://host:port`. Raises HttpProblem."""
    body = await asyncio.to_thread(_ask, f"{server}/api/games", msgspec.json.encode(game), "")
    return msgspec.json.decode(body, type=Created)
