"""Who may see what. Each part of a view declares its sight; a part of the state that no rule names is hidden."""

from typing import Literal

Sight = Literal["all", "team", "player"]
"""all; team: player and advisors, spectators only while the hand is open; player: the seat alone."""

STATE_SIGHT: dict[str, Sight] = {
    "turn": "all",
    "phase": "all",
    "step": "all",
    "outcome": "all",
    "girl": "all",
    "killers": "all",
    "active": "all",
    "victims": "all",
    "supply": "all",
    "saved": "all",
    "dead": "all",
    "time": "all",
    "horror": "all",
    "bloodlust": "all",
    "hand": "team",
    "tableau": "team",
    "discard": "team",
    "resolving": "all",
    "items": "all",
    "uses": "all",
    "decks": "all",
    "events": "all",
    "powers": "all",
    "finale": "all",
    "dark_power": "all",
    "places": "all",
    "ultimate": "all",
    "tokens": "all",
    "due": "all",
    "shown": "all",
}
"""Fields of the engine's state and their widest sight. Of decks only what lies open is rendered, see `parts`."""

HIDDEN = frozenset({"pools", "born", "marks", "turn_marks", "phase_marks"})
"""Fields that nobody sees: undecided cards, counters, the memory of cards. Named so that a test can tell a new
field of the state from a forgotten one; a field in neither list is hidden as well."""

PRIVATE_DECISIONS = frozenset({"keep-item", "return-item", "return-card"})
"""Kinds of decision about cards that the player alone has looked at. Nobody else sees them, and no advice is taken,
until she has shown the advisors all of those cards."""


def sees(role: str, open_hand: bool, sight: Sight) -> bool:
    """Whether a role may see a part of this sight."""
    if sight == "all":
        return True
    if sight == "player":
        return role == "player"
    return role != "spectator" or open_hand
