"""The recorded session that third parties test with is what this server says."""

from collections.abc import Callable

import pytest

from clients.conformance.record import SETUP, record
from clients.conformance.socket import Bench, Broken, Json
from clients.conformance.transcript import FILE, match
from tests.support.server import Server

KEY = bytes(range(32))


async def test_the_transcript_is_fresh(make_server: Callable[..., Server], request: pytest.FixtureRequest) -> None:
    recorded = await record(Bench(make_server(key=KEY).url, SETUP))
    if request.config.getoption("--goldens"):
        FILE.write_text(recorded)
    assert FILE.read_text() == recorded, "stale: `make goldens` records it anew; the diff is the review"


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
