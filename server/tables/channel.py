"""One role's stream at one table: its history, and the lines that follow it.

A frame is encoded once; frames of one tick of the event loop are joined and written at once to every line. A line
that does not read gets nothing until it reads again, then one merged delta or a snapshot.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import Any

from protocol.history import History, Reason
from protocol.patch import Map
from protocol.to_server import Resume
from server.gateway.line import Line, close_with
from server.metrics import Metrics

_due: dict[asyncio.AbstractEventLoop, list["Channel"]] = {}
"""Channels that have published in this tick of their loop; written at its end, all in one call."""


def _flush_due(loop: asyncio.AbstractEventLoop) -> None:
    _write(_due.pop(loop))


def _write(channels: list["Channel"]) -> None:
    """Write for all of them without a break: gathering between them gives readers time to fall asleep."""
    for wire, writers in [channel._gather() for channel in channels]:
        for write in writers:
            write(wire)


class Channel:
    """A stream and its followers."""

    def __init__(self, role: str, history: History, metrics: Metrics, slow_seconds: float) -> None:
        self.role = role
        self.history = history
        self.metrics = metrics
        self.slow_seconds = slow_seconds
        self._written = metrics.written[role]
        self._lines: dict[Line, Callable[[bytes], object]] = {}
        """Who keeps up, with the bound method that writes to it. Change it by `_follow` and `_unfollow`."""
        self._writers: list[Callable[[bytes], object]] | None = None
        """These methods, listed when first needed: going through twenty cold ones costs as much as a frame's making."""
        self._slow: dict[Line, tuple[int, asyncio.TimerHandle]] = {}
        """Who does not: the version last written, and when patience ends."""
        self._pending = b""
        """The frames after the version `_flushed`, joined."""
        self._flushed = history.version
        self.after_catch_up: Callable[[Line], None] | None = None
        """Tells a line again what is not in the view (people, advice)."""

    def __len__(self) -> int:
        return len(self._lines) + len(self._slow)

    def join(self, line: Line, at: Resume | None, reason: Reason = "join") -> bool:
        """Follow the stream from where the client stopped. Returns whether all it missed was known."""
        self.flush()
        recovered, frames = self.history.resume(at)
        if at is not None:
            self.metrics.count("resumes" if recovered else "resume_gap")
        if not recovered and reason != "join":
            frames = [self.history.snapshot(reason)]
        for frame in frames:
            line.write(frame)
        self._add(line)
        return recovered

    def knows(self, at: Resume | None) -> bool:
        """Whether `join` would recover."""
        return self.history.resume(at)[0]

    def behind(self, at: Resume | None) -> bool:
        """Whether somebody has seen a version of this very stream that is still to come here."""
        history = self.history
        return (
            at is not None
            and (at.epoch, at.view) == (history.epoch, history.view_code)
            and at.version > history.version
        )

    def _add(self, line: Line) -> None:
        line.on_pause = lambda: self._became_slow(line)
        line.on_resume = lambda: self._caught_up(line)
        if line.paused:
            self._became_slow(line)
        else:
            self._follow(line)

    def _follow(self, line: Line) -> None:
        self._lines[line] = line.writer()
        self._writers = None

    def _unfollow(self, line: Line) -> None:
        self._lines.pop(line, None)
        self._writers = None

    def leave(self, line: Line) -> None:
        """Stop following."""
        line.on_pause = line.on_resume = None
        self._unfollow(line)
        slow = self._slow.pop(line, None)
        if slow is not None:
            slow[1].cancel()

    def resync(self, line: Line) -> None:
        """Send the whole view to one line."""
        self.flush()
        if line in self._lines:
            line.write(self.history.snapshot("resync"))

    # --- publishing

    def start_at(self, version: int, view: Map) -> None:
        """Begin at a version (loading a record)."""
        self.history.version, self.history.view = version - 1, view
        self.skip(view)

    def skip(self, view: Map) -> None:
        """The next version without a frame: nobody follows yet, and nobody will be sent it."""
        self.history.skip(view)
        self._flushed = self.history.version

    def publish(self, view: Map, facts: list[Any]) -> None:
        """The next version, written at the end of this tick."""
        frame = self.history.advance(view, facts)
        if not self._pending:
            self._flush_soon()
        self._pending += frame

    def _flush_soon(self) -> None:
        loop = asyncio.get_running_loop()
        if loop not in _due:
            _due[loop] = []
            loop.call_soon(_flush_due, loop)
        _due[loop].append(self)

    def flush(self) -> None:
        """Write what has been published since the last time."""
        _write([self])

    def _gather(self) -> tuple[bytes, list[Callable[[bytes], object]]]:
        """What is to be written, and where; both empty if there is nothing."""
        if not self._pending:
            return b"", []
        wire, self._pending = self._pending, b""
        number, self._flushed = self.history.version - self._flushed, self.history.version
        if self._writers is None:
            self._writers = list(self._lines.values())
        self._written.frames += number
        self._written.deliveries += number * len(self._writers)
        return wire, self._writers

    def send(self, frame: bytes, but: Collection[Line] = ()) -> None:
        """Something beside the view (people, chat) to all who keep up, but some."""
        self.flush()
        for line, write in list(self._lines.items()):
            if line not in but:
                write(frame)

    # --- slow readers

    def _became_slow(self, line: Line) -> None:
        self._unfollow(line)
        if line in self._slow:
            return
        self.metrics.count("slow")
        timer = asyncio.get_running_loop().call_later(self.slow_seconds, self._give_up, line)
        self._slow[line] = (self._flushed, timer)

    def _caught_up(self, line: Line) -> None:
        slow = self._slow.pop(line, None)
        if slow is None:
            return
        version, timer = slow
        timer.cancel()
        self.flush()
        frame = self.history.merged(version)
        self._follow(line)
        if frame is not None:
            line.write(frame)
        if self.after_catch_up is not None:
            self.after_catch_up(line)

    def _give_up(self, line: Line) -> None:
        self._slow.pop(line, None)
        self.metrics.count("closes", 'code="slow"')
        close_with(line, "slow")
