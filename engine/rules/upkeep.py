"""The Upkeep phase: the Finale if the Terror deck is empty, effects of cards, hands and backpack (core rules 12)."""

from engine.core import decks
from engine.core.facts import PhaseBegan
from engine.core.game import Game
from engine.rules.finale import reveal_finale
from engine.rules.items import arrange, worth_arranging


def begin_upkeep(game: Game) -> None:
    """The Upkeep phase begins. Cards that were in play before the Finale was revealed are remembered (C-141)."""
    game.tell(PhaseBegan("upkeep"))
    if not game.state.finale and not decks.size(game, "terror"):
        game.mark("finale-now", True, "phase")
        reveal_finale(game)


def upkeep_effects(game: Game) -> None:
    """Everything that happens in Upkeep; a Finale just revealed begins next turn, a card that has left does nothing."""
    new = game.state.finale if game.marked("finale-now") else ""
    for card, hook in list(game.reactions("upkeep")):
        if card != new and (card, hook) in game.reactions("upkeep"):
            game.let(card, hook)


def rearrange(game: Game) -> None:
    """Re-sort hands and backpack, if there is anything to change."""
    if worth_arranging(game):
        arrange(game)
