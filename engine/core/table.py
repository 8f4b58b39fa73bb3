"""One game at a table: its record, its state, the open request. Answers and take-backs make new entries.

The position between two answers is data: the state at the last boundary and the answers given since. An answer
runs the step again from there; what was told before must be told again.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

from engine.core.compose import Rules, Setup, compose
from engine.core.content import Content
from engine.core.dealer import Dealer, commitment
from engine.core.errors import CannotUndo, Illegal, RecordError, ReplayDiverged, Stale
from engine.core.facts import Fact
from engine.core.game import Chance, Game
from engine.core.record import (
    RULES_VERSION,
    Command,
    Draw,
    End,
    Entry,
    Header,
    Note,
    Rekey,
    Start,
    Undo,
    begin_chain,
    chain,
    number_of_results,
)
from engine.core.run import play
from engine.core.state import State
from engine.core.tape import Pending, Request
from engine.rules.setup import new_state

BARRIERS = ("seat", "show", "vote")
"""Notes that no take-back crosses."""
_RECENT = 400
"""Entries before the end from which a loaded table keeps boundaries."""


class Cut(Struct):
    """A moment at which closed-hand viewers are brought up to date: facts told so far, and the picture made then."""

    facts: int
    picture: Any


class Batch(Struct):
    """What one command added: entries for the store, facts for the viewers."""

    entries: list[Entry]
    facts: list[Fact]
    cuts: list[Cut] = field(default_factory=list)
    first: int = 0
    """Number of the first new entry."""


class _Boundary(Struct):
    at: int
    state: State
    facts: int
    commands: int


class Table:
    """A live or loaded game."""

    def __init__(self, content: Content, header: Header, secret: bytes | None = None) -> None:
        setup = Setup(header.killer, header.location, header.girl, header.extreme, header.epic, header.seed)
        self.content = content
        self.header = header
        self.rules: Rules = compose(content, setup)
        self.entries: list[Entry] = [header]
        self.request: Request | None = None
        self.number = 0
        """Number of the open request; only grows."""
        self.digest = begin_chain(header)
        self.on_cut: Callable[[Game], Any] | None = None
        self.secret = secret
        """What draws from here on follow from."""
        self.earlier: list[bytes | None] = []
        """Secrets before each rekey, to be published at the end; None where the key is not known here."""
        self.game = Game(self.rules, State())
        self.game.state = new_state(self.game)
        self.game.on_cut = self._cut
        self._line: list[Entry] = []
        self._numbers: list[int] = []
        self._barrier = 0
        self._boundaries: list[_Boundary] = []
        self._base = 0
        self._known = 0
        """Facts told at the last cut: cuts must not depend on where requests came in between."""
        self._cuts: list[Cut] = []

    # --- beginning

    @classmethod
    def new(
        cls,
        content: Content,
        setup: Setup,
        game: str,
        secret: bytes,
        *,
        key: str = "",
        epoch: str = "",
        on_cut: Callable[[Game], Any] | None = None,
    ) -> "Table":
        """Set a game up to its first request. Raises Illegal for an unknown killer, location or girl."""
        header = Header(
            game=game,
            killer=setup.killer,
            location=setup.location,
            girl=setup.girl,
            extreme=setup.extreme,
            epic=setup.epic,
            seed=setup.seed,
            commitment=commitment(secret),
            key=key,
            epoch=epoch,
            rules=RULES_VERSION,
            content=content.digest,
        )
        table = cls(content, header, secret)
        table.on_cut = on_cut
        table.begin()
        return table

    def begin(self) -> Batch:
        """Run set-up; the batch holds the header, the start and the draws of set-up."""
        return self.begin_with(self._dealer())

    def begin_with(self, chance: Chance | None) -> Batch:
        """Run set-up with draws from somewhere else (a record, a test)."""
        self.game.chance = chance
        start = Start()
        self.entries.append(start)
        self._boundaries = [_Boundary(0, self.game.state.copy(), 0, 0)]
        batch = self._run([], start)
        batch.entries.insert(0, self.header)
        batch.first = 1
        return batch

    @classmethod
    def load(
        cls,
        content: Content,
        header: Header,
        entries: list[Entry],
        secret: bytes | None = None,
        on_cut: Callable[[Game], Any] | None = None,
    ) -> "Table":
        """Replay a record (entries without the header). Raises RecordError at the entry that does not fit.

        `on_cut` is called at the cuts on the way, those of set-up included and those taken back left out.
        """
        table = cls(content, header, secret)
        table.entries += entries
        table.on_cut = on_cut
        table._replay()
        return table

    def _dealer(self) -> Dealer | None:
        if self.secret is None:
            return None
        counts: dict[str, int] = {}
        for entry in self.entries:
            if isinstance(entry, Draw):
                counts[entry.purpose] = counts.get(entry.purpose, 0) + number_of_results(entry)
        return Dealer(self.secret, counts)

    def _replay(self) -> None:
        digest = ""
        for number, entry in enumerate(self.entries[1:], 2):
            if isinstance(entry, Command | Draw):
                self._line.append(entry)
                self._numbers.append(number)
            elif isinstance(entry, Undo):
                keep = sum(n < entry.to for n in self._numbers)
                del self._line[keep:], self._numbers[keep:]
            if isinstance(entry, Command | Undo):
                self.number = (entry.request if isinstance(entry, Command) else self.number) + 1
            digest = getattr(entry, "digest", "") or digest
        last_draw = max((i + 1 for i, e in enumerate(self._line) if isinstance(e, Draw)), default=0)
        self._barrier = max(last_draw, self._note_barrier())
        self._known = 0
        self._boundaries = [_Boundary(0, self.game.state.copy(), 0, 0)]
        self.game.tape = self._line[:]
        try:
            self._play(len(self._line) - _RECENT)
        except ReplayDiverged as error:
            raise self._locate(error) from None
        if self.game.at < len(self._line):
            raise RecordError(
                self._numbers[self.game.at], "the end of the game", type(self._line[self.game.at]).__name__
            )
        self.digest = digest or self.digest
        self.number = max(self.number, 1)
        self._barrier = max(self._barrier, self.game.revealed)
        self.game.chance = self._dealer()
        self._prune()

    def _note_barrier(self) -> int:
        last = max((n for n, e in enumerate(self.entries, 1) if isinstance(e, Note) and e.kind in BARRIERS), default=0)
        return sum(n < last for n in self._numbers)

    def _locate(self, error: ReplayDiverged) -> ReplayDiverged:
        at = self._base + error.entry
        number = self._numbers[at] if at < len(self._numbers) else len(self.entries)
        return ReplayDiverged(number, error.expected, error.came)

    # --- running

    @property
    def state(self) -> State:
        """The state at the open request."""
        return self.game.state

    @property
    def over(self) -> list[str]:
        """[won or lost, why], empty while the game runs."""
        return self.game.state.outcome

    @property
    def facts(self) -> list[Fact]:
        """Every fact so far (those taken back are gone)."""
        return self.game.facts

    def _play(self, keep_from: int = 0) -> None:
        """Run to the next request, keeping boundaries."""
        self.request = None

        def boundary(game: Game) -> None:
            at = self._base + game.at
            if at >= keep_from and (game.rules.steps[game.state.step].kept or not self._boundaries):
                self._boundaries.append(_Boundary(at, game.state.copy(), len(game.facts), game.commands))
            for fact in game.facts[self._known :]:
                if fact.seen_by("spectator", False) is not None:
                    self._cut(game)
                    break

        try:
            play(self.game, boundary)
        except Pending as pending:
            self.request = pending.request

    def _cut(self, game: Game) -> None:
        if len(game.facts) > self._known:
            self._known = len(game.facts)
            if self.on_cut is not None:
                self._cuts.append(Cut(len(game.facts), self.on_cut(game)))

    def _run(self, new: list[Entry], closing: Start | Command | Undo) -> Batch:
        """Run again from the last boundary with the answers since and the new ones; close with a digest."""
        self._prune()
        last = self._boundaries.pop()
        before = self.game.facts[last.facts :]
        self._stand_at(last, self._line[last.at :] + new)
        self._cuts = []
        old = len(self._line)
        self._play()
        if self.game.facts[last.facts : last.facts + len(before)] != before:
            raise ReplayDiverged(len(self.entries), "the same facts as before", "others")
        self._line = self._line[: last.at] + self.game.tape
        added = self._line[old:]
        draws = [entry for entry in added if isinstance(entry, Draw)]
        first = len(self.entries)
        self._numbers += range(len(self.entries) - len(new) + 1, len(self.entries) + len(draws) + 1)
        self.entries += draws
        if draws:
            self._barrier = len(self._line)
        elif self.game.revealed >= 0:
            self._barrier = max(self._barrier, self._base + self.game.revealed)
        self.number += 1
        self.digest = closing.digest = chain(self.digest, closing, draws, self.state)
        entries: list[Entry] = [closing, *draws]
        if self.over:
            entries.append(self._end())
        return Batch(entries, self.game.facts[last.facts + len(before) :], self._cuts, first)

    def _end(self) -> End:
        won, why = self.over
        *earlier, last = map(self._published, range(len(self.earlier) + 1), [*self.earlier, self.secret])
        end = End(won == "won", why, last, earlier)
        self.digest = end.digest = chain(self.digest, end)
        self.entries.append(end)
        return end

    def end_as(self, end: End) -> None:
        """Take over the end that stands on record: its secret may be known there alone."""
        self.entries[-1] = end
        self.digest = end.digest

    def _published(self, place: int, secret: bytes | None) -> str:
        """A secret as the end shows it: that of a seed, which other games draw from, stays closed."""
        return "" if secret is None or (place == 0 and self.header.seed) else secret.hex()

    def _stand_at(self, boundary: _Boundary, tape: list[Entry]) -> None:
        game = self.game
        del game.facts[boundary.facts :]
        game.commands = boundary.commands
        self._base = boundary.at
        game.resume(boundary.state.copy(), tape)

    def _prune(self) -> None:
        """Forget the boundaries that no take-back can reach."""
        while len(self._boundaries) > 1 and self._boundaries[1].at <= self._barrier:
            self._boundaries.pop(0)

    # --- commands

    def check(self, option: str, request: int) -> None:
        """Raise Stale or Illegal unless the option answers the open request."""
        if self.request is None:
            raise Stale("a game that is still running", "an answer after its end")
        if request != self.number:
            raise Stale(f"an answer to request {self.number}", f"one to request {request}")
        if option not in self.request.options:
            raise Illegal(f"one of: {', '.join(self.request.options)}", repr(option))

    def answer(self, option: str, request: int, *, who: str = "", command: str = "", by: str = "") -> Batch:
        """Answer the open request. Raises Stale or Illegal and changes nothing."""
        self.check(option, request)
        entry = Command(request, option, command, who, by)
        self.entries.append(entry)
        return self._run([entry], entry)

    def undo_reach(self) -> list[int]:
        """Numbers of the entries that a take-back may go back to, the latest first; empty if none."""
        if self.over:
            return []
        since = zip(self._numbers[self._barrier :], self._line[self._barrier :], strict=True)
        return [number for number, entry in since if isinstance(entry, Command)][::-1]

    def undo(self, to: int | None = None, *, who: str = "", command: str = "") -> Batch:
        """Take back the last answer, or all from entry `to` on. Raises CannotUndo across a draw or a reveal."""
        reach = self.undo_reach()
        if not reach:
            raise CannotUndo("an answer since the last draw or reveal", "none")
        if to is not None and to not in reach:
            raise CannotUndo(f"one of the entries {', '.join(map(str, reach))}", str(to))
        entry = Undo(to or reach[0], command, who)
        self.entries.append(entry)
        return self._take_back(entry)

    def _take_back(self, entry: Undo) -> Batch:
        keep = sum(number < entry.to for number in self._numbers)
        del self._line[keep:], self._numbers[keep:]
        while self._boundaries[-1].at > keep:
            self._boundaries.pop()
        last = self._boundaries.pop()
        self._stand_at(last, self._line[last.at :])
        self._known, self._cuts = len(self.game.facts), []
        chance, self.game.chance = self.game.chance, None
        self._play()
        self.game.chance = chance
        self.number += 1
        self.digest = entry.digest = chain(self.digest, entry, state=self.state)
        return Batch([entry], [], self._cuts, len(self.entries))

    def note(self, kind: str, data: dict[str, Any], *, who: str = "", command: str = "") -> Batch:
        """Record something that changes what people see or who decides."""
        entry = Note(kind, data, who, command)
        self.digest = entry.digest = chain(self.digest, entry)
        self.entries.append(entry)
        if kind in BARRIERS:
            self._barrier = len(self._line)
        return Batch([entry], [], [], len(self.entries))

    def rekey(self, entry: Rekey) -> Batch:
        """Take in that draws follow from another secret from here on (`secret` is to be that one already)."""
        self.digest = entry.digest = chain(self.digest, entry)
        self.entries.append(entry)
        return Batch([entry], [], [], len(self.entries))
