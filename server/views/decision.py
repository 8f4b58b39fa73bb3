"""The pending decision as the team sees it: every legal option with what it does, and what may be taken back."""

from typing import Any

from engine.core.explain import blocked, explain
from engine.core.table import Table

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


def undo_part(table: Table) -> Map:
    """How far a take-back reaches, or why there is none."""
    reach = table.undo_reach()
    if reach:
        return {"can": True, "to": reach[0]}
    return {"can": False, "why": "undo.over" if table.over else "undo.nothing"}
