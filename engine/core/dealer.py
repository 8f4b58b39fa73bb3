"""Where chance comes from: every draw of a live game follows from one secret that is published at the end.

A result is HMAC-SHA256(secret, purpose, count within the purpose, try), taken as an integer with rejection
sampling, so each option is equally likely. The header of the record carries SHA-256(secret) as commitment.
"""

import hashlib
import hmac
import struct
from typing import Any

_WORD = 1 << 64


def commitment(secret: bytes) -> str:
    """Hex SHA-256 of the secret, published in the header before the first draw."""
    return hashlib.sha256(secret).hexdigest()


def game_secret(server_key: bytes, game: str) -> bytes:
    """The secret of one game (32 bytes); it need not be stored, since key and id give it again."""
    return hmac.digest(server_key, b"game:" + game.encode(), "sha256")


def seed_secret(server_key: bytes, seed: str) -> bytes:
    """The secret of every game on a named seed (32 bytes)."""
    return hmac.digest(server_key, b"seed:" + seed.encode(), "sha256")


def rekey_secret(server_key: bytes, game: str, entry: int) -> bytes:
    """The secret of one game from a rekey on (32 bytes); `entry` is the rekey's number in the record."""
    return hmac.digest(server_key, f"rekey:{game}@{entry}".encode(), "sha256")


def _keyed(secret: bytes) -> tuple[Any, Any]:
    """The inner and the outer hash of an HMAC-SHA256 that have taken in the secret (RFC 2104)."""
    size = hashlib.sha256().block_size
    block = (secret if len(secret) <= size else hashlib.sha256(secret).digest()).ljust(size, b"\0")
    inner, outer = (hashlib.sha256(bytes(byte ^ pad for byte in block)) for pad in (0x36, 0x5C))
    return inner, outer


class Dealer:
    """Draws from a secret; counts per purpose, so that dice do not shift cards."""

    def __init__(self, secret: bytes, counts: dict[str, int] | None = None) -> None:
        self.secret = secret
        self._inner, self._outer = _keyed(secret)
        self.counts: dict[str, int] = dict(counts or {})
        self._prefixes: dict[str, bytes] = {}

    def index(self, purpose: str, options: int) -> int:
        """The next draw of a purpose: an integer from 0 to options - 1."""
        count = self.counts.get(purpose, 0)
        self.counts[purpose] = count + 1
        prefix = self._prefixes.get(purpose)
        if prefix is None:
            name = purpose.encode()
            prefix = self._prefixes[purpose] = struct.pack(">I", len(name)) + name
        limit = _WORD - _WORD % options
        attempt = 0
        while True:
            message = prefix + struct.pack(">QI", count, attempt)
            value = int.from_bytes(self._digest(message)[:8], "big")
            if value < limit:
                return value % options
            attempt += 1

    def _digest(self, message: bytes) -> bytes:
        """What `hmac.digest(self.secret, message, "sha256")` gives, without taking in the secret for every draw."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return bytes(outer.digest())
