"""The console script `lastreel`: the one place that knows every layer. Subcommands live in `server/commands`."""

import argparse
import os
import sys
from importlib import import_module
from pkgutil import iter_modules

import server.commands
from engine.core.errors import EngineError
from server.store import StoreError


def parser() -> argparse.ArgumentParser:
    """All subcommands, found by looking into the package."""
    top = argparse.ArgumentParser("lastreel", description="A multiplayer server for the board game Final Girl.")
    subparsers = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in sorted(iter_modules(server.commands.__path__), key=lambda found: found.name):
        import_module(f"server.commands.{module.name}").add(subparsers)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit code. What is wrong with what it was given is said in a sentence."""
    parsed = parser().parse_args(arguments)
    try:
        return int(parsed.run(parsed) or 0)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader (head, less) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (EngineError, StoreError, OSError, ValueError) as error:
        print(f"lastreel {parsed.command}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
