"""What each role sees: views rendered from the state by declared visibility."""
