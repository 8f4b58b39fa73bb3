"""The digest of a view as the server makes it: `protocol.codec.view_digest`, by the faster encoder."""

import hashlib
from typing import Any

import orjson


def view_digest(view: Any) -> str:
    """First 16 hex digits of SHA-256 over the view as canonical JSON."""
    return hashlib.sha256(orjson.dumps(view, option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]
