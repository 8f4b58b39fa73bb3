"""Fan-out beside Colyseus and boardgame.io: 1,000 spectators of one game, frames of one size, runs in turn."""

import asyncio

import pytest

from server.bench.crowd import Course, Crowd, alternate, ratio
from server.bench.fanout import RUNS, SLICES, open_hall
from tests.bench.peers.peer import KINDS, Peer, missing

pytestmark = pytest.mark.bench
CONNECTIONS = 1000
ROUNDS = 8
"""In a slice of a run: a peer needs many seconds for what the floor does in one."""


async def measure(burst: int) -> dict[str, float]:
    """Deliveries per second of everybody, how far ahead of each peer we are, and the peers' bytes of a frame."""
    async with open_hall(1) as hall:
        crowd = await Crowd.open(hall.port, CONNECTIONS, hall.paths)
        peers = [await Peer.open(kind, CONNECTIONS, hall.frame_bytes()) for kind in KINDS]
        rounds = max(2, ROUNDS // burst)
        courses = [hall.course(crowd, burst, rounds), *(peer.course(burst, rounds) for peer in peers)]
        try:
            ours, *theirs = await alternate(courses, RUNS, SLICES)
        finally:
            await crowd.close()
            for peer in peers:
                await peer.close()
    figures: dict[str, float] = {"lastreel": courses[0].median_rate(ours[1])}
    for kind, peer, taken in zip(KINDS, peers, theirs, strict=True):
        course, runs = taken
        figures[kind] = course.median_rate(runs)
        figures[f"ahead_of_{kind}"] = ratio(ours, taken)
        figures[f"cpu_ahead_of_{kind}"] = ratio(ours, taken, Course.cpu_rate)
        figures[f"bytes_of_{kind}"] = peer.size
    return figures


@pytest.mark.parametrize(("burst", "colyseus", "boardgame"), [(1, 1.0, 3.0), (16, 3.0, 3.0)])
def test_fan_out_beside_peers(burst: int, colyseus: float, boardgame: float) -> None:
    """Level with Colyseus one frame at a time, three times ahead in bursts; three times ahead of boardgame.io.

    By deliveries per second of the server's core: the rates by the clock are printed beside it, and say the same on a
    machine that does nothing else.
    """
    if why := missing():
        pytest.skip(why)
    figures = asyncio.run(measure(burst))
    print(figures)
    assert min(figures["cpu_ahead_of_colyseus-bytes"], figures["cpu_ahead_of_colyseus-patch"]) >= colyseus
    assert figures["cpu_ahead_of_boardgame"] >= boardgame
