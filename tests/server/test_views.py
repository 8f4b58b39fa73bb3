"""Views are brought up to date part by part: they must be what they would be if made from nothing."""

import random
from itertools import cycle, product
from typing import Any

import msgspec
import pytest
from hypothesis import given as for_all
from hypothesis import strategies as some

from engine.core.compose import Setup
from engine.core.content import load
from engine.core.game import Game
from engine.core.state import State
from engine.core.table import Table
from protocol import codec
from server.views.digest import view_digest
from server.views.parts import PARTS
from server.views.render import Picture, render

CONTENT = load()
SETUPS = [
    Setup(killer, location, girl)
    for (killer, location), girl in zip(
        product(CONTENT.killers(), CONTENT.locations()), cycle(CONTENT.girls()), strict=False
    )
]
SEEN_BY = [("player", False), ("advisor", False), ("spectator", False), ("spectator", True)]


@pytest.mark.parametrize("seed", range(len(SETUPS)))
def test_a_picture_kept_up_to_date_is_the_one_made_anew(seed: int) -> None:
    """At every cut and request, take-backs included: the same bytes, and views already given out stay as they were."""
    chance = random.Random(seed)
    table = Table.new(CONTENT, SETUPS[seed], "g", seed.to_bytes(32, "big"))
    pictures = [Picture(table.rules, {}, role, open_hand) for role, open_hand in SEEN_BY]
    given: list[tuple[Any, bytes]] = []

    def look(game: Game) -> None:
        for picture, (role, open_hand) in zip(pictures, SEEN_BY, strict=True):
            view = picture.of(game.state)
            said = msgspec.json.encode(view)
            assert said == msgspec.json.encode(render(game.state, game.rules, {}, role, open_hand))
            given.append((view, said))

    table.on_cut = look
    while table.request is not None:
        if chance.random() < 0.1 and table.undo_reach():
            table.undo()
        else:
            table.answer(chance.choice(table.request.options), table.number)
        look(table.game)
    assert all(msgspec.json.encode(view) == said for view, said in given)


@for_all(
    some.recursive(
        some.text() | some.booleans() | some.integers(-(2**53), 2**53),
        lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    )
)
def test_the_servers_digest_is_the_protocols(view: Any) -> None:
    """Two encoders, the same bytes, whatever the text."""
    assert view_digest(view) == codec.view_digest(view)


class Reads:
    """A state that notes which of its fields are asked for."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.names: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.names.add(name)
        return getattr(self._state, name)


@pytest.mark.parametrize("seed", range(len(SETUPS)))
def test_a_part_reads_what_it_declares(seed: int) -> None:
    chance = random.Random(seed)
    table = Table.new(CONTENT, SETUPS[seed], "g", seed.to_bytes(32, "big"))
    while table.request is not None:
        for part in PARTS:
            state: Any = Reads(table.state)
            part.make(state, table.rules)
            assert state.names <= set(part.reads), part.name
        table.answer(chance.choice(table.request.options), table.number)
