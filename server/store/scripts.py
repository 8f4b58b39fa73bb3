"""The store's Lua scripts, named by their hash: two versions of the server never meet in one name."""

from hashlib import sha1
from importlib.resources import files
from typing import NamedTuple


class Script(NamedTuple):
    """A server-side script and the SHA-1 under which Redis caches it."""

    name: str
    text: str
    sha: str


def load_script(name: str) -> Script:
    """Read `lua/NAME.lua`."""
    text = (files(__package__) / "lua" / f"{name}.lua").read_text(encoding="utf-8")
    return Script(name, text, sha1(text.encode(), usedforsecurity=False).hexdigest())


APPEND = load_script("append")
CREATE = load_script("create")
SETTLE = load_script("settle")
ARCHIVE = load_script("archive")
FREEZE = load_script("freeze")
RESTORE = load_script("restore")
