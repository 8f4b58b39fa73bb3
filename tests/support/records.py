"""Makes the records of `tests/records`: a won and a lost game of every pairing, and one of every other end.

Run `python -m tests.support.records` after a change of rules or content that is meant, and look at what changed. The
`end-*` files (Self Destruct, Airlock, no Afflictions left ...) were played towards their end on purpose: they are kept,
with digests of today.
"""

import sys
from pathlib import Path

from engine.bots.policies import POLICIES
from engine.bots.simulate import Played, play_game, record
from engine.core import reel
from engine.core.compose import Setup
from engine.core.content import Content, load
from engine.core.errors import RecordError

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
    return 0


if __name__ == "__main__":
    sys.exit(main())
