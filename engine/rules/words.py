"""Importing this module registers every effect word of the core rules."""

from engine.rules import (
    action,
    attack,
    bloodlust,
    events,
    finale,
    hand,
    health,
    items,
    killer_action,
    movement,
    rolls,
    search,
    terror,
    tracks,
    victims,
)

CHAPTERS = (
    action,
    attack,
    bloodlust,
    events,
    finale,
    hand,
    health,
    items,
    killer_action,
    movement,
    rolls,
    search,
    terror,
    tracks,
    victims,
)
