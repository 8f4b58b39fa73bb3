"""The event store: every game is one Redis stream, appended atomically and read without holes."""
