"""Rulings for one pair of killer and location, each with its reference. The length of this file measures the design."""

from engine.core.hooks import Hooks

HOOKS = Hooks()
