"""Time and Horror: the two tracks of the Player board (core rules 4 and 5)."""

from engine.cards.notation import Effect, word
from engine.core.facts import HorrorChanged, TimeChanged
from engine.core.game import Game

TIME_CAP = 12
BELOW_ZERO = -1
HORROR_CAP = 7
RESET = 6
RESET_EXTREME = 5


def reset_value(game: Game) -> int:
    """The Time that each turn starts with: 6, in Extreme Horror 5."""
    return RESET_EXTREME if game.rules.setup.extreme else RESET


def gain_time(game: Game, amount: int) -> int:
    """Gain Time, up to 12. Once below zero it cannot be raised before the reset. Returns what was gained."""
    time = game.state.time
    to = min(TIME_CAP, time + amount)
    if time < 0 or to == time:
        return 0
    game.tell(TimeChanged(to, to - time))
    game.react("after_time_gained", to - time)
    return to - time


def lose_time(game: Game, amount: int) -> None:
    """Lose Time; falling below zero is a place of its own, from which there is no further fall."""
    amount = game.modify("time_loss", amount)
    time = game.state.time
    to = max(BELOW_ZERO, time - amount)
    if amount > 0 and to != time:
        game.tell(TimeChanged(to, to - time))


def set_time(game: Game, to: int) -> None:
    """Put the Time marker somewhere (the reset in Planning)."""
    if game.state.time != to:
        game.tell(TimeChanged(to, to - game.state.time))


def raise_horror(game: Game, amount: int) -> None:
    """Raise Horror; each step beyond the top is one Bloodlust instead."""
    from engine.rules.bloodlust import raise_bloodlust

    amount = game.modify("horror_gain", amount)
    horror = game.state.horror
    to = min(HORROR_CAP, horror + amount)
    if to > horror:
        game.tell(HorrorChanged(to, to - horror))
        game.react("after_horror_raised", to - horror)
    if excess := horror + amount - to:
        raise_bloodlust(game, excess, "rule.horror-overflow")


def lower_horror(game: Game, amount: int) -> None:
    """Lower Horror; each step beyond the bottom is one Time instead."""
    horror = game.state.horror
    to = max(0, horror - amount)
    if to < horror:
        game.tell(HorrorChanged(to, to - horror))
    if excess := to - (horror - amount):
        gain_time(game, excess)


@word("T+", r"T\+(?P<n>\d+)", "T+2")
def _gain_time(game: Game, effect: Effect) -> None:
    """Gain Time."""
    gain_time(game, effect.n)


@word("T-", r"T-(?P<n>\d+)", "T-1")
def _lose_time(game: Game, effect: Effect) -> None:
    """Lose Time."""
    lose_time(game, effect.n)


@word("H+", r"H\+(?P<n>\d+)", "H+1")
def _raise_horror(game: Game, effect: Effect) -> None:
    """Raise Horror."""
    raise_horror(game, effect.n)


@word("H-", r"H-(?P<n>\d+)", "H-1")
def _lower_horror(game: Game, effect: Effect) -> None:
    """Lower Horror."""
    lower_horror(game, effect.n)
