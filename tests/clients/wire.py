"""A scripted server's end of the wire, to show a page what no real game would send on demand."""

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

SPACES = (
    "kitchen",
    "family-room",
    "foyer",
    "porch",
    "driveway",
    "garage",
    "shed",
    "boathouse",
    "lakefront",
    "woodpile",
)
LIMITS = {"message_bytes": 4096, "depth": 6, "messages_per_second": 60, "burst": 600}


def view(pieces: int = 12) -> dict[str, Any]:
    """A table with so many pieces, ready to decide."""
    return {
        "game": {"id": "scripted", "killer": "intruders", "location": "wingard-cottage", "girl": "ava"},
        "role": "player",
        "turn": 1,
        "phase": "action",
        "girl": {"id": "ava", "at": "foyer", "health": 5, "max": 5, "time": 6, "reset": 6, "horror": 3},
        "killers": {"trish": {"at": "porch", "health": 6, "max": 6, "token": "black", "status": "up", "active": True}},
        "bloodlust": {"row": 1, "attack": 1, "move": 1},
        "victims": {f"v{n}": SPACES[n % len(SPACES)] for n in range(1, pieces + 1)},
        "hand": {"walk": 2, "focus": 1},
        "decision": decision(1),
    }


def decision(number: int, kind: str = "action") -> dict[str, Any]:
    """A decision with three options."""
    options = [{"id": "play:walk", "key": "option.play", "args": {"a": "walk"}, "says": [], "targets": []}]
    options.append({"id": f"move:porch-{number}", "key": "option.unheard-of", "args": {"a": "porch"}})
    options.append({"id": "end", "key": "option.end", "args": {}})
    return {"id": str(number), "request": number, "kind": kind, "args": {}, "options": options}


class Script:
    """Answers `hello` with a snapshot and sends what the test says; keeps what the page sent."""

    def __init__(self, page: Page, start: dict[str, Any] | None = None) -> None:
        self.page = page
        self.start = start or view()
        self.version = 1
        self.sent: list[dict[str, Any]] = []
        self.socket: WebSocketRoute | None = None
        self.refuse = False
        page.route_web_socket(re.compile("/ws/"), self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        if self.refuse:
            socket.close(code=1012)
            return
        self.socket = socket
        socket.on_message(lambda text: self._take(json.loads(text)))

    def _take(self, message: dict[str, Any]) -> None:
        self.sent.append(message)
        if message["type"] != "hello":
            return
        recovered = "resume" in message
        self.send(
            type="welcome",
            game="scripted",
            epoch="1",
            role="player",
            person="p1",
            secret="s",
            host=True,
            seat=True,
            recovered=recovered,
            limits=LIMITS,
        )
        if not recovered:
            self.send(
                type="snapshot",
                version=self.version,
                epoch="1",
                view_code="c",
                reason="join",
                view=self.start,
                digest="",
            )

    def send(self, **message: Any) -> None:
        """One message to the page."""
        assert self.socket is not None
        self.socket.send(json.dumps(message))

    def delta(self, patch: dict[str, Any], *facts: dict[str, Any]) -> None:
        """The next frame."""
        self.version += 1
        self.send(type="delta", version=self.version, patch=patch, facts=list(facts), digest="")

    def commands(self) -> list[dict[str, Any]]:
        """Answers that came from the page."""
        return [message for message in self.sent if message["type"] == "command"]

    def cut(self) -> None:
        """The line breaks."""
        assert self.socket is not None
        self.socket.close(code=1012)
        self.socket = None

    def join(self, url: str) -> "Script":
        """Open the table."""
        self.page.goto(url + "#/table/scripted/token")
        self.page.wait_for_selector("#map")
        return self
