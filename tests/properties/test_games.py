"""What must hold in every game, whatever is played: over seeded random games of every pairing there is."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from engine.bots.simulate import new_game, random_policy
from engine.core import reel
from engine.core.compose import Setup, compose
from engine.core.content import load
from engine.core.dealer import commitment
from engine.core.errors import CannotUndo, RecordError
from engine.core.facts import Fact, VictimRemoved
from engine.core.game import Game
from engine.core.ids import is_ordinary
from engine.core.record import Command, Draw, End, Entry, Header, Rekey, Undo, encode
from engine.core.run import play
from engine.core.state import State
from engine.core.table import Table
from engine.core.tape import Request
from engine.rules.setup import SUPPLY, new_state
from engine.rules.tracks import TIME_CAP
from server.tables.follow import deal_on

CONTENT = load()
PAIRINGS = [(killer, location) for killer in CONTENT.killers() for location in CONTENT.locations()]
GIRLS = list(CONTENT.girls())
GAMES = 3
"""Games of each pairing; `make soak` and `make matrix` play many more."""


def setups() -> list[Setup]:
    """Every pairing, the girls taking turns, normal and Extreme Horror, plain and epic."""
    found = []
    for number, (killer, location) in enumerate(PAIRINGS * GAMES):
        girl = GIRLS[number % len(GIRLS)]
        found.append(Setup(killer, location, girl, extreme=number % 4 == 1, epic=number % 3 == 2))
    return found


SETUPS = setups()
NAMES = [f"{s.killer}-{s.location}-{s.girl}-{i}" for i, s in enumerate(SETUPS)]


def played(setup: Setup, seed: str, watch: object = None) -> Game:
    """One random game; `watch(game)` is called at every request."""
    policy = random_policy(seed)

    def watching(game: Game, request: Request) -> str:
        if callable(watch):
            watch(game, request)
        return policy(game, request)

    game = new_game(compose(CONTENT, setup), hashlib.sha256(seed.encode()).digest(), watching)
    play(game)
    return game


def random_table(setup: Setup, seed: str, *, undo: float = 0.15) -> Table:
    """One random game at a table, take-backs included."""
    pick = Random(seed)
    table = Table.new(CONTENT, setup, "game", hashlib.sha256(seed.encode()).digest())
    while not table.over:
        assert table.request is not None
        if pick.random() < undo and table.undo_reach():
            table.undo(pick.choice(table.undo_reach()))
        else:
            table.answer(pick.choice(table.request.options), table.number)
    return table


# --- the state


def check_state(game: Game, request: Request) -> None:
    """Tracks in range, Victims conserved, every piece on the board, no card in two places, a real decision."""
    state, rules = game.state, game.rules
    assert len(request.options) >= 2
    assert len(set(request.options)) == len(request.options)
    assert -1 <= state.time <= TIME_CAP
    assert 0 <= state.horror <= 7
    assert 1 <= state.bloodlust <= len(rules.track)
    assert 0 <= state.girl.health <= state.girl.max
    assert state.girl.at in rules.board.spaces
    assert all(space in rules.board.spaces for space in state.victims.values())
    assert all(not killer.at or killer.at in rules.board.spaces for killer in state.killers.values())
    assert sum(state.hand.values()) <= 11
    check_cards(state)


def check_cards(state: State) -> None:
    """Cards that exist once are in one place."""
    places: Counter[str] = Counter([*state.items])
    for deck in state.decks.values():
        places.update([*deck.top, *deck.own, *deck.bottom])
    for pool in state.pools.values():
        places.update(pool)
    places.update([*state.shown, *state.events, *state.powers])
    twice = [card for card, number in places.items() if number > 1]
    assert not twice, twice


def removed(game: Game) -> int:
    """Ordinary Victims taken off the board otherwise than by death or rescue."""
    off = {f.victim for f in game.facts if isinstance(f, VictimRemoved) and not f.back} - set(game.state.saved)
    return sum(is_ordinary(victim) for victim in off)


@pytest.mark.parametrize("number", range(len(SETUPS)), ids=NAMES)
def test_every_position_is_sound(number: int) -> None:
    """At every request: tracks in range, pieces on the board, no card twice; Victims are conserved; it ends."""
    cards: set[int] = set()

    def watch(game: Game, request: Request) -> None:
        check_state(game, request)
        state = game.state
        ordinary = [v for v in [*state.victims, *state.dead, *state.saved] if v[0] == "v" and v[1:].isdigit()]
        assert len(ordinary) + state.supply + removed(game) == SUPPLY
        cards.add(sum(map(sum, (z.values() for z in (state.hand, state.tableau, state.discard)))))

    game = played(SETUPS[number], f"sound {number}", watch)
    assert game.state.outcome
    assert max(cards) - min(cards) <= 3, "Action cards come and go only where a card says so"


@pytest.mark.parametrize("number", range(0, len(SETUPS), GAMES), ids=NAMES[::GAMES])
def test_the_facts_are_the_state(number: int) -> None:
    """Applying the facts to an empty table gives the state that the rules reached."""
    game = played(SETUPS[number], f"fold {number}")
    empty = Game(game.rules, State())
    state = new_state(empty)
    for fact in game.facts:
        fact.apply(state)
    assert state == game.state


@pytest.mark.parametrize("number", range(0, len(SETUPS), GAMES), ids=NAMES[::GAMES])
def test_lists_and_maps_of_a_state_are_replaced(number: int) -> None:
    """A fact changes no list or map in place: boundaries and views share them. Killers are figures, and may move."""
    game = played(SETUPS[number], f"fold {number}")
    state = new_state(Game(game.rules, State()))
    for fact in game.facts:
        before = {name: getattr(state, name) for name in State.__struct_fields__ if name not in ("girl", "killers")}
        said = msgspec.json.encode(before)
        fact.apply(state)
        assert msgspec.json.encode(before) == said, type(fact).__name__


# --- resume, replay, take-back


@pytest.mark.parametrize("number", range(0, len(SETUPS), GAMES), ids=NAMES[::GAMES])
def test_resume_from_every_answer(number: int) -> None:
    """35: a table loaded from any prefix of the record stands where the live one stood, request and digest alike."""
    pick = Random(number)
    table = Table.new(CONTENT, SETUPS[number], "game", b"%d" % number)
    while not table.over:
        assert table.request is not None
        if pick.random() < 0.15:
            loaded = Table.load(CONTENT, table.header, table.entries[1:])
            assert loaded.state == table.state
            assert loaded.request == table.request
            assert (loaded.number, loaded.digest) == (table.number, table.digest)
            assert loaded.undo_reach() == table.undo_reach()
        table.answer(pick.choice(table.request.options), table.number)


@pytest.mark.parametrize("number", range(0, len(SETUPS), GAMES), ids=NAMES[::GAMES])
def test_records_check_with_take_backs(number: int) -> None:
    """46: a game with take-backs replays to the same state; written and read again it is the same record."""
    table = random_table(SETUPS[number], f"undo {number}")
    data = b"\n".join(reel.lines(table.entries))
    entries = reel.read(data)
    verdict = reel.verify(CONTENT, entries)
    assert verdict.digest == table.digest
    assert verdict.draws_checked
    assert [encode(entry) for entry in entries] == data.split(b"\n")


def test_facts_of_an_export_are_those_of_the_game() -> None:
    """The facts written beside a record are the ones that were told."""
    table = random_table(SETUPS[0], "export", undo=0)
    found = reel.facts_by_entry(CONTENT, list(table.entries))  # type: ignore[arg-type]
    told: list[Fact] = [fact for _, facts in sorted(found.items()) for fact in facts]
    assert told == table.facts


def test_a_take_back_never_crosses_a_draw() -> None:
    """42: after a roll or a drawn card nothing before it can be taken back."""
    table = random_table(SETUPS[0], "barrier", undo=0.3)
    last_draw = 0
    for number, entry in enumerate(table.entries, 1):
        if isinstance(entry, Draw):
            last_draw = number
        if isinstance(entry, Undo):
            assert entry.to > last_draw
    with pytest.raises(CannotUndo):
        table.undo()


def test_an_undone_position_is_the_old_one() -> None:
    """46 (kind): answering and taking back leads to the same state and the same options."""
    pick = Random(1)
    table = Table.new(CONTENT, SETUPS[0], "game", b"undone")
    seen = 0
    while not table.over and seen < 20:
        assert table.request is not None
        before, request = table.state.copy(), table.request
        table.answer(pick.choice(request.options), table.number)
        if table.undo_reach() and not table.over:
            seen += 1
            table.undo()
            assert table.state == before
            assert table.request == request
            table.answer(pick.choice(request.options), table.number)
    assert seen


# --- tampering


def a_record() -> list[Entry]:
    """A finished game with take-backs left out."""
    return list(random_table(SETUPS[0], "tamper", undo=0).entries)


@pytest.mark.parametrize("kind", ["result", "option", "digest", "missing", "extra", "end"])
def test_a_tampered_record_is_refused_at_the_entry(kind: str) -> None:
    """A changed draw, answer, digest, a missing or an added entry: the check names exactly that entry."""
    entries = [reel.decode(encode(entry), i) for i, entry in enumerate(a_record(), 1)]
    rolls = [i for i, e in enumerate(entries) if isinstance(e, Draw) and isinstance(e.result, list)]
    commands = [i for i, e in enumerate(entries) if isinstance(e, Command)]
    there = rolls if kind in ("result", "missing", "extra") else commands
    at = there[len(there) // 2]
    entry = entries[at]
    if kind == "result":
        assert isinstance(entry, Draw)
        assert isinstance(entry.result, list)
        entry.result = [7 - die for die in entry.result]
    elif kind == "option":
        assert isinstance(entry, Command)
        entry.option = "play:nothing"
    elif kind == "digest":
        assert isinstance(entry, Command)
        entry.digest = "0" * 32
    elif kind == "missing":
        del entries[at]
    elif kind == "extra":
        entries.insert(at, entry)
    else:
        at = len(entries) - 1
        entries[at].won = not entries[at].won  # type: ignore[union-attr]
    with pytest.raises(RecordError) as error:
        reel.verify(CONTENT, entries)
    assert abs(error.value.entry - (at + 1)) <= (kind in ("missing", "extra"))


def other(entry: Entry, field: str) -> Any:
    """Another value of the same kind for a field."""
    value = getattr(entry, field)
    if isinstance(entry, Draw) and field == "result" and isinstance(value, str):
        assert isinstance(entry.options, list)
        return next(option for option in entry.options if option != value)
    if field in ("digest", "secret", "commitment"):
        return "00" + value[2:] if value[:2] != "00" else "11" + value[2:]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 2
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, dict):
        return {**value, "x": 1}
    return [7 - value[0], *value[1:]] if value and isinstance(value[0], int) else [*value, "x"]


def batch(entries: list[Any], number: int) -> range:
    """The numbers of the entry that opens a batch and of its draws; the header belongs to the start."""
    first = max(number, 2)
    while isinstance(entries[first - 1], Draw):
        first -= 1
    last = first
    while last < len(entries) and isinstance(entries[last], Draw):
        last += 1
    return range(1 if number == 1 else first, last + 1)


def of_every_kind(undo: float) -> tuple[list[Any], dict[int, list[str]]]:
    """A finished game with notes on the way, and what else might have been answered by each command's number."""
    pick = Random(f"kinds {undo}")
    table = Table.new(CONTENT, SETUPS[0], "game", b"kinds", key="k1", epoch="e1")
    offered: dict[int, list[str]] = {}
    while not table.over:
        if len(table.entries) > 60 and not table.earlier:
            table.earlier.append(table.secret)
            table.secret = b"kinds, on another server"
            table.rekey(Rekey(commitment(table.secret), "k2"))
            deal_on(table)
        assert table.request is not None
        name = f"c{len(table.entries)}"
        if pick.random() < 0.05:
            table.note("settings", {"delay": len(table.entries)}, who="host", command=name)
        elif pick.random() < undo and table.undo_reach():
            table.undo(pick.choice(table.undo_reach()), who="p1", command=name)
        else:
            option = pick.choice(table.request.options)
            offered[len(table.entries) + 1] = [o for o in table.request.options if o != option]
            table.answer(option, table.number, who="p1", command=name, by=pick.choice(["", "p2"]))
    table.note("show", {"card": "x"}, who="p1", command="after")
    return list(table.entries), offered


@pytest.mark.parametrize("secret", [True, False], ids=["open", "closed"])
@pytest.mark.parametrize("undo", [0, 0.2], ids=["straight", "with-take-backs"])
def test_no_field_of_any_entry_can_be_changed(undo: float, secret: bool) -> None:
    """Whatever is changed in whatever entry: refused there, or where the next digest covers it.

    With the secret open that is the very entry for all that carry a digest, and for every roll and drawn card.
    """
    entries, offered = of_every_kind(undo)
    if not secret:
        entries = entries[: [i for i, entry in enumerate(entries) if isinstance(entry, Command)][-9]]
    reel.verify(CONTENT, entries)
    lines = [encode(entry) for entry in entries]
    kinds: dict[type, list[int]] = {}
    for number, entry in enumerate(entries, 1):
        kinds.setdefault(type(entry), []).append(number)
    assert len(kinds) == 6 + bool(undo) + secret
    for kind, numbers in kinds.items():
        for number in sorted({numbers[0], numbers[len(numbers) // 3], numbers[-1]}):
            for field in kind.__struct_fields__:
                found = [other(entries[number - 1], field)] + (offered[number] if field == "option" else [])
                for value in found:
                    made = msgspec.structs.replace(entries[number - 1], **{field: value})
                    with pytest.raises(RecordError) as error:
                        reel.verify(
                            CONTENT, reel.read(b"\n".join([*lines[: number - 1], encode(made), *lines[number:]]))
                        )
                    exact = secret and kind is not Header and (kind is not Draw or field == "result")
                    allowed = range(number, number + 1) if exact else batch(entries, number)
                    assert error.value.entry in allowed, (number, field, value, str(error.value))


@pytest.mark.parametrize("undo", [0, 0.2], ids=["straight", "with-take-backs"])
def test_a_command_counts_once(undo: float) -> None:
    """A command id that is on record already is refused where it comes again."""
    entries, _ = of_every_kind(undo)
    named = [number for number, entry in enumerate(entries, 1) if getattr(entry, "id", "")]
    entries[named[-1] - 1].id = entries[named[0] - 1].id
    with pytest.raises(RecordError, match="again") as error:
        reel.verify(CONTENT, entries)
    assert error.value.entry == named[-1]


@pytest.mark.parametrize("undo", [0, 0.2])
@pytest.mark.parametrize("kind", ["no-digest", "no-end-digest", "no-secret", "odd-secret", "end", "start", "draw"])
def test_a_record_without_its_proofs_is_refused_at_the_entry(kind: str, undo: float) -> None:
    """What makes a record checkable cannot be left out, and nothing comes twice: with take-backs as without."""
    entries = reel.read(b"\n".join(reel.lines(random_table(SETUPS[0], "proofs", undo=undo).entries)))
    end, at = entries[-1], len(entries) - 1
    assert isinstance(end, End)
    assert any(isinstance(entry, Undo) for entry in entries) is bool(undo)
    if kind == "no-digest":
        at = [i for i, entry in enumerate(entries) if isinstance(entry, Command)][3]
        entries[at].digest = ""  # type: ignore[union-attr]
    elif kind == "no-end-digest":
        end.digest = ""
    elif kind == "no-secret":
        end.secret = ""
    elif kind == "odd-secret":
        end.secret = "not hex"
    else:
        again = {"end": end, "start": entries[1], "draw": Draw("unheard-of", ["a", "b"], "a")}[kind]
        entries.append(again)  # type: ignore[arg-type]
        at += 1
    with pytest.raises(RecordError) as error:
        reel.verify(CONTENT, entries)
    assert error.value.entry == at + 1


@pytest.mark.parametrize(
    ("options", "result"),
    [
        ("6", '"x"'),
        ("6", "[9]"),
        ("6", "[0]"),
        ('["a","b"]', '"c"'),
        ('["a","b"]', "[1]"),
        ("[]", '"a"'),
        ("-1", "[1]"),
    ],
)
def test_a_draw_that_cannot_be_is_no_entry(options: str, result: str) -> None:
    """A result that is none of the options is refused where it is read, with its number."""
    with pytest.raises(RecordError) as error:
        reel.decode(f'{{"entry":"draw","purpose":"p","options":{options},"result":{result}}}', 7)
    assert error.value.entry == 7


def test_a_draw_not_in_the_log_is_never_made_up() -> None:
    """37: a replay takes draws from the log alone and checks purpose and options of each."""
    entries = a_record()
    header = entries[0]
    assert isinstance(header, Header)
    last = max(i for i, e in enumerate(entries) if isinstance(e, Draw))
    tape = [e for e in entries[:last] if isinstance(e, Command | Draw)]
    with pytest.raises(RecordError, match="a draw on the tape"):
        reel.replay(CONTENT, header, tape)
    draw = next(e for e in tape if isinstance(e, Draw))
    draw.purpose = "something-else"
    with pytest.raises(RecordError, match="something-else"):
        reel.replay(CONTENT, header, tape)


def test_a_record_that_no_longer_fits_is_shown_as_far_as_it_goes() -> None:
    """34: an entry that the rules refuse: the table before it, the reason and the entry; nothing is deleted."""
    entries = [reel.decode(encode(entry), i) for i, entry in enumerate(a_record(), 1)]
    commands = [i for i, e in enumerate(entries) if isinstance(e, Command)]
    at = commands[len(commands) // 2]
    entries[at].option = "play:nothing"  # type: ignore[union-attr]
    table, error = reel.as_far_as_it_goes(CONTENT, entries)
    assert error is not None
    assert error.entry == at + 1
    assert len(table.entries) == at
    assert table.request is not None


# --- chance


def test_a_thousand_games_begin_differently() -> None:
    """39: first draws differ from game to game and are spread evenly (chi-square, 5 set-up cards)."""
    first: Counter[str] = Counter()
    orders = set()
    rules = compose(CONTENT, SETUPS[0])
    for number in range(1000):
        game = new_game(rules, b"game %d" % number, lambda game, request: request.options[0])
        for step in rules.steps[: rules.first - 2]:
            step.run(game)
        first[game.state.marks["setup-card"]] += 1
        orders.add(tuple(deck.top[0] for deck in game.state.decks.values() if deck.faceup))
    expected = 1000 / len(rules.setups)
    assert sum((n - expected) ** 2 / expected for n in first.values()) < 18.5, "p < 0.001"
    assert len(orders) > 100


_SCRIPT = """
import sys
sys.path.insert(0, {root!r})
from engine.bots.simulate import play_game, random_policy, record
from engine.core.compose import Setup
from engine.core.content import load
from engine.core import reel
import hashlib
content, seen = load(), hashlib.sha256()
for number, (killer, location, girl) in enumerate({setups!r}):
    played = play_game(content, Setup(killer, location, girl), str(number), random_policy(str(number)))
    for line in reel.lines(record(content, played, "game")):
        seen.update(line)
    seen.update(repr(played.game.facts).encode())
print(seen.hexdigest())
"""


def test_equal_under_every_hash_seed() -> None:
    """39 (second half): records and facts are byte-equal in other processes with other hash seeds."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    setups = [(s.killer, s.location, s.girl) for s in SETUPS[: len(PAIRINGS)]]
    script = _SCRIPT.format(root=root, setups=setups)
    found = set()
    for seed in ("0", "1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        )
        found.add(done.stdout)
    assert len(found) == 1


@pytest.mark.parametrize("number", range(0, len(SETUPS), GAMES), ids=NAMES[::GAMES])
def test_a_branch_goes_on_from_a_position(number: int) -> None:
    """From any entry a new game goes on with a secret of its own: same position, other draws, a record that checks."""
    pick = Random(number)
    old = list(random_table(SETUPS[number], f"branch {number}").entries)
    commands = [n for n, entry in enumerate(old, 1) if isinstance(entry, Command | Undo)]
    at = commands[len(commands) // 2]
    made = reel.branch(CONTENT, old, at, "branched", b"another secret")  # type: ignore[arg-type]
    while at < len(old) and isinstance(old[at], Draw):
        at += 1
    there = Table.load(CONTENT, old[0], old[1:at])  # type: ignore[arg-type]
    table = Table.load(CONTENT, made[0], list(made[1:]), b"another secret")  # type: ignore[arg-type]
    assert table.state == there.state
    assert table.request == there.request
    while not table.over:
        assert table.request is not None
        table.answer(pick.choice(table.request.options), table.number)
    verdict = reel.verify(CONTENT, list(table.entries))  # type: ignore[arg-type]
    (copied,) = verdict.not_derivable
    new = [entry for entry in table.entries[1 + table.header.copied :] if isinstance(entry, Draw)]
    assert (verdict.derived, verdict.draws) == (len(new), len(new) + copied.draws)
    assert copied.why.startswith("they come from game@")
