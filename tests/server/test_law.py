"""The law: two states that differ only in what a role may not know give byte-identical frames to that role."""

import random
from typing import Any

import msgspec
import pytest

from engine.core.compose import Setup
from engine.core.content import Content, load
from engine.core.state import State
from server.views.render import render
from server.views.sight import HIDDEN, STATE_SIGHT
from tests.support.law import Heard, shuffle_hidden

GAMES = 12
SETUP = Setup("intruders", "wingard-cottage", "ava")


def setup_of(content: Content, seed: int) -> Setup:
    """Every killer with every location and girl in turn, now and then harder."""
    killers, locations, girls = sorted(content.killers()), sorted(content.locations()), sorted(content.girls())
    killer, location = killers[seed % len(killers)], locations[seed // len(killers) % len(locations)]
    return Setup(killer, location, girls[seed % len(girls)], seed % 5 == 4, seed % 7 == 6)


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
async def test_what_a_role_may_not_know_does_not_change_its_view(content: Content, seed: int) -> None:
    """At every request of a random game: hidden things dealt anew, and the same bytes to advisor and spectator."""
    heard, chance = Heard(content, setup_of(content, seed), seed.to_bytes(32, "big")), random.Random(seed)
    while heard.table.request is not None:
        state, rules = heard.table.state, heard.table.rules
        for role in ("advisor", "spectator"):
            for _ in range(3):
                other = shuffle_hidden(state, role, chance)
                views = [render(one, rules, {}, role, False) for one in (state, other)]
                first, second = (msgspec.json.encode(view) for view in views)
                assert first == second
        assert heard.streams.advisors_view(heard.streams.view("player")) == heard.streams.view("advisor")
        heard.play(chance.choice(heard.table.request.options))


def alike(option: str, content: Content) -> Any:
    """Options that look the same to a spectator: buying a card of one price, discarding any card."""
    verb, _, card = option.partition(":")
    face = content.cards.get(card)
    if verb == "buy" and face is not None:
        return verb, face.face.cost
    return verb if verb == "discard" else option


@pytest.mark.parametrize("seed", range(GAMES))
async def test_secret_choices_do_not_show_in_anything_a_spectator_is_sent(content: Content, seed: int) -> None:
    """Over a few games; `make soak` plays 2,000."""
    await pair_of_games(content, seed)


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_the_law_holds_over_two_thousand_games(content: Content) -> None:
    for seed in range(2000):
        await pair_of_games(content, seed)


async def pair_of_games(content: Content, seed: int) -> None:
    """Two games on the same draws, in which the player decides otherwise wherever nobody can see it.

    While what is public is the same, every byte is: deltas, their number and versions, snapshots of who joins then.
    """
    secret, chance = seed.to_bytes(32, "big"), random.Random(seed)
    one, two = (Heard(content, setup_of(content, seed), secret) for _ in range(2))
    while one.table.request is not None and two.table.request is not None:
        if one.table.request.kind != two.table.request.kind:
            break
        option = chance.choice(one.table.request.options)
        twins = [o for o in two.table.request.options if alike(o, content) == alike(option, content)]
        if not twins:
            both = sorted(set(one.table.request.options) & set(two.table.request.options))
            if not both:
                break
            option = chance.choice(both)
            twins = [option]
        other = chance.choice(twins)
        one.play(option)
        two.play(other)
        if one.public != two.public or one.table.over:
            break
        assert one.ears["spectator"].heard() == two.ears["spectator"].heard()
        assert one.snapshots("spectator") == two.snapshots("spectator")


async def test_secret_choices_really_differ(content: Content) -> None:
    """The test above is about something: over its games the hands do differ while the public part is the same."""
    differing = 0
    for seed in range(30):
        chance = random.Random(seed)
        one, two = (Heard(content, setup_of(content, seed), seed.to_bytes(32, "big")) for _ in range(2))
        for _ in range(60):
            if one.table.request is None or two.table.request is None:
                break
            options = one.table.request.options
            if one.table.request.kind == "buy":
                pairs = [
                    (a, b)
                    for a in options
                    for b in two.table.request.options
                    if a != b and alike(a, content) == alike(b, content)
                ]
                if pairs:
                    a, b = chance.choice(pairs)
                    one.play(a)
                    two.play(b)
                    assert one.public == two.public
                    assert one.table.state.hand != two.table.state.hand
                    assert one.ears["spectator"].heard() == two.ears["spectator"].heard()
                    differing += 1
                    break
            option = chance.choice(options)
            one.play(option)
            two.play(option)
    assert differing > 10


CANARIES = ("hand", "tableau", "decision", "options", "looked_at", "undo", "discard")


@pytest.mark.parametrize("seed", range(GAMES))
async def test_no_hidden_name_is_in_any_byte_before_the_end(content: Content, seed: int) -> None:
    """Card names that nobody could know, and keys of hidden parts, never occur in a closed-hand spectator's bytes."""
    heard, chance = Heard(content, setup_of(content, seed), seed.to_bytes(32, "big")), random.Random(seed)
    shown = set(heard.table.state.killers)  # the Organism's cards carry the names of its figures, which all know
    while heard.table.request is not None:
        undecided = {card for pool in heard.table.state.pools.values() for card in pool}
        told = heard.ears["spectator"].heard() + heard.snapshots("spectator")
        figures = set(heard.table.state.killers)  # all know that they exist; which comes when is undecided
        for card in undecided - shown - figures:
            assert f'"{card}"'.encode() not in told
        for key in CANARIES:
            assert f'"{key}":'.encode() not in told.replace(b'"to":"discard"', b"")
        assert heard.table.digest.encode() not in told
        shown |= {card for card in undecided if f'"{card}"'.encode() in told}
        heard.play(chance.choice(heard.table.request.options))
    assert b'"tableau":' in heard.ears["spectator"].heard()


@pytest.mark.parametrize("seed", range(GAMES))
async def test_what_only_the_player_has_looked_at_reaches_no_advisor(content: Content, seed: int) -> None:
    """Names of cards looked at, options and facts included, are in no byte of an advisor until they are shown."""
    heard, chance = Heard(content, setup_of(content, seed), seed.to_bytes(32, "big")), random.Random(seed)
    told = 0
    while heard.table.request is not None:
        looked_at = heard.streams.view("player").get("looked_at", {})
        secret = {card for deck in looked_at.values() for part in deck.values() for card in part}
        new = b"".join(heard.ears["advisor"].wire[told:]) + heard.snapshots("advisor")
        told = len(heard.ears["advisor"].wire)
        public = heard.ears["spectator"].heard()
        for card in secret:
            name = f'"{card}"'.encode()
            assert name in public or name not in new, (card, heard.table.request.kind)
        heard.play(chance.choice(heard.table.request.options))
