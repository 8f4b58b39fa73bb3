"""The seat passed on each turn (relay), and a stand-in for a player who stays away."""

import asyncio
import secrets
import time
from typing import TYPE_CHECKING

from server.tables.people import Person

if TYPE_CHECKING:
    from server.tables.room import Room

STAND_IN_SECONDS = 1.0
"""Between two answers of a stand-in, so that people can follow."""


def team(room: "Room") -> list[Person]:
    """Player and advisors who are here, by arrival."""
    settings = room.table.streams.settings
    found = [*room.crowd.here(settings, "player"), *room.crowd.here(settings, "advisor")]
    return sorted(found, key=lambda person: person.order)


def pass_seat_on(room: "Room") -> None:
    """Relay: the next of the team takes the seat."""
    people = team(room)
    if len(people) < 2:
        return
    now = next((i for i, person in enumerate(people) if room.role(person) == "player"), -1)
    following = people[(now + 1) % len(people)]
    room.spawn(_seat(room, following))


async def _seat(room: "Room", person: Person) -> None:
    await room.table.note(f"relay-{secrets.token_hex(6)}", "seat", {"to": person.id}, "relay")


def player_is_away(room: "Room", seconds: float) -> bool:
    """Whether somebody has held the seat, and has been gone for so long."""
    players = [person for person in room.crowd.people.values() if room.role(person) == "player"]
    limit = time.monotonic() - seconds
    return bool(players) and all(not person.here and person.left < limit for person in players)


def watch_for_stand_in(room: "Room") -> None:
    """The player's last device may have gone: look again when the time is up."""
    if room.stand_in is None:
        wait = room.config.absent_seconds + 0.05
        room.stand_in = asyncio.get_running_loop().call_later(wait, _look, room)


def _look(room: "Room") -> None:
    room.stand_in = None
    if not room.table.streams.settings.stand_in or room.table.game.request is None:
        return
    if player_is_away(room, room.config.absent_seconds) and room.board.vote is None:
        room.spawn(_play_on(room))


async def _play_on(room: "Room") -> None:
    """One answer of the stand-in, any option alike, recorded as its own."""
    game = room.table.game
    if game.request is None:
        return
    option = secrets.choice(game.request.options)
    await room.table.answer(f"stand-in-{secrets.token_hex(6)}", option, game.number, "stand-in")
    room.stand_in = asyncio.get_running_loop().call_later(STAND_IN_SECONDS, _look, room)
