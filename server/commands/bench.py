"""`lastreel bench append|fanout`: measure the store and the fan-out where they run."""

import argparse
import asyncio
import json
from typing import Any

from server.arguments import count
from server.store.measure import measure_append


def add(subparsers: Any) -> None:
    """The arguments of `bench`."""
    parser = subparsers.add_parser("bench", help="measure")
    commands = parser.add_subparsers(dest="what", metavar="append|fanout", required=True)
    append = commands.add_parser("append", help="appends to the store: beside a PING, per second, at p99")
    append.add_argument("--store", default="", help="an embedded one in a temporary folder if none is given")
    append.add_argument("--durability", default="aof", choices=("aof", "fsync", "replica"))
    append.add_argument("--json", action="store_true")
    append.set_defaults(run=run)
    fanout = commands.add_parser("fanout", help="frames to many spectators, beside a bare asyncio server")
    fanout.add_argument("--connections", type=count(1), default=1000)
    fanout.add_argument("--burst", type=count(1), default=1, help="frames published in one tick")
    fanout.add_argument("--tables", type=count(1), default=1, help="spread over so many, beside one table with as many")
    fanout.add_argument(
        "--stuck", type=count(0), default=0, help="spectators who stop reading, beside a run without them"
    )
    fanout.add_argument("--json", action="store_true")
    fanout.set_defaults(run=run_fanout)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    show(asyncio.run(measure_append(arguments.store, arguments.durability)), arguments.json)
    return 0


def run_fanout(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    from server.bench.fanout import measure_fanout, measure_stuck, measure_tables

    connections, burst = arguments.connections, arguments.burst
    if arguments.stuck:
        measuring = measure_stuck(connections, burst, arguments.stuck)
    elif arguments.tables > 1:
        measuring = measure_tables(connections, arguments.tables, burst)
    else:
        measuring = measure_fanout(connections, burst)
    show(asyncio.run(measuring), arguments.json)
    return 0


def show(figures: dict[str, Any], as_json: bool) -> None:
    """Print what was measured."""
    if as_json:
        print(json.dumps(figures))
        return
    for name, figure in figures.items():
        print(f"{name:24}{figure}")
