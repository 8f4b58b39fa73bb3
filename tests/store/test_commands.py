"""`lastreel store` and `lastreel bench` on games made by the rules."""

import asyncio
import json
import secrets
from pathlib import Path

import pytest

from engine.core.compose import Setup
from engine.core.content import load
from engine.core.dealer import game_secret
from engine.core.record import encode
from engine.core.table import Table
from server.cli import main
from server.store import Store
from server.store.keys import keys_of
from server.tables.keyring import open_keyring


async def make_games(address: str, count: int) -> list[str]:
    """Games with a few answers each."""
    store = await Store.open(address)
    key, server_key = (await open_keyring(store)).current()
    content = load()
    games = []
    for number in range(count):
        game, epoch = f"game{number}", secrets.token_hex(6)
        secret = game_secret(server_key, game)
        setup = Setup("intruders", "wingard-cottage", "ava")
        table = Table.new(content, setup, game, secret, key=key, epoch=epoch)
        head = (await store.create(game, [encode(entry) for entry in table.entries], epoch)).head
        for turn in range(5):
            assert table.request
            batch = table.answer(table.request.options[0], table.number, who="p", command=f"c{turn}")
            data = [encode(entry) for entry in batch.entries]
            head = (await store.append(game, epoch, head, f"c{turn}", data, b"")).head
        games.append(game)
    await store.close()
    return games


async def break_game(address: str, game: str) -> None:
    """Take an entry out of the middle."""
    store = await Store.open(address)
    await store.link.call("XDEL", keys_of(game).log, "4-0")
    await store.close()


def test_check_export_import(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sound store passes, a broken game is named with its entry; games move, and stay as they are where they are."""
    one, two = (f"embedded:{tmp_path / name}" for name in ("one", "two"))
    games = asyncio.run(make_games(one, 3))
    assert main(["store", "check", "--json", "--store", one]) == 0
    assert json.loads(capsys.readouterr().out) == {"games": 3, "damaged": []}
    file = tmp_path / "games.jsonl"
    assert main(["store", "export", "--to", str(file), "--store", one]) == 0
    assert main(["store", "import", str(file), "--store", two]) == 0
    assert main(["store", "import", str(file), "--store", two]) == 1
    assert "0 games imported, 3 left out" in capsys.readouterr().out
    assert main(["store", "check", "--store", two]) == 0
    asyncio.run(break_game(two, games[1]))
    capsys.readouterr()
    assert main(["store", "check", "--json", "--store", two]) == 1
    (found,) = json.loads(capsys.readouterr().out)["damaged"]
    assert (found["game"], found["entry"]) == (games[1], 4)


def test_a_game_under_a_foreign_name_is_not_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its log would be sought under the name in its header."""
    one, two = (f"embedded:{tmp_path / name}" for name in ("one", "two"))
    asyncio.run(make_games(one, 1))
    file = tmp_path / "games.jsonl"
    assert main(["store", "export", "--to", str(file), "--store", one]) == 0
    packet = json.loads(file.read_text())
    for field, value, expected in (
        ("game", "foreign", "the header of game"),
        ("epoch", "foreign", "the header of game"),
        ("entries", [], "a header, got nothing"),
    ):
        file.write_text(json.dumps({**packet, field: value}) + "\n")
        assert main(["store", "import", str(file), "--store", two]) == 1
        assert f"entry 1: expected {expected}" in capsys.readouterr().err
    assert main(["store", "check", "--store", two]) == 0
    assert "0 games, 0 damaged" in capsys.readouterr().out


def test_a_damaged_game_is_not_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is named with file, line and entry; the others come. One whose export says it is damaged comes frozen."""
    one, two = (f"embedded:{tmp_path / name}" for name in ("one", "two"))
    asyncio.run(make_games(one, 3))
    file = tmp_path / "games.jsonl"
    assert main(["store", "export", "--to", str(file), "--store", one]) == 0
    packets = [json.loads(line) for line in file.read_text().splitlines()]
    for packet in packets[1:]:
        del packet["entries"][3]
    packets[2]["damaged"] = "entry 4 is gone"
    file.write_text("".join(json.dumps(packet) + "\n" for packet in packets))
    capsys.readouterr()
    assert main(["store", "import", str(file), "--store", two]) == 1
    said = capsys.readouterr()
    assert said.err.startswith(f"{file}: line 2: game {packets[1]['game']}: entry ") and said.err.count("\n") == 1
    assert "2 games imported, 1 left out" in said.out
    assert main(["store", "check", "--store", two]) == 1
    assert f"{packets[2]['game']}: entry 0: frozen: entry 4 is gone" in capsys.readouterr().out


def test_a_store_that_cannot_be_opened_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """No traceback for a wrong address."""
    assert main(["store", "check", "--store", "http://nowhere"]) == 1
    assert "a store is embedded:DIR" in capsys.readouterr().err


def test_a_server_key_that_is_none_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slip in the environment stops the start with a sentence that does not show the key."""
    monkeypatch.setenv("LASTREEL_SERVER_KEY", "c0ffee")
    (tmp_path / "games").write_bytes(b"")
    for words in (["serve", "--port", "0"], ["store", "import", str(tmp_path / "games")]):
        assert main([*words, "--store", f"embedded:{tmp_path / 'data'}"]) == 1
        said = capsys.readouterr().err
        assert "LASTREEL_SERVER_KEY: expected 64 hex digits, came 6" in said
        assert "c0ffee" not in said
