"""A record that does not fit: people are told where, never which cards were expected there; other tables go on."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from clients.bot import POLICIES, play
from clients.sdk import Table
from engine.core.record import Draw, decode
from protocol.http import Created
from server.cli import main
from server.store import Store
from server.store.transfer import import_game, read_packets
from tests.support.raw import Raw
from tests.support.server import Server

Make = Callable[..., Server]


def forge(line: str, last: bool) -> tuple[str, int, set[str]]:
    """An export with the first or the last drawn card changed to another; the entry's number; both cards."""
    packet = json.loads(line)
    draws = [
        (number, entry)
        for number, (_, _, text) in enumerate(packet["entries"], 1)
        if isinstance(entry := decode(text), Draw) and isinstance(entry.options, list) and len(entry.options) > 2
    ]
    number, entry = draws[-1 if last else 0]
    other = next(card for card in entry.options if card != entry.result)
    text = json.loads(packet["entries"][number - 1][2])
    packet["entries"][number - 1][2] = json.dumps({**text, "result": other}, separators=(",", ":"), sort_keys=True)
    return json.dumps(packet) + "\n", number, {other, str(entry.result)}


async def forged(tmp_path: Path, make_server: Make, last: bool) -> tuple[Server, Created, int, set[str]]:
    """A server on a store with a forged record of a running game."""
    one = await asyncio.to_thread(make_server)
    made = await one.game()
    async with Table.join(one.url, made.game, made.token) as table:
        await play(table, POLICIES["random"], 1, most=12)
    assert await asyncio.to_thread(one.stop) == 0
    file, two = tmp_path / "game.jsonl", f"embedded:{tmp_path / 'two'}"
    words = ["store", "export", made.game, "--to", str(file), "--store", f"embedded:{tmp_path / 'data'}"]
    assert await asyncio.to_thread(main, words) == 0
    text, number, cards = forge(file.read_text(), last)
    file.write_text(text)
    assert await asyncio.to_thread(main, ["store", "import", str(file), "--store", two]) == 1, "found on the way in"
    store = await Store.open(two)
    await import_game(store, *read_packets([text.encode()]))
    await store.close()
    return await asyncio.to_thread(make_server, store=tmp_path / "two"), made, number, cards


@pytest.mark.parametrize("last", [False, True], ids=["set-up", "later"])
async def test_a_fault_is_told_by_its_place_alone(tmp_path: Path, make_server: Make, last: bool) -> None:
    server, made, number, cards = await forged(tmp_path, make_server, last)
    async with httpx.AsyncClient(base_url=f"{server.url}/api/games/{made.game}/") as http:
        replies = [
            await http.get("record"),
            await http.get("replay"),
            await http.post("branch", json={"entry": number}),
        ]
    told: list[Any] = [reply.json() for reply in replies]
    raw = await Raw.open(server.url, made.game)
    await raw.say({"type": "hello", "token": made.tokens["spectator"]})
    told.append(msgspec.to_builtins(await raw.next("error")))
    if last:
        assert [reply.status_code for reply in replies] == [403, 403, 403]
    else:
        assert await raw.closed() == 4010
        assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [(500, "damaged")] * 3
    assert told[-1]["code"] == "damaged" and told[-1]["came"].startswith("damaged at entry ")
    assert not [card for card in cards for answer in told if card in json.dumps(answer)]
    assert "expected" in server.errors(), "the operator hears more"
    assert (await server.game()).game, "other tables go on"


async def test_who_no_longer_waits_for_an_answer_breaks_nothing(server: Server) -> None:
    """An answer to a question that was given up is no trouble for the next."""
    made = await server.game()
    async with Table.join(server.url, made.game, made.token) as table:
        asked = asyncio.create_task(table.choose(table.options[0]["id"]))
        await asyncio.sleep(0)
        asked.cancel()
        await table.wait(lambda: table.session.version > 1, timeout=5)
        async with asyncio.timeout(5):
            assert (await table.choose(table.options[0]["id"])).head
