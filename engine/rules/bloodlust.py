"""Bloodlust: each step up the Killer board applies its row; at the top the final effect (core rules 10)."""

from engine.cards.notation import Effect, resolve, word
from engine.core import decks
from engine.core.content import Row
from engine.core.facts import BloodlustRaised
from engine.core.game import Game


def row(game: Game) -> Row:
    """The row the marker stands on."""
    return game.rules.track[game.state.bloodlust - 1][0]


def raise_bloodlust(game: Game, amount: int, cause: str) -> None:
    """Raise Bloodlust step by step, each row's effect as it is reached; beyond the top the final effect."""
    for _ in range(amount):
        if game.instead("instead_of_bloodlust", cause):
            continue
        _raise_once(game)


def _raise_once(game: Game) -> None:
    before, game.source = game.source, "rule.bloodlust"
    track = game.rules.track
    if game.state.bloodlust < len(track):
        game.tell(BloodlustRaised(game.state.bloodlust + 1))
        if not game.instead("instead_of_row"):
            resolve(game, track[game.state.bloodlust - 1][1])
        game.react("after_bloodlust_raised")
    else:
        resolve(game, game.rules.beyond)
    game.source = before


@word("BL+", r"BL\+(?P<n>\d+)", "BL+1")
def _raise_bloodlust(game: Game, effect: Effect) -> None:
    """Raise Bloodlust."""
    raise_bloodlust(game, effect.n, game.source)


@word("discard-terror", r"discard terror(?: (?P<n>\d+))?", "discard terror")
def _discard_terror(game: Game, effect: Effect) -> None:
    """Discard the top Terror card (or several) unseen."""
    for _ in range(effect.n or 1):
        if decks.size(game, "terror"):
            decks.discard_top(game, "terror")
