"""Makes the records of `tests/records`: a won and a lost game of every pairing, and one of every other end.

Run `python -m tests.support.records` after a change of rules or content that is meant, and look at what changed. The
ends of Self Destruct are steered for; other `end-*` files (Airlock, no Afflictions left) were played towards their end
on purpose: they are kept, with digests of today.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from engine.bots.policies import POLICIES
from engine.bots.simulate import Played, Policy, play_game, record
from engine.core import reel
from engine.core.compose import Setup
from engine.core.content import Content, load
from engine.core.errors import RecordError, RuleError
from engine.core.game import Game
from engine.core.tape import Request

FOLDER = Path(__file__).parent.parent / "records"
TRIES = 400
"""Games looked through for each pairing."""


def write(content: Content, played: Played, name: str) -> None:
    """One game as a checked file with its digests."""
    entries = reel.sealed(content, record(content, played, name))
    reel.verify(content, entries)
    (FOLDER / f"{name}.reel").write_bytes(b"\n".join(reel.lines(entries)) + b"\n")
    print(name, *played.game.state.outcome, f"turn {played.game.state.turn}")


def seal_again(content: Content, file: Path) -> None:
    """A kept game with the digests it has now; one that the rules no longer allow stays as it was, and is named."""
    try:
        entries = reel.sealed(content, reel.read(file.read_bytes()))
        reel.verify(content, entries)
    except RecordError as error:
        print(f"{file.name}: {error}", file=sys.stderr)
        return
    file.write_bytes(b"\n".join(reel.lines(entries)) + b"\n")


def look_through(content: Content, killer: str, location: str, seen: set[str]) -> None:
    """A won and a lost game of one pairing; and the first game that ends in a way not seen before."""
    girls = list(content.girls())
    wanted = {"won", "lost"}
    for number in range(TRIES):
        policy = "sound" if number % 4 or "lost" not in wanted else "random"
        seed = f"{killer} {location} {number}"
        setup = Setup(killer, location, girls[number % len(girls)], number % 5 == 4, number % 3 == 2)
        played = play_game(content, setup, seed, POLICIES[policy](seed))
        how, why = played.game.state.outcome
        if how in wanted:
            wanted.remove(how)
            seen.add(f"{how}-{why}")
            write(content, played, f"{killer}-{location}-{how}")
        elif f"{how}-{why}" not in seen:
            seen.add(f"{how}-{why}")
            write(content, played, f"end-{how}-{why}")
        if not wanted and number >= 40:
            return
    print(f"not found: {killer} at {location}: {', '.join(sorted(wanted))}", file=sys.stderr)


def blow_up(seed: str) -> Policy:
    """Plays soundly, but runs to the bridge, starts Self Destruct, and then runs to the pods."""
    sound = POLICIES["sound"](seed)

    def answer(game: Game, request: Request) -> str:
        begun = game.marked("konrad.countdown") is not None
        exits = {space.id for space in game.rules.board.spaces.values() if space.exit}
        towards = exits if begun else {"bridge"}
        graph = game.rules.graph(game, "girl")

        def far(space: str) -> int:
            steps = graph.distances(space)
            return min(steps.get(goal, 99) for goal in towards)

        here, options = game.state.girl.at, request.options
        if begun and here in exits:
            return "end" if "end" in options else sound(game, request)
        moves = [option for option in options if option.startswith("move:")]
        nearest = min(moves, key=lambda option: far(option[5:]), default="move:")
        wanted = ["use:uss-konrad:ship-self-destruct", "use:uss-konrad:take-keycard"]
        if moves and far(nearest[5:]) < far(here):
            wanted.append(nearest)
        wanted += ["play:sprint", "play:walk", *(["buy:sprint", "buy:walk"] if begun else [])]
        return next((option for option in wanted if option in options), None) or sound(game, request)

    return answer


def look_for(content: Content, setup: Setup, steer: Callable[[str], Policy], why: str, wanted: set[str]) -> None:
    """A game of each outcome wanted that ends for that reason."""
    girls = list(content.girls())
    for number in range(TRIES):
        setup = replace(setup, girl=girls[number % len(girls)])
        try:
            played = play_game(content, setup, f"{why} {number}", steer(f"{why} {number}"))
        except RuleError:
            continue  # who is steered may never come to an end
        how = played.game.state.outcome[0]
        if played.game.state.outcome[1] == why and how in wanted:
            wanted = wanted - {how}
            write(content, played, f"end-{how}-{why}")
        if not wanted:
            return
    print(f"not found: {why}: {', '.join(sorted(wanted))}", file=sys.stderr)


def main() -> int:
    """All of them."""
    content = load()
    for old in FOLDER.glob("*.reel"):
        if old.name.startswith("end-"):
            seal_again(content, old)
        else:
            old.unlink()
    seen: set[str] = set()
    for killer in content.killers():
        for location in content.locations():
            look_through(content, killer, location, seen)
    look_for(content, Setup("volkar", "uss-konrad", "ava"), blow_up, "self-destruct", {"won", "lost"})
    return 0


if __name__ == "__main__":
    sys.exit(main())
