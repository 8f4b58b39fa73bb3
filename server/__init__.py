"""The server: gateway, tables and event store over the engine."""
