"""Importing this module registers every effect word of the core rules."""

from importlib import import_module

CHAPTERS = (
    "action",
    "attack",
    "bloodlust",
    "events",
    "finale",
    "hand",
    "health",
    "items",
    "killer_action",
    "movement",
    "rolls",
    "search",
    "terror",
    "tracks",
    "victims",
)
for chapter in CHAPTERS:
    import_module(f"engine.rules.{chapter}")
