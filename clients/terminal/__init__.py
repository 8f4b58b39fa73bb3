"""The terminal client: the same table and words as in the browser, for the keyboard alone."""
