"""A role's view of a table: a map without nulls, built from declared parts."""

import hashlib
from itertools import compress
from operator import is_not
from typing import Any

from msgspec.structs import astuple

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


_READERS: dict[tuple[str, bool], dict[str, dict[str, Part]]] = {
    (role, open_hand): {
        field: {part.name: part for part in PARTS if field in part.reads and sees(role, open_hand, part.sight)}
        for field in State.__struct_fields__
    }
    for role in ("player", "advisor", "spectator")
    for open_hand in (False, True)
}
"""For each field of the state the parts of a role's view that are made from it."""
FIGURES = ("girl", "killers")
"""What the state changes in place."""
_ORDER = ("game", "role", *(part.name for part in PARTS))


class Picture:
    """What a role sees of a table, without the pending decision, brought up to date part by part.

    Views are never changed in place: a later one shares with an earlier one whatever is as it was.
    """

    def __init__(self, rules: Rules, game: Map, role: str, open_hand: bool = False) -> None:
        """`game` comes from `game_part`."""
        self.rules = rules
        self.view: Map = {"game": game, "role": role}
        readers = _READERS[role, open_hand]
        self._readers = tuple({} if field in FIGURES else parts for field, parts in readers.items())
        self._of_figures = readers["girl"] | readers["killers"]
        self._values: tuple[Any, ...] = (None,) * len(State.__struct_fields__)
        self._figures: list[tuple[Any, ...]] = []

    def of(self, state: State) -> Map:
        """The view of this state."""
        changed = self._changed(state)
        view = self.view.copy()
        added = False
        for name, part in changed.items():
            value = part.make(state, self.rules)
            if value or value.__class__ is int or value.__class__ is bool:
                added = added or name not in view
                view[name] = value
            else:
                view.pop(name, None)
        if added:
            view = {name: view[name] for name in _ORDER if name in view}
        self.view = view
        return view

    def _changed(self, state: State) -> dict[str, Part]:
        """The parts to be made again: values that are not the same as before, and figures that changed in place."""
        changed: dict[str, Part] = {}
        values = astuple(state)
        for readers in compress(self._readers, map(is_not, self._values, values)):
            changed.update(readers)
        figures = [astuple(figure) for figure in (state.girl, *state.killers.values())]
        if figures != self._figures:
            changed.update(self._of_figures)
        self._values, self._figures = values, figures
        return changed


def render(state: State, rules: Rules, game: Map, role: str, open_hand: bool) -> Map:
    """What a role sees of one state, without the pending decision. `game` comes from `game_part`."""
    return Picture(rules, game, role, open_hand).of(state)


def view_code() -> str:
    """Changes whenever views are built otherwise, so that a client with an older view gets a snapshot."""
    names = ",".join(f"{part.name}:{part.sight}" for part in PARTS)
    return hashlib.sha256(f"3;{names}".encode()).hexdigest()[:8]


VIEW_CODE = view_code()
