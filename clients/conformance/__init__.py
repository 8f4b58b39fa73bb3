"""Checks for third parties: whether a server, or a client, keeps to docs/protocol.md."""
