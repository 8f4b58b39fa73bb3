"""The state of a game: data only, changed by facts alone, small enough to copy at every boundary.

Ids are slugs. Health counts the Final Health token as its last point. Time -1 means below zero. Horror runs
from 0 (green) to 7 (red). Bloodlust is the row, counted from 1 at the bottom of the Killer board.
"""

from copy import copy
from typing import Any, TypeVar

from msgspec import Struct, field

T = TypeVar("T")


class Girl(Struct):
    """The Final Girl on the table."""

    at: str = ""
    health: int = 0
    max: int = 0
    token: str = "black"
    """Her Final Health token: black (unseen) or white (has come back once)."""


class Killer(Struct):
    """One Killer on the table; most films have one."""

    at: str = ""
    """Its space; empty while it is not on the board."""
    health: int = 0
    max: int = 0
    token: str = "black"
    status: str = "up"
    """up, down (fallen, its token is due), away (not on the board), dead."""


class Deck(Struct):
    """A deck of which only what was seen is decided: a known top, unknown cards, a known bottom.

    The unknown middle holds `blanks` cards of the parent pool and the cards of `own`, in no order yet.
    """

    parent: str = ""
    blanks: int = 0
    own: list[str] = field(default_factory=list)
    top: list[str] = field(default_factory=list)
    bottom: list[str] = field(default_factory=list)
    faceup: bool = False
    """Whether the top card lies faceup."""

    def __len__(self) -> int:
        return len(self.top) + self.blanks + len(self.own) + len(self.bottom)

    def copy(self) -> "Deck":
        return Deck(self.parent, self.blanks, self.own[:], self.top[:], self.bottom[:], self.faceup)


class State(Struct):
    """Everything that the rules know. Copy with `copy`, compare with ==.

    The girl and the Killers are figures that facts move and hurt in place. Every list and map is replaced by a new one
    instead: copies and views share it, and whoever finds the same one again knows that nothing in it has changed.
    """

    turn: int = 0
    phase: str = "setup"
    step: int = 0
    """Index into the game's list of steps."""
    outcome: list[str] = field(default_factory=list)
    """Empty while the game runs, else [won|lost, why]."""
    girl: Girl = field(default_factory=Girl)
    killers: dict[str, Killer] = field(default_factory=dict)
    """In the order of the Killer board."""
    active: str = ""
    """The Killer that acts, where only one does."""
    victims: dict[str, str] = field(default_factory=dict)
    """Victim to space: ordinary ones are v1, v2 ...; special ones carry their name."""
    supply: int = 21
    """Ordinary Victims not yet used."""
    born: int = 0
    """Ordinary Victims named so far."""
    saved: list[str] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    time: int = 6
    horror: int = 0
    bloodlust: int = 1
    hand: dict[str, int] = field(default_factory=dict)
    """Action cards by name with their number; likewise tableau and discard."""
    tableau: dict[str, int] = field(default_factory=dict)
    discard: dict[str, int] = field(default_factory=dict)
    resolving: list[str] = field(default_factory=list)
    """The cards being resolved, the innermost last (a Terror card may bring an Event)."""
    items: dict[str, str] = field(default_factory=dict)
    """Item to slot: hand or pack."""
    uses: dict[str, int] = field(default_factory=dict)
    decks: dict[str, Deck] = field(default_factory=dict)
    pools: dict[str, list[str]] = field(default_factory=dict)
    """Cards of a pile that nobody has seen, sorted."""
    events: list[str] = field(default_factory=list)
    powers: dict[str, int] = field(default_factory=dict)
    """Minor Dark Powers in play with their health (0: none to lose)."""
    finale: str = ""
    dark_power: str = ""
    places: dict[str, str] = field(default_factory=dict)
    """Rescue place (1, 2 ...) to the Victim that covers it."""
    ultimate: bool = False
    tokens: dict[str, str] = field(default_factory=dict)
    """Token to space."""
    due: list[str] = field(default_factory=list)
    """Who has lost the last health and whose Final Health token is still to be looked at."""
    shown: list[str] = field(default_factory=list)
    """Cards lying open beside the board (Supplies, Crafted Items, Afflictions ...)."""
    marks: dict[str, Any] = field(default_factory=dict)
    """Whatever a card has to remember, by `card` or `card.thing`."""
    turn_marks: dict[str, Any] = field(default_factory=dict)
    """As marks, forgotten when the next turn begins."""
    phase_marks: dict[str, Any] = field(default_factory=dict)
    """As marks, forgotten when the next phase begins."""

    def copy(self) -> "State":
        """A copy: with figures of its own, sharing the collections."""
        other = copy(self)
        girl = self.girl
        other.girl = Girl(girl.at, girl.health, girl.max, girl.token)
        other.killers = {name: Killer(k.at, k.health, k.max, k.token, k.status) for name, k in self.killers.items()}
        return other


def removed(things: list[str], one: str) -> list[str]:
    """The list without a thing, the first if there are several."""
    left = things[:]
    left.remove(one)
    return left


def dropped(things: dict[str, T], key: str) -> dict[str, T]:
    """The map without a key."""
    left = things.copy()
    del left[key]
    return left
