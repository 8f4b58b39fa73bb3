"""The HTTP interface and the web client's files."""
