"""A role's view of a table: a map without nulls, built from declared parts."""

import hashlib
from typing import Any

from engine.core.compose import Rules
from engine.core.record import Header
from engine.core.state import State
from server.views.parts import PARTS, Part
from server.views.sight import sees

Map = dict[str, Any]


def game_part(rules: Rules, game: str) -> Map:
    """What is played; never changes."""
    setup = rules.setup
    part: Map = {"id": game, "killer": setup.killer, "location": setup.location, "girl": setup.girl}
    part["extreme"], part["epic"] = setup.extreme, setup.epic
    return part


def header_part(header: Header) -> Map:
    """The same, from a record's header."""
    part: Map = {"id": header.game, "killer": header.killer, "location": header.location, "girl": header.girl}
    part["extreme"], part["epic"] = header.extreme, header.epic
    return part


_SEEN: dict[tuple[str, bool], tuple[tuple[str, Part], ...]] = {
    (role, open_hand): tuple((name, part) for name, sight, part in PARTS if sees(role, open_hand, sight))
    for role in ("player", "advisor", "spectator")
    for open_hand in (False, True)
}


def render(state: State, rules: Rules, game: Map, role: str, open_hand: bool) -> Map:
    """What a role sees of a state, without the pending decision. `game` comes from `game_part`."""
    view: Map = {"game": game, "role": role}
    for name, part in _SEEN[role, open_hand]:
        value = part(state, rules)
        if value or value.__class__ is int or value.__class__ is bool:
            view[name] = value
    return view


def view_code() -> str:
    """Changes whenever views are built otherwise, so that a client with an older view gets a snapshot."""
    names = ",".join(f"{name}:{sight}" for name, sight, _ in PARTS)
    return hashlib.sha256(f"3;{names}".encode()).hexdigest()[:8]


VIEW_CODE = view_code()
