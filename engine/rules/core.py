"""What the core box itself listens to."""

from engine.core.hooks import Hooks

HOOKS = Hooks()
