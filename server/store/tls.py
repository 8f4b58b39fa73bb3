"""One TLS context for all connections with the same settings.

redis-py 8.1 builds one for every connection, which reads the system's certificates and holds the event loop for a tenth
of a second each time: sixty games in flight would wait six seconds. It has no way to be given one, hence this wrapper.
"""

from ssl import SSLContext
from typing import Any

from redis.asyncio.connection import RedisSSLContext

_build = RedisSSLContext.get
_built: dict[tuple[str, ...], SSLContext] = {}


def share_contexts() -> None:
    """Have redis-py build each TLS context once; may be called again."""
    RedisSSLContext.get = _shared  # type: ignore[method-assign, assignment]


def _shared(settings: Any) -> SSLContext:
    if settings.context is None:
        key = tuple(repr(getattr(settings, name)) for name in RedisSSLContext.__slots__ if name != "context")
        if key not in _built:
            _built[key] = _build(settings)
        settings.context = _built[key]
    context: SSLContext = settings.context
    return context
