"""Server keys: what the secrets of games are derived from. Kept in the store beside the logs, never in them.

A key from the environment (LASTREEL_SERVER_KEY, 64 hex digits) makes new games instead and is not written down.
"""

import hashlib
import os
import re
import secrets
from collections.abc import Iterable, Sequence

from engine.core.dealer import commitment, game_secret, rekey_secret, seed_secret
from engine.core.record import Closing, Entry, Header, Rekey, chain
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

    def secrets(self, game: str, entries: Iterable[Entry]) -> list[bytes | None]:
        """What the draws of a record follow from: from the header on, and from each rekey on; None without the key."""
        return [self._secret(game, number, entry) for number, entry in keyed(entries)]

    def rekey(self, game: str, record: Sequence[Entry]) -> Rekey:
        """The next entry of a running record whose key is not known here: draws after it follow from the newest key.

        The secret depends on the entry's number alone, so that importing again cannot be used to choose draws.
        """
        name, key = self.current()
        entry = Rekey(commitment(rekey_secret(key, game, len(record) + 1)), name)
        last = next(old for old in reversed(record) if isinstance(old, Closing))
        entry.digest = chain(last.digest, entry)
        return entry

    def _secret(self, game: str, number: int, entry: Header | Rekey) -> bytes | None:
        key = self.get(entry.key)
        if key is None:
            return None
        if isinstance(entry, Rekey):
            return rekey_secret(key, game, number)
        return seed_secret(key, entry.seed) if entry.seed else game_secret(key, game)


def keyed(entries: Iterable[Entry]) -> list[tuple[int, Header | Rekey]]:
    """The entries that name a server key, with their numbers: the header, and each rekey."""
    return [(number, entry) for number, entry in enumerate(entries, 1) if isinstance(entry, Header | Rekey)]


async def open_keyring(store: Store) -> Keyring:
    """The keys of this deployment; makes the first one. Raises ValueError for one in the environment that is none."""
    given = given_key()
    if not given:
        await store.link.call("HSETNX", FIELD, "1", secrets.token_hex(32))
    found = await store.link.call("HGETALL", FIELD)
    return Keyring([bytes.fromhex(found[number].decode()) for number in sorted(found, key=int)] + given)


def given_key() -> list[bytes]:
    """The key in the environment, if there is one."""
    text = os.environ.get("LASTREEL_SERVER_KEY", "")
    if not text:
        return []
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise ValueError(f"LASTREEL_SERVER_KEY: expected 64 hex digits, came {len(text)} characters")
    return [bytes.fromhex(text)]
