"""Measurements of a running server, each beside its floor in the same run."""
