"""Frames are measured before they are read; what cannot be read is named."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import (
    DEPTH,
    MESSAGE_BYTES,
    canonical,
    decode_to_client,
    decode_to_server,
    encode,
    message_id,
    view_digest,
)
from protocol.errors import CLOSES, ERRORS, ProtocolError, may_reconnect
from protocol.frames import frame, texts
from protocol.to_client import Delta
from protocol.to_server import Command

BAD = [
    (b"", "malformed"),
    (b"{", "malformed"),
    (b"[]", "malformed"),
    (b"null", "malformed"),
    (b'"hello"', "malformed"),
    (b"{}", "malformed"),
    (b'{"type": 3}', "malformed"),
    (b'{"type": "fly"}', "unknown_type"),
    (b'{"type": "snapshot"}', "unknown_type"),
    (b'{"type": "command", "id": "c1", "request": 1}', "malformed"),
    (b'{"type": "command", "id": "", "request": 1, "option": "x"}', "malformed"),
    (b'{"type": "command", "id": "c1", "request": -1, "option": "x"}', "malformed"),
    (b'{"type": "command", "id": "c1", "request": "1", "option": "x"}', "malformed"),
    (b'{"type": "chat", "id": "c1", "text": ""}', "malformed"),
    (b'{"type": "chat", "id": "c1", "text": "\xff"}', "malformed"),
    (b'{"type": "beat", "n": ' + b"[" * (DEPTH + 1) + b"]" * (DEPTH + 1) + b"}", "too_deep"),
    (b'{"type": "chat", "id": "c1", "text": "' + b"x" * MESSAGE_BYTES + b'"}', "too_large"),
]


@pytest.mark.parametrize(("raw", "code"), BAD)
def test_a_bad_frame_is_refused_with_its_code(raw: bytes, code: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_to_server(raw)
    assert caught.value.code == code
    assert caught.value.expected and caught.value.came


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_no_frame_raises_anything_else(raw: bytes | str) -> None:
    try:
        decode_to_server(raw)
    except ProtocolError as error:
        assert error.code in ERRORS
    message_id(raw)


def test_brackets_inside_strings_are_no_nesting() -> None:
    text = json.dumps({"type": "chat", "id": "c1", "text": '\\"' + "[{" * 40})
    assert decode_to_server(text).text.endswith("[{")  # type: ignore[union-attr]


def test_a_message_that_could_not_be_read_is_answered_by_its_id() -> None:
    assert message_id('{"type": "fly", "id": "c7"}') == "c7"
    assert message_id('{"type": "fly", "id": 7}') is None


def test_messages_survive_the_wire() -> None:
    command = Command("c1", 17, "move:porch")
    assert decode_to_server(encode(command)) == command
    delta = Delta(3, {"turn": 2, "tokens": {"trap": None}}, [], "00", from_=1)
    assert json.loads(encode(delta))["from"] == 1
    assert decode_to_client(encode(delta)) == delta


def test_the_digest_is_of_canonical_json_that_any_language_can_write() -> None:
    view = {"b": {"é": 1, "a": [1, "x"]}, "a": -2}
    assert canonical(view) == '{"a":-2,"b":{"a":[1,"x"],"é":1}}'
    assert msgspec.json.encode(view, order="sorted").decode() == canonical(view)
    assert view_digest(view) == view_digest(json.loads(canonical(view)))


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_ready_frames_carry_the_length_as_the_rfc_says(size: int) -> None:
    wire = frame(b"x" * size)
    offset = {0: 2, 125: 2, 126: 4, 65535: 4, 65536: 10}[size]
    assert wire[0] == 0x81 and len(wire) == offset + size
    assert [len(text) for text in texts(wire + frame(b"{}") + wire)] == [size, 2, size]


def test_close_codes_say_by_their_number_whether_to_come_back() -> None:
    for close in CLOSES.values():
        assert close.reconnect == (4100 <= close.number < 4200) == may_reconnect(close.number)
    assert len({error.number for error in ERRORS.values()}) == len(ERRORS)
