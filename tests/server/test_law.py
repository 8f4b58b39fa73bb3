"""The law: two states that differ only in what a role may not know give byte-identical frames to that role."""

import random
from collections import Counter
from typing import Any

import pytest

from engine.core.compose import Setup
from engine.core.content import Content, load
from engine.core.state import State
from server.views.sight import HIDDEN, PRIVATE_DECISIONS, STATE_SIGHT
from tests.support import law
from tests.support.law import LIVE, Heard

GAMES = 12
SETUP = Setup("intruders", "wingard-cottage", "ava")


@pytest.fixture(scope="module")
def content() -> Content:
    return load()


def test_every_field_of_the_state_is_declared_or_hidden() -> None:
    """A new field of the state is hidden until somebody declares it; this test makes that a decision."""
    assert set(State.__struct_fields__) == set(STATE_SIGHT) | HIDDEN


def test_a_view_has_no_nulls_and_only_maps_by_id(content: Content) -> None:
    def check(value: Any, where: str) -> None:
        assert value is not None, where
        if isinstance(value, dict) and not where.endswith(".args"):
            for key, part in value.items():
                assert isinstance(key, str)
                check(part, f"{where}.{key}")

    async def run() -> None:
        heard = Heard(content, SETUP)
        for role in heard.streams.channels:
            check(heard.streams.view(role), role)

    import asyncio

    asyncio.run(run())


@pytest.mark.parametrize("seed", range(GAMES))
async def test_secret_choices_do_not_show_in_anything_a_spectator_is_sent(content: Content, seed: int) -> None:
    """Live and delayed, take-backs and unseen notes included; over a few games, `make law` plays 2,000."""
    await law.choices_do_not_show(content, seed)


@pytest.mark.parametrize("seed", range(GAMES))
async def test_what_a_role_may_not_know_is_in_nothing_it_is_sent(content: Content, seed: int) -> None:
    """Advisors and spectators of an open or closed hand: other cards looked at, hidden things dealt anew, canaries."""
    await law.hidden_things_do_not_show(content, seed)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_the_law_holds_over_two_thousand_games() -> None:
    law.try_many(2000, 2)


async def test_the_advisors_view_is_made_alike_from_the_state_and_from_the_players(content: Content) -> None:
    heard, chance = Heard(content, SETUP, ears=("player", "advisor", LIVE)), random.Random(1)
    while heard.table.request is not None:
        assert heard.streams.advisors_view(heard.streams.view("player")) == heard.streams.view("advisor")
        heard.play(chance.choice(heard.table.request.options))


async def test_secret_choices_really_differ(content: Content) -> None:
    """The test above is about something: over its games the hands do differ while the public part is the same."""
    differing = 0
    for seed in range(30):
        chance = random.Random(seed)
        one, two = (Heard(content, law.setup_of(content, seed), law.secret_of(seed)) for _ in range(2))
        for _ in range(60):
            if one.table.request is None or two.table.request is None:
                break
            options = one.table.request.options
            if one.table.request.kind == "buy":
                pairs = [
                    (a, b)
                    for a in options
                    for b in two.table.request.options
                    if a != b and law.alike(a, content) == law.alike(b, content)
                ]
                if pairs:
                    a, b = chance.choice(pairs)
                    one.play(a)
                    two.play(b)
                    assert one.public == two.public
                    assert one.table.state.hand != two.table.state.hand
                    assert one.ears[LIVE].heard() == two.ears[LIVE].heard()
                    differing += 1
                    break
            option = chance.choice(options)
            one.play(option)
            two.play(option)
    assert differing > 10


async def test_cards_looked_at_really_differ(content: Content) -> None:
    """The same of the law on looks: its games come to every kind of decision about other cards in each of a pair."""
    wanted, count = {f"of them at {kind}" for kind in PRIVATE_DECISIONS}, Counter[str]()
    for seed in (27, 84, *range(100)):  # the first two come to all of them as the rules stand
        count += await law.hidden_things_do_not_show(content, seed)
        if wanted <= set(count):
            return
    raise AssertionError(f"never came to {wanted - set(count)}")
