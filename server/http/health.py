"""Health, readiness and metrics."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from protocol.http import Health
from server.http.answers import answer
from server.http.games import node_of


async def healthz(request: Request) -> Response:
    """The process lives."""
    return answer(Health(True))


async def readyz(request: Request) -> Response:
    """The store answers and the node takes commands."""
    node = node_of(request)
    if node.tables.draining:
        return answer(Health(False, "draining"), 503)
    if not await node.store.ready():
        return answer(Health(False, "the store does not answer"), 503)
    return answer(Health(True))


async def metrics(request: Request) -> Response:
    """Prometheus text."""
    return PlainTextResponse(node_of(request).metrics.text(), headers={"cache-control": "no-store"})
