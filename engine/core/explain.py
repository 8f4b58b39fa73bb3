"""What the options of a request mean, for people: computed only when somebody looks, never while simulating.

Sends keys and arguments; the reader's own words make sentences of them.
"""

from typing import Any

from engine.cards.notation import describe
from engine.core.content import Card
from engine.core.game import Game
from engine.core.ids import base
from engine.core.tape import Request
from engine.rules.action import may_play
from engine.rules.hand import HAND_LIMIT, hand_size
from engine.rules.search import search_deck

Option = dict[str, Any]


def explain(game: Game, request: Request) -> list[Option]:
    """For each option: its id, a key for its label, arguments, what it does (`says`) and what it points at."""
    return [_option(game, request, option) for option in request.options]


def _option(game: Game, request: Request, option: str) -> Option:
    verb, *things = option.split(":")
    return {
        "id": option,
        "key": f"option.{verb}",
        "args": _args(request, verb, things),
        "says": _says(game, request, verb, things),
        "targets": [thing for thing in things if _is_target(game, thing)],
    }


def _args(request: Request, verb: str, things: list[str]) -> dict[str, Any]:
    if verb == "die":
        at = int(things[0])
        return {"a": things[0], "number": at + 1, "face": request.about["dice"][at]}
    if verb == "follow" and "+" in things[0]:
        number, *special = things[0].split("+")
        return {"a": [*["victim"] * int(number), *special] if number.isdigit() else [number, *special]}
    return dict(zip("abc", things, strict=False))


def _says(game: Game, request: Request, verb: str, things: list[str]) -> list[Any]:
    about = request.about
    if verb == "line":
        return list(about["lines"][int(things[0]) - 1])
    if verb == "place":
        return list(about.get("rewards", {}).get(f"place:{things[0]}", []))
    if verb == "discard" and request.kind == "action":
        return [["T+", 1]]
    if verb in ("buy", "play", "take", "use", "keep", "equip") and things:
        found = game.rules.cards.get(base(things[0]))
        return [] if found is None else card_says(found, with_cost=verb == "buy")
    return list(game.modify("option_says", [], verb, things))


_said: dict[tuple[int, bool], tuple[Card, list[Any]]] = {}
"""What each card says, made once; the card is kept beside it so that its identity stays its own."""


def card_says(card: Card, *, with_cost: bool) -> list[Any]:
    """Result rows of an Action card, effects of another card. Not to be changed."""
    key = (id(card), with_cost)
    if key not in _said:
        _said[key] = (card, _card_says(card, with_cost=with_cost))
    return _said[key][1]


def _card_says(card: Card, *, with_cost: bool) -> list[Any]:
    if card.rows:
        rows = [["row", number, [describe(line) for line in lines]] for number, lines in sorted(card.rows.items())]
        cost = [["cost", card.face.cost]] if with_cost else []
        return cost + rows[::-1]
    lines = card.discard or card.effect
    return [["lines", 0, [describe(line) for line in lines]]] if lines else []


def _is_target(game: Game, thing: str) -> bool:
    state, rules = game.state, game.rules
    return (
        thing in rules.cards
        or thing in rules.board.spaces
        or thing in state.victims
        or thing in state.killers
        or thing in state.items
    )


def blocked(game: Game, request: Request) -> list[dict[str, Any]]:
    """What a player may miss among the options, with the reason."""
    if request.kind == "action":
        cards = [c for c in game.state.hand if not may_play(game, c)]
        return [{"id": f"play:{c}", "reason": _why_not_play(game, c)} for c in cards]
    if request.kind == "buy":
        cards = [c for c in game.state.tableau if f"buy:{c}" not in request.options]
        return [{"id": f"buy:{c}", "reason": _why_not_buy(game, c)} for c in cards]
    return []


def _why_not_play(game: Game, card: str) -> str:
    face = game.rules.cards[card]
    if face.face.reaction:
        return "blocked.reaction"
    if not face.rows:
        return "blocked.after-roll"
    if not face.attacks:
        return "blocked.search-space" if card == "search" and not search_deck(game) else "blocked.forbidden"
    return "blocked.nothing-in-reach"


def _why_not_buy(game: Game, card: str) -> str:
    if hand_size(game) >= HAND_LIMIT:
        return "blocked.hand-limit"
    return "blocked.time" if game.rules.cards[card].face.cost > game.state.time else "blocked.forbidden"
