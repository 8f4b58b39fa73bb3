"""One plays, friends advise, viewers watch: roles, invitations, advice, votes, the seat, delays."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from clients.bot import POLICIES, play
from clients.sdk import Closed, Refused, Table
from clients.sdk.http import HttpProblem, get
from clients.sdk.table import new_id
from engine.core.record import Command, Note
from protocol import to_server as up
from protocol.http import CreateGame
from server.tables.people import Crowd
from server.tables.talk import Face, Here
from tests.support.raw import Raw
from tests.support.server import WINGARD, Server, until

RANDOM = POLICIES["random"]


@pytest.fixture
async def made(server: Server) -> Any:
    return await server.game()


def join(server: Server, made: Any, role: str, name: str = "") -> Any:
    """A table as one role."""
    return Table.join(server.url, made.game, made.tokens[role], name)


async def notes(server: Server, game: str) -> list[Note]:
    """The notes in a record."""
    return [entry for entry in await server.record(game) if isinstance(entry, Note)]


async def test_what_each_role_sees(server: Server, made: Any) -> None:
    async with (
        join(server, made, "player", "Mara") as p,
        join(server, made, "advisor", "Ivo") as a,
        join(server, made, "spectator") as s,
    ):
        assert p.session.seat and p.session.host and not a.session.host
        assert p.view["hand"] == a.view["hand"] and p.options == a.options
        assert not {"hand", "tableau", "discard", "decision", "undo", "looked_at"} & set(s.view)
        assert s.view["hand_size"] == sum(p.view["hand"].values())
        await until(lambda: p.people and p.people.spectators == 1 and len(p.people.people) == 2)
        assert sorted(person.name for person in p.people.people.values()) == ["Ivo", "Mara"]


async def test_the_host_alone_sees_who_watches_by_name(server: Server, made: Any) -> None:
    """A spectator who gave a name is on the host's list, not on an advisor's or another spectator's; gone, on none."""
    async with (
        join(server, made, "player") as p,
        join(server, made, "advisor") as a,
        join(server, made, "spectator") as s,
    ):
        async with join(server, made, "spectator", "Nell") as nell:
            for table, listed in ((p, 3), (a, 2), (s, 2), (nell, 2)):
                await until(
                    lambda t=table, n=listed: t.people and (t.people.spectators, len(t.people.people)) == (2, n)
                )
            assert p.people.people[nell.session.person].name == "Nell"
        await until(lambda: (p.people.spectators, len(p.people.people)) == (1, 2))


def test_a_name_said_at_another_node_is_heard() -> None:
    """Somebody first came there without one."""
    crowd = Crowd("game")
    for name in ("", "Ivo", ""):
        crowd.hear("node", Here({"p1": Face(name, "advisor", 1.0)}, 0))
    assert crowd.people["p1"].name == "Ivo"


async def test_a_suggestion_is_shown_accepted_and_recorded(server: Server, made: Any) -> None:
    async with (
        join(server, made, "player") as p,
        join(server, made, "advisor") as a,
        join(server, made, "spectator") as s,
    ):
        told: list[Any] = []
        s.watchers.append(told.append)
        request, option = a.view["decision"]["request"], a.options[0]["id"]
        await a.send(up.Suggest(new_id(), request, option))
        await until(lambda: p.advice is not None and a.session.person in p.advice.suggestions)
        assert p.advice.suggestions[a.session.person].option == option
        await p.choose(option, suggested_by=a.session.person)
        await until(lambda: p.advice is not None and not p.advice.suggestions)
        command = next(entry for entry in await server.record(made.game) if isinstance(entry, Command))
        assert command.by == a.session.person and command.who == p.session.person
        with pytest.raises(Refused) as late:
            await a.send(up.Suggest(new_id(), request, option))
        assert late.value.error.code == "stale"
        assert not [message for message in told if type(message).__name__ == "Advice"]


async def test_a_council_votes_in_secret_and_decides(server: Server, made: Any) -> None:
    """Ballots stay sealed until the vote closes; the winner is played, the result is in the record."""
    async with (
        join(server, made, "player") as p,
        join(server, made, "advisor", "Ivo") as a,
        join(server, made, "advisor", "Lu") as b,
    ):
        request, option = p.view["decision"]["request"], p.options[-1]["id"]
        await p.send(up.OpenVote(new_id(), request, 30))
        with pytest.raises(Refused):
            await p.choose(option)
        ack = await a.send(up.Vote(new_id(), request, option))
        assert ack.option == option
        await until(lambda: b.advice is not None and b.advice.vote is not None and b.advice.vote.voted)
        assert b.advice.vote.voted == [a.session.person] and b.advice.vote.tally is None
        await b.send(up.Vote(new_id(), request, option))
        await until(lambda: p.view["decision"]["request"] > request)
        (vote,) = [note for note in await notes(server, made.game) if note.kind == "vote"]
        assert vote.data == {"request": request, "tally": {option: 2}, "chosen": option}


async def test_a_tied_or_empty_vote_falls_back_to_the_seat(server: Server, made: Any) -> None:
    async with (
        join(server, made, "player") as p,
        join(server, made, "advisor", "Ivo") as a,
        join(server, made, "advisor", "Lu") as b,
    ):
        request = p.view["decision"]["request"]
        await p.send(up.OpenVote(new_id(), request, 3))
        await until(lambda: p.advice and p.advice.vote and p.advice.vote.tally is not None, 6)
        assert p.view["decision"]["request"] == request
        await p.send(up.OpenVote(new_id(), request, 30))
        for voter, option in ((a, p.options[0]["id"]), (b, p.options[1]["id"])):
            await voter.send(up.Vote(new_id(), request, option))
        await until(lambda: p.advice and p.advice.vote and len(p.advice.vote.tally or {}) == 2)
        await p.choose(p.options[0]["id"])


async def test_council_mode_opens_a_vote_on_every_decision(server: Server, made: Any) -> None:
    async with join(server, made, "player") as p, join(server, made, "advisor") as a:
        await p.send(up.Settings(new_id(), mode="council", vote_seconds=30))
        for _ in range(3):
            request = a.view["decision"]["request"]
            await until(lambda r=request: a.advice and a.advice.vote and a.advice.vote.request == r)
            await a.send(up.Vote(new_id(), request, a.options[0]["id"]))
            await until(lambda r=request: a.view["decision"]["request"] > r)


async def test_no_vote_outlives_its_mode_or_its_voters(server: Server, made: Any) -> None:
    """Back to the seat's decision, or the last advisor made a spectator: the seat need not wait for the clock."""
    async with join(server, made, "player") as p, join(server, made, "advisor") as a:
        await p.send(up.Settings(new_id(), mode="council", vote_seconds=120))
        await until(lambda: p.advice and p.advice.vote and p.advice.vote.tally is None)
        await p.send(up.Settings(new_id(), mode="solo"))
        await until(lambda: p.advice.vote is None)
        await p.choose(p.options[0]["id"])
        request = p.view["decision"]["request"]
        await p.send(up.OpenVote(new_id(), request, 120))
        await p.send(up.Moderate(new_id(), a.session.person, "role", "spectator"))
        await until(lambda: p.advice.vote.tally == {})
        await p.choose(p.options[0]["id"])


async def test_the_seat_is_handed_over_with_a_snapshot_and_old_rights_end(server: Server, made: Any) -> None:
    async with join(server, made, "player") as p, join(server, made, "advisor") as a:
        await p.send(up.Seat(new_id(), a.session.person))
        await until(lambda: a.session.seat and not p.session.seat)
        assert (a.session.role, p.session.role) == ("player", "advisor")
        with pytest.raises(Refused) as no:
            await p.choose(p.options[0]["id"])
        assert no.value.error.code == "forbidden"
        await a.choose(a.options[0]["id"])
        await until(lambda: p.view["decision"] == a.view["decision"])
        with pytest.raises(Refused):
            await a.undo()
        assert [note.data for note in await notes(server, made.game)] == [{"to": a.session.person}]


async def test_relay_passes_the_seat_each_turn(server: Server, made: Any) -> None:
    async with join(server, made, "player") as p, join(server, made, "advisor") as a:
        await p.send(up.Settings(new_id(), mode="relay"))
        holders = []
        for _ in range(120):
            table = p if p.session.seat else a
            if table.over or table.view["turn"] > 3:
                break
            if not holders or holders[-1] != table.session.person:
                holders.append(table.session.person)
            try:
                await table.choose(table.options[0]["id"])
            except Refused as no:
                assert no.error.code in ("forbidden", "stale")
            await asyncio.sleep(0.02)
        assert len(holders) >= 2 and set(holders) == {p.session.person, a.session.person}


async def test_an_absent_players_seat_can_be_taken_over(make_server: Callable[..., Server]) -> None:
    server = make_server("--absent-seconds", "0.5")
    made = await server.game()
    async with join(server, made, "advisor") as a:
        async with join(server, made, "player"):
            with pytest.raises(Refused) as no:
                await a.send(up.Seat(new_id(), a.session.person))
            assert no.value.error.code == "forbidden"
        await asyncio.sleep(0.8)
        await a.send(up.Seat(new_id(), a.session.person))
        await until(lambda: a.session.seat)
        await a.choose(a.options[0]["id"])


async def test_a_stand_in_plays_on_only_if_allowed(make_server: Callable[..., Server]) -> None:
    server = make_server("--absent-seconds", "0.3")
    made = await server.game()
    async with join(server, made, "advisor") as a:
        async with join(server, made, "player"):
            pass
        await asyncio.sleep(0.8)
        version = a.session.version
        async with join(server, made, "player") as p:
            await p.send(up.Settings(new_id(), stand_in=True))
        await until(lambda: a.session.version > version + 2, 8)
    played = [entry for entry in await server.record(made.game) if isinstance(entry, Command)]
    assert played and all(entry.who == "stand-in" for entry in played)


async def test_who_is_in_by_a_revoked_link_stays_until_the_connection_ends(server: Server, made: Any) -> None:
    async with join(server, made, "player") as p, join(server, made, "advisor") as a:
        await p.send(up.Invite(new_id(), "advisor", revoke=True))
        assert await a.send(up.Chat(new_id(), "hello"))
        await a.drop()
        with pytest.raises(Closed) as closed:
            await a.wait(lambda: False, 5)
        assert closed.value.code == 4003


async def test_links_are_rotated_and_revoked(server: Server, made: Any) -> None:
    async with join(server, made, "player") as p:
        ack = await p.send(up.Invite(new_id(), "advisor", revoke=True))
        assert ack.link is not None
        fresh = ack.link.rsplit("/", 1)[1]
        with pytest.raises(Closed) as closed:
            async with join(server, made, "advisor"):
                pass
        assert closed.value.code == 4003
        async with Table.join(server.url, made.game, fresh) as a:
            assert a.session.role == "advisor"


async def test_the_host_mutes_moves_and_removes(server: Server, made: Any) -> None:
    async with join(server, made, "player") as p:
        async with join(server, made, "advisor") as a:
            await p.send(up.Moderate(new_id(), a.session.person, "mute"))
            with pytest.raises(Refused) as no:
                await a.send(up.Chat(new_id(), "hello"))
            assert no.value.error.code == "forbidden"
            await p.send(up.Moderate(new_id(), a.session.person, "role", "spectator"))
            await until(lambda: a.session.role == "spectator" and "hand" not in a.view)
            await p.send(up.Moderate(new_id(), a.session.person, "role", "advisor"))
            await until(lambda: a.session.role == "advisor" and "hand" in a.view)
            await p.send(up.Moderate(new_id(), a.session.person, "remove"))
            with pytest.raises(Closed) as closed:
                await a.wait(lambda: False, 5)
            assert closed.value.code == 4007


async def test_chat_stays_on_its_side(server: Server, made: Any) -> None:
    async with (
        join(server, made, "player") as p,
        join(server, made, "advisor") as a,
        join(server, made, "spectator") as s,
    ):
        heard: dict[str, list[str]] = {"p": [], "a": [], "s": []}
        for name, table in (("p", p), ("a", a), ("s", s)):
            table.watchers.append(
                lambda message, name=name: heard[name].append(message.text) if hasattr(message, "text") else None
            )
        await a.send(up.Chat(new_id(), "go left"))
        await s.send(up.Chat(new_id(), "she is lost"))
        await a.send(up.Ping(new_id(), "porch", ["porch", "foyer"]))
        await until(lambda: all(heard.values()))
        assert heard == {"p": ["go left"], "a": ["go left"], "s": ["she is lost"]}


async def test_an_opened_hand_is_recorded_and_closed_again(server: Server, made: Any) -> None:
    async with join(server, made, "player") as p, join(server, made, "spectator") as s:
        await p.send(up.Settings(new_id(), open_hand=True))
        await until(lambda: "hand" in s.view)
        assert s.view["hand"] == p.view["hand"] and s.options == p.options
        await p.choose(p.options[0]["id"])
        await until(lambda: s.view.get("decision") == p.view.get("decision"))
        await p.send(up.Settings(new_id(), open_hand=False))
        await until(lambda: "hand" not in s.view and "decision" not in s.view)
        assert len(await notes(server, made.game)) == 2


async def test_delayed_spectators_are_behind_until_the_end(server: Server, made: Any) -> None:
    """By frames: never nearer than asked. By seconds: the record too stays shut for them that long."""
    async with join(server, made, "player") as p, join(server, made, "spectator") as s:
        await p.send(up.Settings(new_id(), delay=5))
        start = s.session.version
        await play(p, RANDOM, 1, most=6)
        await asyncio.sleep(0.2)
        async with Table.join(server.url, made.game, made.token) as other:
            assert s.session.version >= start
            assert other.session.version > 1
        await play(p, RANDOM, 2)
        await until(lambda: s.over)
    made = await server.game()
    async with join(server, made, "player") as p, join(server, made, "spectator") as s:
        await p.send(up.Settings(new_id(), delay_seconds=2))
        await play(p, RANDOM, 2)
        assert not s.over
        with pytest.raises(HttpProblem):
            await get(f"{server.url}/api/games/{made.game}/record", made.tokens["spectator"])
        assert await get(f"{server.url}/api/games/{made.game}/record", made.token)
        await until(lambda: s.over, 5)
        assert await get(f"{server.url}/api/games/{made.game}/record")


async def test_a_private_game_needs_a_token(server: Server) -> None:
    setup = CreateGame(WINGARD.killer, WINGARD.location, WINGARD.girl, watchable=False)
    made = await server.game(setup)
    raw = await Raw.hello(server.url, made.game)
    assert await raw.closed() == 4003
    raw = await Raw.hello(server.url, made.game, made.tokens["spectator"])
    await raw.next("snapshot")


async def test_take_back_and_its_limits(server: Server, made: Any) -> None:
    """Up to the last draw or reveal; an undone command's id still answers its old ack; numbers only grow."""
    raw = await Raw.hello(server.url, made.game, made.token)
    snapshot = await raw.next("snapshot")
    decision = snapshot.view["decision"]
    assert snapshot.view["undo"]["can"] is False
    free = next((o["id"] for o in decision["options"] if o["id"].startswith("discard")), None)
    assert free is not None, [o["id"] for o in decision["options"]]
    order = {"type": "command", "id": "c1", "request": decision["request"], "option": free}
    done = await raw.ask(order)
    assert (await raw.ask({"type": "undo", "id": "u1"})).version == 3
    delta = next(message for message in reversed(raw.told) if type(message).__name__ == "Delta")
    assert delta.patch["decision"]["request"] == decision["request"] + 2
    assert await raw.ask(order) == done
    async with Table.join(server.url, made.game, made.token) as table:
        while table.view["undo"]["can"] or table.view["phase"] == "action":
            await table.choose(table.options[-1]["id"])
        with pytest.raises(Refused) as no:
            await table.undo()
        assert no.value.error.code == "cannot_undo"


async def test_a_take_back_outlives_a_crash(make_server: Callable[..., Server]) -> None:
    """Answered, taken back, killed: after the restart view, decision and old acks are as before; play goes on."""
    server = make_server()
    made = await server.game()
    raw = await Raw.hello(server.url, made.game, made.token)
    decision = (await raw.next("snapshot")).view["decision"]
    free = next(option["id"] for option in decision["options"] if option["id"].startswith("discard"))
    order = {"type": "command", "id": "c1", "request": decision["request"], "option": free}
    done, undone = await raw.ask(order), await raw.ask({"type": "undo", "id": "u1"})
    before = next(message for message in reversed(raw.told) if hasattr(message, "digest"))
    server.restart()
    again = await Raw.hello(server.url, made.game, made.token)
    after = await again.next("snapshot")
    assert (after.version, after.digest) == (before.version, before.digest)
    assert (await again.ask(order), await again.ask({"type": "undo", "id": "u1"})) == (done, undone)
    new = {**order, "id": "c2", "request": after.view["decision"]["request"]}
    assert (await again.ask(new)).version == before.version + 1
    assert (await again.ask({**new, "id": "c3"})).code == "stale"


@pytest.mark.parametrize("what", ["seat", "vote"])
async def test_nothing_is_taken_back_across_a_new_seat_or_a_vote(server: Server, made: Any, what: str) -> None:
    """What others have learned or decided since stays: only answers after it can be taken back."""
    async with join(server, made, "player") as p, join(server, made, "advisor") as a:
        for _ in range(2):
            await p.choose(next(option["id"] for option in p.options if option["id"].startswith("discard")))
        assert p.view["undo"]["can"]
        if what == "seat":
            await until(lambda: p.people and a.session.person in p.people.people)
            await p.send(up.Seat(new_id(), a.session.person))
            await until(lambda: a.session.seat)
        else:
            request = p.view["decision"]["request"]
            await p.send(up.OpenVote(new_id(), request, 30))
            await a.send(up.Vote(new_id(), request, a.options[0]["id"]))
        seat = a if what == "seat" else p
        await until(lambda: not seat.view["undo"]["can"])
        with pytest.raises(Refused) as no:
            await seat.undo()
        assert no.value.error.code == "cannot_undo" and no.value.error.expected


async def test_another_tab_by_another_link_is_no_other_eye(server: Server, made: Any) -> None:
    """A device that opens a lesser link stays who it was; a device of its own by that link sees what the link shows."""
    async with join(server, made, "advisor") as a, join(server, made, "spectator") as s:
        tab = await Raw.hello(server.url, made.game, made.tokens["spectator"], person=a.session.secret)
        welcome, snapshot = await tab.next("welcome"), await tab.next("snapshot")
        assert (welcome.role, welcome.person, snapshot.view) == ("advisor", a.session.person, a.view)
        tab = await Raw.hello(server.url, made.game, made.tokens["spectator"])
        welcome, snapshot = await tab.next("welcome"), await tab.next("snapshot")
        assert (welcome.role, welcome.host, snapshot.view) == ("spectator", False, s.view)
        assert welcome.person not in (a.session.person, s.session.person)


async def test_an_attacker_with_a_wrong_token_never_costs_the_player_the_seat(server: Server, made: Any) -> None:
    async with join(server, made, "player") as p:
        for _ in range(20):
            raw = await Raw.hello(server.url, made.game, "wrong", person=p.session.secret)
            assert await raw.closed() in (4003, 4103)
        await p.drop()
        await until(lambda: p.reconnects == 1)
        await p.choose(p.options[0]["id"])
        assert p.session.seat
