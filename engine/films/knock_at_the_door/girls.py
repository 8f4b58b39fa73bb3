"""Ava and Ginny: ultimates and bonus Items."""

from engine.core.hooks import Hooks

HOOKS = Hooks()
