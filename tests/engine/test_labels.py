"""What every option says: random games of every pairing, each option in both languages' words."""

import re
from random import Random
from typing import Any

import pytest

from clients.terminal.sentences import Sentences
from clients.terminal.words import Words
from engine.core.compose import Setup
from engine.core.content import load
from engine.core.table import Table
from server.http.content import content_part
from server.views.decision import decision_part

CONTENT = load()
NAMES: Any = content_part(CONTENT)
PAIRINGS = [(killer, location) for killer in CONTENT.killers() for location in CONTENT.locations()]
NOTHING = re.compile(r"  |\(\)|\{|None|\bLine \d|^\d+ \+|– ?$")
"""An empty place, a number that stands for what was meant, a label that ends before its effect."""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("killer", "location"), PAIRINGS)
def test_every_option_says_what_it_does(killer: str, location: str, language: str) -> None:
    """No label with an empty place, and none that says only "Line 1" or "1 + Comms Specialist"."""
    seed = f"labels {killer} {location}"
    pick = Random(seed)
    table = Table.new(CONTENT, Setup(killer, location, pick.choice(list(CONTENT.girls()))), "g", seed.encode())
    spaces = {name: {"name": space.name} for name, space in table.rules.board.spaces.items()}
    sentences = Sentences(Words(language), NAMES, {"spaces": spaces}, {"girl": table.header.girl, "location": location})
    while not table.over:
        assert table.request is not None
        decision = decision_part(table)["decision"]
        for option in decision["options"]:
            label = sentences.option(decision, option)
            assert not NOTHING.search(label), (decision["kind"], option, label)
        table.answer(pick.choice(table.request.options), table.number)
