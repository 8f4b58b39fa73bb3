"""Types of numbers on the command line; argparse turns their errors into a sentence."""

import argparse
import math
from collections.abc import Callable


def port(text: str) -> int:
    """A number of a port."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r}")
    return int(text)


def count(least: int) -> Callable[[str], int]:
    """A whole number from `least` on."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text) < least:
            raise argparse.ArgumentTypeError(f"expected a whole number from {least} on, got {text!r}")
        return int(text)

    return read


def seconds(text: str) -> float:
    """A span of time above 0."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"expected seconds above 0, got {text!r}")
    return number
