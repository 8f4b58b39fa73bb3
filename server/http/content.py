"""What can be played: killers, locations, girls and cards, and the boards as graphs. Public, cached by digest."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from engine.core.content import Card, Content
from engine.rules.rolls import DICE, DICE_EXTREME
from server.http.answers import Fixed, problem

_encoder = msgspec.json.Encoder(order="sorted")


def card_part(card: Card) -> dict[str, Any]:
    """A card's face without empty fields."""
    face = msgspec.to_builtins(card.face)
    part = {key: value for key, value in face.items() if value not in ("", 0, False, None, {}, [], ())}
    return {**part, "id": card.id, "kind": card.kind, "film": card.film}


def content_part(content: Content) -> dict[str, Any]:
    """Everything that has a name."""
    films: dict[str, Any] = {}
    killers: dict[str, Any] = {}
    locations: dict[str, Any] = {}
    girls: dict[str, Any] = {}
    for film in content.films.values():
        films[film.id] = {"killer": film.killer.id if film.killer else "", "girls": sorted(film.girls)}
        if film.killer:
            killers[film.killer.id] = msgspec.to_builtins(film.killer)
        if film.location:
            location = {**msgspec.to_builtins(film.location), "setups": msgspec.to_builtins(film.setups)}
            locations[film.location.id] = location
            films[film.id]["location"] = film.location.id
        girls |= {name: msgspec.to_builtins(girl) for name, girl in film.girls.items()}
    cards = {name: card_part(card) for name, card in content.cards.items()}
    return {
        "digest": content.digest,
        "films": films,
        "killers": killers,
        "locations": locations,
        "girls": girls,
        "cards": cards,
        "rules": {"dice": DICE, "dice_extreme": DICE_EXTREME},
    }


class ContentPages:
    """Encoded and compressed once per process."""

    def __init__(self, content: Content) -> None:
        self.digest = content.digest
        self.all = Fixed(_encoder.encode(content_part(content)))
        self.boards = {name: Fixed(_encoder.encode(film.board)) for name, film in content.locations().items()}

    def _answer(self, request: Request, body: Fixed) -> Response:
        tag = f'"{self.digest}"'
        headers = {"etag": tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(b"", 304, headers)
        return body.answer(request, headers)

    async def content(self, request: Request) -> Response:
        """GET /api/content."""
        return self._answer(request, self.all)

    async def board(self, request: Request) -> Response:
        """GET /api/content/{location}/board."""
        found = self.boards.get(request.path_params["location"])
        if found is None:
            return problem("no_such_game", f"a location: {', '.join(sorted(self.boards))}", "another")
        return self._answer(request, found)
