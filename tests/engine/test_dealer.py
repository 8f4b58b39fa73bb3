"""Draws follow from the secret as the record's readers compute them: by HMAC-SHA256."""

import hmac
import struct

import pytest

from engine.core.dealer import Dealer


@pytest.mark.parametrize("length", [0, 1, 32, 64, 65, 200])
def test_a_draw_is_an_hmac_of_purpose_and_count(length: int) -> None:
    """Secrets of any length, each purpose counted by itself."""
    secret = bytes(range(length))
    dealer = Dealer(secret)
    for count in range(5):
        for purpose in ("dice", "terror"):
            name = purpose.encode()
            message = struct.pack(">I", len(name)) + name + struct.pack(">QI", count, 0)
            number = int.from_bytes(hmac.digest(secret, message, "sha256")[:8], "big")
            assert dealer.index(purpose, 1000) == number % 1000
