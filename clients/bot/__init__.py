"""A player without a person: reads views, picks options."""

from clients.bot.play import POLICIES, Result, play

__all__ = ["POLICIES", "Result", "play"]
