"""The rules of the game as plain functions that ask: no clock, no chance, no I/O of their own."""
