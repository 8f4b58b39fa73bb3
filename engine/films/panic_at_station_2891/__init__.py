"""Panic at Station 2891: the Organism, Station 2891, Uki and Kate."""
