"""Frames to messages and back. Everything that comes from a client is measured before it is decoded."""

import hashlib
import json
from typing import Any

import msgspec

from protocol import to_client, to_server
from protocol.errors import ProtocolError
from protocol.messages import ToClient, ToServer

MESSAGE_BYTES = 4096
"""Longest message a server takes from a client."""
DEPTH = 6
"""Deepest nesting of brackets in a message to the server."""

_encoder = msgspec.json.Encoder()
_canonical = msgspec.json.Encoder(order="sorted")
_to_server = msgspec.json.Decoder(ToServer)
_to_client = msgspec.json.Decoder(ToClient)
_any_object = msgspec.json.Decoder(dict[str, msgspec.Raw])


def encode(message: to_server.ToServer | to_client.ToClient) -> bytes:
    """A message as JSON text (UTF-8)."""
    return _encoder.encode(message)


def decode_to_server(data: bytes | str) -> to_server.ToServer:
    """A client's message. Raises ProtocolError: too_large, too_deep, malformed, unknown_type."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(raw) > MESSAGE_BYTES:
        raise ProtocolError("too_large", f"at most {MESSAGE_BYTES} bytes", f"{len(raw)} bytes")
    if nesting(raw) > DEPTH:
        raise ProtocolError("too_deep", f"at most {DEPTH} brackets deep", "more")
    try:
        return _to_server.decode(raw)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _explain(raw, error) from None


def decode_to_client(data: bytes | str) -> to_client.ToClient:
    """A server's message. Raises ProtocolError: malformed, unknown_type."""
    try:
        return _to_client.decode(data)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise _explain(data.encode() if isinstance(data, str) else data, error) from None


def _explain(raw: bytes, error: Exception) -> ProtocolError:
    message = str(error)[:200]
    if "Invalid value" in message and "$.type" in message:
        return ProtocolError("unknown_type", "a known `type`", _named_type(raw))
    return ProtocolError("malformed", "a JSON object of this protocol", message)


def _named_type(raw: bytes) -> str:
    try:
        return bytes(_any_object.decode(raw)["type"]).decode()[:60]
    except (msgspec.MsgspecError, KeyError, UnicodeError):
        return "something else"


def message_id(data: bytes | str) -> str | None:
    """The `id` of a message that could not be decoded, to answer it by."""
    try:
        found = msgspec.json.decode(_any_object.decode(data)["id"])
    except (msgspec.MsgspecError, KeyError, UnicodeError, RecursionError):
        return None
    return found[:64] if isinstance(found, str) else None


def nesting(raw: bytes) -> int:
    """How deep brackets nest outside strings."""
    if raw.count(b"{") + raw.count(b"[") <= DEPTH:
        return 0
    depth = deepest = 0
    quoted = escaped = False
    for byte in raw:
        if quoted:
            quoted, escaped = (escaped or byte != 0x22), (byte == 0x5C and not escaped)
        elif byte == 0x22:
            quoted = True
        elif byte in b"{[":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"}]":
            depth -= 1
    return deepest


def view_digest(view: Any) -> str:
    """First 16 hex digits of SHA-256 over the view as canonical JSON: keys sorted, no spaces, UTF-8, integers only."""
    return hashlib.sha256(_canonical.encode(view)).hexdigest()[:16]


def canonical(view: Any) -> str:
    """The canonical JSON of a view as the standard library writes it (what another language has to produce)."""
    return json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
