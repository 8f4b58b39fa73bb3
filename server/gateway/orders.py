"""What each message from a client does, and who may. Every one is answered: an ack, or an error with a code."""

from typing import TYPE_CHECKING, Any

from protocol import to_server as up
from protocol.to_client import Ack, Error, Pinged, Said
from server.store import StoreError
from server.tables import talk
from server.tables.access import Grant, new_token
from server.tables.council import open_council
from server.tables.live import error
from server.tables.people import Person
from server.tables.seats import player_is_away
from server.tables.standing import token_field
from server.views.decision import private_cards, times_seen

if TYPE_CHECKING:
    from server.gateway.connection import Connection

Answer = Ack | Error


async def carry_out(connection: "Connection", message: Any) -> Answer:
    """Do what a message says. Nothing is done for a role that may not."""
    order = _ORDERS[type(message)]
    try:
        return await order(connection, message)  # type: ignore[no-any-return]
    except StoreError:
        return error("retry", "a store that answers", "no answer", message.id, 1.0)


def forbid(message: Any, who: str, connection: "Connection") -> Error:
    """The answer to somebody who may not."""
    return error("forbidden", who, connection.role, message.id)


def person_of(connection: "Connection") -> Person:
    """Who speaks."""
    assert connection.person is not None
    return connection.person


# --- the seat


async def command(connection: "Connection", message: up.Command) -> Answer:
    """Answer the decision: the seat alone, and not over an open vote."""
    room = connection.room
    if connection.role != "player":
        return forbid(message, "the player's seat", connection)
    if room.board.vote is not None and room.board.vote.request == message.request:
        return error("forbidden", "the end of the advisors' vote", "an answer before it", message.id)
    by = message.suggested_by if message.suggested_by in room.board.suggestions else ""
    return await room.table.answer(message.id, message.option, message.request, person_of(connection).id, by)


async def undo(connection: "Connection", message: up.Undo) -> Answer:
    """Take the last answer back: the seat alone."""
    if connection.role != "player":
        return forbid(message, "the player's seat", connection)
    return await connection.room.table.undo(message.id, person_of(connection).id)


async def show(connection: "Connection", message: up.Show) -> Answer:
    """Show the advisors a card that only the player has looked at."""
    if connection.role != "player":
        return forbid(message, "the player's seat", connection)
    table = connection.room.table
    looked_at = table.streams.view("player").get("looked_at", {})
    secret = {card for deck in looked_at.values() for part in deck.values() for card in part}
    if message.card not in secret | private_cards(table.game):
        return error("illegal", "a card you have looked at", message.card, message.id)
    data = {"card": message.card, "seen": times_seen(table.game, message.card)}
    return await table.note(message.id, "show", data, person_of(connection).id)


async def seat(connection: "Connection", message: up.Seat) -> Answer:
    """Pass the seat on, or take it over from a player who has been away long enough."""
    room, person = connection.room, person_of(connection)
    target = room.crowd.people.get(message.to)
    takes_over = connection.role == "advisor" and target is person and player_is_away(room, room.config.absent_seconds)
    if not (connection.role == "player" or person.grant.host or takes_over):
        return forbid(
            message, f"the seat, the host, or an advisor after {room.config.absent_seconds:.0f} s", connection
        )
    if target is None or room.role(target) == "spectator":
        return error("illegal", "a player or advisor at this table", message.to, message.id)
    return await room.table.note(message.id, "seat", {"to": target.id}, person.id)


# --- the host


async def settings(connection: "Connection", message: up.Settings) -> Answer:
    """Change how the table is run."""
    person = person_of(connection)
    if not person.grant.host:
        return forbid(message, "the host", connection)
    names = ("open_hand", "delay", "delay_seconds", "mode", "vote_seconds", "stand_in", "watchable")
    data = {name: value for name in names if (value := getattr(message, name)) is not None}
    if not data:
        return error("malformed", f"one of {', '.join(names)}", "none", message.id)
    return await connection.room.table.note(message.id, "settings", data, person.id)


async def moderate(connection: "Connection", message: up.Moderate) -> Answer:
    """Mute, remove or move a person between advisors and spectators."""
    room = connection.room
    target = room.crowd.people.get(message.person)
    if not person_of(connection).grant.host:
        return forbid(message, "the host", connection)
    if target is None or target.grant.host:
        return error("illegal", "somebody else at this table", message.person, message.id)
    kind, value = _DECIDED.get(message.action, ("role", message.role or ""))
    await room.decide({f"{kind}:{target.id}": value, f"name:{target.id}": target.name})
    return Ack(message.id)


_DECIDED = {"mute": ("muted", "1"), "unmute": ("muted", ""), "remove": ("removed", "1")}
"""What is kept of each action but a change of role; see `server.tables.standing`."""


async def invite(connection: "Connection", message: up.Invite) -> Answer:
    """A new link for a role; with `revoke` nobody comes in by the ones before.

    Whoever is connected by them stays until the connection ends; `moderate` with `remove` sends away.
    """
    room = connection.room
    if not person_of(connection).grant.host:
        return forbid(message, "the host", connection)
    token, old = new_token(), room.standing.links_of(message.role) if message.revoke else []
    await room.decide(dict.fromkeys(old, "") | token_field(token, Grant(message.role)))
    return Ack(message.id, link=f"/#/table/{room.table.id}/{token}")


# --- advice


def open_request(connection: "Connection", message: Any) -> Error | None:
    """Why there is no advice: another decision is open, or the advisors may not know what this one is about."""
    table = connection.room.table
    if message.request != table.game.number or table.game.request is None:
        return error("stale", f"decision {table.game.number}", str(message.request), message.id)
    if not table.streams.sees_decision("advisor"):
        return error("not_shown", "a decision that the advisors see", "one about cards not shown to them", message.id)
    if getattr(message, "option", "") and message.option not in table.game.request.options:
        return error("illegal", "an option of the open decision", message.option, message.id)
    return None


def may_talk(connection: "Connection", message: Any) -> Error | None:
    """Advice and chat need a voice and come in measure."""
    if person_of(connection).muted:
        return forbid(message, "somebody who is not muted", connection)
    if wait := connection.talk.take():
        return error("rate_limited", "fewer messages", "too many", message.id, wait)
    return None


async def suggest(connection: "Connection", message: up.Suggest) -> Answer:
    """An advisor's proposal on an option."""
    if connection.role != "advisor":
        return forbid(message, "an advisor", connection)
    if refused := may_talk(connection, message) or open_request(connection, message):
        return refused
    connection.room.share(talk.Suggested(person_of(connection).id, message.request, message.option))
    return Ack(message.id)


async def ping(connection: "Connection", message: up.Ping) -> Answer:
    """Point at something; the team sees it."""
    if connection.role == "spectator":
        return forbid(message, "a player or advisor", connection)
    if refused := may_talk(connection, message):
        return refused
    connection.room.share(talk.Pointed(Pinged(person_of(connection).id, message.at, message.path)))
    return Ack(message.id)


async def chat(connection: "Connection", message: up.Chat) -> Answer:
    """Say something: the team among itself, spectators among themselves."""
    if refused := may_talk(connection, message):
        return refused
    person = person_of(connection)
    connection.room.share(talk.Spoke(Said(person.id, person.name, connection.role, message.text)))
    return Ack(message.id)


# --- votes


async def open_vote(connection: "Connection", message: up.OpenVote) -> Answer:
    """The seat asks the advisors."""
    if connection.role != "player":
        return forbid(message, "the player's seat", connection)
    if refused := open_request(connection, message):
        return refused
    if connection.room.board.vote is not None:
        return error("illegal", "no vote under way", "one", message.id)
    open_council(connection.room, message.request, message.seconds)
    return Ack(message.id)


async def vote(connection: "Connection", message: up.Vote) -> Answer:
    """A sealed ballot; the ack repeats it to its advisor alone."""
    room = connection.room
    if connection.role != "advisor":
        return forbid(message, "an advisor", connection)
    if refused := open_request(connection, message):
        return refused
    if room.board.vote is None:
        return error("illegal", "an open vote", "none", message.id)
    room.share(talk.Balloted(person_of(connection).id, message.request, message.option))
    return Ack(message.id, option=message.option)


_ORDERS: dict[type, Any] = {
    up.Command: command,
    up.Undo: undo,
    up.Show: show,
    up.Seat: seat,
    up.Settings: settings,
    up.Moderate: moderate,
    up.Invite: invite,
    up.Suggest: suggest,
    up.Ping: ping,
    up.Chat: chat,
    up.OpenVote: open_vote,
    up.Vote: vote,
}
