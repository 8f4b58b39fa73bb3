"""Policies that answer requests in place of a player. They get what a player may know."""
