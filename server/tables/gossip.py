"""What talk does at a room, whether it was said here or at another node."""

from typing import TYPE_CHECKING

from protocol.to_client import Suggestion
from server.tables import talk
from server.tables.advice import Vote
from server.tables.council import close_if_all_voted

if TYPE_CHECKING:
    from server.tables.room import Room


def take(room: "Room", said: talk.AnyTalk, node: str) -> None:
    """Apply one message. `node` is where it comes from, empty if from here."""
    match said:
        case talk.Here():
            hear_of_people(room, said, node)
        case talk.Suggested():
            suggest(room, said)
        case talk.VoteOpened() if room.board.vote is None:
            room.board.vote = Vote(said.request, said.seconds)
            room.tell_advice()
        case talk.Balloted():
            ballot(room, said)
        case talk.VoteClosed():
            room.board.end_vote()
            room.board.closed = said.ballot
            room.tell_advice()
        case talk.Spoke():
            for role in ("spectator",) if said.said.role == "spectator" else ("player", "advisor"):
                room.send_to(role, said.said)
        case talk.Pointed():
            for role in ("player", "advisor"):
                room.send_to(role, said.pinged)
        case talk.StandingChanged():
            room.spawn(room.learn_soon())


def hear_of_people(room: "Room", said: talk.Here, node: str) -> None:
    """Who is at another node."""
    if node:
        room.crowd.hear(node, said)
        room.tell_people(share=said.asks)


def suggest(room: "Room", said: talk.Suggested) -> None:
    """Put a proposal on the board, or take it off."""
    if said.option:
        room.board.suggestions[said.person] = Suggestion(said.request, said.option)
    else:
        room.board.suggestions.pop(said.person, None)
    room.tell_advice()


def ballot(room: "Room", said: talk.Balloted) -> None:
    """Into the urn; whoever opened the vote closes it when all have voted."""
    vote = room.board.vote
    if vote is not None and vote.request == said.request:
        vote.ballots[said.person] = said.option
        room.tell_advice()
        close_if_all_voted(room)
