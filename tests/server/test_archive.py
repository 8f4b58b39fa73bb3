"""A finished game in its compact form: everything that could be done with it still can, and nothing more."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from clients.bot import POLICIES, play
from clients.sdk import Table
from clients.sdk.http import get, get_json
from server.store import Store
from tests.support.raw import Raw
from tests.support.server import Server


async def test_an_archived_game_is_watched_and_replayed_as_before(
    tmp_path: Path, make_server: Callable[..., Server]
) -> None:
    """Packed under a running server and loaded by a new one: the same record, replay and view; no further command."""
    folder = tmp_path / "data"
    server = await asyncio.to_thread(make_server, store=folder)
    made = await server.game()
    async with Table.join(server.url, made.game, made.token) as table:
        await play(table, POLICIES["random"], 1)
        view = table.view
    record = await get(f"{server.url}/api/games/{made.game}/record")
    replay = await get_json(f"{server.url}/api/games/{made.game}/replay?role=spectator")
    store = await Store.open(f"embedded:{folder}")
    assert await store.archive_finished(0) == [made.game]
    assert (await store.describe(made.game)).archived
    for node in (server, await asyncio.to_thread(make_server, store=folder)):
        assert await get(f"{node.url}/api/games/{made.game}/record") == record
        assert await get_json(f"{node.url}/api/games/{made.game}/replay?role=spectator") == replay
        async with Table.join(node.url, made.game, made.token) as table:
            assert table.view == view
        raw = await Raw.hello(node.url, made.game, made.token)
        await raw.next("snapshot")
        answer = await raw.ask({"type": "settings", "id": "late", "open_hand": True})
        assert answer.code == "over"
    assert not await store.archive_finished(0)
    await store.close()
