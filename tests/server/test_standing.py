"""What the host has decided about people and links holds after a crash and on every node."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clients.sdk import Closed, Refused, Table
from clients.sdk.table import new_id
from protocol import to_server as up
from tests.support.raw import Raw
from tests.support.server import Server, until
from tests.support.servers import LocalServer

Make = Callable[..., Server]
SECRETS = {
    name: f"{name}-secret-of-this-device-and-no-other" for name in ("mara", "muted", "raised", "lowered", "gone")
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LocalServer]:
    """A Valkey of the test's own."""
    started = LocalServer(tmp_path / "valkey").start()
    yield started
    started.stop()


async def told(server: Server, game: str, token: str, who: str, name: str = "") -> Raw:
    """A person's device after welcome, view and the list of people."""
    raw = await Raw.hello(server.url, game, token, person=SECRETS[who], **({"name": name} if name else {}))
    await raw.next("people")
    return raw


async def close_code(server: Server, game: str, token: str, who: str) -> int:
    """What somebody who is not let in is told."""
    raw = await Raw.hello(server.url, game, token, person=SECRETS[who])
    return await raw.closed()


async def decide(host: Raw, people: dict[str, str]) -> str:
    """Everything a host can decide; returns the new advisors' link's token."""
    orders: list[dict[str, Any]] = [
        {"type": "moderate", "person": people["muted"], "action": "mute"},
        {"type": "moderate", "person": people["raised"], "action": "role", "role": "advisor"},
        {"type": "moderate", "person": people["lowered"], "action": "role", "role": "spectator"},
        {"type": "moderate", "person": people["gone"], "action": "remove"},
        {"type": "settings", "delay": 3, "delay_seconds": 2, "open_hand": True, "watchable": False},
    ]
    for number, order in enumerate(orders):
        assert type(await host.ask({**order, "id": f"h{number}"})).__name__ == "Ack", order
    ack = await host.ask({"type": "invite", "id": "i", "role": "advisor", "revoke": True})
    return str(ack.link.rsplit("/", 1)[1])


async def holds(server: Server, made: Any, fresh: str) -> None:
    """All that `decide` has decided is so at this node, and nobody has to say a name again."""
    game = made.game
    host = await told(server, game, made.token, "mara")
    assert host.told[0].host and host.told[0].role == "player"
    muted = await told(server, game, fresh, "muted")
    assert (await muted.ask({"type": "chat", "id": "c", "text": "hello"})).code == "forbidden"
    request = muted.told[1].view["decision"]["request"]
    assert (await muted.ask({"type": "suggest", "id": "s", "request": request, "option": ""})).code == "forbidden"
    raised = await told(server, game, made.tokens["spectator"], "raised")
    assert raised.told[0].role == "advisor" and "hand" in raised.told[1].view
    lowered = await told(server, game, fresh, "lowered")
    assert lowered.told[0].role == "spectator"
    assert await close_code(server, game, fresh, "gone") == 4007
    assert await close_code(server, game, made.tokens["advisor"], "muted") == 4003
    assert await close_code(server, game, "", "mara") == 4003
    await host.quiet()
    people = next(message for message in reversed(host.told) if type(message).__name__ == "People")
    assert {person.name: (person.role, person.muted) for person in people.people.values()} == {
        "Mara": ("player", False),
        "Muted": ("advisor", True),
        "Raised": ("advisor", False),
        "Lowered": ("spectator", False),
    }
    settings = {"open_hand": True, "delay": 3, "delay_seconds": 2, "watchable": False}
    assert settings.items() <= people.settings.items()
    for raw in (host, muted, raised, lowered):
        await raw.close()


async def test_what_the_host_decides_holds_after_a_crash_and_on_every_node(
    store: LocalServer, make_server: Make
) -> None:
    """Mutes, roles, removals, links, delay: as before at a node that knew the table, a new one, and after a crash."""
    one, other = (make_server(store=store.url) for _ in range(2))
    made = await one.game()
    host = await told(one, made.game, made.token, "mara", "Mara")
    watcher = await told(other, made.game, made.token, "mara")
    roles = {"muted": "advisor", "raised": "spectator", "lowered": "advisor", "gone": "advisor"}
    there = {who: await told(one, made.game, made.tokens[role], who, who.capitalize()) for who, role in roles.items()}
    fresh = await decide(host, {who: raw.told[0].person for who, raw in there.items()})
    assert await there["gone"].closed() == 4007
    for raw in (host, watcher, *there.values()):
        await raw.close()
    await holds(other, made, fresh)
    one.restart()
    await holds(one, made, fresh)
    await holds(make_server(store=store.url), made, fresh)


async def test_what_is_taken_back_stays_taken_back(make_server: Make) -> None:
    """Unmuted, and given the link's own role again: also after a crash."""
    server = make_server()
    made = await server.game()
    host = await told(server, made.game, made.token, "mara")
    advisor = await told(server, made.game, made.tokens["advisor"], "muted")
    person = advisor.told[0].person
    for number, order in enumerate(
        (
            {"action": "mute"},
            {"action": "role", "role": "spectator"},
            {"action": "unmute"},
            {"action": "role"},
        )
    ):
        await host.ask({"type": "moderate", "id": f"m{number}", "person": person, **order})
    for _ in range(2):
        advisor = await told(server, made.game, made.tokens["advisor"], "muted")
        assert advisor.told[0].role == "advisor"
        assert type(await advisor.ask({"type": "chat", "id": "c", "text": "here"})).__name__ == "Ack"
        server.restart()


async def test_a_decision_that_a_deaf_node_missed_reaches_it(store: LocalServer, make_server: Make) -> None:
    """The channel between nodes breaks while the host removes somebody: the other node reads it from the store."""
    one, other = (make_server(store=store.url) for _ in range(2))
    made = await one.game()
    async with (
        Table.join(one.url, made.game, made.token) as host,
        Table.join(other.url, made.game, made.tokens["advisor"], "Ivo") as advisor,
    ):
        await until(lambda: host.people and advisor.session.person in host.people.people)
        store.client.client_kill_filter(_type="pubsub")
        await host.send(up.Moderate(new_id(), advisor.session.person, "remove"))
        with pytest.raises(Closed) as closed:
            await advisor.wait(lambda: False, 10)
        assert closed.value.code == 4007


async def test_moderation_without_a_store_is_refused_and_can_be_repeated(store: LocalServer, make_server: Make) -> None:
    server = make_server(store=store.url)
    made = await server.game()
    async with (
        Table.join(server.url, made.game, made.token) as host,
        Table.join(server.url, made.game, made.tokens["advisor"], "Ivo") as advisor,
    ):
        person = advisor.session.person
        await until(lambda: host.people and person in host.people.people)
        store.freeze()
        try:
            raw = await Raw.hello(server.url, made.game, made.token)
            answer = await raw.ask({"type": "moderate", "id": "m", "person": person, "action": "mute"})
            assert (answer.code, answer.id) == ("retry", "m") and answer.retry_after
        finally:
            store.thaw()
        await host.send(up.Moderate(new_id(), person, "mute"))
        with pytest.raises(Refused) as no:
            await advisor.send(up.Chat(new_id(), "hello"))
        assert no.value.error.code == "forbidden"
