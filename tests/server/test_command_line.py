"""What the command line says to a slip: one sentence, never a traceback."""

import socket
from collections.abc import Iterator

import pytest

from server.cli import main


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
    "url", ["http://127.0.0.1:1", "127.0.0.1:8000", "nowhere", "http://127.0.0.1:8000/#/table/abc", "http://[", ""]
)
@pytest.mark.parametrize("command", ["bot"])
def test_an_address_that_leads_nowhere(command: str, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, url]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"lastreel {command}: ") and said.count("\n") == 1
