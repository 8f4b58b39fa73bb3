"""The parts of a view: one small function each, from the state to a map without nulls, keyed by ids."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.core.compose import Rules
from engine.core.content import GirlDef
from engine.core.game import Game
from engine.core.state import Deck, State
from engine.rules.rolls import DICE, DICE_EXTREME
from server.views.sight import Sight

Map = dict[str, Any]


def girl(state: State, rules: Rules) -> Map:
    """The Final Girl, her tracks and her rescue places."""
    body = state.girl
    part: Map = {
        "id": rules.girl.id,
        "health": body.health,
        "max": body.max,
        "token": body.token,
        "time": state.time,
        "reset": 5 if rules.setup.extreme else 6,
        "horror": state.horror,
        "dice": (DICE_EXTREME if rules.setup.extreme else DICE)[state.horror],
        "ultimate": state.ultimate,
        "places": places(state, rules),
    }
    if body.at:
        part["at"] = body.at
    if "girl" in state.due:
        part["due"] = True
    return part


def places(state: State, rules: Rules) -> Map:
    """Rescue places with their rewards; `by` is the Victim that covers one."""
    covered = tuple(state.places.items())
    found = _places.get((rules.girl, covered))
    if found is None:
        found = _places[rules.girl, covered] = _make_places(dict(covered), rules)
    return found


_places: dict[tuple[GirlDef, tuple[tuple[str, str], ...]], Map] = {}
"""Made once for each way in which places are covered: views share them and change nothing in place."""


def _make_places(covered: dict[str, str], rules: Rules) -> Map:
    part: Map = {}
    for number, reward in enumerate(rules.girl.places, 1):
        place = str(number)
        part[place] = {"reward": reward, "by": covered[place]} if place in covered else {"reward": reward}
    part["after"] = {"reward": rules.girl.after}
    return part


def killers(state: State, rules: Rules) -> Map:
    """Every Killer figure."""
    part: Map = {}
    for name, body in state.killers.items():
        one: Map = {"health": body.health, "max": body.max, "token": body.token, "status": body.status}
        if body.at:
            one["at"] = body.at
        if state.active == name:
            one["active"] = True
        if name in state.due:
            one["due"] = True
        part[name] = one
    return part


def bloodlust(state: State, rules: Rules) -> Map:
    """The row of the Bloodlust track and its printed values."""
    row = rules.track[min(state.bloodlust, len(rules.track)) - 1][0]
    return {"row": state.bloodlust, "attack": row.attack, "move": row.move}


def deck(value: Deck) -> Map:
    """What lies open of a deck."""
    part: Map = {"left": len(value)}
    if value.faceup and value.top:
        part["top"] = value.top[0]
    return part


def decks(state: State, rules: Rules) -> Map:
    """All decks."""
    return {name: deck(value) for name, value in state.decks.items()}


def looked_at(state: State, rules: Rules) -> Map:
    """Facedown cards that the player has looked at, by deck: from the top, and from the bottom."""
    part: Map = {}
    for name, value in state.decks.items():
        known = value.top[1:] if value.faceup else value.top
        seen: Map = {}
        if known:
            seen["top"] = known[:]
        if value.bottom:
            seen["bottom"] = value.bottom[:]
        if seen:
            part[name] = seen
    return part


def items(state: State, rules: Rules) -> Map:
    """Items held, with slot and uses left."""
    part: Map = {name: {"slot": slot} for name, slot in state.items.items()}
    for name, left in state.uses.items():
        if name in part:
            part[name]["uses"] = left
    return part


def powers(state: State, rules: Rules) -> Map:
    """Minor Dark Powers in play with the health they have left."""
    return {name: {"health": left} for name, left in state.powers.items()}


def resolving(state: State, rules: Rules) -> Map:
    """Cards being resolved, numbered from the outermost."""
    return {card: {"order": number} for number, card in enumerate(state.resolving, 1)}


def outcome(state: State, rules: Rules) -> Map:
    """Absent until the game is over."""
    return {"won": state.outcome[0] == "won", "why": state.outcome[1]} if state.outcome else {}


def step_name(state: State, rules: Rules) -> str:
    """The name of the current step."""
    return rules.steps[state.step].name if 0 <= state.step < len(rules.steps) else ""


def film(state: State, rules: Rules) -> Map:
    """What the films' cards remember in the open (marks whose key begins with a declared prefix), and what follows."""
    public, values = rules.public_marks, rules.public_values
    if not public:
        return {}
    marks = {**state.marks, **state.turn_marks, **state.phase_marks}
    part = {key: value for key, value in marks.items() if key.startswith(public)}
    if values:
        game = Game(rules, state)
        part |= {key: work_out(game) for key, work_out in values.items()}
    return part


def tally(cards: dict[str, int]) -> int:
    """How many cards."""
    return sum(cards.values())


class Part(NamedTuple):
    """One part of a view."""

    name: str
    sight: Sight
    reads: tuple[str, ...]
    """The fields of the state that it is made from; while they are as before, so is the part."""
    make: Callable[[State, Rules], Any]


PARTS = (
    Part("turn", "all", ("turn",), lambda state, rules: state.turn),
    Part("phase", "all", ("phase",), lambda state, rules: state.phase),
    Part("step", "all", ("step",), step_name),
    Part("setup", "all", ("marks",), lambda state, rules: state.marks.get("setup-card", "")),
    Part("outcome", "all", ("outcome",), outcome),
    Part("girl", "all", ("girl", "time", "horror", "ultimate", "places", "due"), girl),
    Part("killers", "all", ("killers", "active", "due"), killers),
    Part("bloodlust", "all", ("bloodlust",), bloodlust),
    Part("victims", "all", ("victims",), lambda state, rules: dict(state.victims)),
    Part("supply", "all", ("supply",), lambda state, rules: state.supply),
    Part("saved", "all", ("saved",), lambda state, rules: len(state.saved)),
    Part("dead", "all", ("dead",), lambda state, rules: len(state.dead)),
    Part("tokens", "all", ("tokens",), lambda state, rules: dict(state.tokens)),
    Part("hand_size", "all", ("hand",), lambda state, rules: tally(state.hand)),
    Part("tableau_size", "all", ("tableau",), lambda state, rules: tally(state.tableau)),
    Part("discard_size", "all", ("discard",), lambda state, rules: tally(state.discard)),
    Part("hand", "team", ("hand",), lambda state, rules: dict(state.hand)),
    Part("tableau", "team", ("tableau",), lambda state, rules: dict(state.tableau)),
    Part("discard", "team", ("discard",), lambda state, rules: dict(state.discard)),
    Part("items", "all", ("items", "uses"), items),
    Part("decks", "all", ("decks",), decks),
    Part("looked_at", "player", ("decks",), looked_at),
    Part("events", "all", ("events",), lambda state, rules: {name: {} for name in state.events}),
    Part("powers", "all", ("powers",), powers),
    Part("finale", "all", ("finale",), lambda state, rules: state.finale),
    Part("dark_power", "all", ("dark_power",), lambda state, rules: state.dark_power),
    Part("resolving", "all", ("resolving",), resolving),
    Part("film", "all", State.__struct_fields__, film),  # what follows from marks is worked out by cards in play
    Part("shown", "all", ("shown",), lambda state, rules: {name: {} for name in state.shown}),
)
"""Every part of a view. Empty maps and empty ids are left out, so that views hold no nulls."""
