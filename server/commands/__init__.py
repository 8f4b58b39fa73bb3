"""Subcommands of `lastreel`: each module has `add(subparsers)`, which sets `run` to a function of the arguments."""
