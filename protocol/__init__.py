"""What server and clients say to each other: messages, merge patches, codes, sessions. No rule, no I/O."""

SUBPROTOCOL = "lastreel.v1"
"""Name of the websocket subprotocol; the number changes only when old clients would break."""
