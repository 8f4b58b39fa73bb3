"""Ready websocket frames: built once, written to every connection of a stream (RFC 6455 5.2, unmasked)."""

import struct
from typing import NamedTuple

TEXT = 0x81
"""FIN and the opcode of a text frame."""


class Frame(NamedTuple):
    """A message as text, and as the bytes of a whole websocket frame."""

    text: bytes
    wire: bytes


def frame(text: bytes) -> Frame:
    """The frame of a message."""
    return Frame(text, header(len(text)) + text)


def header(size: int) -> bytes:
    """The frame header of an unmasked text message of so many bytes."""
    if size < 126:
        return struct.pack("!BB", TEXT, size)
    if size < 1 << 16:
        return struct.pack("!BBH", TEXT, 126, size)
    return struct.pack("!BBQ", TEXT, 127, size)
