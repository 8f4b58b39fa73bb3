"""Health, readiness and metrics."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from protocol.http import Health
from server.http.answers import answer, problem
from server.http.games import node_of


async def healthz(request: Request) -> Response:
    """The process lives."""
    return answer(Health(True))


async def readyz(request: Request) -> Response:
    """The store answers and the node takes commands."""
    node = node_of(request)
    if node.tables.draining:
        return problem("retry", "a node that takes commands", "one that is leaving")
    if not await node.store.ready():
        return problem("retry", "a store that answers", "no answer")
    return answer(Health(True))


async def metrics(request: Request) -> Response:
    """Prometheus text, for the operator alone (this machine, or the token): counts tell of hidden moves."""
    node = node_of(request)
    address = request.client.host if request.client else ""
    if not (node.is_operator(request.headers.get("authorization", "")) or address in ("127.0.0.1", "::1")):
        return problem("forbidden", "the operator", "somebody else")
    return PlainTextResponse(node.metrics.text(), headers={"cache-control": "no-store"})
