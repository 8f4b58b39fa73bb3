"""Boards as graphs: who can step where, how far things are apart, where a panic die leads.

A board's data come from `board.toml`. What changes in play (opened shafts, turned tiles, closed doors) is a key
computed from the state; a graph is built once per key. Distances are steps along the shortest way.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

FAR = 99
"""Distance to a space that cannot be reached."""


class Space(Struct, frozen=True):
    """A space of a board."""

    id: str
    name: str
    named: bool = False
    search: bool = False
    exit: bool = False
    areas: tuple[str, ...] = ()
    to: dict[str, str] = field(default_factory=dict)
    """Neighbour to the panic faces that lead there ("1-2", "3", "")."""
    extra: dict[str, Any] = field(default_factory=dict)


class Link(Struct, frozen=True):
    """A line that is more than a path: a shaft, a stretch of river, a wall."""

    a: str
    b: str
    kind: str
    id: str = ""


class Graph:
    """The ways open to one kind of mover at one moment. Immutable once built."""

    def __init__(self, steps: dict[str, tuple[str, ...]], panic: dict[str, dict[int, str]]) -> None:
        self.steps = steps
        """Space to the spaces one step away, sorted."""
        self.panic = panic
        """Space to the space each panic face leads to; a missing face stays."""
        self._distances: dict[str, dict[str, int]] = {}

    def distances(self, start: str) -> dict[str, int]:
        """Steps from a space to every space that can be reached."""
        known = self._distances.get(start)
        if known is None:
            known = self._distances[start] = self._measure(start)
        return known

    def _measure(self, start: str) -> dict[str, int]:
        found = {start: 0}
        front = [start]
        for space in front:
            for near in self.steps[space]:
                if near not in found:
                    found[near] = found[space] + 1
                    front.append(near)
        return found

    def distance(self, start: str, end: str) -> int:
        """Steps between two spaces; FAR if there is no way."""
        return self.distances(start).get(end, FAR)

    def towards(self, start: str, end: str) -> list[str]:
        """The first steps of all shortest ways, sorted; empty if there is none."""
        left = self.distance(start, end)
        if left in (0, FAR):
            return []
        return [near for near in self.steps[start] if self.distance(near, end) == left - 1]


class Board(Struct):
    """A location's spaces and special links."""

    spaces: dict[str, Space]
    links: tuple[Link, ...] = ()
    raw: dict[str, Any] = field(default_factory=dict)

    def named(self, area: str) -> list[str]:
        """The spaces of an area, in board order."""
        return [space.id for space in self.spaces.values() if area in space.areas]

    def exits(self) -> list[str]:
        """Exit spaces, in board order."""
        return [space.id for space in self.spaces.values() if space.exit]

    def graph(self, closed: Callable[[str, str], bool] | None = None) -> Graph:
        """The graph of all lines but those that `closed(from, to)` names."""
        steps: dict[str, tuple[str, ...]] = {}
        panic: dict[str, dict[int, str]] = {}
        for space in self.spaces.values():
            ways = [near for near in space.to if closed is None or not closed(space.id, near)]
            steps[space.id] = tuple(sorted(ways))
            panic[space.id] = {die: near for near in ways for die in faces(space.to[near])}
        return Graph(steps, panic)


def faces(text: str) -> list[int]:
    """Panic faces as written: "1-2" is [1, 2], "3,5" is [3, 5], "" is []."""
    found: list[int] = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        low, _, high = part.partition("-")
        found.extend(range(int(low), int(high or low) + 1))
    return found


_KNOWN = ("name", "named", "search", "exit", "areas", "to")


def decode_board(data: dict[str, Any]) -> Board:
    """A board from the contents of its file."""
    spaces = {}
    for name, face in data.get("spaces", {}).items():
        spaces[name] = Space(
            name,
            face["name"],
            face.get("named", False),
            face.get("search", False),
            face.get("exit", False),
            tuple(face.get("areas", ())),
            dict(face["to"]),
            {key: value for key, value in face.items() if key not in _KNOWN},
        )
    links = tuple(Link(link["a"], link["b"], link["kind"], link.get("id", "")) for link in data.get("links", ()))
    rest = {key: value for key, value in data.items() if key not in ("spaces", "links")}
    return Board(spaces, links, rest)
