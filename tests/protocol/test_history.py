"""Resuming: all that was missed, in order, or a snapshot that says so; and the client's side of it."""

from protocol.codec import decode_to_client
from protocol.frames import texts
from protocol.history import KEPT_FRAMES, History
from protocol.session import Session
from protocol.to_client import Ack, Delta, Error, Limits, Snapshot, Welcome
from protocol.to_server import Command, Resume, Resync

LIMITS = Limits(4096, 6, 50, 100)


def history(versions: int, start: int = 0) -> History:
    """A stream whose view counts its versions."""
    made = History("e1", "v1")
    for number in range(start + 1, start + versions + 1):
        made.advance({"turn": number, "even": {str(number): 1}}, [number])
    return made


def messages(frames: list) -> list:
    """What a client makes of frames that came together."""
    return [decode_to_client(text) for text in texts(b"".join(frames))]


def test_everything_missed_comes_once_and_in_order() -> None:
    recovered, frames = history(13).resume(Resume("e1", 10, "v1"))
    assert recovered
    assert [message.version for message in messages(frames)] == [11, 12, 13]


def test_nothing_missed_is_a_success_without_frames() -> None:
    """Joining at version 0 and resuming from 0 is no reload."""
    assert History("e1", "v1").resume(Resume("e1", 0, "v1")) == (True, [])


def test_another_epoch_an_unknown_version_or_another_view_gives_a_snapshot_that_says_so() -> None:
    for at, reason in [
        (Resume("old", 10, "v1"), "unrecoverable"),
        (Resume("", 10, "v1"), "unrecoverable"),
        (Resume("e1", 99, "v1"), "unrecoverable"),
        (Resume("e1", 10, "other"), "view_changed"),
        (None, "join"),
    ]:
        recovered, frames = history(13).resume(at)
        (snapshot,) = messages(frames)
        assert not recovered and isinstance(snapshot, Snapshot)
        assert (snapshot.reason, snapshot.version) == (reason, 13)


def test_a_forgotten_version_is_never_answered_by_a_part() -> None:
    made = history(KEPT_FRAMES + 50)
    recovered, frames = made.resume(Resume("e1", 10, "v1"))
    assert not recovered and len(frames) == 1


def test_a_slow_reader_gets_one_merged_delta_then_a_snapshot() -> None:
    made = history(100)
    (merged,) = messages([made.merged(90)])
    assert isinstance(merged, Delta)
    assert (merged.from_, merged.version, merged.facts) == (90, 100, list(range(91, 101)))
    assert isinstance(messages([made.merged(1)])[0], Snapshot)
    assert made.merged(100) is None


def follow(session: Session, made: History, frames: list) -> list:
    """Feed frames to a client; what it wants to send."""
    return [out for message in messages(frames) for out in session.receive(message).send]


def test_a_client_follows_deltas_merged_deltas_and_duplicates() -> None:
    made, session = history(5), Session()
    follow(session, made, [made.snapshot("join")])
    steps = [made.advance({"turn": number}, []) for number in range(6, 9)]
    assert follow(session, made, [steps[0], steps[0]]) == []
    assert session.version == 6
    assert follow(session, made, [made.merged(6)]) == []
    assert session.view == made.view and session.version == 8


def test_a_gap_or_another_digest_asks_once_for_a_snapshot() -> None:
    made, session = history(5), Session()
    follow(session, made, [made.snapshot("join")])
    frames = [made.advance({"turn": number}, []) for number in range(6, 9)]
    assert follow(session, made, frames[1:]) == [Resync()]
    follow(session, made, [made.snapshot("resync")])
    session.view = {"turn": 0, "wrong": 1}
    assert follow(session, made, [made.advance({"turn": 9}, [])]) == [Resync()]


def welcome(recovered: bool) -> Welcome:
    return Welcome("g", "e1", "player", "p1", "s", False, True, recovered, LIMITS)


def test_unanswered_commands_are_sent_again_after_reconnecting_until_they_are_answered() -> None:
    session, command = Session("token"), Command("c1", 3, "rest")
    session.send(command)
    assert session.receive(welcome(False)).send == [command]
    assert session.receive(Error("retry", 6, "a store", "none", "c1", 0.2)).again == command
    session.receive(Ack("c1", 4))
    assert session.receive(welcome(True)).send == []


def test_hello_says_where_the_client_stopped() -> None:
    made, session = history(5), Session("token", "Mara")
    assert session.hello().resume is None
    follow(session, made, [made.snapshot("join")])
    assert session.hello().resume == Resume("e1", 5, "v1")
