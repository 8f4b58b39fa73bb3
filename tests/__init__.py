"""The tests; each docstring states the promise it keeps."""
