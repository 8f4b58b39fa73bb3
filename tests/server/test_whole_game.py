"""A real game through real sockets: it is played, watched, killed in the middle, resumed, and its record verified."""

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from clients.bot import POLICIES, play
from clients.sdk import Table, get_json
from clients.sdk.http import get
from engine.core.content import load
from engine.core.record import decode
from engine.core.table import Table as Game
from protocol.patch import apply
from protocol.to_client import Delta, Snapshot
from server.metrics import Metrics
from server.tables.follow import batches, follow, load_start
from server.tables.streams import Streams
from tests.support.server import ROOT, Server, shown_all, until

RANDOM = POLICIES["random"]


def views_by_version(record: list[Any]) -> dict[str, dict[int, Any]]:
    """What the server's own code makes of a record: for each role, version to view."""
    table, rest = load_start(load(), record, None)
    streams = Streams(table, table.header.epoch, Metrics(), 20.0)
    seen: dict[str, dict[int, Any]] = {role: {1: channel.history.view} for role, channel in streams.channels.items()}
    for role, channel in streams.channels.items():
        channel.publish = lambda view, facts, role=role, channel=channel: (  # type: ignore[method-assign]
            channel.history.advance(view, facts),
            seen[role].update({channel.history.version: view}),
        )
    for batch in rest:
        streams.take(follow(table, batch), 0)
    return seen


def test_the_bot_of_the_documents_plays_a_game(server: Server) -> None:
    """As it stands there, but for the address."""
    found = re.search(r"```python\n(.*?)```", (ROOT / "docs/protocol.md").read_text(), re.DOTALL)
    assert found is not None
    source = found[1].replace("http://127.0.0.1:8000", server.url)
    done = subprocess.run([sys.executable, "-c", source], cwd=ROOT, capture_output=True, text=True, timeout=90)
    assert "'won':" in done.stdout, done.stderr


async def follow_views(table: Table) -> dict[int, Any]:
    """Collects every view a client had, by version."""
    seen = {table.session.version: table.view}

    def note(message: object) -> None:
        assert not isinstance(message, Snapshot) or message.reason != "resync", "the client's digest differed"
        if isinstance(message, Delta | Snapshot):
            assert table.session.version not in seen or seen[table.session.version] == table.view
            seen[table.session.version] = table.view

    table.watchers.append(note)
    return seen


@pytest.mark.parametrize("seed", range(3))
async def test_a_game_is_played_and_watched_and_every_view_is_the_servers(server: Server, seed: int) -> None:
    """Every view of player, advisor and spectator equals what the record gives at that version; the record verifies."""
    made = await server.game()
    async with (
        Table.join(server.url, made.game, made.token, "Mara") as player,
        Table.join(server.url, made.game, made.tokens["advisor"], "Ivo") as advisor,
        Table.join(server.url, made.game, made.tokens["spectator"]) as spectator,
    ):
        seen = {table.session.role: await follow_views(table) for table in (player, advisor, spectator)}
        result = await play(player, RANDOM, seed)
        await until(lambda: shown_all(spectator) and advisor.over)
        assert result.decisions > 10 and player.reconnects == 0
    record = [decode(line) for line in (await get(f"{server.url}/api/games/{made.game}/record")).splitlines()]
    expected = views_by_version(record)
    for role, views in seen.items():
        assert views == expected[role]
    loaded = Game.load(load(), record[0], record[1:])
    assert loaded.over
    for role, views in expected.items():
        replay = await get_json(f"{server.url}/api/games/{made.game}/replay?role={role}")
        assert replay["view"] == views[1] and len(replay["steps"]) == max(views) - 1
        assert patched(replay["view"], replay["steps"]) == views[max(views)]


def patched(view: Any, steps: list[Any]) -> Any:
    """A view after all steps of a replay."""
    for step in steps:
        view = apply(view, step["patch"])
    return view


async def test_a_killed_server_goes_on_where_it_was(make_server: Callable[..., Server]) -> None:
    """kill -9 in the middle, three times: clients come back alone, nothing acknowledged is lost or done twice."""
    server = make_server()
    made = await server.game()
    async with (
        Table.join(server.url, made.game, made.token) as player,
        Table.join(server.url, made.game, made.tokens["spectator"]) as spectator,
    ):
        seen = await follow_views(spectator)
        for round_ in range(3):
            await play(player, RANDOM, seed=round_, most=8)
            server.restart()
        await play(player, RANDOM, seed=9)
        await until(lambda: shown_all(spectator), 20)
        assert spectator.reconnects >= 1
        assert sorted(seen) == list(range(1, max(seen) + 1)), "a version was missed"
    record = [decode(line) for line in (await get(f"{server.url}/api/games/{made.game}/record")).splitlines()]
    assert seen == views_by_version(record)["spectator"]
    ids = [entry.id for batch in batches(record) if (entry := batch[0]) and getattr(entry, "id", "")]
    assert len(ids) == len(set(ids))


async def test_games_are_listed_and_described(server: Server) -> None:
    made = await server.game()
    games = (await get_json(f"{server.url}/api/games"))["games"]
    assert made.game in {game["game"] for game in games}
    content = await get_json(f"{server.url}/api/content")
    assert content["killers"]["intruders"]["name"] and content["cards"]["walk"]["kind"] == "action"
    board = await get_json(f"{server.url}/api/content/wingard-cottage/board")
    assert board
