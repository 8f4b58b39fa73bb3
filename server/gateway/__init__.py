"""Sockets: from a connection to its seat at a table."""
