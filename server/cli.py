"""The console script `lastreel`: the one place that knows every layer."""

import sys


def main() -> int:
    """Run one command; returns the exit code."""
    print("lastreel: no command yet", file=sys.stderr)
    return 2
