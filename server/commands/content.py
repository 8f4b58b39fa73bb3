"""`lastreel content`: check the cards, a folder of one's own included; count them and say what is missing."""

import argparse
import json
from pathlib import Path
from typing import Any

from engine.core import catalog
from engine.core.content import load


def add(subparsers: Any) -> None:
    """The arguments of `content check` and `content report`."""
    parser = subparsers.add_parser("content", help="check and count the cards")
    commands = parser.add_subparsers(metavar="WHAT", required=True)
    check_ = commands.add_parser("check", help="read every file and follow every reference")
    check_.add_argument("folder", type=Path, nargs="?", help="a folder of your own faces, laid over the project's")
    check_.set_defaults(run=check)
    report_ = commands.add_parser("report", help="cards by film, kind and provenance, and what is missing")
    report_.add_argument("--content", type=Path, help="a folder of your own faces, laid over the project's")
    report_.add_argument("--json", action="store_true", help="one JSON object")
    report_.set_defaults(run=report)


def check(arguments: argparse.Namespace) -> int:
    """Print every problem; 1 if there is any."""
    if arguments.folder is not None and not arguments.folder.is_dir():
        print(f"{arguments.folder}: expected a folder")
        return 1
    problems = catalog.check(arguments.folder)
    for problem in problems:
        print(problem)
    if not problems:
        print("content is sound")
    return 1 if problems else 0


def report(arguments: argparse.Namespace) -> int:
    """Print the report; what is missing does not fail the command."""
    found = catalog.report(load(arguments.content))
    print(json.dumps(found) if arguments.json else table(found))
    return 0


def table(found: dict[str, Any]) -> str:
    """The report for people."""
    lines = [
        f"{film}: " + ", ".join(f"{n} {kind}" for kind, n in kinds.items()) for film, kinds in found["cards"].items()
    ]
    lines.append("by provenance: " + ", ".join(f"{n} {name}" for name, n in found["by_provenance"].items()))
    lines += ["missing: {film} {half} {kind} {card}: {why}".format(**lack) for lack in found["missing"]]
    return "\n".join(lines if found["missing"] else [*lines, "nothing is missing"])
