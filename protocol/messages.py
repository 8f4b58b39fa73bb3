"""All messages in one place: `to_server` and `to_client` hold one direction each."""

from protocol import to_client, to_server

ToServer = to_server.ANY
"""Union of all messages from client to server."""
ToClient = to_client.ANY
"""Union of all messages from server to client."""

__all__ = ["ToClient", "ToServer", "to_client", "to_server"]
