"""The Planning phase: buy, reset Time, take back what was discarded (core rules 3)."""

from engine.core.facts import ActionCardMoved, DiscardReturned, PhaseBegan
from engine.core.game import Game
from engine.rules.hand import HAND_LIMIT, hand_size
from engine.rules.tracks import reset_value, set_time


def buy(game: Game) -> bool:
    """Buy one card from the tableau; True while something more may be bought."""
    if game.state.phase != "planning":
        game.tell(PhaseBegan("planning"))
    chosen = game.choose("buy", [*buy_options(game), "done"], time=game.state.time)
    if chosen == "done":
        return False
    card = chosen[4:]
    if cost := game.rules.cards[card].face.cost:
        set_time(game, game.state.time - cost)
    game.tell(ActionCardMoved(card, "tableau", "hand"))
    return True


def buy_options(game: Game) -> list[str]:
    """`buy:` options: what Time pays for; cards of cost 0 even below zero; never an eleventh card."""
    if hand_size(game) >= HAND_LIMIT:
        return []
    time, cards = max(0, game.state.time), game.rules.cards
    found = [card for card in game.state.tableau if cards[card].face.cost <= time]
    if game.modifiers("may_buy"):
        found = [card for card in found if game.modify("may_buy", True, card)]
    return [f"buy:{card}" for card in found]


def reset(game: Game) -> None:
    """Time goes back to its start value; the discard pile returns to the tableau."""
    set_time(game, int(game.modify("reset_time", reset_value(game))))
    if game.state.discard:
        game.tell(DiscardReturned())
