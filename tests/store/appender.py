"""A node in a process of its own that appends until it dies, and says what was acknowledged.

`python -m tests.store.appender ADDRESS GAME NAME`
"""

import asyncio
import sys

from server.store import Appended, Conflict, Store


async def append_until_killed(address: str, game: str, name: str) -> None:
    """Append commands of two draws; print `N HEAD` after each acknowledgement."""
    store = await Store.open(address)
    print("open", store.embedded.joined if store.embedded else "", flush=True)
    await store.create(game, [b"header", b"start"], "e1")
    head = await store.head(game)
    number = 0
    while True:
        answer = await store.append(game, "e1", head, f"{name}-{number}", [b"command", b"draw", b"draw"], b"ok")
        head = answer.head
        if isinstance(answer, Conflict):
            continue
        assert isinstance(answer, Appended)
        print(f"{name}-{number}", head, flush=True)
        number += 1


if __name__ == "__main__":
    asyncio.run(append_until_killed(*sys.argv[1:]))
