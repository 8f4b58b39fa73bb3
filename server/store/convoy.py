"""Calls of one tick of the event loop travel together: one write and one read on one connection.

With many games in flight most of an append is the client's own work per round trip; together they cost a third of it.
"""

import asyncio
from typing import Any

Rider = tuple[tuple[Any, ...], "asyncio.Future[Any]"]

SEATS = 64
"""Calls in one convoy; more leave in the next, on a connection of their own, at the same time."""


class Convoy:
    """Collects the commands of a tick and sends them as one pipeline; each caller gets its own answer or error."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._waiting: list[Rider] = []
        self._under_way = 0
        """Calls and convoys that have left and not come back."""
        self._travels: set[asyncio.Task[None]] = set()

    async def ask(self, *command: Any) -> Any:
        """Run one command: at once if nothing is under way, else with whatever else is asked in this tick."""
        if not self._under_way:
            return await self._alone(command)
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._depart)
        answer: asyncio.Future[Any] = loop.create_future()
        self._waiting.append((command, answer))
        return await answer

    async def _alone(self, command: tuple[Any, ...]) -> Any:
        self._under_way += 1
        try:
            return await self._client.execute_command(*command)
        finally:
            self._under_way -= 1

    def _depart(self) -> None:
        waiting, self._waiting = self._waiting, []
        for start in range(0, len(waiting), SEATS):
            travel = asyncio.create_task(self._travel(waiting[start : start + SEATS]), name="store convoy")
            self._travels.add(travel)
            travel.add_done_callback(self._travels.discard)

    async def _travel(self, riders: list[Rider]) -> None:
        """Send, receive, hand out. If the connection fails, every rider is told and asks again for itself."""
        self._under_way += 1
        try:
            replies = await self._send([command for command, _ in riders])
        except asyncio.CancelledError:
            for _, answer in riders:
                answer.cancel()
            raise
        except Exception as error:
            replies = [error] * len(riders)
        finally:
            self._under_way -= 1
        for (_, answer), reply in zip(riders, replies, strict=True):
            if answer.done():
                continue
            if isinstance(reply, Exception):
                answer.set_exception(reply)
            else:
                answer.set_result(reply)

    async def _send(self, commands: list[tuple[Any, ...]]) -> list[Any]:
        pipe = self._client.pipeline(transaction=False)
        for command in commands:
            pipe.execute_command(*command)
        replies: list[Any] = await pipe.execute(raise_on_error=False)
        return replies

    async def close(self) -> None:
        """Wait until nobody is under way."""
        await asyncio.gather(*self._travels, return_exceptions=True)
