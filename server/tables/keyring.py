"""Server keys: what the secrets of games are derived from. Kept in the store beside the logs, never in them.

A key from the environment (LASTREEL_SERVER_KEY, 64 hex digits) is used instead and is not written down.
"""

import hashlib
import os
import secrets

from server.store import Store

FIELD = "lr:{keys}:server"


def name_of(key: bytes) -> str:
    """The public name of a key, as headers carry it."""
    return hashlib.sha256(b"name:" + key).hexdigest()[:8]


class Keyring:
    """All known keys by name; the newest makes new games."""

    def __init__(self, keys: list[bytes]) -> None:
        self._keys = {name_of(key): key for key in keys}
        self._current = name_of(keys[-1])

    def current(self) -> tuple[str, bytes]:
        """Name and key for new games."""
        return self._current, self._keys[self._current]

    def get(self, name: str) -> bytes | None:
        """The key of a name; without it a game can be followed but not drawn for."""
        return self._keys.get(name)


async def open_keyring(store: Store) -> Keyring:
    """The keys of this deployment; makes the first one."""
    if given := os.environ.get("LASTREEL_SERVER_KEY", ""):
        return Keyring([bytes.fromhex(given)])
    await store.link.call("HSETNX", FIELD, "1", secrets.token_hex(32))
    found = await store.link.call("HGETALL", FIELD)
    return Keyring([bytes.fromhex(found[number].decode()) for number in sorted(found, key=int)])
