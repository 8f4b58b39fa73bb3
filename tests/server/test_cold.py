"""A table that was loaded in one go stands exactly where one that was followed from the start does."""

import random

import pytest

from engine.core.compose import Setup
from engine.core.content import Content, load
from engine.core.errors import CannotUndo
from engine.core.record import encode
from engine.core.table import Table
from server.metrics import Metrics
from server.store import Stored
from server.tables import cold
from server.tables.live import LiveTable
from tests.support.law import setup_of


@pytest.fixture(scope="module")
def content() -> Content:
    return load()


def record_of(content: Content, setup: Setup, seed: int, accidents: float) -> list[Stored]:
    """A random game, with take-backs and notes now and then, as it stands in the store."""
    chance = random.Random(seed)
    table = Table.new(content, setup, "g", seed.to_bytes(32, "big"), epoch="e")
    stop = chance.randrange(20, 400)
    while table.request is not None and table.number < stop:
        table.answer(chance.choice(table.request.options), table.number, command=f"c{table.number}")
        if chance.random() < accidents and not table.over:
            try:
                table.undo(command=f"u{table.number}")
            except CannotUndo:
                table.note("settings", {"open_hand": chance.random() < 0.5}, command=f"n{len(table.entries)}")
        elif chance.random() < 0.05:
            kind = chance.choice(["seat", "show", "vote", "settings"])
            table.note(kind, {"to": "p1"}, command=f"n{len(table.entries)}")
    return [Stored(number, 0, encode(entry), "b") for number, entry in enumerate(table.entries, 1)]


def loaded(content: Content, record: list[Stored]) -> LiveTable:
    table = LiveTable(None, content, Metrics(), 20.0)  # type: ignore[arg-type]
    assert table.load(record, None) == ""
    return table


@pytest.mark.parametrize("seed", range(30))
async def test_loading_in_one_go_is_the_same(content: Content, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_of(content, setup_of(content, seed), seed, 0.0 if seed % 3 else 0.05)
    quick = loaded(content, record)
    monkeypatch.setattr(cold, "split", lambda rest: 0)
    slow = loaded(content, record)
    assert quick.answered == slow.answered and quick.head == slow.head
    assert quick.game.state == slow.game.state and quick.game.number == slow.game.number
    assert quick.game.undo_reach() == slow.game.undo_reach() and quick.game.digest == slow.game.digest
    for role, channel in slow.streams.channels.items():
        other = quick.streams.channels[role].history
        assert (other.version, other.view) == (channel.history.version, channel.history.view), role
        known = len(other.frames)
        assert list(channel.history.frames)[-known:] == list(other.frames) or not known
    assert quick.streams.closed_view == slow.streams.closed_view
    assert quick.streams.closed_facts == slow.streams.closed_facts


async def test_most_long_games_are_loaded_in_one_go(content: Content) -> None:
    records = [record_of(content, setup_of(content, seed), seed, 0.0) for seed in range(20)]
    long = [record for record in records if len(record) > 120]
    done = []
    for record in long:
        table = loaded(content, record)
        done.append(len(table.streams.channels["player"].history.frames) < table.streams.version("player") - 1)
    assert sum(done) >= len(done) * 0.8
