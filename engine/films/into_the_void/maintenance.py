"""Maintenance cards: Crusher, Incinerator, Airlock, Self Destruct (rulebook Into the Void, Maintenance Cards).

Keycards needed and what Crusher, Incinerator and Airlock do are reconstructed.
"""

from msgspec import Struct

from engine.core.facts import Fact, KillerStood, VictimDied
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.state import State, dropped
from engine.films.into_the_void.ship import KONRAD
from engine.rules import health
from engine.rules.harm import everyone_in, harm_all
from engine.rules.rescue import is_exit
from engine.rules.tracks import raise_horror
from engine.rules.victims import at, kill_victim

HOOKS = Hooks()
CARDS = ("crusher-and-incinerator", "airlock", "ship-self-destruct")
CRUSHER, INCINERATOR, AIRLOCK, SELF_DESTRUCT = "crusher", "incinerator", "airlock", "ship-self-destruct"
LOADED, ACTIVE, COUNTDOWN = "konrad.loaded", "konrad.active", "konrad.countdown"
"""Marks: tokens on each function, active functions, spaces of the countdown gone."""
EXPLOSION = 2
"""RULING: the ship explodes at the second Upkeep after activation."""


class Function(Struct, frozen=True):
    """A Maintenance function: its room and the Keycards it needs."""

    room: str
    keycards: int


FUNCTIONS = {
    CRUSHER: Function("trash-compactor", 1),
    INCINERATOR: Function("furnace", 2),
    AIRLOCK: Function("hangar", 3),
    SELF_DESTRUCT: Function("bridge", 4),
}


class KeycardPlaced(Fact, tag=True):
    """Keycard tokens on a Maintenance function, after one was placed or taken away."""

    sight = "all"
    on: str
    tokens: int
    because: str = ""

    def apply(self, state: State) -> None:
        loaded = {**state.marks.get(LOADED, {}), self.on: self.tokens}
        state.marks = {**state.marks, LOADED: loaded}


class FunctionChanged(Fact, tag=True):
    """A Maintenance function is active, or cancelled."""

    sight = "all"
    cut = True
    function: str
    active: bool
    because: str = ""

    def apply(self, state: State) -> None:
        others = [name for name in state.marks.get(ACTIVE, []) if name != self.function]
        state.marks = {**state.marks, ACTIVE: [*others, self.function] if self.active else others}
        if self.function == SELF_DESTRUCT and COUNTDOWN in state.marks:
            state.marks = dropped(state.marks, COUNTDOWN)


class CountdownMoved(Fact, tag=True):
    """The radiation token stands on a space of the countdown, counted from 0."""

    sight = "all"
    cut = True
    to: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.marks = {**state.marks, COUNTDOWN: self.to}


# --- loading


def functions_here(game: Game) -> list[str]:
    """The function of the girl's room, if it has one."""
    return [name for name, function in FUNCTIONS.items() if function.room == game.state.girl.at]


def loaded(game: Game, function: str) -> int:
    """Keycard tokens on a function."""
    return int(game.state.marks.get(LOADED, {}).get(function, 0))


def needed(game: Game, function: str) -> int:
    """Keycard tokens that a function needs now."""
    return max(1, int(game.modify("keycards_needed", FUNCTIONS[function].keycards, function)))


def all_needed(game: Game) -> dict[str, int]:
    """What each function needs now."""
    return {function: needed(game, function) for function in FUNCTIONS}


def is_active(game: Game, function: str) -> bool:
    """Whether a function is active; a used Airlock stays so."""
    return function in game.state.marks.get(ACTIVE, ())


def load(game: Game, function: str) -> None:
    """One more token lies on a function."""
    game.tell(KeycardPlaced(function, loaded(game, function) + 1))


def activate(game: Game, function: str) -> None:
    """A function with enough tokens starts."""
    game.tell(FunctionChanged(function, True))
    if function == SELF_DESTRUCT:
        game.tell(CountdownMoved(0))
    elif function == AIRLOCK:
        game.mark("konrad.airlock-opens", True, "phase")


def unload(game: Game, function: str) -> None:
    """A token is taken off a function; an active one is cancelled at once, with what belongs to it."""
    game.tell(KeycardPlaced(function, loaded(game, function) - 1))
    if is_active(game, function):
        game.tell(FunctionChanged(function, False))


@HOOKS.react("do", "system-reboot")
def _reboot(game: Game, _: str) -> None:
    """Every function with a token loses one; with none anywhere Horror +1."""
    full = [function for function in FUNCTIONS if loaded(game, function)]
    for function in full:
        unload(game, function)
    if not full:
        raise_horror(game, 1)


@HOOKS.modify("keycards_needed", "emergency-override")
def _override(_game: Game, _: str, number: int, function: str) -> int:
    return number - (function != CRUSHER)


@HOOKS.modify("keycards_needed", "the-captain")
def _captain_on_the_bridge(game: Game, _: str, number: int, function: str) -> int:
    here = game.state.victims.get("the-captain") == FUNCTIONS[SELF_DESTRUCT].room
    return number - (function == SELF_DESTRUCT and here)


# --- harm to everyone in a room


def hit_room(game: Game, cause: str, space: str, damage: int, loss: int, how: str = "damage") -> None:
    """Victims in a room die, Enemies take damage, the girl loses health."""
    harm_all(game, everyone_in(game, space), cause, damage=damage, loss=loss, how=how)


def crush(game: Game) -> None:
    """The Crusher runs once."""
    hit_room(game, CRUSHER, FUNCTIONS[CRUSHER].room, 2, 2)


def burn(game: Game) -> None:
    """The Incinerator burns once."""
    hit_room(game, INCINERATOR, FUNCTIONS[INCINERATOR].room, 3, 2)


@HOOKS.react("do", "garbage-day")
def _garbage_day(game: Game, _: str) -> None:
    crush(game)


@HOOKS.react("do", "incinerator-malfunction")
def _malfunction(game: Game, _: str) -> None:
    burn(game)


@HOOKS.react("after_killer_moves", KONRAD)
def _killer_burns(game: Game, _: str, killer: str, to: str) -> None:
    """A burning Furnace singes every Enemy that moves in."""
    if to == FUNCTIONS[INCINERATOR].room and is_active(game, INCINERATOR):
        game.let(INCINERATOR, _singe, killer)


def _singe(game: Game, _: str, killer: str) -> None:
    health.hurt_killer(game, killer, 1)


# --- Airlock


@HOOKS.react("before_tokens", KONRAD)
def _airlock(game: Game, _: str) -> None:
    """When the Action phase is over the outer door opens: everyone in the Hangar is killed."""
    if game.state.phase == "action" and game.marked("konrad.airlock-opens"):
        game.mark("konrad.airlock-opens", None, "phase")
        game.let(AIRLOCK, open_airlock)


def open_airlock(game: Game, _: str = AIRLOCK) -> None:
    """Everyone in the Hangar is killed; if the girl is there the game is lost, whoever dies with her."""
    room = FUNCTIONS[AIRLOCK].room
    if game.state.girl.at == room:
        health.end_game(game, False, AIRLOCK)
    for victim in at(game, room):
        if victim in game.state.victims:
            kill_victim(game, victim, AIRLOCK)
    game.mark("tokens.wait", True, "phase")
    for killer in health.on_board(game):
        body = game.state.killers[killer]
        if body.at == room:
            health.hurt_killer(game, killer, body.health, "lose")
    game.mark("tokens.wait", None, "phase")


# --- Upkeep


@HOOKS.react("upkeep", KONRAD)
def _upkeep(game: Game, _: str) -> None:
    """The countdown first, then what is active in its room."""
    if COUNTDOWN in game.state.marks:
        game.let(SELF_DESTRUCT, count_down)
    if is_active(game, CRUSHER):
        crush(game)
    if is_active(game, INCINERATOR):
        burn(game)


def count_down(game: Game, _: str) -> None:
    """The radiation token moves on; at the end of the track the ship explodes."""
    game.tell(CountdownMoved(game.state.marks[COUNTDOWN] + 1))
    if game.state.marks[COUNTDOWN] >= EXPLOSION:
        explode(game)


def explode(game: Game) -> None:
    """Everything on the ship dies, no token is looked at (RULING V-27); the girl lives only in an Escape Pod."""
    for victim, space in list(game.state.victims.items()):
        game.tell(VictimDied(victim, SELF_DESTRUCT, space))
    for killer, body in game.state.killers.items():
        if body.status != "dead":
            game.tell(KillerStood(killer, "dead"))
    health.end_game(game, is_exit(game, game.state.girl.at), "self-destruct")
