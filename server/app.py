"""The application: its routes. `Node` does the work."""

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.routing import Route
from starlette.types import ASGIApp

from server.gateway.socket import Sockets
from server.http.achievements import judge
from server.http.answers import gone, no_such_method, no_such_path, too_late
from server.http.assets import Assets
from server.http.content import ContentPages
from server.http.games import branch_game, create_game, get_record, list_games
from server.http.headers import SecurityHeaders
from server.http.health import healthz, metrics, readyz
from server.http.replay import get_replay
from server.node import Node


def build(node: Node) -> ASGIApp:
    """The ASGI application of an open node."""
    assets = Assets()
    pages = ContentPages(node.content)

    app = Starlette(
        routes=[
            Route("/", assets.page),
            Route("/static/{hash}/{path:path}", assets.file),
            Route("/api/games", create_game, methods=["POST"]),
            Route("/api/games", list_games),
            Route("/api/games/{game}/record", get_record),
            Route("/api/games/{game}/branch", branch_game, methods=["POST"]),
            Route("/api/games/{game}/replay", get_replay),
            Route("/api/achievements", judge, methods=["POST"]),
            Route("/api/content", pages.content),
            Route("/api/content/{location}/board", pages.board),
            Route("/healthz", healthz),
            Route("/readyz", readyz),
            Route("/metrics", metrics),
        ],
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={404: no_such_path, 405: no_such_method, 408: too_late, ClientDisconnect: gone},
    )
    app.state.node = node
    return Sockets(app, node)
