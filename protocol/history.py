"""The server's side of one role's stream: its view, its version, and what can still be resumed. No I/O.

Versions are contiguous. A client that stopped at a version gets every frame after it, or a snapshot that says why.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, Literal

from protocol import patch as merge
from protocol.codec import decode_to_client, encode, view_digest
from protocol.frames import frame, texts
from protocol.to_client import Delta, Snapshot, Told
from protocol.to_server import Resume

Reason = Literal["join", "unrecoverable", "view_changed", "role", "resync", "slow"]
KEPT_FRAMES = 256
"""How many deltas one can be behind and still get them all."""
KEPT_BYTES = 512 * 1024
STORY_FRAMES = 32
"""Of how many of the last frames a snapshot carries the facts, so that whoever joins reads what has just happened."""
MERGED_FRAMES = 64
"""How many deltas are merged for a slow reader; beyond, a snapshot is smaller."""


def write_on(story: deque[Told], told: Told) -> None:
    """Add to a story; `TakenBack` in it makes what later frames than its `version` told untold."""
    for fact in told.facts:
        if isinstance(fact, dict) and fact.get("fact") == "TakenBack":
            while story and story[-1].version > fact["version"]:
                story.pop()
    story.append(told)


class History:
    """One stream. `advance` moves it on; everything else only reads."""

    def __init__(
        self,
        epoch: str,
        view_code: str,
        version: int = 0,
        view: merge.Map | None = None,
        digest: Callable[[merge.Map], str] = view_digest,
    ) -> None:
        """`digest` gives what `view_digest` gives, perhaps faster."""
        self._digest_of = digest
        self.epoch = epoch
        self.view_code = view_code
        self.version = version
        self.view: merge.Map = view or {}
        self.frames: deque[bytes] = deque()
        """Of the last versions. Nothing else of them is kept: a hundred tables in turn would find it far away."""
        self.story: deque[Told] = deque(maxlen=STORY_FRAMES)
        self._bytes = 0
        self._digest = ""
        self._snapshots: dict[str, bytes] = {}

    def skip(self, view: merge.Map) -> None:
        """The next version without a frame; clients behind it will need a snapshot."""
        self.version += 1
        self.view = view
        self._digest = ""
        self._bytes = 0
        self.frames.clear()
        self._snapshots.clear()

    def tell(self, facts: list[Any]) -> None:
        """Keep for the story what led to this version."""
        if facts:
            write_on(self.story, Told(self.version, facts))
        self._snapshots.clear()

    def advance(self, view: merge.Map, facts: list[Any]) -> bytes:
        """The next version; its frame goes to every connection of the stream."""
        change = merge.diff(self.view, view)
        self.version += 1
        self.view = view
        self._digest = self._digest_of(view)
        self.tell(facts)
        made = frame(encode(Delta(self.version, change, facts, self._digest)))
        self._keep(made)
        return made

    def _keep(self, made: bytes) -> None:
        self.frames.append(made)
        self._bytes += len(made)
        while len(self.frames) > KEPT_FRAMES or self._bytes > KEPT_BYTES:
            self._bytes -= len(self.frames.popleft())

    @property
    def digest(self) -> str:
        """Of the view as it stands."""
        if not self._digest:
            self._digest = self._digest_of(self.view)
        return self._digest

    def snapshot(self, reason: Reason) -> bytes:
        """The whole view, encoded once per version and reason."""
        found = self._snapshots.get(reason)
        if found is None:
            message = Snapshot(
                self.version, self.epoch, self.view_code, reason, self.view, self.digest, list(self.story)
            )
            found = self._snapshots[reason] = frame(encode(message))
        return found

    def since(self, version: int) -> list[bytes] | None:
        """The frame of every delta after a version, or None if not all are known."""
        missed = self.version - version
        if missed == 0:
            return []
        if missed < 0 or missed > len(self.frames):
            return None
        return list(self.frames)[-missed:]

    def resume(self, at: Resume | None) -> tuple[bool, list[bytes]]:
        """Whether everything missed is known, and the frames to send: all missed ones, or a snapshot."""
        if at is None:
            return False, [self.snapshot("join")]
        if at.epoch != self.epoch:
            return False, [self.snapshot("unrecoverable")]
        if at.view != self.view_code:
            return False, [self.snapshot("view_changed")]
        missed = self.since(at.version)
        if missed is None:
            return False, [self.snapshot("unrecoverable")]
        return True, missed

    def merged(self, version: int) -> bytes | None:
        """One frame from a slow reader's version to now: a merged delta, else a snapshot; None if it is there."""
        missed = self.since(version)
        if missed == []:
            return None
        if missed is None or len(missed) > MERGED_FRAMES:
            return self.snapshot("slow")
        if len(missed) == 1:
            return missed[0]
        deltas = [delta for text in texts(b"".join(missed)) if isinstance(delta := decode_to_client(text), Delta)]
        try:
            change: merge.Map = {}
            for one in deltas:
                change = merge.compose(change, one.patch)
        except merge.CannotCompose:
            return self.snapshot("slow")
        story: deque[Told] = deque()
        for one in deltas:
            write_on(story, Told(one.version, one.facts))
        facts = [fact for told in story for fact in told.facts]
        delta = Delta(self.version, change, facts, self.digest, from_=version)
        return frame(encode(delta))
