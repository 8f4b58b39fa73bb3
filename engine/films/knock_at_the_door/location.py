"""Wingard Cottage: supplies, crafting, traps, the boat (rulebook A Knock at the Door, Wingard Cottage)."""

from engine.core.hooks import Hooks

HOOKS = Hooks()
