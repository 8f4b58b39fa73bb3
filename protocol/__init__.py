"""What server and clients say to each other: messages, merge patches, error codes, sessions. Knows no rule, does no I/O."""

SUBPROTOCOL = "lastreel.v1"
"""Name of the websocket subprotocol; the number changes only when old clients would break."""
