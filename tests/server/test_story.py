"""What a snapshot tells of the last frames, and what a take-back makes untold: for all roles, from set-up on."""

from random import Random
from typing import Any

import msgspec
import pytest

from engine.core.compose import Setup
from engine.core.content import load
from engine.core.table import Batch, Table
from protocol.codec import decode_to_client
from protocol.frames import texts
from protocol.history import STORY_FRAMES
from protocol.to_client import Delta, Snapshot
from server.metrics import Metrics
from server.tables.streams import ROLES, Streams, seen_facts

CONTENT = load()
OWN = ("TakenBack", "Noted", "AdviceTaken")
"""Facts that come from the table, not from the game."""


def told(table: Table, role: str, upto: int | None = None) -> list[Any]:
    """The facts of the game as a role knows them."""
    return [msgspec.to_builtins(fact) for fact in seen_facts(table.facts[:upto], role, False)]


def story(streams: Streams, role: str) -> list[Any]:
    """What whoever joins reads: facts with their versions."""
    (text,) = texts(streams.channels[role].history.snapshot("join"))
    snapshot = decode_to_client(text)
    assert isinstance(snapshot, Snapshot)
    return [(one.version, fact) for one in snapshot.story for fact in one.facts]


def of_the_game(lines: list[Any]) -> list[Any]:
    """Without the facts that come from the table."""
    return [fact for _, fact in lines if fact["fact"] not in OWN]


class Follower:
    """A client's log that began with a snapshot."""

    def __init__(self, streams: Streams, role: str) -> None:
        self.history = streams.channels[role].history
        self.lines = story(streams, role)
        self.version = self.history.version

    def follow(self) -> None:
        for text in texts(b"".join(self.history.since(self.version) or [])):
            delta = decode_to_client(text)
            assert isinstance(delta, Delta)
            for fact in delta.facts:
                if fact["fact"] == "TakenBack":
                    self.lines = [line for line in self.lines if line[0] <= fact["version"]]
                self.lines.append((delta.version, fact))
        self.version = self.history.version


def begin(seed: int) -> tuple[Table, Streams]:
    table = Table.new(CONTENT, Setup("intruders", "wingard-cottage", "ava"), "story", b"%d" % seed)
    return table, Streams(table, "epoch", Metrics(), 20.0)


async def test_the_first_snapshot_tells_the_set_up() -> None:
    """Setup card, pieces, first Event: the first lines of everybody's log; each role its own facts."""
    table, streams = begin(1)
    for role in ROLES:
        facts = of_the_game(story(streams, role))
        assert facts == told(table, role)
        kinds = {fact["fact"] for fact in facts}
        assert {"SetupDrawn", "VictimAdded", "GirlMoved", "HorrorChanged", "CardShown"} <= kinds
        assert streams.view(role)["setup"] == table.state.marks["setup-card"]
    moved = [fact for fact in of_the_game(story(streams, "spectator")) if fact["fact"] == "ActionCardMoved"]
    assert all(not fact.get("card") for fact in moved)


@pytest.mark.parametrize("seed", range(8))
async def test_the_log_of_who_came_late_is_the_log_of_who_was_there(seed: int) -> None:
    """With answers, take-backs and notes: the last lines are the same; none of them has been taken back."""
    table, streams = begin(seed)
    pick, back = Random(seed), 0
    there = {role: Follower(streams, role) for role in ROLES}
    while not table.over:
        assert table.request is not None
        batch: Batch
        if pick.random() < 0.3 and table.undo_reach():
            batch, back = table.undo(pick.choice(table.undo_reach())), back + 1
        elif pick.random() < 0.05:
            batch = table.note("settings", {"delay": pick.choice([0, 3])})
        elif seed % 2 and pick.random() < 0.1:
            batch = table.note("settings", {"open_hand": pick.random() < 0.5})
        else:
            batch = table.answer(pick.choice(table.request.options), table.number)
        streams.take(batch, 0)
        for role, follower in there.items():
            follower.follow()
            lines = story(streams, role)
            assert lines == follower.lines[-len(lines) :]
            assert len({version for version, _ in lines}) <= STORY_FRAMES
            if role != "spectator":
                facts = of_the_game(lines)
                assert not facts or facts == told(table, role)[-len(facts) :]
                assert of_the_game(follower.lines) == told(table, role)
            elif not seed % 2 and not streams.held:
                assert of_the_game(follower.lines) == told(table, role, streams.closed_facts)
    assert back


async def test_a_slow_reader_is_not_told_what_has_been_taken_back() -> None:
    """One merged delta: only what counts at its end, and that something was taken back."""
    table, streams = begin(3)
    assert table.request is not None
    free = next(option for option in table.request.options if option.startswith("discard"))
    streams.take(table.answer(free, table.number), 0)
    streams.take(table.undo(), 0)
    frame = streams.channels["player"].history.merged(1)
    assert frame is not None
    delta = decode_to_client(*texts(frame))
    assert isinstance(delta, Delta)
    assert [fact["fact"] for fact in delta.facts] == ["TakenBack"]
