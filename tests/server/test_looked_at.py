"""What only the player has looked at: no view, no advice, no vote of anybody else until she shows it."""

import functools
import itertools
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from clients.sdk import Refused, Table
from clients.sdk.table import new_id
from engine.core.compose import Setup
from engine.core.content import load
from engine.core.dealer import seed_secret
from engine.core.table import Table as Played
from protocol import to_server as up
from protocol.codec import view_digest
from protocol.http import CreateGame
from server.metrics import Metrics
from server.tables.streams import Streams
from tests.support.raw import Raw
from tests.support.server import KEY, Server, until

Make = Callable[..., Server]
CONTENT = load()
WAYS = {
    "keep-item": (("intruders", "wingard-cottage", "ava"), 1842),
    "return-card": (("evomorph", "hellscape", "ava"), 0),
}
"""Decisions about cards looked at, and who comes to them soon: by searching, and by the first Event. Seeds are tried
from the one that does so as the rules stand."""


@functools.cache
def way_to(kind: str) -> tuple[CreateGame, list[str]]:
    """A game on a seed, and the answers after which it asks for such a decision."""
    who, first = WAYS[kind]
    for seed in map(str, itertools.count(first)):
        made = CreateGame(*who, seed=seed)
        setup = Setup(made.killer, made.location, made.girl, seed=seed)
        table, chance = Played.new(CONTENT, setup, "way", seed_secret(KEY, seed)), random.Random(seed)
        answers: list[str] = []
        while table.request is not None and len(answers) < 40:
            if table.request.kind == kind:
                return made, answers
            searches = [option for option in table.request.options if "search" in option]
            answers.append(chance.choice(searches or table.request.options))
            table.answer(answers[-1], table.number)
    raise AssertionError(f"no way to {kind}")


@pytest.fixture(params=WAYS)
async def asked(request: pytest.FixtureRequest, make_server: Make) -> Any:
    """A server, a game and the answers that lead to a decision about cards looked at."""
    setup, answers = way_to(request.param)
    server = make_server(key=KEY)
    return server, await server.game(setup), answers


def join(server: Server, made: Any, role: str, name: str = "") -> Any:
    """A table as one role."""
    return Table.join(server.url, made.game, made.tokens[role], name or role)


def named(player: Table) -> set[str]:
    """The cards that the open decision names."""
    decision = player.view["decision"]
    options = {option["id"].partition(":")[2] for option in decision["options"]}
    return (options | {decision["args"].get("card", ""), decision["args"].get("item", "")}) - {""}


async def test_no_advice_on_what_was_not_shown_and_the_refusal_tells_nothing(asked: Any) -> None:
    server, made, answers = asked
    async with (
        join(server, made, "player") as p,
        join(server, made, "advisor") as a,
        join(server, made, "spectator") as s,
    ):
        await p.send(up.Settings(new_id(), open_hand=True))
        for option in answers:
            await p.choose(option)
        request, cards = p.view["decision"]["request"], named(p)
        assert set(p.view["decision"]["not_shown"]) == cards
        await until(lambda: a.view == {**without(p.view, "decision", "looked_at"), "role": "advisor"})
        assert "decision" not in s.view and "hand" in s.view
        real, wrong = p.options[0]["id"], "keep:no-such-card"
        refusals = []
        for order in (
            up.Suggest("o", request, real),
            up.Suggest("o", request, wrong),
            up.Vote("o", request, real),
            up.Vote("o", request, wrong),
        ):
            with pytest.raises(Refused) as no:
                await a.send(order)
            refusals.append(msgspec.json.encode(no.value.error))
        assert no.value.error.code == "not_shown"
        assert len(set(refusals)) == 1 and not any(card.encode() in refusals[0] for card in cards)
        with pytest.raises(Refused) as no:
            await p.send(up.OpenVote(new_id(), request, 30))
        assert no.value.error.code == "not_shown"
        for order in (up.Suggest(new_id(), request, real), up.Vote(new_id(), request, real)):
            with pytest.raises(Refused) as no:
                await s.send(order)
            assert no.value.error.code == "forbidden"
        await p.choose(real)


async def test_a_council_leaves_such_a_decision_to_the_player_at_once(asked: Any) -> None:
    server, made, answers = asked
    async with join(server, made, "player") as p, join(server, made, "advisor") as a:
        for option in answers:
            await p.choose(option)
        request = p.view["decision"]["request"]
        await p.send(up.Settings(new_id(), mode="council", vote_seconds=600))
        await p.choose(p.options[0]["id"])
        assert p.view["decision"]["request"] > request
        while "decision" not in a.view:  # the other card of a search
            await p.choose(p.options[0]["id"])
        await until(lambda: a.advice and a.advice.vote and a.advice.vote.request == a.view["decision"]["request"])


async def test_shown_cards_open_the_decision_to_the_advisors_alone(asked: Any) -> None:
    """Once all of its cards are shown they see it, advise and vote; spectators of an open hand never do."""
    server, made, answers = asked
    async with (
        join(server, made, "player") as p,
        join(server, made, "advisor") as a,
        join(server, made, "spectator") as s,
    ):
        for option in answers:
            await p.choose(option)
        await p.send(up.Settings(new_id(), open_hand=True, mode="council", vote_seconds=600))
        request, cards = p.view["decision"]["request"], sorted(named(p))
        for card in cards:
            assert "decision" not in a.view
            await p.send(up.Show(new_id(), card))
        await until(lambda: a.view.get("decision") == p.view["decision"])
        assert sorted(a.view["shown_by_player"]) == cards and "decision" not in s.view
        await until(lambda: a.advice and a.advice.vote and a.advice.vote.request == request)
        await a.send(up.Vote(new_id(), request, a.options[0]["id"]))
        await until(lambda: p.view["decision"]["request"] > request)


async def test_who_comes_back_sees_what_somebody_always_there_does(asked: Any) -> None:
    """Player and advisor come back while she looks: the same views as ever, and no name to the advisor."""
    server, made, answers = asked
    async with join(server, made, "player") as always, join(server, made, "advisor") as advisor:
        lay_open: set[str] = set()
        for option in answers:
            lay_open |= {deck.get("top", "") for deck in always.view["decks"].values()}
            await always.choose(option)
        cards = named(always) - lay_open
        assert cards
        for role, table in (("player", always), ("advisor", advisor)):
            await until(lambda table=table: table.session.version == always.session.version)
            at = {"epoch": table.session.epoch, "version": 1, "view": table.session.view_code}
            for resume in ({"resume": at}, {}):
                raw = await Raw.hello(server.url, made.game, made.tokens[role], **resume)
                await raw.next("people")
                await raw.quiet()
                frames = [message for message in raw.told if hasattr(message, "digest")]
                if resume and table.session.version == 1:
                    assert not frames and raw.told[0].recovered
                else:
                    assert (frames[-1].version, frames[-1].digest) == (table.session.version, view_digest(table.view))
                    told = "".join(raw.frames)
                    assert [f'"{card}"' in told for card in cards] == [role == "player"] * len(cards)
                await raw.close()


async def test_a_card_is_not_shown_any_more_when_she_looks_again() -> None:
    """A card that went back and is looked at once more is a secret again; the list of what was shown tells nothing."""
    made, answers = way_to("return-card")
    setup = Setup(made.killer, made.location, made.girl, seed=made.seed or "")
    table = Played.new(CONTENT, setup, "way", seed_secret(KEY, made.seed or ""))
    streams = Streams(table, "e", Metrics(), 20.0)
    for option in answers:
        streams.take(table.answer(option, table.number), 0)
    assert table.request is not None
    card = table.request.about["card"]
    streams.take(table.note("show", {"card": card, "seen": 1}), 0)
    assert "decision" in streams.view("advisor")
    table.game.facts.append(next(fact for fact in table.facts if type(fact).__name__ == "CardsSeen"))
    assert "decision" not in streams.view("advisor") and card in streams.view("advisor")["shown_by_player"]


def without(view: dict[str, Any], *keys: str) -> dict[str, Any]:
    """A view without some of its parts."""
    return {key: part for key, part in view.items() if key not in keys}
