"""Addresses people paste: a server's, or a link to a table as the server gives it."""

from typing import NamedTuple
from urllib.parse import urlsplit


class Link(NamedTuple):
    """Where to go; without a game, to the server alone."""

    server: str
    game: str
    token: str
    """Empty in a link that only lets watch."""


def read_link(url: str) -> Link:
    """Read `http://HOST` or `http://HOST/#/table/GAME/TOKEN`. Raises ValueError."""
    try:
        parts = urlsplit(url)
        _, table, game, token, *more = [*parts.fragment.split("/"), "", "", ""]
        fits = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1) and not any(more)
    except ValueError:  # brackets or a port that are none
        fits = False
    if not fits or (parts.fragment and not (table == "table" and game)):
        raise ValueError(f"expected http://HOST or http://HOST/#/table/GAME/TOKEN, got {url!r}")
    return Link(f"{parts.scheme}://{parts.netloc}", game, token)
