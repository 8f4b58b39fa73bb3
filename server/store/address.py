"""Where the store is: an address parsed into the kind of Redis it names.

    embedded:DIR                                     a private Valkey of our own, its files in DIR
    redis://[user:password@]host:port[/db]           one Redis; rediss:// with TLS, unix:///path for a socket
    redis+sentinel://[user:password@]h:p,h:p/NAME    the primary that these Sentinels call NAME; rediss+sentinel://
    redis+cluster://[user:password@]h:p,h:p          a Redis Cluster; rediss+cluster://

TLS settings are query parameters: `ssl_ca_certs`, `ssl_certfile`, `ssl_keyfile`, `ssl_cert_reqs`, `ssl_check_hostname`.
"""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

DEFAULT_PORTS = {"sentinel": 26379, "cluster": 6379, "single": 6379}
FLAGS = {"ssl_check_hostname"}
ESCAPED = " (write / : @ in a password as %2F %3A %40)"
"""What came is not repeated: it may be half a password."""


@dataclass(frozen=True)
class Address:
    """A parsed store address."""

    kind: str
    """`embedded`, `single`, `sentinel` or `cluster`."""
    hosts: tuple[tuple[str, int], ...] = ()
    path: str = ""
    """Folder of an embedded store, socket of a single one, or the Sentinels' name for the primary."""
    options: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """redis-py's connection settings: user, password, database, TLS."""

    def __str__(self) -> str:
        """The address without its secrets, for logs and messages."""
        hosts = ",".join(f"{host}:{port}" for host, port in self.hosts)
        return f"{self.kind}:{hosts}{'/' if hosts and self.path else ''}{self.path}"


def parse_address(text: str) -> Address:
    """Parse a store address; raises ValueError saying what was expected."""
    if text.startswith("embedded:"):
        return Address("embedded", path=text.removeprefix("embedded:") or "data")
    try:
        parts = urlsplit(text)
    except ValueError as error:
        raise ValueError(f"the store's address: {error}") from None
    scheme, _, kind = parts.scheme.partition("+")
    if scheme == "unix":
        return Address("single", path=parts.path, options=credentials(parts.username, parts.password))
    if scheme not in ("redis", "rediss") or (kind or "single") not in DEFAULT_PORTS:
        raise ValueError(
            "a store is embedded:DIR, redis://, rediss://, unix://, redis+sentinel:// or redis+cluster://, "
            f"got {text.partition(':')[0]!r}"
        )
    options = credentials(parts.username, parts.password) | query_options(parts.query)
    if scheme == "rediss":
        options["ssl"] = True
    kind = kind or "single"
    path = parts.path.strip("/")
    if kind == "single" and path:
        if not path.isascii() or not path.isdigit():
            raise ValueError(f"expected redis://HOST:PORT/NUMBER{ESCAPED}")
        options["db"] = int(path)
        path = ""
    if kind == "sentinel" and not path:
        raise ValueError(f"a Sentinel address ends with the primary's name: {text.split('@')[-1]}/NAME")
    hosts = parse_hosts(parts.netloc.rpartition("@")[2], DEFAULT_PORTS[kind])
    return Address(kind, hosts, path, options)


def credentials(user: str | None, password: str | None) -> dict[str, Any]:
    """User and password of an address, decoded."""
    found = {"username": user, "password": password}
    return {key: unquote(value) for key, value in found.items() if value}


def query_options(query: str) -> dict[str, Any]:
    """The TLS settings after the question mark; raises ValueError on any other parameter."""
    options: dict[str, Any] = {}
    for key, value in parse_qsl(query):
        if not key.startswith("ssl_"):
            raise ValueError(f"unknown parameter {key!r} in the store's address: expected ssl_...")
        options[key] = value.lower() in ("1", "true", "yes") if key in FLAGS else value
    return options


def parse_hosts(text: str, default_port: int) -> tuple[tuple[str, int], ...]:
    """`a:1,b` as host and port pairs; IPv6 hosts stand in brackets. Raises ValueError for a port that is none."""
    hosts = []
    for part in text.split(","):
        host, _, port = (part, "", "") if part.endswith("]") or ":" not in part else part.rpartition(":")
        if port and not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
            raise ValueError(f"expected a port from 1 to 65535 in the store's address{ESCAPED}")
        hosts.append((host.strip("[]") or "localhost", int(port or default_port)))
    return tuple(hosts)
