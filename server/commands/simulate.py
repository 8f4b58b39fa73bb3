"""`lastreel simulate`: many games in one process, for strength, speed and the search for errors."""

import argparse
import json
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from engine.bots.policies import POLICIES
from engine.bots.simulate import Played, pairings, play_game, record
from engine.core import reel
from engine.core.compose import Setup
from engine.core.content import Content, load
from engine.core.errors import Refused
from server.arguments import count
from server.garbage import spare_collections

Tally = dict[str, Any]


def add(subparsers: Any) -> None:
    """The arguments of `simulate`."""
    parser = subparsers.add_parser("simulate", help="play many games with a policy")
    parser.add_argument("--killer", required=True, help="an id, or all")
    parser.add_argument("--location", required=True, help="an id, or all")
    parser.add_argument("--girl", default="any", help="an id, or any: they take turns")
    parser.add_argument("--policy", default="random", choices=sorted(POLICIES))
    parser.add_argument("--games", type=count(1), default=100, help="for each killer and location")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--skip", type=count(0), default=0, help="leave out the first games (to repeat a later one)")
    parser.add_argument("--extreme", action="store_true")
    parser.add_argument("--epic", action="store_true")
    parser.add_argument("--content", type=Path)
    parser.add_argument("--records", type=Path, help="write every game there as a .reel file")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play; 1 if any game failed, with the command that repeats it."""
    content = load(arguments.content)
    spare_collections()
    found = simulate(content, arguments)
    print(json.dumps(found) if arguments.json else table(found))
    return 1 if found["errors"] else 0


def simulate(content: Content, arguments: argparse.Namespace) -> Tally:
    """Play all games; totals, and `by` killer, location and girl."""
    totals: Tally = dict.fromkeys(("games", "finished", "won", "errors", "decisions", "draws"), 0)
    rows: dict[tuple[str, str, str], Tally] = {}
    seconds = 0.0
    girls = list(content.girls()) if arguments.girl == "any" else [arguments.girl]
    for killer, location in pairings(content, arguments.killer, arguments.location):
        for number in range(arguments.skip, arguments.skip + arguments.games):
            setup = Setup(killer, location, girls[number % len(girls)], arguments.extreme, arguments.epic)
            totals["games"] += 1
            begin = time.perf_counter()
            played = _play(content, setup, arguments, number)
            seconds += time.perf_counter() - begin
            if played is None:
                totals["errors"] += 1
                continue
            _count(totals, rows, played)
            if arguments.records:
                _write(content, played, arguments.records, number)
    return {
        **totals,
        "seconds": round(seconds, 3),
        **_speed(totals, seconds),
        "by": [_row(row) for row in rows.values()],
    }


def _play(content: Content, setup: Setup, arguments: argparse.Namespace, number: int) -> Played | None:
    seed = f"{arguments.seed}:{number}"
    try:
        return play_game(content, setup, seed, POLICIES[arguments.policy](seed))
    except Refused:
        raise
    except Exception:
        flags = " --extreme" * setup.extreme + " --epic" * setup.epic
        print(traceback.format_exc(limit=-6), file=sys.stderr)
        what = f"--killer {setup.killer} --location {setup.location} --girl {arguments.girl}"
        which = f"--policy {arguments.policy} --games 1 --seed {arguments.seed} --skip {number}{flags}"
        print(f"repeat with: lastreel simulate {what} {which}", file=sys.stderr)
        return None


def _count(totals: Tally, rows: dict[tuple[str, str, str], Tally], played: Played) -> None:
    state, setup = played.game.state, played.setup
    won = state.outcome[0] == "won"
    totals["finished"] += 1
    totals["won"] += won
    totals["decisions"] += played.decisions
    totals["draws"] += played.draws
    key = (setup.killer, setup.location, setup.girl)
    row = rows.setdefault(key, {"key": key, "games": 0, "won": 0, "turns": 0, "finales": 0})
    row["games"] += 1
    row["won"] += won
    row["turns"] += state.turn
    row["finales"] += bool(state.finale)


def _row(row: Tally) -> Tally:
    killer, location, girl = row["key"]
    games = row["games"]
    return {
        "killer": killer,
        "location": location,
        "girl": girl,
        "games": games,
        "won": row["won"],
        "turns_mean": round(row["turns"] / games, 2),
        "finale_share": round(row["finales"] / games, 3),
    }


def _speed(totals: Tally, seconds: float) -> Tally:
    return {"decisions_per_second": round(totals["decisions"] / seconds) if seconds else 0}


def _write(content: Content, played: Played, folder: Path, number: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    setup = played.setup
    name = f"{setup.killer}-{setup.location}-{setup.girl}-{number}"
    lines = reel.lines(reel.sealed(content, record(content, played, name)))
    (folder / f"{name}.reel").write_bytes(b"\n".join(lines) + b"\n")


def table(found: Tally) -> str:
    """The tally for people."""
    lines = [f"{'killer':12}{'location':18}{'girl':10}{'games':>7}{'won %':>7}{'turns':>7}{'finale %':>10}"]
    for row in found["by"]:
        won, finale = 100 * row["won"] / row["games"], 100 * row["finale_share"]
        place = f"{row['killer']:12}{row['location']:18}{row['girl']:10}{row['games']:7}"
        lines.append(f"{place}{won:7.1f}{row['turns_mean']:7.1f}{finale:10.0f}")
    total = f"{found['finished']} of {found['games']} games finished, {found['won']} won, {found['errors']} errors"
    return "\n".join([*lines, f"{total}; {found['decisions_per_second']} decisions per second"])
