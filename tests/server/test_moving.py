"""A running game goes from one store to another, and is played on there: with its server key, or with a new one."""

import asyncio
import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clients.bot import POLICIES, play
from clients.sdk import Table
from engine.core import reel
from engine.core.content import load
from engine.core.dealer import seed_secret
from engine.core.errors import RecordError
from engine.core.record import Command, Draw, End, Header, Rekey
from protocol.http import Created, CreateGame
from server.cli import main
from server.store import Store
from server.tables.keyring import open_keyring
from tests.server.test_nodes import record_of
from tests.support.server import WINGARD, Server

RANDOM = POLICIES["random"]
CONTENT = load()
Make = Callable[..., Server]


class House:
    """Stores in folders of their own, a server on each, and games carried between them."""

    def __init__(self, folder: Path, make_server: Make) -> None:
        self.folder, self.make_server = folder, make_server
        self.number = 0

    async def begin(self, store: str, setup: CreateGame = WINGARD) -> Created:
        """A new game in a store, some answers old."""
        server = await asyncio.to_thread(self.make_server, store=self.folder / store)
        made = await server.game(setup)
        await self.answer(server, made, 12)
        return made

    async def answer(self, server: Server, made: Created, most: int) -> None:
        """Play on with the links of the first server, keep the record, end the server."""
        async with Table.join(server.url, made.game, made.token) as table:
            await play(table, RANDOM, 1, most=most)
        self.record = await record_of(server, made.game)
        assert await asyncio.to_thread(server.stop) == 0

    async def carry(self, game: str, one: str, two: str) -> None:
        """Export a game from one store and import it into another."""
        self.number += 1
        file = str(self.folder / f"{self.number}.jsonl")
        for words in (["export", "--to", file, game, "--store", one], ["import", file, "--store", two]):
            words[-1] = f"embedded:{self.folder / words[-1]}"
            assert await asyncio.to_thread(main, ["store", *words]) == 0

    async def go_on(self, store: str, made: Created, most: int = 10_000) -> list[Any]:
        """Start a server on a store and play a game on; its record."""
        server = await asyncio.to_thread(self.make_server, store=self.folder / store)
        await self.answer(server, made, most)
        return self.record


@pytest.fixture
def house(tmp_path: Path, make_server: Make) -> House:
    """Empty stores and nobody playing."""
    return House(tmp_path, make_server)


def rekeys(record: list[Any]) -> list[int]:
    """Numbers of the rekey entries."""
    return [number for number, entry in enumerate(record, 1) if isinstance(entry, Rekey)]


def draws(record: list[Any], first: int = 1, last: int = 10**6) -> list[int]:
    """Numbers of the draws within these entries."""
    return [n for n, entry in enumerate(record, 1) if isinstance(entry, Draw) and first <= n <= last]


async def test_without_its_key_a_game_is_played_on_with_a_new_one(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The import says so, the links go on, and the check tells which draws it could derive and which it could not.

    A draw changed behind the rekey is refused at its entry; one before it, which nobody can derive, by the digests.
    """
    made = await house.begin("one")
    await house.carry(made.game, "one", "two")
    assert "its server key is not known here; draws after entry" in capsys.readouterr().out
    record = await house.go_on("two", made)
    (at,) = rekeys(record)
    verdict = reel.verify(CONTENT, copy.deepcopy(record))
    (gap,) = verdict.not_derivable
    before, after = draws(record, last=at), draws(record, first=at)
    assert not verdict.draws_checked and verdict.derived == len(after) > 0
    assert (gap.first, gap.last, gap.draws) == (before[0], before[-1], len(before))
    assert gap.why == "the first key is not known"
    assert max(reel.facts_by_entry(CONTENT, copy.deepcopy(record))) > at, "played answer by answer it is the same game"

    file = tmp_path / "game.reel"
    file.write_bytes(b"\n".join(reel.lines(record)))
    assert main(["record", "verify", str(file)]) == 0
    assert f"entries {gap.first} to {gap.last} are not derivable: {gap.why}" in capsys.readouterr().out

    for numbers in (before, after):
        number = next(n for n in numbers[len(numbers) // 2 :] if isinstance(record[n - 1].result, list))
        forged = copy.deepcopy(record)
        forged[number - 1].result = [7 - die for die in forged[number - 1].result]
        with pytest.raises(RecordError) as refused:
            reel.verify(CONTENT, forged)
        closing = max(n for n in range(1, number) if isinstance(record[n - 1], Command) or n == 2)
        assert refused.value.entry == (number if numbers is after else closing)


@pytest.mark.parametrize("kind", ["commitment", "gone", "moved", "secret", "no-secret", "one-too-many"])
async def test_a_rekey_cannot_be_bent(house: House, kind: str) -> None:
    """Another commitment, no rekey, one at another place, a secret that is not the committed one: refused."""
    record = copy.deepcopy(await moved_record(house))
    (at,) = rekeys(record)
    end = record[-1]
    if kind == "commitment":
        record[at - 1].commitment = record[0].commitment
    elif kind == "gone":
        del record[at - 1]
    elif kind == "moved":
        record.insert(draws(record, first=at)[-1], record.pop(at - 1))
    elif kind == "secret":
        end.secret = "00" * 32
    elif kind == "no-secret":
        end.secret = ""
    else:
        end.earlier.append(end.secret)
    with pytest.raises(RecordError):
        reel.verify(CONTENT, record)


_moved: list[Any] = []


async def moved_record(house: House) -> list[Any]:
    """The record of one game that was moved and played to its end; made once."""
    if not _moved:
        made = await house.begin("one")
        await house.carry(made.game, "one", "two")
        _moved.extend(await house.go_on("two", made))
    return _moved


async def test_with_its_key_a_game_goes_on_as_if_nothing_had_happened(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key in the environment of both: no rekey, and every draw is derived."""
    monkeypatch.setenv("LASTREEL_SERVER_KEY", "5e" * 32)
    made = await house.begin("one")
    await house.carry(made.game, "one", "two")
    record = await house.go_on("two", made)
    assert not rekeys(record)
    assert reel.verify(CONTENT, record).draws_checked


async def test_a_game_that_comes_home_opens_what_is_known_there(house: House) -> None:
    """Away to another store and back to one with the first key: its secret is published, the one between is not."""
    made = await house.begin("one")
    await house.carry(made.game, "one", "two")
    await house.go_on("two", made, most=16)
    await lend_keys(house.folder / "one", house.folder / "three")
    await house.carry(made.game, "two", "three")
    record = await house.go_on("three", made)
    away, home = rekeys(record)
    (gap,) = reel.verify(CONTENT, record).not_derivable
    assert gap.why == f"the key of entry {away} is not known"
    assert draws(record, first=away, last=home)[:: gap.draws - 1] == [gap.first, gap.last]
    assert record[-1].earlier[0] and not record[-1].earlier[1]


async def lend_keys(one: Path, two: Path) -> None:
    """Copy the server keys of a store into another that has none yet."""
    source, target = await Store.open(f"embedded:{one}"), await Store.open(f"embedded:{two}")
    _, key = (await open_keyring(source)).current()
    await target.link.call("HSET", "lr:{keys}:server", "1", key.hex())
    await source.close()
    await target.close()


async def test_the_secret_of_a_seed_stays_closed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other games draw from it: a game that was loaded again does not publish it, nor does one that was moved."""
    monkeypatch.setenv("LASTREEL_SERVER_KEY", "5e" * 32)
    seed = seed_secret(bytes.fromhex("5e" * 32), "daily").hex()
    setup = CreateGame(WINGARD.killer, WINGARD.location, WINGARD.girl, seed="daily")
    made = await house.begin("one", setup)
    await house.carry(made.game, "one", "two")
    monkeypatch.setenv("LASTREEL_SERVER_KEY", "7a" * 32)
    await house.carry(made.game, "one", "three")
    moved = await house.go_on("three", made)
    monkeypatch.setenv("LASTREEL_SERVER_KEY", "5e" * 32)
    loaded = await house.go_on("two", made)
    for record in (moved, loaded):
        assert isinstance(record[0], Header) and isinstance(record[-1], End)
        assert seed not in (record[-1].secret, *record[-1].earlier)
    assert not loaded[-1].secret and not reel.verify(CONTENT, loaded).draws_checked
    assert moved[-1].secret and reel.verify(CONTENT, moved).derived
