"""A role's view of a table: a map without nulls, built from declared parts."""

import hashlib
from typing import Any

from engine.core.compose import Rules
from engine.core.state import State
from server.views.parts import PARTS
from server.views.sight import sees

Map = dict[str, Any]


def game_part(rules: Rules, game: str) -> Map:
    """What is played; never changes."""
    setup = rules.setup
    part: Map = {"id": game, "killer": setup.killer, "location": setup.location, "girl": setup.girl}
    part["extreme"], part["epic"] = setup.extreme, setup.epic
    return part


def render(state: State, rules: Rules, game: str, role: str, open_hand: bool) -> Map:
    """What a role sees of a state, without the pending decision."""
    view: Map = {"game": game_part(rules, game), "role": role}
    for name, sight, part in PARTS:
        if sees(role, open_hand, sight):
            value = part(state, rules)
            if value != {} and value != "":
                view[name] = value
    return view


def view_code() -> str:
    """Changes whenever views are built otherwise, so that a client with an older view gets a snapshot."""
    names = ",".join(f"{name}:{sight}" for name, sight, _ in PARTS)
    return hashlib.sha256(f"3;{names}".encode()).hexdigest()[:8]


VIEW_CODE = view_code()
