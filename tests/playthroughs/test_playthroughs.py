"""Golden playthroughs: a whole game of each film as text, with what the player may do, and what she and a closed-hand
spectator are told. `make goldens` writes them anew; the diff is the review."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from engine.core.compose import Setup
from engine.core.content import load
from engine.core.facts import Fact
from engine.core.table import Table

FOLDER = Path(__file__).parent
CONTENT = load()
FILMS = {film.id: film for film in CONTENT.films.values() if film.killer and film.location and film.girls}
_encoder = msgspec.json.Encoder(order="sorted")


def told(fact: Fact | None, mark: str) -> str:
    """A fact as one line: its name, its cause, then its values."""
    if fact is None:
        return ""
    values = {k: v for k, v in msgspec.structs.asdict(fact).items() if k != "because" and v != "" and v != []}
    because = fact.because  # type: ignore[attr-defined]
    return f"  {mark} {type(fact).__name__} ({because}) {_encoder.encode(values).decode()}"


def lines_of(facts: list[Fact]) -> list[str]:
    """Facts that anybody sees: `·` to all, `p` to the team alone, `s` what a closed-hand spectator gets instead."""
    found = []
    for fact in facts:
        team, others = fact.seen_by("player", False), fact.seen_by("spectator", False)
        if team == others:
            found.append(told(team, "·"))
        else:
            found += [told(team, "p"), told(others, "s")]
    return [line for line in found if line]


def playthrough(film: str) -> str:
    """One game as text; the answers are drawn from a fixed seed."""
    found = FILMS[film]
    assert found.killer is not None
    assert found.location is not None
    setup = Setup(found.killer.id, found.location.id, next(iter(found.girls)))
    pick = Random(film)
    table = Table.new(CONTENT, setup, film, film.encode())
    lines = [f"{setup.killer} at {setup.location} with {setup.girl}", *lines_of(table.facts)]
    while not table.over:
        request = table.request
        assert request is not None
        lines.append(f"{table.number}. {request.kind}: {' '.join(request.options)}")
        option = pick.choice(request.options)
        batch = table.answer(option, table.number)
        lines += [f"  > {option}", *lines_of(batch.facts)]
    return "\n".join([*lines, " ".join(table.over), f"digest {table.digest}"]) + "\n"


@pytest.mark.parametrize("film", FILMS)
def test_playthrough(film: str, request: pytest.FixtureRequest) -> None:
    """The game is told as it was when somebody last looked at it."""
    path = FOLDER / f"{film}.txt"
    text = playthrough(film)
    if request.config.getoption("--goldens"):
        path.write_text(text)
    assert path.exists(), "make goldens writes it"
    assert text == path.read_text()
