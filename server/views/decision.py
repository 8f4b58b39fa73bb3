"""The pending decision as the team sees it: every legal option with what it does, and what may be taken back."""

from typing import Any

from engine.core.explain import blocked, explain
from engine.core.facts import CardsSeen
from engine.core.table import Table
from server.views.sight import PRIVATE_DECISIONS

Map = dict[str, Any]


def decision_part(table: Table) -> Map:
    """`decision` with its options, or nothing when none is open."""
    request = table.request
    if request is None:
        return {}
    decision: Map = {
        "id": str(table.number),
        "request": table.number,
        "kind": request.kind,
        "args": dict(request.about),
        "options": explain(table.game, request),
    }
    if reasons := blocked(table.game, request):
        decision["blocked"] = reasons
    return {"decision": decision}


def private_cards(table: Table) -> set[str]:
    """The cards of the open decision that the player alone has looked at; empty where the whole team may see it."""
    request = table.request
    if request is None or request.kind not in PRIVATE_DECISIONS:
        return set()
    cards = {option.partition(":")[2] for option in request.options}
    return (cards | {request.about.get("item", ""), request.about.get("card", "")}) - {""}


def times_seen(table: Table, card: str) -> int:
    """How often the player has looked at a card; what she showed is good until she looks at it again."""
    return sum(card in fact.cards for fact in table.facts if isinstance(fact, CardsSeen))


def undo_part(table: Table) -> Map:
    """How far a take-back reaches, or why there is none."""
    reach = table.undo_reach()
    if reach:
        return {"can": True, "to": reach[0]}
    return {"can": False, "why": "undo.over" if table.over else "undo.nothing"}
