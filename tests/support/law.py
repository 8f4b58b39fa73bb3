"""The law on secrets as a tool: two games that differ only in what a role may not know must give that role equal bytes.

What a role may know is written down here a second time, on the engine's state and apart from the server's views, so
that a mistake there does not hide itself. `make law` tries 2,000 games; `python -m tests.support.law --seed 7` one.
"""

import argparse
import asyncio
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from types import SimpleNamespace
from typing import Any

import msgspec

from engine.core.compose import Setup
from engine.core.content import Content, load
from engine.core.facts import CardsSeen, Fact
from engine.core.game import Chance, Game
from engine.core.record import Draw, number_of_results
from engine.core.state import State
from engine.core.table import Batch, Table
from server.http.games import summary
from server.metrics import Metrics
from server.tables.settings import Settings
from server.tables.streams import Streams
from server.views.decision import private_cards
from server.views.render import render

SECRET = bytes(range(32))
DELAY = 3
"""Frames, and seconds, that the delayed spectators of this tool are behind."""
BATCH_MS = 700
"""Between two batches on this tool's clock."""
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
OPEN_PILES = ("blueprint",)
"""Decisions in which the player picks any card of a pile that everybody may look through."""
CANARIES = ("hand", "tableau", "decision", "options", "looked_at", "undo", "discard")
"""Keys that no spectator of a closed hand is ever sent."""


class Ear:
    """A line that only listens."""

    paused = False
    on_resume: Any = None
    on_pause: Any = None

    def __init__(self) -> None:
        self.wire: list[bytes] = []
        self._read = 0

    def write(self, wire: bytes) -> None:
        self.wire.append(wire)

    def writer(self) -> Any:
        return self.write

    def close(self, code: int, reason: str) -> None:
        self.wire.append(f"{code} {reason}".encode())

    def abort(self) -> None:
        """Nothing to drop."""

    def heard(self) -> bytes:
        """Everything so far."""
        return b"".join(self.wire)

    def news(self) -> bytes:
        """Everything since the last time."""
        new, self._read = self.wire[self._read :], len(self.wire)
        return b"".join(new)


TEAM, LIVE, OPEN = ("player", "advisor"), "spectator", "open-hand spectator"
LATE, SLOW = "spectator frames behind", "spectator seconds behind"
SETTINGS = {
    LIVE: Settings(),
    OPEN: Settings(open_hand=True),
    LATE: Settings(delay=DELAY),
    SLOW: Settings(delay_seconds=DELAY),
}
"""Spectators of every kind and what the host has set for them."""


class Watched(Streams):
    """Streams of which only those are made that somebody listens to."""

    def __init__(self, table: Table, settings: Settings, ears: set[str]) -> None:
        self._ears = ears
        super().__init__(table, "e", Metrics(), 20.0)
        self.settings = msgspec.convert(msgspec.to_builtins(settings), Settings)

    def view(self, role: str) -> dict[str, Any]:
        return super().view(role) if role == "spectator" or not self._ears.isdisjoint(TEAM) else {}

    def advisors_view(self, players: dict[str, Any]) -> dict[str, Any]:
        return super().advisors_view(players) if "advisor" in self._ears else {}

    def _publish(self, role: str, view: dict[str, Any], facts: list[Any]) -> None:
        if role in self._ears:
            super()._publish(role, view, facts)


class Heard:
    """A game with ears. Needs a running event loop."""

    def __init__(
        self, content: Content, setup: Setup, secret: bytes = SECRET, ears: tuple[str, ...] = (*TEAM, LIVE)
    ) -> None:
        """`ears`: who listens; the team, and spectators of some kinds, live ones always."""
        self.table = Table.new(content, setup, "the-game", secret, epoch="e")
        kinds = {LIVE: {*ears} & {*TEAM, LIVE}, **{name: {"spectator"} for name in ears if name not in (*TEAM, LIVE)}}
        self.watched = {name: Watched(self.table, SETTINGS[name], heard) for name, heard in kinds.items()}
        self.streams = self.watched[LIVE]
        self.public: list[Any] = []
        """What a spectator may know, moment by moment, told by this tool's own rules."""
        self.team: list[Any] = []
        """The same of an advisor, answer by answer."""
        self.clock = 0
        self._facts = len(self.table.facts)
        mine, theirs = self._picture, self.table.on_cut
        assert theirs is not None
        self.table.on_cut = lambda game: (mine(game), theirs(game))[1]
        self.channels = {name: streams.channels["spectator"] for name, streams in self.watched.items()}
        self.channels |= {name: self.streams.channels[name] for name in ears if name in TEAM}
        self.ears = {name: Ear() for name in ears}
        for name, channel in self.channels.items():
            channel.join(self.ears[name], None)
        self._versions: list[tuple[int, int]] = [(0, 1)]
        self._snapshots: dict[str, tuple[int, bytes]] = {}

    def _picture(self, game: Game) -> None:
        new, self._facts = game.facts[self._facts :], len(game.facts)
        self.public.append((public_state(game.state), [public_fact(fact) for fact in new if public_fact(fact)]))

    def play(self, option: str, after: int = BATCH_MS) -> Batch:
        """Answer and publish, so many milliseconds later."""
        self.clock += after
        told = self._facts
        batch = self.table.answer(option, self.table.number)
        self._facts = max(told, self._facts)
        self.team.append((team_state(self.table.state), [team_fact(fact) for fact in batch.facts if team_fact(fact)]))
        return self.publish(batch)

    def take_back(self) -> None:
        """Take the last answer back, which nobody but the team knows of."""
        pictures, facts = len(self.public), self._facts
        batch = self.table.undo()
        del self.public[pictures:]  # the step was run again up to there
        self._facts = facts
        self.publish(batch)

    def publish(self, batch: Batch) -> Batch:
        """Show a batch to everybody."""
        for streams in self.watched.values():
            streams.take(batch, self.clock)
        for channel in self.channels.values():
            channel.flush()
        return batch

    def check_delays(self) -> None:
        """Who is delayed is at the version that the others were at so much earlier, and got the same bytes."""
        live = self.channels[LIVE].history.version
        self._versions.append((self.clock, live))
        due = max(version for at, version in self._versions if at + DELAY * 1000 <= max(self.clock, DELAY * 1000))
        for name, version in ((LATE, max(1, live - DELAY)), (SLOW, due)):
            assert self.channels[name].history.version == version, name
            assert self.ears[LIVE].heard().startswith(self.ears[name].heard()), name

    def snapshot(self, name: str) -> bytes:
        """What somebody who comes now is sent; of its story only that it was told before to those who were there."""
        version, told = self._snapshots.get(name, (0, b""))
        channel = self.channels[name]
        if version != channel.history.version:
            ear = Ear()
            channel.join(ear, None)
            channel.leave(ear)
            story = list(channel.history.story)
            assert all(msgspec.json.encode(one.facts)[1:-1] in self.ears[name].heard() for one in story[-1:])
            told = ear.heard().replace(msgspec.json.encode(story), b"[]")
            assert b'"story":[]' in told
            self._snapshots[name] = channel.history.version, told
        return told

    def news(self, name: str) -> bytes:
        """Everything that a listener has been sent since the last time, and what one who comes now is sent."""
        return self.ears[name].news() + self.snapshot(name)

    def lobby(self, name: str) -> bytes:
        """What the list of games says of it."""
        table: Any = SimpleNamespace(id="the-game", game=self.table, streams=self.watched[name])
        room: Any = SimpleNamespace(table=table)
        return msgspec.json.encode(summary(room))


# --- what may be known


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


def team_state(state: State) -> dict[str, Any]:
    """What an advisor sees who looks over the player's shoulder at her cards, and not under the decks."""
    return {**public_state(state), "cards": (dict(state.hand), dict(state.tableau), dict(state.discard))}


def team_fact(fact: Fact) -> Any:
    """What the team sees happen; None for what nobody but the player sees."""
    name = type(fact).__name__
    fields = {field: getattr(fact, field) for field in fact.__struct_fields__}
    return None if name in HIDDEN_FACTS else (name, fields)


def public_fact(fact: Any) -> Any:
    """What everybody at a table sees happen; None for what nobody does."""
    seen = team_fact(fact)
    if seen is not None and seen[0] == "ActionCardMoved":
        seen[1]["card"] = ""
    return seen


def shuffle_hidden(state: State, role: str, chance: random.Random) -> State:
    """Another state that looks the same to a role: everything it may not know is dealt anew."""
    other = state.copy()
    other.decks = {name: deck.copy() for name, deck in state.decks.items()}
    other.pools = {name: pool[:] for name, pool in state.pools.items()}
    if role == "spectator":
        zones = (state.hand, state.tableau, state.discard)
        cards = sorted(card for zone in zones for card, number in zone.items() for _ in range(number))
        chance.shuffle(cards)
        other.hand, other.tableau, other.discard = (
            dict(Counter(cards.pop() for _ in range(sum(zone.values())))) for zone in zones
        )
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


# --- games at random


def setup_of(content: Content, seed: int) -> Setup:
    """Every killer with every location and girl in turn, now and then harder."""
    killers, locations, girls = sorted(content.killers()), sorted(content.locations()), sorted(content.girls())
    killer, location = killers[seed % len(killers)], locations[seed // len(killers) % len(locations)]
    return Setup(killer, location, girls[seed % len(girls)], seed % 5 == 4, seed % 7 == 6)


def secret_of(seed: int) -> bytes:
    """What all draws of a game follow from."""
    return seed.to_bytes(32, "big")


CURIOUS = ("search", "track", "use", "keep", "take", "equip")
"""Verbs that lead to cards being looked at."""


class Whim:
    """Picks options: half of the seeds all alike, the other half what looks under decks and was not picked yet."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self._curious = seed % 2 == 1
        self._picked: Counter[str] = Counter()

    def pick(self, options: list[str]) -> str:
        if not self._curious:
            return self.chance.choice(options)
        weights = [(8 if any(word in o for word in CURIOUS) else 1) / (1 + self._picked[o]) for o in options]
        (option,) = self.chance.choices(options, weights)
        self._picked[option] += 1
        return option


def alike(option: str, content: Content) -> Any:
    """Options that look the same to a spectator: buying a card of one price, discarding any card."""
    verb, _, card = option.partition(":")
    face = content.cards.get(card)
    if verb == "buy" and face is not None:
        return verb, face.face.cost
    return verb if verb == "discard" else option


class Twist:
    """The same draws as another game's, but for the cards that its player has just looked at."""

    def __init__(self, inner: Chance) -> None:
        self.inner = inner
        self.flags: list[bool] = []
        """Of the next draws, which come out otherwise."""

    def index(self, purpose: str, options: int) -> int:
        drawn = self.inner.index(purpose, options)
        return (drawn + 1) % options if self.flags and self.flags.pop(0) else drawn


def secret_draws(batch: Batch) -> list[bool]:
    """Of a batch's draws (dice one by one), which decided a card that only the player has looked at."""
    seen = {card for fact in batch.facts if isinstance(fact, CardsSeen) for card in fact.cards}
    flags: list[bool] = []
    for draw in batch.entries:
        if isinstance(draw, Draw):
            flags += [draw.result in seen] if isinstance(draw.result, str) else [False] * number_of_results(draw)
    return flags if any(flags) else []


# --- the law


async def choices_do_not_show(content: Content, seed: int) -> Counter[str]:
    """Two games on the same draws, in which the player decides otherwise wherever nobody can see it.

    While what is public is the same, every byte to spectators is: deltas, their number and versions, snapshots of who
    joins then, the list of games. Take-backs, shown cards and votes of one of the games do not show either.
    """
    whim, count = Whim(seed), Counter[str]()
    ears = (LIVE, LATE, SLOW)
    one, two = (Heard(content, setup_of(content, seed), secret_of(seed), ears) for _ in range(2))
    shown = 0
    while one.table.request is not None and two.table.request is not None:
        option = whim.pick(one.table.request.options)
        twins = [o for o in two.table.request.options if alike(o, content) == alike(option, content)]
        if one.table.request.kind != two.table.request.kind or not twins:
            break
        one.play(option)
        batch = two.play(whim.chance.choice(twins))
        if whim.chance.random() < 0.2 and not batch.cuts and two.table.undo_reach():
            two.take_back()
            two.play(whim.chance.choice(twins), 0)
            count["taken back"] += 1
        if whim.chance.random() < 0.05:
            kind, data = whim.chance.choice((("show", {"card": "nightmare"}), ("vote", {"request": 1, "tally": {}})))
            two.publish(two.table.note(kind, data))
        if one.public[shown:] != two.public[shown:] or one.table.over:
            break
        shown = len(one.public)
        one.check_delays()
        for name in ears:
            assert one.news(name) == two.news(name), name
            assert one.lobby(name) == two.lobby(name), name
        count["steps"] += 1
        count["steps with other cards"] += one.table.state.hand != two.table.state.hand
    count["choice pairs"] += 1
    return count


async def hidden_things_do_not_show(content: Content, seed: int) -> Counter[str]:
    """Two games with the same answers and draws, but that the player looks at other cards.

    While what the team may know is the same, every byte to advisors and to spectators of any kind is. The first game
    is played to its end, and at every request of it what nobody can know is looked for.
    """
    whim, count = Whim(seed), Counter[str]()
    ears = ("advisor", LIVE, OPEN)
    one, two = (Heard(content, setup_of(content, seed), secret_of(seed), ears) for _ in range(2))
    two.table.game.chance = twist = Twist(two.table.game.chance)  # type: ignore[arg-type]
    told = shown = 0
    alike_so_far, search = True, Search(one, whim.chance)
    while one.table.request is not None:
        options = one.table.request.options
        news = {name: one.news(name) for name in ears}
        if alike_so_far:
            assert two.table.request is not None
            for name in ears:
                assert news[name] == two.news(name), name
            count["steps"] += 1
            if looked_at(one) != looked_at(two):
                count["steps with other cards looked at"] += 1
                count[f"of them at {one.table.request.kind}"] += bool(private_cards(one.table))
        search.through(news)
        option = whim.pick(options)
        batch = one.play(option)
        if alike_so_far:
            twist.flags = secret_draws(batch)
            others = two.table.request.options  # type: ignore[union-attr]
            two.play(option if option in others else others[options.index(option)])
            alike_so_far = (one.team[told:], one.public[shown:]) == (two.team[told:], two.public[shown:])
            told, shown = len(one.team), len(one.public)
    assert b'"tableau":' in one.news(LIVE)
    count["games"] += 1
    return count


class Search:
    """What nobody can know is looked for in what was sent, request by request.

    Hidden things dealt anew change no view. Names of undecided cards are in no byte; keys of hidden parts and the
    state's digest in none to a spectator of a closed hand; cards that the player has looked at in none to an advisor.
    """

    def __init__(self, heard: Heard, chance: random.Random) -> None:
        self.heard = heard
        self.chance = chance
        self.public: set[str] = set()
        """Cards that spectators have been told of."""

    def through(self, news: dict[str, bytes]) -> None:
        """What the ears were sent since the last request."""
        table = self.heard.table
        self._shuffle(table)
        spectators, team = news[LIVE], news["advisor"] + news[OPEN]
        figures = set(table.state.killers)  # all know that they exist; which comes when is undecided
        undecided = {card for pool in table.state.pools.values() for card in pool} - figures - self.public
        secret = looked_at(self.heard) - self.public
        self.public |= {card for card in secret if quoted(card) in spectators}
        if table.request is not None and table.request.kind in OPEN_PILES:
            undecided -= {option.partition(":")[2] for option in table.request.options}
        for card in undecided | (secret - self.public):
            assert quoted(card) not in team, card
        for card in undecided:
            assert quoted(card) not in spectators, card
        for key in CANARIES:
            assert f'"{key}":'.encode() not in spectators.replace(b'"to":"discard"', b""), key
        assert table.digest.encode() not in spectators + team

    def _shuffle(self, table: Table) -> None:
        role, open_hand = self.chance.choice((("advisor", False), ("spectator", False), ("spectator", True)))
        hides = "advisor" if open_hand else role  # an open hand shows a spectator what an advisor sees
        other = shuffle_hidden(table.state, hides, self.chance)
        views = [render(state, table.rules, {}, role, open_hand) for state in (table.state, other)]
        assert msgspec.json.encode(views[0]) == msgspec.json.encode(views[1]), (role, open_hand)


def quoted(card: str) -> bytes:
    """A name as it stands in a frame."""
    return f'"{card}"'.encode()


def looked_at(heard: Heard) -> set[str]:
    """Cards that only the player knows: facedown in a deck, or in her hands while she decides about them."""
    decks = heard.table.state.decks.values()
    cards = {card for deck in decks for card in (deck.top[1:] if deck.faceup else deck.top) + deck.bottom}
    facts = heard.table.facts
    last = next((fact for fact in reversed(facts) if not hides_itself(fact)), None)
    lies_open = {deck.top[0] for deck in decks if deck.faceup and deck.top}
    return cards | (set(last.cards) - lies_open if isinstance(last, CardsSeen) else set())


def hides_itself(fact: Fact) -> bool:
    """Facts of the decks that may follow when cards have been looked at, before anything is done with them."""
    return type(fact).__name__ in ("DeckChanged", "DeckShown", "PoolDrawn")


LAWS: tuple[Callable[[Content, int], Any], ...] = (choices_do_not_show, hidden_things_do_not_show)


# --- many games


@cache
def _content() -> Content:
    return load()


def try_seed(seed: int) -> Counter[str]:
    """All laws on one seed; what was compared. Raises AssertionError with the seed."""
    count = Counter[str]()
    for law in LAWS:
        try:
            count += asyncio.run(law(_content(), seed))
        except Exception as broken:
            again = f"python -m tests.support.law --seed {seed}"
            raise AssertionError(f"{law.__name__} is broken at seed {seed}: {broken!r}; again: {again}") from broken
    return count


def try_many(games: int, jobs: int, first: int = 0) -> Counter[str]:
    """All laws on so many seeds from the first on in some processes, with a line of progress now and then.

    Raises AssertionError when all have been tried.
    """
    count, began = Counter[str](), time.monotonic()
    broken: list[str] = []
    with ProcessPoolExecutor(jobs) as pool:
        running = [pool.submit(try_seed, seed) for seed in range(first, first + games)]
        for number, done in enumerate(as_completed(running), 1):
            if error := done.exception():
                broken.append(str(error))
                print(error, flush=True)
            else:
                count += done.result()
            if number % 100 == 0 or number == games:
                print(f"{number} of {games} seeds, {time.monotonic() - began:.0f} s", flush=True)
    if broken:
        raise AssertionError(f"{len(broken)} of {games} seeds break the law, such as: {broken[0]}")
    return count


def main() -> int:
    """`--games N --jobs N`, or `--seed N` for one."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.law", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="seeds to try (2000)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the first of them, to go on (0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.add_argument("--seed", type=int, metavar="N", help="try this seed alone")
    asked = parser.parse_args()
    try:
        count = try_many(asked.games, asked.jobs, asked.first) if asked.seed is None else try_seed(asked.seed)
    except AssertionError as broken:
        print(broken)
        return 1
    print("the law holds: " + ", ".join(f"{number:,} {what}" for what, number in sorted((+count).items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
