"""The law on secrets as a tool: two games that differ only in what a role may not know must give that role equal bytes.

What a role may know is written down here a second time, on the engine's state and apart from the server's views, so
that a mistake there does not hide itself.
"""

import random
from typing import Any

from engine.core.compose import Setup
from engine.core.content import Content
from engine.core.game import Game
from engine.core.state import State
from engine.core.table import Batch, Table
from protocol.frames import Frame
from server.metrics import Metrics
from server.tables.streams import Streams

SECRET = bytes(range(32))
HIDDEN_FACTS = {
    "DeckChanged",
    "PoolMade",
    "PoolDrawn",
    "DeckMade",
    "Marked",
    "StepBegan",
    "CardsSeen",
    "TokenSettled",
    "BoardChanged",
}


class Ear:
    """A line that only listens."""

    paused = False
    on_resume: Any = None
    on_pause: Any = None

    def __init__(self) -> None:
        self.wire: list[bytes] = []

    def write(self, wire: bytes) -> None:
        self.wire.append(wire)

    def writer(self) -> Any:
        return self.write

    def post(self, frame: Frame) -> None:
        self.wire.append(frame.wire)

    def close(self, code: int, reason: str) -> None:
        self.wire.append(f"{code} {reason}".encode())

    def abort(self) -> None:
        """Nothing to drop."""

    def heard(self) -> bytes:
        """Everything so far."""
        return b"".join(self.wire)


class Heard:
    """A game with an ear on every role's stream. Needs a running event loop."""

    def __init__(self, content: Content, setup: Setup, secret: bytes = SECRET) -> None:
        self.table = Table.new(content, setup, "the-game", secret, epoch="e")
        self.streams = Streams(self.table, "e", Metrics(), 20.0)
        self.ears = {role: Ear() for role in self.streams.channels}
        self.public: list[Any] = []
        """What a spectator may know, moment by moment, told by this tool's own rules."""
        self._facts = len(self.table.facts)
        mine, theirs = self._picture, self.table.on_cut
        assert theirs is not None
        self.table.on_cut = lambda game: (mine(game), theirs(game))[1]
        for role, channel in self.streams.channels.items():
            channel.join(self.ears[role], None)

    def _picture(self, game: Game) -> None:
        new, self._facts = game.facts[self._facts :], len(game.facts)
        self.public.append((public_state(game.state), [public_fact(fact) for fact in new if public_fact(fact)]))

    def play(self, option: str) -> Batch:
        """Answer and publish."""
        told = self._facts
        batch = self.table.answer(option, self.table.number)
        self._facts = max(told, self._facts)
        self._publish(batch)
        return batch

    def _publish(self, batch: Batch) -> None:
        self.streams.take(batch, 0)
        for channel in self.streams.channels.values():
            channel.flush()

    def snapshots(self, role: str) -> bytes:
        """What somebody who comes now is sent."""
        ear = Ear()
        self.streams.channels[role].join(ear, None)
        self.streams.channels[role].leave(ear)
        return ear.heard()


def public_state(state: State) -> dict[str, Any]:
    """What lies open on a real table."""
    return {
        "tracks": (state.turn, state.phase, state.time, state.horror, state.bloodlust, state.supply),
        "girl": (state.girl.at, state.girl.health, state.girl.max, state.girl.token, state.ultimate),
        "killers": [(k, v.at, v.health, v.max, v.token, v.status) for k, v in state.killers.items()],
        "active": state.active,
        "victims": dict(state.victims),
        "ends": (len(state.saved), len(state.dead)),
        "sizes": [sum(zone.values()) for zone in (state.hand, state.tableau, state.discard)],
        "items": (dict(state.items), dict(state.uses)),
        "decks": {
            name: (len(deck), deck.top[0] if deck.faceup and deck.top else "") for name, deck in state.decks.items()
        },
        "open": (
            state.events[:],
            dict(state.powers),
            state.finale,
            state.dark_power,
            state.shown[:],
            state.resolving[:],
        ),
        "places": dict(state.places),
        "tokens": dict(state.tokens),
        "due": state.due[:],
    }


def public_fact(fact: Any) -> Any:
    """What everybody at a table sees happen; None for what nobody does."""
    name = type(fact).__name__
    if name in HIDDEN_FACTS:
        return None
    fields = {field: getattr(fact, field) for field in fact.__struct_fields__}
    if name == "ActionCardMoved":
        fields["card"] = ""
    return name, fields


def shuffle_hidden(state: State, role: str, chance: random.Random) -> State:
    """Another state that looks the same to a role: everything it may not know is dealt anew."""
    other = state.copy()
    other.decks = {name: deck.copy() for name, deck in state.decks.items()}
    other.pools = {name: pool[:] for name, pool in state.pools.items()}
    if role == "spectator":
        zones = (other.hand, other.tableau, other.discard)
        cards = sorted(card for zone in zones for card, number in zone.items() for _ in range(number))
        chance.shuffle(cards)
        for zone in zones:
            size = sum(zone.values())
            zone.clear()
            for _ in range(size):
                card = cards.pop()
                zone[card] = zone.get(card, 0) + 1
    if role != "player":
        for deck in other.decks.values():
            known = deck.top[1:] if deck.faceup else deck.top
            known[:] = [f"secret-{chance.random()}" for _ in known]
            deck.top = ([*deck.top[:1], *known] if deck.faceup else known)[:]
            deck.bottom = [f"secret-{chance.random()}" for _ in deck.bottom]
    for pool in other.pools.values():
        pool[:] = [f"secret-{chance.random()}" for _ in range(chance.randrange(9))]
    for deck in other.decks.values():
        moved = min(deck.blanks, 1)
        deck.blanks -= moved
        deck.own += ["secret-own"] * moved
    other.born = chance.randrange(20)
    other.marks = {**other.marks, "secret-mark": chance.random()}
    return other
