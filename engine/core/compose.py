"""One game is composed of the core, a location, a killer and a girl; any killer goes to any location with any girl.

A film's folder exports the same names everywhere: `killer.py`, `location.py` and `girls.py` each a `HOOKS`, and
where needed `STEPS` (steps put into the turn) and `TOPOLOGY` (how its board changes).
"""

from collections.abc import Callable, Hashable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from engine.cards.notation import parse
from engine.core.board import Board, Graph, decode_board
from engine.core.content import FILMS, Card, Content, Film, GirlDef, KillerDef, LocationDef, SetupDef, copies
from engine.core.errors import Illegal
from engine.core.hooks import Hook, Hooks
from engine.core.ids import base
from engine.core.state import State

if TYPE_CHECKING:
    from engine.core.game import Game

StepRun = Callable[["Game"], bool | None]


class Step(Struct, frozen=True):
    """One step of a turn. `run` returns True to be run again (one action after another)."""

    name: str
    phase: str
    run: StepRun
    always: bool = False
    """Run even if the phase was ended at once: the tail `after_phase`."""
    kept: bool = False
    """Whether a copy of the state is kept before it, to run it again from: worth it where the player is asked."""


class StepChange(Struct, frozen=True):
    """A film's change to the turn: put a step before or after the one named, or in its place."""

    where: str
    """before, after, instead."""
    name: str
    step: Step | None


class Topology(Protocol):
    """How a location's board changes in play."""

    def key(self, game: "Game", mover: str) -> Hashable:
        """Everything in the state that changes the ways of a mover (girl, victim, killer, adjacent)."""

    def build(self, board: Board, mover: str, key: Hashable) -> Graph:
        """The graph for a key."""


class Setup(Struct, frozen=True):
    """What is chosen before a game."""

    killer: str
    location: str
    girl: str
    extreme: bool = False
    epic: bool = False
    seed: str = ""


class Rules:
    """A composed game: content, hooks, steps and board. Immutable; shared by all games of the same set-up."""

    def __init__(self, content: Content, setup: Setup) -> None:
        killers, locations, girls = content.killers(), content.locations(), content.girls()
        self.setup = setup
        self.content = content
        self.cards: dict[str, Card] = content.cards
        killer_film = _pick("killer", setup.killer, killers)
        location_film = _pick("location", setup.location, locations)
        girl_film = _pick("girl", setup.girl, girls)
        assert killer_film.killer is not None and location_film.location is not None
        self.killer: KillerDef = killer_film.killer
        self.location: LocationDef = location_film.location
        self.girl: GirlDef = girl_film.girls[setup.girl]
        self.setups: dict[str, SetupDef] = location_film.setups
        self.board: Board = decode_board(location_film.board)
        modules = [
            _module("engine.rules", "core"),
            _film_module(self.location.film, "location"),
            _film_module(self.killer.film, "killer"),
            _film_module(self.girl.film, "girls"),
            _module("engine", "rulings"),
        ]
        self.hooks = Hooks()
        for module in modules:
            if hooks := getattr(module, "HOOKS", None):
                self.hooks.join(hooks)
        self.track = [(row, parse(row.effect, "killer.toml", "track", "effect")) for row in self.killer.track]
        self.beyond = parse(self.killer.beyond, "killer.toml", "killer", "beyond")
        self.start_action = parse(self.killer.start_action, "killer.toml", "killer", "start_action")
        self.places = [parse(place, "girls.toml", setup.girl, "places") for place in self.girl.places]
        self.after = parse(self.girl.after, "girls.toml", setup.girl, "after")
        self._hooked = {copy: card for card in self.hooks.cards() for copy in _with_copies(self.cards.get(card), card)}
        """Every id that listens to anything, copies included, to the card whose hooks it has."""
        self._idle = {card.id for card in self.cards.values() if card.kind in ("supply", "crafted")}
        """Cards that do nothing while they lie open."""
        self.reactions, self.modifiers = self.hooks.by_moment()
        self._listeners: dict[tuple[str, ...], Listeners] = {}
        self.topology: Topology | None = getattr(modules[1], "TOPOLOGY", None)
        self.public_marks: tuple[str, ...] = tuple(
            prefix for module in modules for prefix in getattr(module, "PUBLIC_MARKS", ())
        )
        """Prefixes of the marks that everybody at the table can see."""
        self.public_values: dict[str, Callable[[Game], Any]] = {
            key: work_out for module in modules for key, work_out in getattr(module, "PUBLIC_VALUES", {}).items()
        }
        """What everybody can see that is worked out from the state, not remembered."""
        self.steps = _steps([change for module in modules[1:4] for change in getattr(module, "STEPS", ())])
        self.first = next(i for i, step in enumerate(self.steps) if step.phase == "action")
        self._piles: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
        self._graphs: dict[Hashable, Graph] = {}
        self._static = {mover: self.board.graph() for mover in ("girl", "victim", "killer", "adjacent")}

    def pile(self, film: str, part: str, *kinds: str) -> list[str]:
        """Ids of all copies of the cards of these kinds in one half of a film."""
        key = (film, part, kinds)
        if key not in self._piles:
            found = (c for c in self.cards.values() if c.film == film and c.part == part and c.kind in kinds)
            self._piles[key] = [copy for card in found for copy in copies(card)]
        return self._piles[key][:]

    def card(self, card: str) -> Card:
        """The card of an id, copies included."""
        return self.cards[base(card)]

    def graph(self, game: "Game", mover: str) -> Graph:
        """The ways open now to a girl, victim or killer; `adjacent` for what touches."""
        closed = game.modify("closed", (), mover)
        if self.topology is None and not closed:
            return self._static[mover]
        key = (mover, closed, self.topology.key(game, mover) if self.topology else None)
        graph = self._graphs.get(key)
        if graph is None:
            graph = self._graphs[key] = self._build(mover, closed, key[2])
        return graph

    def _build(self, mover: str, closed: tuple[tuple[str, str], ...], key: Hashable) -> Graph:
        graph = self.topology.build(self.board, mover, key) if self.topology else self._static[mover]
        if not closed:
            return graph
        steps = {s: tuple(n for n in near if (s, n) not in closed) for s, near in graph.steps.items()}
        panic = {s: {d: n for d, n in ways.items() if (s, n) not in closed} for s, ways in graph.panic.items()}
        return Graph(steps, panic)

    # --- who listens

    def sources(self, state: State) -> tuple[str, ...]:
        """Ids of everything that listens now, in the one order that decides between them."""
        hooked = self._hooked
        slots = state.items
        candidates = (
            "core",
            self.location.id,
            *state.tokens,
            *(card for card in state.shown if card not in self._idle),
            self.killer.id,
            state.finale,
            state.dark_power,
            *state.powers,
            *state.events,
            *state.victims,
            *slots,
            self.girl.id if state.ultimate else "",
            "rulings",
        )
        return tuple(
            source
            for source in dict.fromkeys(candidates)  # a special Victim and its Event are one
            if source in hooked and (source not in slots or slots[source] == "hand" or not self.card(source).face.hands)
        )

    def listeners(self, state: State) -> "Listeners":
        """Who listens now: computed from the state, shared by all games that have the same cards in play."""
        sources = self.sources(state)
        found = self._listeners.get(sources)
        if found is None:
            found = self._listeners[sources] = Listeners(self, [(s, self._hooked[s]) for s in sources])
        return found


class Listeners:
    """The hooks of the cards in play, by moment. Filled as moments are asked for; never changed otherwise."""

    def __init__(self, rules: Rules, sources: list[tuple[str, str]]) -> None:
        self._reactions, self._modifiers = rules.reactions, rules.modifiers
        self._sources = sources
        self.reactions: dict[str, list[tuple[str, Hook]]] = {}
        self.modifiers: dict[str, list[tuple[str, Hook]]] = {}

    def reacting(self, moment: str) -> list[tuple[str, Hook]]:
        """Cards that react to a moment, in order."""
        known = self._reactions.get(moment)
        found = [(s, known[name]) for s, name in self._sources if name in known] if known else []
        self.reactions[moment] = found
        return found

    def modifying(self, moment: str) -> list[tuple[str, Hook]]:
        """Cards that modify a moment: those that set, then those that add, then those that cap."""
        known = self._modifiers.get(moment)
        staged = [(known[name][0], s, known[name][1]) for s, name in self._sources if name in known] if known else []
        staged.sort(key=lambda entry: entry[0])
        found = self.modifiers[moment] = [(source, hook) for _, source, hook in staged]
        return found


def _pick(what: str, wanted: str, known: dict[str, Film]) -> Film:
    if wanted not in known:
        raise Illegal(f"a {what}: {', '.join(known)}", repr(wanted))
    return known[wanted]


def _module(package: str, name: str) -> ModuleType:
    return import_module(f"{package}.{name}")


def _with_copies(card: Card | None, name: str) -> list[str]:
    return [name] if card is None else [name, *copies(card)]


def _film_module(film: str, name: str) -> ModuleType | None:
    """A film's module; None for content that has no film of its own (boards made for tests)."""
    return _module(f"engine.films.{film}", name) if film else None


def import_films() -> None:
    """Import every film, so that its effect words are known before any card is read."""
    for path in sorted(p for p in FILMS.iterdir() if (p / "__init__.py").exists()):
        for name in ("killer", "location", "girls"):
            if (path / f"{name}.py").exists():
                import_module(f"engine.films.{path.name}.{name}")


def _steps(changes: list[StepChange]) -> tuple[Step, ...]:
    from engine.rules.turn import SETUP, TURN

    steps = [*SETUP, *TURN]
    for change in changes:
        at = next(i for i, step in enumerate(steps) if step.name == change.name)
        new = [change.step] if change.step else []
        if change.where == "instead":
            steps[at : at + 1] = new
        else:
            at += change.where == "after"
            steps[at:at] = new
    return tuple(steps)


_composed: dict[tuple[int, Setup], Rules] = {}


def compose(content: Content, setup: Setup) -> Rules:
    """The rules of a set-up. Raises Illegal for an unknown killer, location or girl."""
    key = (id(content), Setup(setup.killer, setup.location, setup.girl, setup.extreme, setup.epic))
    rules = _composed.get(key)
    if rules is None or rules.content is not content:
        rules = _composed[key] = Rules(content, setup)
    return rules
