"""Tokens: who may sit where. Unguessable, kept only as hashes, compared in constant time.

At rest a game's access is a map from the SHA-256 of a token to `role` or `role host`. A token is 32 random bytes, so
a plain hash is enough: there is nothing to guess from.
"""

import hashlib
import hmac
import secrets

from msgspec import Struct

from protocol.to_client import Role

ROLES: tuple[Role, ...] = ("player", "advisor", "spectator")


class Grant(Struct, frozen=True):
    """What a token opens."""

    role: Role
    host: bool = False

    def text(self) -> str:
        """As it is stored."""
        return f"{self.role} host" if self.host else self.role


def new_token() -> str:
    """A fresh token: 256 bits, safe in links."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is stored of a token, hex."""
    return hashlib.sha256(token.encode()).hexdigest()


def grant_of(text: str) -> Grant:
    """A stored grant."""
    role, _, host = text.partition(" ")
    assert role in ROLES
    return Grant(role, host == "host")


def look_up(access: dict[str, str], token: str) -> Grant | None:
    """The grant of a token. Compares with every stored hash, each in constant time."""
    wanted = hashed(token).encode()
    found: Grant | None = None
    for digest, text in access.items():
        if hmac.compare_digest(digest.encode(), wanted):
            found = grant_of(text)
    return found
