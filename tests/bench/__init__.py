"""Measurements with a bar: run by `make bench`, never by default."""
