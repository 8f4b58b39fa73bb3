"""`lastreel conformance URL`: checks of a running server, each a promise of docs/protocol.md."""

import secrets
from collections.abc import Awaitable, Callable

import msgspec
from websockets.exceptions import ConnectionClosed

from clients.conformance.socket import Bench, Broken, Json, must
from clients.conformance.transcript import replay
from clients.sdk.http import HttpProblem, get
from protocol.codec import view_digest
from protocol.http import CreateGame
from protocol.patch import apply


def follow(view: Json, told: list[Json], version: int) -> tuple[Json, int]:
    """Apply deltas; versions must be contiguous and digests right."""
    for message in told:
        if message["type"] == "delta":
            start = message.get("from")
            start = message["version"] - 1 if start is None else start
            must("deltas follow each other without a gap", start == version, (version, message["version"]))
            view, version = apply(view, message["patch"]), message["version"]
            must("the digest is that of the view", view_digest(view) == message["digest"])
    return view, version


def command(view: Json, option: int = 0) -> Json:
    """An answer to the open decision."""
    decision = view["decision"]
    return {
        "type": "command",
        "id": secrets.token_hex(8),
        "request": decision["request"],
        "option": decision["options"][option]["id"],
    }


async def joins(bench: Bench) -> None:
    """`hello` is answered by `welcome`, then a `snapshot` with the right digest."""
    made = await bench.game()
    socket = await bench.join(made.game, made.token, name="Mara")
    welcome, snapshot = await socket.next(), await socket.next()
    must("`welcome` comes first", welcome["type"] == "welcome", welcome["type"])
    must("the creator is player and host", (welcome["role"], welcome["host"]) == ("player", True), welcome)
    must("then a snapshot", snapshot["type"] == "snapshot" and snapshot["reason"] == "join", snapshot["type"])
    must("the digest is that of the view", view_digest(snapshot["view"]) == snapshot["digest"])
    must("the player has a decision", len(snapshot["view"]["decision"]["options"]) > 1)


async def plays(bench: Bench) -> None:
    """Thirty commands: each acked after the delta that shows it; versions contiguous, digests right."""
    made = await bench.game()
    socket = await bench.join(made.game, made.token)
    snapshot = await socket.next("snapshot")
    view, version = snapshot["view"], snapshot["version"]
    for _ in range(30):
        if "outcome" in view:
            break
        start = len(socket.told)
        ack = await socket.ask(command(view))
        must("a command is acked", ack["type"] == "ack", ack)
        view, version = follow(view, socket.told[start:], version)
        must("the ack comes after the delta of its version", version >= ack["version"], (version, ack))


async def repeats(bench: Bench) -> None:
    """The same command again, also on another socket and later: the same ack, done once."""
    made = await bench.game()
    one, two = await bench.join(made.game, made.token), await bench.join(made.game, made.token)
    order = command((await one.next("snapshot"))["view"])
    first = await one.ask(order)
    must("the same ack on another socket", await two.ask(order) == first)
    must("the same ack again", await one.ask(order) == first)
    version = max(message["version"] for message in one.told if message["type"] in ("snapshot", "delta"))
    must("done once", version == first["version"], version)


async def refuses(bench: Bench) -> None:
    """Wrong messages are refused with code, number, expected, came; the table goes on."""
    made = await bench.game()
    socket = await bench.join(made.game, made.token)
    view = (await socket.next("snapshot"))["view"]
    right = command(view)
    for wrong, code in (
        ({**right, "option": "no:such"}, "illegal"),
        ({**right, "request": 999_999}, "stale"),
        ({"type": "nonsense", "id": "x1"}, "unknown_type"),
        ({"type": "command", "id": "x2"}, "malformed"),
        ({"type": "undo", "id": "x3"}, "cannot_undo"),
        ({"type": "suggest", "id": "x4", "request": right["request"], "option": right["option"]}, "forbidden"),
    ):
        answer = await socket.ask(wrong)
        must(f"{wrong['type']} is refused as {code}", answer.get("code") == code, answer)
        must("a refusal says what was expected and what came", bool(answer["expected"] and answer["came"]))
    for raw, code in (("{", "malformed"), ('"' + "x" * 5000 + '"', "too_large"), ("[" * 50 + "]" * 50, "too_deep")):
        await socket.say(raw)
        must(f"noise is refused as {code}", (await socket.next("error"))["code"] == code)
    must("the table goes on", (await socket.ask(right))["type"] == "ack")


async def resumes(bench: Bench) -> None:
    """After a break every missed delta comes, in order; with another epoch or view a snapshot that says so."""
    made = await bench.game()
    player, watcher = await bench.join(made.game, made.token), await bench.join(made.game, made.tokens["advisor"])
    snapshot = await watcher.next("snapshot")
    await watcher.socket.close()
    view = (await player.next("snapshot"))["view"]
    version = 1
    for _ in range(3):
        start = len(player.told)
        await player.ask(command(view))
        view, version = follow(view, player.told[start:], version)
    at = {"epoch": snapshot["epoch"], "version": snapshot["version"], "view": snapshot["view_code"]}
    again = await bench.join(made.game, made.tokens["advisor"], resume=at)
    must("resuming is recovered", (await again.next("welcome"))["recovered"] is True)
    missed = [await again.next("delta") for _ in range(3)]
    _, reached = follow(snapshot["view"], missed, snapshot["version"])
    must("three deltas were missed", reached == snapshot["version"] + 3, reached)
    for wrong, reason in (({**at, "epoch": "old"}, "unrecoverable"), ({**at, "view": "old"}, "view_changed")):
        other = await bench.join(made.game, made.tokens["advisor"], resume=wrong)
        must("not recovered", (await other.next("welcome"))["recovered"] is False)
        must("a snapshot says why", (await other.next("snapshot"))["reason"] == reason)


async def resyncs(bench: Bench) -> None:
    """`resync` is answered by a snapshot, `beat` by `beat`."""
    made = await bench.game()
    socket = await bench.join(made.game, made.token)
    await socket.next("snapshot")
    await socket.say({"type": "resync"})
    must("resync gives a snapshot", (await socket.next("snapshot"))["reason"] == "resync")
    await socket.say({"type": "beat", "n": 12})
    must("beat is echoed", (await socket.next("beat"))["n"] == 12)


async def hides(bench: Bench) -> None:
    """A spectator's view has no hand, tableau, discard pile or decision, and a spectator may not act."""
    made = await bench.game()
    player, socket = await bench.join(made.game, made.token), await bench.join(made.game, made.tokens["spectator"])
    view = (await socket.next("snapshot"))["view"]
    secret = {"hand", "tableau", "discard", "decision", "looked_at", "undo"} & set(view)
    must("nothing secret is in a spectator's view", not secret, secret)
    order = command((await player.next("snapshot"))["view"])
    answer = await socket.ask(order)
    must("a spectator's command is forbidden", answer.get("code") == "forbidden", answer)
    must("and nothing happened", (await player.ask(order))["version"] == 2)


async def closes(bench: Bench) -> None:
    """Wrong token, game, protocol and first frame close with their codes."""
    made = await bench.game()
    for socket, code in (
        (await bench.join(made.game, "wrong"), 4003),
        (await bench.join("no-such-game", made.token), 4004),
        (await bench.open(made.game, "lastreel.v0"), 4006),
    ):
        came = await socket.closed()
        must(f"closed with {code}", came == code, came)
    for first in ('{"type":"beat"}', b"\x00"):
        socket = await bench.open(made.game)
        await socket.say(first)
        came = await socket.closed()
        must("closed with 4001", came == 4001, came)


async def advises(bench: Bench) -> None:
    """A suggestion reaches the player, dies with its decision, and is not told to spectators."""
    made = await bench.game()
    player, advisor = await bench.join(made.game, made.token), await bench.join(made.game, made.tokens["advisor"])
    person = (await advisor.next("welcome"))["person"]
    order = command((await player.next("snapshot"))["view"])
    await advisor.ask({"type": "suggest", "id": "s1", "request": order["request"], "option": order["option"]})
    advice = await player.next("advice")
    must("the suggestion is shown", advice["suggestions"][person]["option"] == order["option"], advice)
    start = len(player.told)
    await player.ask({**order, "suggested_by": person})
    later = [message for message in player.told[start:] if message["type"] == "advice"] or [await player.next("advice")]
    must("it dies with its decision", later[-1]["suggestions"] == {}, later[-1])


async def guards(bench: Bench) -> None:
    """The record of a running game is closed; refusals over HTTP carry the same codes."""
    made = await bench.game()
    try:
        await get(f"{bench.url}/api/games/{made.game}/record", made.token)
    except HttpProblem as refused:
        must("the record is refused as forbidden", refused.problem.code == "forbidden", refused.problem.code)
        return
    raise Broken("the record of a running game was given out")


async def repeats_the_transcript(bench: Bench) -> None:
    """The recorded session of `protocol/transcript.jsonl`, said again, is answered by frames of the same kinds."""
    await replay(bench)


CHECKS: tuple[Callable[[Bench], Awaitable[None]], ...] = (
    joins,
    plays,
    repeats,
    refuses,
    resumes,
    resyncs,
    hides,
    closes,
    advises,
    guards,
    repeats_the_transcript,
)


async def check_server(url: str, setup: CreateGame, say: Callable[[str], None]) -> int:
    """Run every check; returns how many failed."""
    bench, failed = Bench(url.rstrip("/"), setup), 0
    for check in CHECKS:
        try:
            await check(bench)
            say(f"ok    {check.__name__:22} {check.__doc__}")
        except (Broken, OSError, TimeoutError, ConnectionClosed, KeyError, HttpProblem, msgspec.MsgspecError) as broken:
            failed += 1
            say(f"FAIL  {check.__name__:22} {check.__doc__}\n      {type(broken).__name__}: {broken}")
    return failed
