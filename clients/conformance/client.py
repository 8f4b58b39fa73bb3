"""`lastreel conformance --client PORT`: a small server with a script, that a client has to follow.

The client under test joins game `conformance` with token `conformance` at `http://127.0.0.1:PORT`, and answers every
decision with its first option. The script loses connections, leaves gaps, repeats, merges, and watches what comes.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from clients.conformance.socket import Broken, Json, must
from clients.conformance.transcript import Words, load, shown
from protocol import SUBPROTOCOL
from protocol.codec import decode_to_server, view_digest
from protocol.errors import CLOSES
from protocol.patch import apply

GAME = TOKEN = "conformance"
WAIT = 15.0


class Stage:
    """The game as the script tells it: a view that counts, and decisions with two options."""

    def __init__(self) -> None:
        self.arrivals: asyncio.Queue[ServerConnection] = asyncio.Queue()
        self.socket: ServerConnection
        self.version = 0
        self.view: Json = {"turn": 0, "victims": {"v1": "porch"}}
        self.ended: asyncio.Queue[None] = asyncio.Queue()

    # --- connections

    async def accept(self, socket: ServerConnection) -> None:
        """One connection of the client."""
        self.arrivals.put_nowait(socket)
        await socket.wait_closed()
        self.ended.put_nowait(None)

    async def arrival(self) -> Json:
        """Wait for the next connection and its hello."""
        async with asyncio.timeout(WAIT):
            self.socket = await self.arrivals.get()
        must("the subprotocol is offered", self.socket.subprotocol == SUBPROTOCOL, self.socket.subprotocol)
        path = self.socket.request.path if self.socket.request else ""
        must("the path is /ws/conformance", path == f"/ws/{GAME}", path)
        hello = await self.heard()
        must("`hello` is the first frame", hello["type"] == "hello", hello["type"])
        must("it carries the token", hello.get("token") == TOKEN)
        return hello

    async def heard(self, *kinds: str) -> Json:
        """The next message of the client (of some types); beats are answered on the way."""
        async with asyncio.timeout(WAIT):
            while True:
                raw = await self.socket.recv()
                must("only text frames are sent", isinstance(raw, str), type(raw))
                decode_to_server(raw)
                message: Json = msgspec.json.decode(raw)
                if message["type"] == "beat":
                    await self.tell({"type": "beat", "n": message.get("n", 0)})
                elif not kinds or message["type"] in kinds:
                    return message

    async def silence(self, seconds: float = 0.5) -> None:
        """Nothing but beats may come for a while."""
        try:
            async with asyncio.timeout(seconds):
                message = await self.heard()
        except TimeoutError:
            return
        raise Broken(f"nothing was to be said; came {message}")

    async def tell(self, message: Json) -> None:
        """Send to the client."""
        await self.socket.send(msgspec.json.encode(message).decode())

    # --- the view

    def step(self, request: int | None) -> Json:
        """The next version as a delta."""
        before = self.view
        decision = (
            None if request is None else {"id": str(request), "request": request, "kind": "test", "options": OPTIONS}
        )
        patch: Json = {"turn": self.version + 1, "victims": {"v1": f"space-{self.version}"}, "decision": decision}
        self.view = apply(before, patch)
        self.version += 1
        facts = [{"fact": "SomethingNew", "because": "test"}]
        return {
            "type": "delta",
            "version": self.version,
            "patch": patch,
            "facts": facts,
            "digest": view_digest(self.view),
        }

    async def welcome(self, recovered: bool) -> None:
        """Answer a hello."""
        limits = {"message_bytes": 4096, "depth": 6, "messages_per_second": 60, "burst": 600}
        await self.tell(
            {
                "type": "welcome",
                "game": GAME,
                "epoch": "e1",
                "role": "player",
                "person": "p1",
                "secret": "s" * 32,
                "host": True,
                "seat": True,
                "recovered": recovered,
                "limits": limits,
                "from_a_later_version": 1,
            }
        )

    async def snapshot(self, reason: str) -> None:
        """The whole view."""
        await self.tell(
            {
                "type": "snapshot",
                "version": self.version,
                "epoch": "e1",
                "view_code": "c1",
                "reason": reason,
                "view": self.view,
                "digest": view_digest(self.view),
            }
        )

    async def ack(self, message: Json) -> None:
        """Acknowledge."""
        await self.tell({"type": "ack", "id": message["id"], "version": self.version, "head": self.version})

    async def command(self, request: int) -> Json:
        """The client's answer to a decision."""
        message = await self.heard("command")
        must("the command names the open decision", message["request"] == request, message)
        must("the command picks the first option", message["option"] == OPTIONS[0]["id"], message)
        return message


OPTIONS: list[Json] = [
    {"id": "move:porch", "key": "option.move", "args": {}, "says": [], "targets": ["porch"]},
    {"id": "stop", "key": "option.stop", "args": {}, "says": [], "targets": []},
]


async def follows_the_transcript(stage: Stage) -> None:
    """Says hello without resume, and answers as the player of `protocol/transcript.jsonl`, over a cut, with advice."""
    words = Words({"{game}": GAME, "{player_token}": TOKEN})
    ids, view, version = dict[str, str](), dict[str, Any](), 0
    for line in load()[1]:
        if line.on != "player":
            continue
        if line.cut:
            stage.socket.transport.abort()
        elif line.client is not None:
            recorded = words.fill(line.client)
            heard = await (stage.arrival() if recorded["type"] == "hello" else stage.heard("command"))
            for key in ("resume", "person", "request", "option"):
                must(f"{key} is {recorded.get(key)!r}", (heard.get(key) or None) == recorded.get(key), heard)
            name = heard.get("id", "")
            must("what comes again has its id", ids.setdefault(recorded.get("id", ""), name) == name, heard)
        elif line.server is not None:
            frame = words.fill(line.server)
            view, version = shown(view, frame), frame.get("version", version)
            await stage.tell({**frame, **told_anew(frame, ids, view)})
    over: Json = {"version": version + 1, "patch": {"decision": None}, "facts": []}
    last = await stage.heard("command")
    await stage.tell({"type": "delta", **over, "digest": view_digest(apply(view, over["patch"]))})
    refusal = {"code": "conflict", "number": 3, "expected": "nothing more", "came": "an answer"}
    await stage.tell({"type": "error", "id": last["id"], **refusal})


def told_anew(frame: Json, ids: dict[str, str], view: Json) -> Json:
    """What differs from the recording: the id that is answered, the digest of a view with other names in it."""
    return {
        **({"id": ids[frame["id"]]} if "id" in frame else {}),
        **({"digest": view_digest(view)} if "digest" in frame else {}),
    }


async def joins_and_answers(stage: Stage) -> None:
    """Closed as slow and met by another epoch: comes back, takes the snapshot, answers the decision, and once only."""
    await stage.socket.close(CLOSES["slow"].number, "slow")
    hello = await stage.arrival()
    must("it says where it stopped", bool(hello.get("resume")), hello)
    await stage.welcome(False)
    stage.step(1)
    await stage.snapshot("unrecoverable")
    first = await stage.command(1)
    await stage.tell(stage.step(2))
    await stage.ack(first)
    second = await stage.command(2)
    must("every command has an id of its own", first["id"] != second["id"])
    await stage.tell(stage.step(None))
    await stage.ack(second)
    await stage.silence()


async def sends_again_after_a_break(stage: Stage) -> None:
    """Loses the connection before the ack: resumes at its version and sends the same command with the same id."""
    await stage.tell(stage.step(3))
    order = await stage.command(3)
    version = stage.version
    stage.socket.transport.abort()
    hello = await stage.arrival()
    at = {"epoch": "e1", "version": version, "view": "c1"}
    must("it resumes where it stopped", hello.get("resume") == at, hello.get("resume"))
    must("it is the same person", hello.get("person") == "s" * 32, hello.get("person"))
    await stage.welcome(True)
    again = await stage.heard("command")
    must("the same command comes again", again == order, again)
    await stage.tell(stage.step(None))
    await stage.ack(order)
    await stage.silence()


async def sends_again_when_told_to(stage: Stage) -> None:
    """`retry`: the same command with the same id after `retry_after`."""
    await stage.tell(stage.step(4))
    order = await stage.command(4)
    answer = {"type": "error", "id": order["id"], "code": "retry", "number": 6, "expected": "a store", "came": "none"}
    await stage.tell({**answer, "retry_after": 0.2})
    must("the same command comes again", await stage.heard("command") == order)
    await stage.tell(stage.step(None))
    await stage.ack(order)
    await stage.silence()


async def takes_a_refusal(stage: Stage) -> None:
    """`conflict`: the command is dropped, the new decision answered."""
    await stage.tell(stage.step(5))
    order = await stage.command(5)
    await stage.tell(stage.step(6))
    answer = {"id": order["id"], "code": "conflict", "number": 3, "expected": "decision 6", "came": "5"}
    await stage.tell({"type": "error", **answer})
    order = await stage.command(6)
    await stage.tell(stage.step(None))
    await stage.ack(order)
    await stage.silence()


async def notices_a_gap(stage: Stage) -> None:
    """A missing version: asks for a snapshot, answers nothing in between."""
    stage.step(None)
    await stage.tell(stage.step(7))
    must("a gap is answered by resync", (await stage.heard())["type"] == "resync")
    await stage.tell(stage.step(8))
    await stage.silence(0.3)
    await stage.snapshot("resync")
    order = await stage.command(8)
    await stage.tell(stage.step(None))
    await stage.ack(order)


async def takes_merged_repeated_and_unknown(stage: Stage) -> None:
    """Frames merged from an earlier version, frames seen before, messages of a later protocol."""
    await stage.tell({"type": "said", "person": "p2", "name": "Ivo", "role": "advisor", "text": "hello"})
    start, patch = stage.version, {}
    for _ in range(3):
        patch = stage.step(9)["patch"]
    merged = {"type": "delta", "version": stage.version, "from": start, "patch": patch, "facts": []}
    await stage.tell({**merged, "digest": view_digest(stage.view)})
    order = await stage.command(9)
    last = stage.step(None)
    await stage.tell(last)
    await stage.tell(last)
    await stage.ack(order)
    await stage.silence()


async def comes_back_when_slow(stage: Stage) -> None:
    """Closed as slow: reconnects; not recovered: takes the snapshot."""
    await stage.socket.close(CLOSES["slow"].number, "slow")
    await stage.arrival()
    await stage.welcome(False)
    stage.step(10)
    await stage.snapshot("unrecoverable")
    order = await stage.command(10)
    await stage.tell(stage.step(None))
    await stage.ack(order)


async def waits_when_told(stage: Stage) -> None:
    """`closing`: comes back, not before `retry_after`."""
    await stage.tell({"type": "closing", "retry_after": 1.0, "why": "server_restart"})
    start = asyncio.get_running_loop().time()
    await stage.socket.close(1012, "server_restart")
    await stage.arrival()
    waited = asyncio.get_running_loop().time() - start
    must("it waits as long as it was told", waited >= 0.9, round(waited, 2))
    await stage.welcome(True)
    await stage.silence(0.3)


async def stays_away_for_good(stage: Stage) -> None:
    """Closed with a code below 4100: never comes back."""
    await stage.socket.close(CLOSES["bad_token"].number, "bad_token")
    try:
        async with asyncio.timeout(3):
            await stage.arrivals.get()
    except TimeoutError:
        return
    raise Broken("it must not reconnect after 4003")


SCRIPT: tuple[Callable[[Stage], Awaitable[None]], ...] = (
    follows_the_transcript,
    joins_and_answers,
    sends_again_after_a_break,
    sends_again_when_told_to,
    takes_a_refusal,
    notices_a_gap,
    takes_merged_repeated_and_unknown,
    comes_back_when_slow,
    waits_when_told,
    stays_away_for_good,
)


async def check_client(port: int, say: Callable[[str], None]) -> int:
    """Wait for a client and play the script; returns how many scenes failed (the first failure ends it)."""
    stage = Stage()
    subprotocols: Any = [SUBPROTOCOL]
    async with serve(stage.accept, "127.0.0.1", port, subprotocols=subprotocols):
        say(f"ready http://127.0.0.1:{port}/#/table/{GAME}/{TOKEN}")
        for scene in SCRIPT:
            try:
                await scene(stage)
                say(f"ok    {scene.__name__:34} {scene.__doc__}")
            except (Broken, TimeoutError, ConnectionClosed, KeyError) as broken:
                say(f"FAIL  {scene.__name__:34} {scene.__doc__}\n      {type(broken).__name__}: {broken}")
                return 1
    return 0
