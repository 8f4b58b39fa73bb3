"""Ready websocket frames: built once, written to every connection of a stream (RFC 6455 5.2, unmasked)."""

import struct
from collections.abc import Iterator
from functools import lru_cache

TEXT = 0x81
"""FIN and the opcode of a text frame."""


def frame(text: bytes) -> bytes:
    """The whole frame of a message."""
    return header(len(text)) + text


@lru_cache(maxsize=4096)
def header(size: int) -> bytes:
    """The frame header of an unmasked text message of so many bytes."""
    if size < 126:
        return struct.pack("!BB", TEXT, size)
    if size < 1 << 16:
        return struct.pack("!BBH", TEXT, 126, size)
    return struct.pack("!BBQ", TEXT, 127, size)


def texts(frames: bytes) -> Iterator[bytes]:
    """The messages of frames, one or several joined."""
    at = 0
    while at < len(frames):
        size, start = frames[at + 1], at + 2
        if size >= 126:
            start += 2 if size == 126 else 8
            size = int.from_bytes(frames[at + 2 : start], "big")
        at = start + size
        yield frames[start:at]
