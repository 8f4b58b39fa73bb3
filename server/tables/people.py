"""Who is at a table. A person is known by a secret of the device's own; the public id follows from it.

So the same person comes back after a restart, on any node, without a list of people anywhere.
"""

import hashlib
import time
from typing import TYPE_CHECKING

import msgspec

from protocol.to_client import People, PersonHere, Role
from server.tables.access import Grant, grant_of
from server.tables.settings import Settings
from server.tables.standing import Standing
from server.tables.talk import Face, Here

if TYPE_CHECKING:
    from server.gateway.connection import Connection
    from server.gateway.limits import Bucket

HEARSAY_SECONDS = 25.0
"""How long the word of another node counts; it is repeated every ten."""
MOST_PEOPLE = 500
"""Absent people beyond this number are forgotten, and names of more are not kept."""
MOST_WATCHERS = 100
"""So many spectators, the first to come, does the host see by name."""


def person_id(game: str, secret: str) -> str:
    """The public id of a person at a game."""
    return "p" + hashlib.sha256(f"{game}/{secret}".encode()).hexdigest()[:10]


class Person(msgspec.Struct, eq=False):
    """One person with all devices."""

    id: str
    name: str
    """Empty if none was said."""
    grant: Grant
    connections: "set[Connection]" = msgspec.field(default_factory=set)
    muted: bool = False
    role_given: str = ""
    """Role that the host gave instead of the link's."""
    left: float = 0.0
    """When the last connection went (monotonic seconds)."""
    order: float = 0
    """When the person first came (seconds since 1970), the same on every node."""
    nodes: dict[str, float] = msgspec.field(default_factory=dict)
    """Other nodes where the person is connected, and when they last said so."""
    talk: "Bucket | None" = None
    """How much may be said, by all devices together."""

    def learn(self, standing: Standing) -> None:
        """What the host has decided about this person."""
        self.muted = self.id in standing.muted
        self.role_given = standing.roles.get(self.id, "")

    def listed(self, settings: Settings) -> bool:
        """Whether the list names this person: the team, and those the host has moved or muted and may want back."""
        return self.role(settings) != "spectator" or self.muted or bool(self.role_given)

    @property
    def passing(self) -> bool:
        """A spectator the host has had nothing to do with: forgotten when gone."""
        return self.grant.role == "spectator" and not self.muted and not self.role_given

    @property
    def here(self) -> bool:
        """Whether any device is connected, here or at another node."""
        limit = time.monotonic() - HEARSAY_SECONDS
        return bool(self.connections) or any(heard > limit for heard in self.nodes.values())

    def role(self, settings: Settings) -> Role:
        """The role now: the seat decides who is the player; who else has the player's link advises."""
        if settings.seat:
            if settings.seat == self.id:
                return "player"
            return "advisor" if self._linked in ("player", "advisor") else "spectator"
        return self._linked

    @property
    def _linked(self) -> Role:
        return self.role_given or self.grant.role  # type: ignore[return-value]


class Crowd:
    """Everybody at one table."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.people: dict[str, Person] = {}
        self.standing = Standing()
        self._spectators: dict[str, tuple[float, int]] = {}
        """Connections of spectators at other nodes, and when they last said so."""

    def learn(self, standing: Standing) -> None:
        """The host has decided something about people, now or before this node knew the table."""
        self.standing = standing
        for person in list(self.people.values()):
            person.learn(standing)
            if person.id in standing.removed:
                del self.people[person.id]

    def arrive(self, secret: str, name: str, grant: Grant) -> Person:
        """The person of a secret; a better grant replaces a lesser one, a name the one before."""
        who, name = person_id(self.game, secret), " ".join(name.split())
        found = self.people.get(who) or self._add(Person(who, "", grant, order=round(time.time(), 3)))
        found.name = name or found.name or self.standing.names.get(who, "")
        if grant.host or ORDER[grant.role] < ORDER[found.grant.role]:
            found.grant = grant
        return found

    def _add(self, person: Person) -> Person:
        self.people[person.id] = person
        person.learn(self.standing)
        self._forget()
        return person

    def _forget(self) -> None:
        if len(self.people) > MOST_PEOPLE:
            for person in [person for person in self.people.values() if not person.here][: MOST_PEOPLE // 2]:
                del self.people[person.id]

    def leave(self, person: Person) -> None:
        """The last device of a person has gone; spectators are forgotten at once."""
        person.left = time.monotonic()
        if person.passing and not person.here:
            self.people.pop(person.id, None)

    def hear(self, node: str, said: Here) -> None:
        """Another node's list, whole."""
        now = time.monotonic()
        self._spectators[node] = (now, said.spectators)
        for name, face in said.people.items():
            if name in self.standing.removed:
                continue
            person = self.people.get(name)
            if person is None:
                person = self._add(Person(name, face.name, grant_of(face.grant), order=face.order))
            person.name = face.name or person.name
            person.nodes[node] = now
        for person in list(self.people.values()):
            if person.id not in said.people and person.nodes.pop(node, None) is not None:
                person.left = now
                if person.passing and not person.here:
                    del self.people[person.id]

    def tell(self, settings: Settings, asks: bool) -> Here:
        """This node's list; named spectators too, as the host may be at any node."""
        known = {
            person.id: Face(person.name, person.grant.text(), person.order)
            for person in self._list(settings, True)
            if person.connections
        }
        return Here(known, self._watching(settings), asks)

    def _watching(self, settings: Settings) -> int:
        """Connections of spectators at this node."""
        return sum(len(p.connections) for p in self.people.values() if p.role(settings) == "spectator")

    def here(self, settings: Settings, role: str) -> list[Person]:
        """Connected people of a role, by arrival."""
        found = [person for person in self.people.values() if person.here and person.role(settings) == role]
        return sorted(found, key=lambda person: person.order)

    def _list(self, settings: Settings, host: bool) -> list[Person]:
        """Whom the list names, for the host or for all others."""
        listed = [person for person in self.people.values() if person.listed(settings)]
        if not host:
            return listed
        watching = (person for person in self.here(settings, "spectator") if person.name)
        return listed + [person for person in watching if not person.listed(settings)][:MOST_WATCHERS]

    def message(self, settings: Settings, host: bool = False) -> People:
        """The list: spectators are only counted, but for those the host has had to do with; the host sees names."""
        people = {
            person.id: PersonHere(
                person.name,
                person.role(settings),
                person.here,
                person.grant.host,
                person.role(settings) == "player",
                person.muted,
            )
            for person in self._list(settings, host)
        }
        limit = time.monotonic() - HEARSAY_SECONDS
        elsewhere = sum(count for heard, count in self._spectators.values() if heard > limit)
        spectators = self._watching(settings) + elsewhere
        return People(people, spectators, settings.public())


ORDER = {"player": 0, "advisor": 1, "spectator": 2}
