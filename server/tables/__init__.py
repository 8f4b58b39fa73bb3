"""Live tables: caches over the store, one per game, that take commands and send each role its stream."""
