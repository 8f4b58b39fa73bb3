"""Every game of a store can be checked, and moved to another store as it is."""

from pathlib import Path

import pytest

from server.store import Damaged, Duplicate, Exists, Missing, Store, Stored, StoreError
from server.store.keys import keys_of
from server.store.transfer import check_store, export_games, import_game, read_packets


async def filled(address: str) -> Store:
    """A store with a running, a finished, an archived and a frozen game."""
    store = await Store.open(address)
    for game in ("running", "finished", "archived", "frozen"):
        await store.create(game, [b'{"header":"\xc3\xa4"}', b"{}"], f"epoch-{game}")
        await store.append(game, f"epoch-{game}", 2, "c1", [b"{}", b"{}"], b"ok")
    await store.put_meta("running", {"token": b"\x00\xff", "open_hand": "yes"})
    await store.list_game("running", "watchable")
    await store.list_game("finished", "finished")
    await store.archive("archived")
    await store.list_game("archived", "archived")
    await store.freeze("frozen", "epoch-frozen", "entry 3 does not replay")
    return store


async def test_games_move_between_stores(tmp_path: Path) -> None:
    """An imported game has the same entries, times, batches, people and status, and knows its command ids."""
    one = await filled(f"embedded:{tmp_path / 'one'}")
    two = await Store.open(f"embedded:{tmp_path / 'two'}")
    lines = [line async for line in export_games(one)]
    for packet in read_packets(lines):
        assert await import_game(two, packet) == 4
    for game in ("running", "finished", "archived", "frozen"):
        assert await two.read(game) == await one.read(game)
    assert await two.get_meta("running") == await one.get_meta("running")
    assert [game for game, _ in await two.games("watchable")] == ["running"]
    assert sorted(game for game, _ in await two.games("finished")) == ["archived", "finished"]
    assert await two.append("running", "epoch-running", 4, "c1", [b"{}"], b"") == Duplicate(b"", 4)
    assert (await two.append("running", "epoch-running", 4, "c2", [b"{}"], b"", tip="c1")).head == 5
    with pytest.raises(Damaged):
        await two.append("frozen", "epoch-frozen", 4, "c2", [b"{}"], b"")
    with pytest.raises(Exists):
        await import_game(two, next(read_packets(lines)))
    await one.close()
    await two.close()


async def test_one_game_by_name(tmp_path: Path) -> None:
    """A named game alone is exported; an unknown name is said."""
    store = await filled(f"embedded:{tmp_path / 'one'}")
    lines = [line async for line in export_games(store, ["finished"])]
    assert [packet.game for packet in read_packets(lines)] == ["finished"]
    with pytest.raises(Missing):
        [line async for line in export_games(store, ["nobody"])]
    await store.close()


def test_a_broken_file_names_its_line() -> None:
    """A line that is no game is named."""
    with pytest.raises(StoreError, match="line 1"):
        list(read_packets([b'{"game": 3}\n']))


async def test_a_check_finds_what_is_wrong(tmp_path: Path) -> None:
    """Holes, frozen games and logs that do not mean anything are found; sound games are not."""
    store = await filled(f"embedded:{tmp_path / 'one'}")
    seen: list[str] = []
    found = [finding async for finding in check_store(store, progress=seen.append)]
    assert [(finding.game, finding.why) for finding in found] == [("frozen", "frozen: entry 3 does not replay")]
    assert sorted(seen) == ["archived", "finished", "frozen", "running"]
    await store.link.call("XDEL", keys_of("running").log, "2-0")
    await store.index.put("never-made", "open")

    def refuse(game: str, entries: list[Stored]) -> None:
        if game == "finished":
            raise ValueError("digest of entry 4 differs")

    found = [finding async for finding in check_store(store, refuse)]
    assert {(finding.game, finding.entry) for finding in found} == {("frozen", 0), ("running", 2), ("finished", 0)}
    await store.close()
