"""The Finale and the Dark Power (core rules 13)."""

from engine.cards.notation import Effect, Lines, resolve, word
from engine.core.decks import draw_from_pool
from engine.core.facts import DarkPowerRevealed, FinaleRevealed
from engine.core.game import Game
from engine.core.tape import PhaseEnded


def killer_action_lines(game: Game) -> Lines:
    """The Killer Action in force: on the Finale's back until it is revealed, then on its front."""
    finale = game.state.finale
    return game.rules.card(finale).action if finale else game.rules.start_action


def reveal_finale(game: Game) -> None:
    """Turn the Finale over; a Dark Power still facedown is revealed with it, even if what it does ends the phase."""
    if game.state.finale:
        return
    card = draw_from_pool(game, "finale")
    before, game.source = game.source, card
    game.tell(FinaleRevealed(card))
    try:
        resolve(game, game.rules.card(card).effect, card)
        game.handle(card, "when_revealed")
    except PhaseEnded:
        reveal_dark_power(game)
        raise
    game.source = before
    reveal_dark_power(game)


def reveal_dark_power(game: Game) -> None:
    """Turn the Dark Power over; it works from then on."""
    if game.state.dark_power or not game.state.pools.get("dark-power"):
        return
    card = draw_from_pool(game, "dark-power")
    before, game.source = game.source, card
    game.tell(DarkPowerRevealed(card))
    resolve(game, game.rules.card(card).effect, card)
    game.handle(card, "when_revealed")
    game.source = before


@word("DP", r"DP", "DP")
def _dark_power(game: Game, _: Effect) -> None:
    """The Dark Power is revealed."""
    reveal_dark_power(game)
