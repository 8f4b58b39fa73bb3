"""The streams of one table: what each role is sent, in which frames, under which version.

Players and advisors get one frame per batch of the record. Spectators of a closed hand get one per cut: at
boundaries and right after fixed public facts, whatever the player does in between; with an open hand, one per batch.
All of it follows from the record alone, so every node counts the same versions.
"""

from collections import deque
from typing import Any

from msgspec import Struct

from engine.core.facts import Fact
from engine.core.game import Game
from engine.core.record import Command, Draw, Note, Rekey, Undo
from engine.core.table import Batch, Table
from protocol.history import History
from server.metrics import Metrics
from server.tables.channel import Channel
from server.tables.cold import Beginning
from server.tables.settings import PUBLIC_NOTES, Settings
from server.views.decision import decision_part, private_cards, times_seen, undo_part
from server.views.digest import view_digest
from server.views.render import VIEW_CODE, Map, Picture, game_part

REMEMBERED_CUTS = 200
REMEMBERED_FACTS = 120
"""Of those before the first frame, for whoever comes; set-up has fewer."""
ROLES = ("player", "advisor", "spectator")


class Held(Struct):
    """A spectators' frame that is due later."""

    time: int
    view: Map
    facts: list[Any]


class Mark(Struct):
    """How far closed-hand spectators were brought by a batch, for take-backs."""

    entry: int
    facts: int
    view: Map


class Place(Struct):
    """The versions of the last frames after an entry, for take-backs; spectators' held frames included."""

    entry: int
    team: int
    spectators: int


def seen_facts(facts: list[Fact], role: str, open_hand: bool) -> list[Any]:
    """The facts as a role may know them."""
    return [seen for fact in facts if (seen := fact.seen_by(role, open_hand)) is not None]


def taken_back(version: int) -> Map:
    """All that was told after a version no longer counts."""
    return {"fact": "TakenBack", "version": version}


class Streams:
    """The three channels of a table, moved on batch by batch."""

    def __init__(self, table: Table, epoch: str, metrics: Metrics, slow_seconds: float) -> None:
        self.table = table
        part = game_part(table.rules, table.header.game)
        self._pictures = {role: Picture(table.rules, part, role) for role in ROLES}
        self._open_picture = Picture(table.rules, part, "spectator", True)
        self.settings = Settings()
        self.quiet = False
        """While loading: count versions without making frames."""
        self.held: deque[Held] = deque()
        self.closed_view = self._closed(table.game)
        self.closed_facts = len(table.facts)
        self.marks: list[Mark] = [Mark(len(table.entries), self.closed_facts, self.closed_view)]
        views = {"player": self.view("player"), "advisor": self.view("advisor"), "spectator": self.closed_view}
        self.places: list[Place] = []
        self.channels = {
            role: Channel(
                role, History(epoch, f"{VIEW_CODE}.{role}", 1, views[role], view_digest), metrics, slow_seconds
            )
            for role in ROLES
        }
        self._begin_story()
        self.attach(table)

    def stand_at(self, beginning: Beginning) -> None:
        """Take over a part of the record that was replayed in one go."""
        self.settings = beginning.settings
        self.closed_view, self.closed_facts = beginning.picture, beginning.facts
        self.marks = [Mark(len(self.table.entries), self.closed_facts, self.closed_view)]
        for role, channel in self.channels.items():
            view = self.closed_view if role == "spectator" else self.view(role)
            channel.start_at(beginning.versions[role], view)
        self._begin_story()

    def _begin_story(self) -> None:
        """Whoever comes can read what led to the first frame made here."""
        self.places = [Place(len(self.table.entries), self.version("player"), self.version("spectator"))]
        for role, channel in self.channels.items():
            facts = self.table.facts[: self.closed_facts] if role == "spectator" else self.table.facts
            channel.history.story.clear()
            channel.history.tell(seen_facts(facts[-REMEMBERED_FACTS:], role, False))

    def attach(self, table: Table) -> None:
        """Go on with another copy of the same game."""
        self.table = table
        table.on_cut = self._closed

    def _closed(self, game: Game) -> Map:
        return self._pictures["spectator"].of(game.state)

    @property
    def open(self) -> bool:
        """Whether spectators see all: an open hand, or a game that is over."""
        return self.settings.open_hand or bool(self.table.over)

    def view(self, role: str) -> Map:
        """What a role sees now, decision included."""
        if role != "spectator":
            return self._pictures[role].of(self.table.state) | self._team_part(role)
        if self.open:
            return self._open_picture.of(self.table.state) | self._team_part(role)
        return self._pictures[role].of(self.table.state)

    def _team_part(self, role: str) -> Map:
        part = decision_part(self.table) if self.sees_decision(role) else {}
        if role == "player" and (secret := self._not_shown()):
            part["decision"]["not_shown"] = {card: {} for card in sorted(secret)}
        if role != "spectator":
            part["undo"] = undo_part(self.table)
        if role == "advisor":
            part |= self._shown_part()
        return part

    def _shown_part(self) -> Map:
        shown = self.settings.shown
        return {"shown_by_player": {card: {} for card in shown}} if shown else {}

    def advisors_view(self, players: Map) -> Map:
        """The advisors' view from the player's of the same moment: all but what only she has looked at."""
        view = {**players, "role": "advisor", **self._shown_part()}
        view.pop("looked_at", None)
        if not self.sees_decision("advisor"):
            view.pop("decision", None)
        return view

    def sees_decision(self, role: str) -> bool:
        """Whether a role that sees the team's view sees the open decision too: unless it is about the player's secrets.

        Cards she has shown since she looked at them are none for the advisors any more.
        """
        if role == "player":
            return True
        return not (self._not_shown() if role == "advisor" else private_cards(self.table))

    def _not_shown(self) -> set[str]:
        """The cards of the open decision that keep it from the advisors."""
        shown = self.settings.shown
        return {card for card in private_cards(self.table) if times_seen(self.table, card) != shown.get(card)}

    def version(self, role: str) -> int:
        """The version of a role's stream, held frames not counted."""
        return self.channels[role].history.version

    # --- taking batches

    def take(self, batch: Batch, time: int) -> None:
        """Show what a stored batch has done. `time` is the store's, in milliseconds."""
        first = batch.entries[0]
        was_open = self.settings.open_hand
        if isinstance(first, Note):
            self.settings.fold(first)
        back = self._place_before(first.to) if isinstance(first, Undo) else None
        view = self.view("player")
        told = [taken_back(back.team)] if back else self._team_facts(batch)
        self._publish("player", view, told)
        self._publish("advisor", self.advisors_view(view), told)
        if self.settings.open_hand and was_open:
            self._hold(time, self.view("spectator"), [taken_back(back.spectators)] if back else told)
            self._remember(batch)
        else:
            self._take_closed(batch, time, back)
        self._keep_place(batch)
        self.release(time)

    def _keep_place(self, batch: Batch) -> None:
        if any(isinstance(entry, Draw) for entry in batch.entries):
            self.places.clear()
        last = batch.first + len(batch.entries) - 1
        self.places.append(Place(last, self.version("player"), self.version("spectator") + len(self.held)))

    def _place_before(self, entry: int) -> "Place":
        """Where everybody stood before an entry. Nothing before a draw is asked for: no take-back crosses one."""
        return next((place for place in reversed(self.places) if place.entry < entry), self.places[0])

    def _team_facts(self, batch: Batch) -> list[Any]:
        first = batch.entries[0]
        if isinstance(first, Note | Rekey):
            return [{"fact": "Noted", "kind": first.kind, **({"who": first.who} if first.who else {})}]
        facts: list[Any] = seen_facts(batch.facts, "advisor", True)
        if isinstance(first, Command) and first.by:
            facts.insert(0, {"fact": "AdviceTaken", "by": first.by, "option": first.option})
        return facts

    def _remember(self, batch: Batch) -> None:
        """While the hand is open: know where closed-hand viewers would stand, in case it is closed again."""
        first = batch.entries[0]
        if isinstance(first, Undo):
            self._back_to(first.to)
        elif batch.cuts:
            self._mark(batch)

    def _take_closed(self, batch: Batch, time: int, back: "Place | None") -> None:
        first = batch.entries[0]
        if isinstance(first, Undo) and back is not None:
            if self._back_to(first.to):
                self._hold(time, self.closed_view, [taken_back(back.spectators)])
        elif isinstance(first, Note | Rekey):
            if first.kind in PUBLIC_NOTES:
                view = self.view("spectator") if self.open else self.closed_view
                self._hold(time, view, [{"fact": "Noted", "kind": first.kind}])
        else:
            for cut in batch.cuts:
                self._hold(time, cut.picture, self._closed_facts(cut.facts))
            if batch.cuts:
                self._mark(batch)
                self._show_end(time)

    def _show_end(self, time: int) -> None:
        """After the end everybody sees all."""
        if self.table.over:
            self._hold(time, self.view("spectator"), [])

    def _closed_facts(self, upto: int) -> list[Fact]:
        facts = self.table.facts[self.closed_facts : upto]
        self.closed_facts = upto
        return seen_facts(facts, "spectator", False)

    def _mark(self, batch: Batch) -> None:
        self.closed_view = batch.cuts[-1].picture
        self.closed_facts = batch.cuts[-1].facts
        self.marks.append(Mark(batch.first, self.closed_facts, self.closed_view))
        del self.marks[:-REMEMBERED_CUTS]

    def _back_to(self, entry: int) -> bool:
        """Forget the cuts of batches taken back. Whether closed-hand viewers had seen any of them."""
        seen = False
        while len(self.marks) > 1 and self.marks[-1].entry >= entry:
            self.marks.pop()
            seen = True
        self.closed_view, self.closed_facts = self.marks[-1].view, self.marks[-1].facts
        return seen

    # --- publishing

    def _publish(self, role: str, view: Map, facts: list[Any]) -> None:
        channel = self.channels[role]
        if self.quiet:
            channel.skip(view)
        else:
            channel.publish(view, facts)

    def _hold(self, time: int, view: Map, facts: list[Any]) -> None:
        self.held.append(Held(time, view, facts))

    def release(self, now: int) -> None:
        """Send spectators what is due. `now` in milliseconds of the store's clock."""
        while self.held and self._due(self.held[0], now):
            held = self.held.popleft()
            self._publish("spectator", held.view, held.facts)

    def _due(self, held: Held, now: int) -> bool:
        if held.time + self.settings.delay_seconds * 1000 > now:
            return False
        return len(self.held) > self.settings.delay or bool(self.table.over)

    def next_release(self) -> int | None:
        """When (store's milliseconds) a held frame is due by time alone; None if there is none."""
        if not self.held or not self.settings.delay_seconds:
            return None
        return self.held[0].time + self.settings.delay_seconds * 1000
