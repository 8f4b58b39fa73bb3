"""The films: a folder each, with the same file names in all of them (see CONTRIBUTING.md)."""
