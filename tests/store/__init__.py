"""The event store's contract and its faults."""
