"""The session of `protocol/transcript.jsonl`, played and written down. `make goldens` does it.

The player answers every decision with its first option, so that any client that does can be shown the recording.
Whatever else happens comes from a second tab of hers, an advisor, a spectator and a stranger.
"""

from typing import Any

import msgspec

from clients.conformance.socket import Bench, Json
from clients.conformance.transcript import Line, Place, Words
from clients.sdk.http import create_game
from protocol.http import CreateGame

SETUP = CreateGame("intruders", "wingard-cottage", "ava", seed="transcript")


class Recorder:
    """Sockets whose frames are written down."""

    def __init__(self, bench: Bench, words: Words) -> None:
        self.bench = bench
        self.words = words
        self.lines: list[Line] = []
        self.places: dict[str, Place] = {}

    def note(self, on: str, **what: Any) -> None:
        """One more line."""
        self.lines.append(Line(on, **what))

    async def say(self, on: str, kind: str, **fields: Any) -> None:
        """A message of the client; `hello` opens a socket first."""
        if kind == "hello":
            game = self.words.values["{game}"]
            self.places[on] = Place(await self.bench.open(game), self.places.get(on))
            self.note(on, open="/ws/{game}")
        message = self.words.fill({"type": kind, **fields})
        await self.places[on].socket.say(message)
        self.note(on, client=self.words.hide(message))

    async def hear(self, on: str, *kinds: str) -> None:
        """The next messages of the server."""
        for kind in kinds:
            came = await self.places[on].hear(kind)
            self.words.learn(on, came)
            self.note(on, server=self.words.hide(came))

    def about(self, on: str, option: int = 0) -> Json:
        """The open decision and one of its options."""
        decision = self.places[on].view["decision"]
        return {"request": decision["request"], "option": decision["options"][option]["id"]}

    async def answer(self, on: str, name: str) -> None:
        """The first option of the open decision."""
        await self.say(on, "command", id=name, **self.about(on))
        await self.hear(on, "delta", "ack")

    def cut(self, on: str) -> None:
        """Lose a connection without a word."""
        self.places[on].socket.socket.transport.abort()
        self.note(on, cut=True)

    async def closed(self, on: str) -> None:
        """The server closes."""
        self.note(on, closed=await self.places[on].socket.closed())


async def session(table: Recorder) -> None:
    """What happens."""
    await table.say("player", "hello", token="{player_token}", name="Mara")
    await table.hear("player", "welcome", "snapshot", "people")
    first = table.about("player")
    for name in ("c1", "c2", "c3"):
        await table.answer("player", name)

    await table.say("advisor", "hello", token="{advisor_token}", name="Ivo")
    await table.hear("advisor", "welcome", "snapshot")
    await table.say("advisor", "suggest", id="s1", **table.about("advisor"))
    await table.hear("advisor", "ack", "advice")
    await table.hear("player", "advice")
    await table.say("advisor", "command", id="s2", **table.about("advisor"))
    await table.hear("advisor", "error")
    await table.say("advisor", "chat", id="s3", text="The porch looks quiet.")
    await table.hear("advisor", "ack", "said")
    await table.hear("player", "said")

    await table.say("tab", "hello", token="{player_token}", person="{player_secret}")
    await table.hear("tab", "welcome", "snapshot", "advice")
    await table.say("tab", "command", id="t1", **{**table.about("tab"), "option": "no:such"})
    await table.hear("tab", "error")
    await table.say("tab", "command", id="t2", **first)
    await table.hear("tab", "error")
    await table.say("tab", "command", id="c1", **first)
    await table.hear("tab", "ack")
    await table.say("tab", "nonsense", id="t3")
    await table.hear("tab", "error")

    await table.answer("player", "c4")
    await table.hear("player", "advice")
    await table.hear("tab", "delta")
    await table.hear("advisor", "delta", "advice")

    cut_off = {"id": "c5", **table.about("player")}
    await table.say("player", "command", **cut_off)
    await table.hear("tab", "delta")
    await table.hear("advisor", "delta")
    table.cut("player")
    resume = {"epoch": "{epoch}", "version": table.places["player"].version, "view": "{player_view_code}"}
    await table.say("player", "hello", token="{player_token}", name="Mara", person="{player_secret}", resume=resume)
    await table.hear("player", "welcome", "delta", "people")
    await table.say("player", "command", **cut_off)
    await table.hear("player", "ack")
    await table.answer("player", "c6")
    await table.hear("advisor", "delta")

    await table.say("advisor", "beat", n=7)
    await table.hear("advisor", "beat")
    await table.say("advisor", "resync")
    await table.hear("advisor", "snapshot")

    await table.say("spectator", "hello")
    await table.hear("spectator", "welcome", "snapshot")
    await table.say("spectator", "command", id="w1", **first)
    await table.hear("spectator", "error")

    await table.say("stranger", "hello", token="wrong")
    await table.hear("stranger", "error")
    await table.closed("stranger")


async def record(bench: Bench) -> str:
    """Play the session on a new game of `bench.setup`; the text of the transcript."""
    made = await create_game(bench.url, bench.setup)
    table = Recorder(bench, Words.of(made))
    await session(table)
    lines = [bench.setup, *table.lines]
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)
