"""Plays a game through the wire with one of a few simple policies over the options that the server lists."""

import random
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from clients.sdk import Refused, Table

View = dict[str, Any]
Policy = Callable[[View, random.Random], str]
PASSED = ("conflict", "stale", "illegal")
"""Refusals after which the bot simply looks again."""


class Result(Struct):
    """What came of a game."""

    game: str
    won: bool
    why: str
    turns: int
    decisions: int
    refused: int


def at_random(view: View, chance: random.Random) -> str:
    """Any option, all alike."""
    option: str = chance.choice(view["decision"]["options"])["id"]
    return option


def first(view: View, chance: random.Random) -> str:
    """The first option listed."""
    option: str = view["decision"]["options"][0]["id"]
    return option


POLICIES: dict[str, Policy] = {"random": at_random, "first": first}


async def play(table: Table, policy: Policy, seed: int | None = None, most: int | None = None) -> Result:
    """Play until the game is over (or for `most` decisions)."""
    chance = random.Random(seed)
    decisions = refused = 0
    while most is None or decisions < most:
        await table.wait(lambda: table.over or bool(table.options))
        if table.over:
            break
        try:
            await table.choose(policy(table.view, chance))
            decisions += 1
        except Refused as no:
            if no.error.code not in PASSED:
                raise
            refused += 1
    outcome = table.view.get("outcome", {"won": False, "why": "unfinished"})
    return Result(table.view["game"]["id"], outcome["won"], outcome["why"], table.view["turn"], decisions, refused)
