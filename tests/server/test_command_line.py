"""What the command line says to a slip: one sentence, never a traceback."""

import asyncio
import functools
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clients.sdk import read_link
from clients.sdk import table as sdk
from clients.terminal.app import TableApp
from server.cli import main
from tests.support.server import Server, until


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else listens on, who says nothing."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.mark.parametrize("port", ["99999", "-1", "80x", ""])
def test_a_port_that_is_none(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", f"--port={port}"])
    assert f"expected a port from 0 to 65535, got {port!r}" in capsys.readouterr().err


def test_a_port_that_is_taken(taken: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", str(taken)]) == 1
    said = capsys.readouterr().err
    assert f"127.0.0.1:{taken}" in said and "--port 0" in said


@pytest.mark.parametrize(
    "url",
    [
        *(
            "http://127.0.0.1:1",
            "127.0.0.1:8000",
            "nowhere",
            "http://127.0.0.1:8000/#/table/",
            "http://[",
            "",
            "http://",
        ),
        *("http://127.0.0.1:99999", "ws://127.0.0.1:1", "http://127.0.0.1:8000/#/games/abc/def"),
    ],
)
@pytest.mark.parametrize("command", ["bot", "play"])
def test_an_address_that_leads_nowhere(command: str, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, url]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"lastreel {command}: ") and said.count("\n") == 1


@pytest.mark.parametrize("command", ["bot", "play"])
def test_a_link_to_a_server_that_is_not_there(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is tried for a while, which is said once, then given up."""
    monkeypatch.setattr(sdk, "FIRST_SECONDS", 0.7)
    monkeypatch.setattr(TableApp, "run", functools.partialmethod(TableApp.run, headless=True))
    assert main([command, "http://127.0.0.1:1/#/table/abc/def"]) == 1
    said = capsys.readouterr().err
    assert said.endswith(f"lastreel {command}: cannot reach http://127.0.0.1:1 within 0.7 seconds\n")
    if command == "bot":
        assert said.startswith("lastreel bot: cannot reach http://127.0.0.1:1, trying again\n")
    assert said.count("\n") == (2 if command == "bot" else 1)


async def test_a_server_that_is_lost_later_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, make_server: Callable[..., Server]
) -> None:
    """Longer than the first connection is tried for; each loss is told once."""
    monkeypatch.setattr(sdk, "FIRST_SECONDS", 1.0)
    server = make_server()
    made = await server.game()
    told: list[str] = []
    async with sdk.Table.join(server.url, made.game, made.token, trouble=told.append) as table:
        for losses in (1, 2):
            server.kill()
            await asyncio.sleep(1.5)
            assert told == [f"cannot reach {server.url}, trying again"] * losses
            await asyncio.to_thread(server.start)
            await until(lambda: table.connected, 10)
            assert (await table.choose(table.options[0]["id"])).head


def test_links() -> None:
    """A server alone, a link with a token, and one that lets only watch."""
    assert read_link("http://h:1/") == ("http://h:1", "", "")
    assert read_link("https://h/#/table/abc/def") == ("https://h", "abc", "def")
    assert read_link("http://[::1]:8000/#/table/abc") == ("http://[::1]:8000", "abc", "")


@pytest.mark.parametrize(
    "words",
    [
        *("serve --rate=0", "serve --rate=x", "serve --idle-seconds=nan", "serve --absent-seconds=-1"),
        *(
            "serve --slow-seconds=0",
            "serve --archive-seconds=inf",
            "conformance --client=99999",
            "bot --decisions=-1 h",
        ),
        *("simulate --killer=all --location=all --games=-1", "simulate --killer=all --location=all --skip=-1"),
        *("bench fanout --connections=0", "bench fanout --burst=0", "bench fanout --tables=-2"),
        *("bench fanout --stuck=-1", "bench fanout --stuck=1e3"),
    ],
)
def test_a_number_that_cannot_be(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(words.split())
    assert ": expected " in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        *("content report --content={none}", "content check {none}", "record show {none}", "record show {folder}"),
        *("record show {deep}", "record show {text}", "record show --at=1 {record}", "record export {braces}"),
        *("conformance http://[", "serve --store=redis://h:99999", "serve --content={none} --port=0"),
        *("simulate --killer=intruders --location=wingard-cottage --games=1 --records={text}",),
        *("store import {none}", "store import {folder}", "store import {deep}", "store import {text}"),
        *("store export nobody --to={old}", "store thaw {braces}"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deep").write_bytes(b'{"entry": "header", "games": ' + b"[" * 100_000)
    (tmp_path / "text").write_bytes(b'{"entry": "\xff"}\n')
    (tmp_path / "old").write_bytes(b"kept")
    monkeypatch.setenv("LASTREEL_STORE", f"embedded:{tmp_path / 'data'}")
    names = {name: tmp_path / name for name in ("none", "deep", "text", "old")}
    record = sorted((Path(__file__).parents[1] / "records").glob("*.reel"))[0]
    assert main(words.format(folder=tmp_path, record=record, braces="{}", **names).split()) == 1
    said = "".join(capsys.readouterr())
    assert said.count("\n") == 1 and "Traceback" not in said
    assert (tmp_path / "old").read_bytes() == b"kept"
    assert not list(tmp_path.glob("*.unfinished"))
