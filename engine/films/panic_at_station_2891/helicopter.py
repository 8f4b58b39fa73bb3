"""The helicopter: boarding, flying to the Arctic Airport, rewards, coming back (rulebook 004, How to Save Victims)."""

from engine.cards.notation import Effect, word
from engine.core.facts import Fact, TokenPlaced, TokenRemoved, VictimRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.state import State
from engine.rules.action import play_again
from engine.rules.items import held
from engine.rules.movement import follower_groups
from engine.rules.rescue import save_victim
from engine.rules.tracks import lose_time
from engine.rules.victims import at, kind

HOOKS = Hooks()
LOCATION = "station-2891"
HELICOPTER = "helicopter"
SPACE = "helicopter.at"
"""Its space on the Helicopter card: 0 Arctic Station, 1, 2, 3 Arctic Airport; forgotten while it stands outside."""
ABOARD = "helicopter.aboard"
STATION, AIRPORT = 0, 3
SEATS = 3
RADIO = "two-way-radio"


class HelicopterFlew(Fact, tag=True):
    """It is now in this space of the Helicopter card, with so many Victims aboard."""

    sight = "all"
    cut = True
    to: int
    aboard: int = 0
    because: str = ""

    def apply(self, state: State) -> None:
        state.marks = {**state.marks, SPACE: self.to}


def pad(game: Game) -> str:
    """The space it lands on."""
    return game.rules.board.exits()[0]


def on_card(game: Game) -> int | None:
    """Its space on the Helicopter card; None while it stands on the board."""
    space: int | None = game.marked(SPACE)
    return space


def aboard(game: Game) -> list[str]:
    """Victims aboard: off the board, out of anybody's reach."""
    return list(game.marked(ABOARD, []))


def landed(game: Game) -> bool:
    """Whether it stands on the Helipad."""
    return game.state.tokens.get(HELICOPTER) == pad(game)


def park(game: Game) -> None:
    """Set-up: it stands on the Helipad."""
    game.tell(TokenPlaced(HELICOPTER, pad(game)))


@HOOKS.modify("may_save", LOCATION, stage="cap")
def _only_by_air(_game: Game, _: str, _may: bool, _victim: str) -> bool:
    return False


# --- boarding


def boarders(game: Game) -> list[str]:
    """Victims on the Helipad that may board, while it stands there."""
    return [v for v in at(game, pad(game)) if game.modify("may_board", True, v)] if landed(game) else []


def board(game: Game) -> None:
    """Up to three board; it lifts off onto the Arctic Station space of its card."""
    groups = {name: group for name, group in follower_groups(boarders(game), SEATS).items() if group}
    group = groups[game.choose("board", list(groups))]
    for victim in group:
        game.tell(VictimRemoved(victim))
    game.mark(ABOARD, group)
    game.tell(TokenRemoved(HELICOPTER))
    game.tell(HelicopterFlew(STATION, len(group)))


@HOOKS.react("offer_action", HELICOPTER)
def _may_board(game: Game, _: str) -> list[str]:
    """Freely, wherever the girl is (RULING O-23)."""
    return ["load"] if boarders(game) else []


@HOOKS.react("use", HELICOPTER)
def _board(game: Game, _: str, _what: str) -> None:
    board(game)


@HOOKS.react("offer_action", RADIO)
def _may_call(game: Game, card: str) -> list[str]:
    able = game.state.time >= 1 and not game.marked(f"{RADIO}.used") and held(game, RADIO)[0] == card
    return [""] if able and boarders(game) else []


@HOOKS.react("use", RADIO)
def _call(game: Game, _: str) -> None:
    """RULING: they board as always, and the pilot takes off at once."""
    game.mark(f"{RADIO}.used", True, "turn")
    lose_time(game, 1)
    board(game)
    fly(game, 1)


# --- flying


def fly(game: Game, spaces: int) -> None:
    """Move along the card: loaded to the Airport, empty back to the Station. On the Helipad it stays."""
    for _ in range(spaces):
        space, load = on_card(game), len(aboard(game))
        if space is None or (load and space == AIRPORT):
            return
        game.tell(HelicopterFlew(space + 1 if load else space - 1, load))
        _arrive(game)


def _arrive(game: Game) -> None:
    if on_card(game) == AIRPORT and game.state.phase == "action":
        drop_off(game)
    elif on_card(game) == STATION and not aboard(game):
        land(game)


def land(game: Game) -> None:
    """It stands on the Helipad again."""
    game.mark(SPACE, None)
    game.tell(TokenPlaced(HELICOPTER, pad(game)))


def drop_off(game: Game) -> None:
    """All aboard are saved, one after another, each with its reward."""
    while left := aboard(game):
        kinds = {kind(victim): victim for victim in reversed(left)}
        victim = kinds[game.choose("drop-off", [f"save:{name}" for name in kinds])[5:]]
        game.mark(ABOARD, [other for other in left if other != victim])
        save_victim(game, victim)
    game.mark(ABOARD, None)


@HOOKS.react("action_phase_begins", LOCATION)
def _rewards_due(game: Game, _: str) -> None:
    """Arrived in another phase: saved now, before anything else (O-25)."""
    if on_card(game) == AIRPORT:
        drop_off(game)


@word("fly", r"fly (?P<n>\d+)", "fly 2")
def _fly(game: Game, effect: Effect) -> None:
    """The helicopter moves up to that many spaces of its card. It always does: no rule makes staying better."""
    if game.rules.location.id == LOCATION:
        fly(game, effect.n)


@word("again", r"again", "again")
def _again(game: Game, _: Effect) -> None:
    """Roll for this Action card once more and resolve the new row."""
    play_again(game, game.source)
