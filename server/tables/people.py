"""Who is at a table. A person is known by a secret of the device's own; the public id follows from it.

So the same person comes back after a restart, on any node, without a list of people anywhere.
"""

import hashlib
import time
from typing import TYPE_CHECKING

import msgspec

from protocol.to_client import People, PersonHere, Role
from server.tables.access import Grant
from server.tables.settings import Settings

if TYPE_CHECKING:
    from server.gateway.connection import Connection

MOST_PEOPLE = 500
"""Absent people beyond this number are forgotten."""


def person_id(game: str, secret: str) -> str:
    """The public id of a person at a game."""
    return "p" + hashlib.sha256(f"{game}/{secret}".encode()).hexdigest()[:10]


class Person(msgspec.Struct, eq=False):
    """One person with all devices."""

    id: str
    name: str
    grant: Grant
    connections: "set[Connection]" = msgspec.field(default_factory=set)
    muted: bool = False
    role_given: str = ""
    """Role that the host gave instead of the link's."""
    left: float = 0.0
    """When the last connection went (monotonic seconds)."""
    order: int = 0

    @property
    def here(self) -> bool:
        """Whether any device is connected."""
        return bool(self.connections)

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
        self._count = 0

    def arrive(self, secret: str, name: str, grant: Grant) -> Person:
        """The person of a secret; a better grant replaces a lesser one, a name the one before."""
        name = " ".join(name.split())
        found = self.people.get(person_id(self.game, secret))
        if found is None:
            self._count += 1
            found = Person(person_id(self.game, secret), name, grant, order=self._count)
            self.people[found.id] = found
            self._forget()
        found.name = name or found.name or grant.role
        if grant.host or ORDER[grant.role] < ORDER[found.grant.role]:
            found.grant = grant
        return found

    def _forget(self) -> None:
        if len(self.people) > MOST_PEOPLE:
            for person in [person for person in self.people.values() if not person.here][: MOST_PEOPLE // 2]:
                del self.people[person.id]

    def leave(self, person: Person) -> None:
        """The last device of a person has gone; spectators are forgotten at once."""
        person.left = time.monotonic()
        if person.grant.role == "spectator" and not person.muted and not person.role_given:
            self.people.pop(person.id, None)

    def here(self, settings: Settings, role: str) -> list[Person]:
        """Connected people of a role, by arrival."""
        found = [person for person in self.people.values() if person.here and person.role(settings) == role]
        return sorted(found, key=lambda person: person.order)

    def message(self, settings: Settings) -> People:
        """The list for everybody: team by name, spectators only counted."""
        people = {
            person.id: PersonHere(
                person.name,
                person.role(settings),
                person.here,
                person.grant.host,
                person.role(settings) == "player",
                person.muted,
            )
            for person in self.people.values()
            if person.role(settings) != "spectator"
        }
        spectators = sum(len(person.connections) for person in self.here(settings, "spectator"))
        return People(people, spectators, settings.public())


ORDER = {"player": 0, "advisor": 1, "spectator": 2}
