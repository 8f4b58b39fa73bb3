"""The recorded session that third parties test with is what this server says."""

from collections.abc import Callable

import msgspec
import pytest

from clients.conformance.record import SETUP, record
from clients.conformance.socket import Bench, Broken, Json
from clients.conformance.transcript import FILE, match
from tests.support.server import Server

KEY = bytes(range(32))
STALE = "stale (`make goldens` records it anew; the diff is the review)"


async def test_the_transcript_is_fresh(make_server: Callable[..., Server], request: pytest.FixtureRequest) -> None:
    """Frames, their order, their fields and the view's keys; other cards alone make no recording stale."""
    text = await record(Bench(make_server(key=KEY).url, SETUP))
    if request.config.getoption("--goldens"):
        FILE.write_text(text)
    committed, recorded = (list(map(msgspec.json.decode, lines.splitlines())) for lines in (FILE.read_text(), text))
    assert len(committed) == len(recorded), STALE
    for number, (old, new) in enumerate(zip(committed, recorded, strict=True), 1):
        match(old, new, f"{STALE}: line {number}")
        match(new, old, f"{STALE}: line {number}")
        assert view_keys(old) == view_keys(new), f"{STALE}: line {number}"


def view_keys(line: Json) -> set[str]:
    """Of a snapshot's view."""
    return set(line.get("server", {}).get("view", {}))


ACK: Json = {"type": "ack", "id": "c1", "version": 2}
ERROR: Json = {"type": "error", "code": "stale", "number": 2, "expected": "request 4", "came": "request 1"}
ADVICE: Json = {"type": "advice", "suggestions": {"{advisor}": {"request": 4, "option": "stop"}}}


def test_what_depends_on_the_cards_may_differ() -> None:
    match(ACK, {**ACK, "version": 3, "later": 1}, "ack")
    match(ERROR, {**ERROR, "expected": "request 9"}, "error")


@pytest.mark.parametrize(
    ("recorded", "came"),
    [
        (ACK, {"type": "ack", "id": "c2", "version": 2}),
        (ACK, {"type": "ack", "id": "c1"}),
        (ACK, {**ACK, "version": "2"}),
        (ERROR, {**ERROR, "code": "illegal"}),
        (ADVICE, {"type": "advice", "suggestions": {}}),
        ({"type": "advice", "suggestions": {}}, {"type": "advice", "suggestions": {"p": {}}}),
    ],
)
def test_what_the_protocol_promises_may_not_differ(recorded: Json, came: Json) -> None:
    with pytest.raises(Broken):
        match(recorded, came, "frame")
