"""Policies by name, as the command line knows them."""

from collections.abc import Callable

from engine.bots.simulate import random_policy
from engine.bots.sound import sound_policy
from engine.core.game import Policy

POLICIES: dict[str, Callable[[str], Policy]] = {"random": random_policy, "sound": sound_policy}
"""Name to a function from a seed to a policy."""
