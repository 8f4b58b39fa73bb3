"""`protocol/transcript.jsonl`: a recorded session, frames both ways, of a player and of others around her.

The first line says which game was made. Every other line is something that happened on one socket: it was opened,
the client or the server sent a frame, it was cut, it was closed with a code. What differs from session to session
stands in braces: `{game}`, `{epoch}`, tokens, and for each socket the person's id and secret and the `view_code`.
"""

import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from clients.conformance.socket import Bench, Json, Socket, must
from clients.sdk.http import create_game
from protocol.codec import view_digest
from protocol.http import Created, CreateGame
from protocol.patch import apply

FILE = Path(__file__).parents[2] / "protocol" / "transcript.jsonl"
BESIDE = ("people", "advice", "said", "pinged", "beat")
"""Messages that come when they come; all others are in order."""
OF_THE_GAME = {"view", "patch", "digest", "version", "head", "request", "option"}
OF_THE_SERVER = {"expected", "came", "limits", "people", "settings"}
"""Fields that depend on the cards that were dealt, or on the server: like lists, they need only be of the same kind."""
_WORD = re.compile(r"\{[a-z_ ]+\}")


class Line(Struct, omit_defaults=True):
    """One thing that happened on a socket."""

    on: str
    open: str = ""
    client: Json | None = None
    server: Json | None = None
    cut: bool = False
    closed: int = 0


def load() -> tuple[CreateGame, list[Line]]:
    """The game and the lines."""
    first, *lines = FILE.read_bytes().splitlines()
    return msgspec.json.decode(first, type=CreateGame), [msgspec.json.decode(line, type=Line) for line in lines]


class Words:
    """What the words in braces stand for in this session."""

    def __init__(self, values: dict[str, str]) -> None:
        self.values = values

    @classmethod
    def of(cls, made: Created) -> "Words":
        """Of a new game."""
        return cls({"{game}": made.game, **{f"{{{role}_token}}": token for role, token in made.tokens.items()}})

    def fill(self, recorded: Any) -> Any:
        """A recorded frame or text as it is in this session."""
        text = msgspec.json.encode(recorded).decode()
        return msgspec.json.decode(_WORD.sub(lambda word: self.values.get(word[0], word[0]), text))

    def hide(self, frame: Any) -> Any:
        """A frame of this session as it is recorded."""
        text = msgspec.json.encode({**frame, "digest": "{digest}"} if "digest" in frame else frame).decode()
        for word, value in sorted(self.values.items(), key=lambda pair: -len(pair[1])):
            text = text.replace(value, word)
        return msgspec.json.decode(text)

    def learn(self, socket: str, frame: Json) -> None:
        """Who one is on a socket, from `welcome`; and the stream's `view_code`."""
        new = {"{epoch}": "epoch", f"{{{socket}_view_code}}": "view_code"}
        if frame["type"] == "welcome":
            new |= {f"{{{socket}}}": "person", f"{{{socket}_secret}}": "secret"}
        known = self.values.values()
        self.values |= {word: frame[key] for word, key in new.items() if key in frame and frame[key] not in known}


def shown(view: Json, frame: Json) -> Json:
    """The view after a frame."""
    if frame["type"] == "snapshot":
        whole: Json = frame["view"]
        return whole
    merged: Json = apply(view, frame["patch"]) if frame["type"] == "delta" else view
    return merged


class Place:
    """A socket of the session: the view that was recorded on it, and the one that comes now."""

    def __init__(self, socket: Socket, before: "Place | None" = None) -> None:
        self.socket = socket
        self.recorded: Json = before.recorded if before else {}
        self.view: Json = before.view if before else {}
        self.version: int = before.version if before else 0
        self.waiting: list[Json] = []

    async def hear(self, kind: str) -> Json:
        """The next message of a type; of those in order, nothing may come before it."""
        at = 0
        while True:
            if at == len(self.waiting):
                self.waiting.append(await self.socket.next())
            came = self.waiting[at]
            if came["type"] == kind:
                self.view = shown(self.view, came)
                if kind in ("snapshot", "delta"):
                    self.version = came["version"]
                    must("the digest is that of the view", view_digest(self.view) == came["digest"], came["version"])
                return self.waiting.pop(at)
            must(f"{kind} comes next", kind in BESIDE or came["type"] in BESIDE, came)
            at += 1

    def today(self, message: Json) -> Json:
        """A recorded message about the open decision, made to be about the one that is open now."""
        then, now = self.recorded.get("decision"), self.view.get("decision")
        if not then or not now or message.get("request") != then["request"]:
            return message
        offered = [option["id"] for option in then["options"]]
        if message["option"] not in offered:
            return {**message, "request": now["request"]}
        number = min(offered.index(message["option"]), len(now["options"]) - 1)
        return {**message, "request": now["request"], "option": now["options"][number]["id"]}


def match(recorded: Any, came: Any, where: str) -> None:
    """Raise Broken unless a frame is what was recorded, as far as that does not depend on cards and tokens."""
    if type(recorded) is dict and recorded:
        must(f"{where} has {', '.join(recorded)}", type(came) is dict and set(recorded) <= set(came), came)
        for key, value in recorded.items():
            if type(value) is list or key in OF_THE_GAME | OF_THE_SERVER:
                must(f"{where}.{key} is of type {type(value).__name__}", type(came[key]) is type(value), came[key])
            else:
                match(value, came[key], f"{where}.{key}")
        return
    new = isinstance(recorded, str) and _WORD.fullmatch(recorded)
    must(f"{where} is {recorded!r}", type(came) is type(recorded) and bool(new or came == recorded), came)


async def replay(bench: Bench) -> None:
    """Say what the clients said, and compare what comes with what came. Raises Broken."""
    setup, lines = load()
    made = await create_game(bench.url, setup)
    words, places, said = Words.of(made), dict[str, Place](), dict[str, Json]()
    for line in lines:
        if line.open:
            places[line.on] = Place(await bench.open(made.game), places.get(line.on))
        place = places[line.on]
        if line.client is not None:
            message = words.fill(line.client)
            message = said.setdefault(message.get("id", ""), place.today(message)) if "id" in message else message
            await place.socket.say(message)
        elif line.server is not None:
            came = await place.hear(line.server["type"])
            match(words.fill(line.server), came, f"{line.on}: {came['type']}")
            words.learn(line.on, came)
            place.recorded = shown(place.recorded, line.server)
        elif line.cut:
            place.socket.socket.transport.abort()
        elif line.closed:
            code = await place.socket.closed()
            must(f"{line.on}: closed with {line.closed}", code == line.closed, code)
