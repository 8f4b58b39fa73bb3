"""`lastreel bench append`: measure the store where it runs."""

import argparse
import asyncio
import json
import sys
from typing import Any

from server.store import StoreError
from server.store.measure import measure_append


def add(subparsers: Any) -> None:
    """The arguments of `bench`."""
    parser = subparsers.add_parser("bench", help="measure")
    commands = parser.add_subparsers(dest="what", metavar="append", required=True)
    append = commands.add_parser("append", help="appends to the store: beside a PING, per second, at p99")
    append.add_argument("--store", default="", help="an embedded one in a temporary folder if none is given")
    append.add_argument("--durability", default="aof", choices=("aof", "fsync", "replica"))
    append.add_argument("--json", action="store_true")
    append.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    try:
        figures = asyncio.run(measure_append(arguments.store, arguments.durability))
    except (StoreError, ValueError) as error:
        print(f"lastreel bench: {error}", file=sys.stderr)
        return 1
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:24}{figure}")
    return 0
