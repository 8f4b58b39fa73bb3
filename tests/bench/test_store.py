"""The store's figures: an append beside a PING, appends per second with 64 games in flight, a cold load."""

import json

from server.store.measure import measure_append


async def test_append() -> None:
    """At p50 an append costs at most two round trips; 2,000 a second with p99 under 25 ms; 600 entries in 50 ms."""
    figures = await measure_append()
    print(json.dumps(figures))
    assert figures["append_p50_over_ping"] <= 2.0
    assert figures["appends_per_second"] >= 2000
    assert figures["p99_ms"] < 25
    assert figures["cold_load_ms"] < 50
