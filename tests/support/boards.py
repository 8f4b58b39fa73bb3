"""Abstract boards, a killer and a girl for rules cases without a film: LINE, STAR, RING, TKILLER, TGIRL."""

from functools import cache
from pathlib import Path
from typing import Any

from engine.core.content import (
    BodyDef,
    Card,
    Content,
    Film,
    GirlDef,
    KillerDef,
    LocationDef,
    Row,
    SetupDef,
    decode_card,
    load,
)

LINE = ["a", "b", "c", "d", "e"]
LEAVES = {"n": "1", "e": "2", "s": "3", "w": "4"}
RING = ["r1", "r2", "r3", "r4", "r5", "r6"]


def _line() -> dict[str, Any]:
    spaces: dict[str, Any] = {}
    for i, name in enumerate(LINE):
        to = {}
        if i > 0:
            to[LINE[i - 1]] = "1-2"
        if i < len(LINE) - 1:
            to[LINE[i + 1]] = "3-4"
        spaces[name] = {"name": name.upper(), "named": True, "exit": name == "a", "search": name == "c", "to": to}
    return {"spaces": spaces}


def _star() -> dict[str, Any]:
    spaces: dict[str, Any] = {"h": {"name": "H", "to": dict(LEAVES)}}
    for leaf in LEAVES:
        spaces[leaf] = {"name": leaf.upper(), "to": {"h": "1-3"}}
    return {"spaces": spaces}


def _ring() -> dict[str, Any]:
    size = len(RING)
    return {
        "spaces": {
            name: {"name": name.upper(), "to": {RING[i - 1]: "1-2", RING[(i + 1) % size]: "3-4"}}
            for i, name in enumerate(RING)
        }
    }


def _location(name: str, board: dict[str, Any], decks: tuple[str, ...]) -> Film:
    first = next(iter(board["spaces"]))
    return Film(
        name,
        location=LocationDef(id=name, name=name, provenance="reconstructed", item_decks=decks),
        board=board,
        setups={"only": SetupDef(name="Only", girl=first, killer=first, victims={})},
    )


TKILLER = KillerDef(
    id="tkiller",
    name="TKILLER",
    provenance="reconstructed",
    horror=4,
    bodies=(BodyDef("tkiller", "TKILLER", 5),),
    track=(Row(2, 1), Row(2, 1), Row(3, 2, "H+1"), Row(3, 2, "DP"), Row(4, 3)),
    beyond="killer heals 1; discard terror",
    start_action="near mv atk",
)
TGIRL = GirlDef(
    id="tgirl",
    name="TGIRL",
    provenance="reconstructed",
    health=6,
    places=("T+2", "heal 1", "move 1", "card search", "H-1"),
    after="T+1",
    bonus="",
    ultimate="",
)


CARDS = {
    "item": {
        "taxe": {"hands": 2, "weapon": {"damage": 2}},
        "tknife": {"hands": 1, "weapon": {"damage": 1}},
        "tgun": {"hands": 1, "uses": 2, "weapon": {"damage": 2, "range": [1, 1]}},
        "trevolver": {"hands": 1, "weapon": {"damage": 1, "range": [0, 1], "only": ["weak-attack"]}},
        "tmap": {"discard": "T+3 | move 1"},
        "tpills": {"discard": "H-1 | heal 2"},
    },
    "minor-dark-power": {"tpower": {"health": 1}, "tshield": {"health": 2}},
    "terror": {
        "tnone": {"effect": "need victims; V mv atk", "copies": 3},
        "tmove": {"effect": "near mv atk", "copies": 3},
        "tfright": {"effect": "H+1; need victims; V mv atk"},
        "tcalm": {"effect": "T-2"},
    },
    "event": {"tevent": {"effect": "H+1"}},
    "finale": {"tfinale": {"action": "near mv mv atk"}},
    "dark-power": {"tdark": {"text": "Nothing."}},
}
"""Cards for cases that need one with certain icons and no more."""


def _cards() -> dict[str, Card]:
    faces = {"name": "Test", "provenance": "reconstructed"}
    return {
        name: decode_card(name, kind, "", {**faces, **face}, Path("test.toml"))
        for kind, cards in CARDS.items()
        for name, face in cards.items()
    }


@cache
def content() -> Content:
    """All films, and the abstract boards beside them."""
    found = load()
    found.films["tkiller"] = Film("tkiller", killer=TKILLER)
    found.films["tgirl"] = Film("tgirl", girls={"tgirl": TGIRL})
    found.cards |= _cards()
    found.films["line"] = _location("line", _line(), ("c",))
    found.films["star"] = _location("star", _star(), ())
    found.films["ring"] = _location("ring", _ring(), ())
    return found
