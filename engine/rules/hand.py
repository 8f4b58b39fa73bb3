"""The hand: discarding, gaining Action cards, the limit of ten (core rules 3, Planning)."""

from engine.cards.notation import Effect, word
from engine.core.facts import ActionCardMoved
from engine.core.game import Game

HAND_LIMIT = 10


def hand_size(game: Game) -> int:
    """Action cards in hand."""
    return sum(game.state.hand.values())


def discard_cards(game: Game, number: int, kind: str = "discard") -> None:
    """The player discards that many cards of her choice (fewer if she has fewer); no Time for them."""
    for left in range(number, 0, -1):
        if not game.state.hand:
            return
        chosen = game.choose(kind, [f"discard:{card}" for card in game.state.hand], left=left)
        game.tell(ActionCardMoved(chosen[8:], "hand", "discard"))


def discard_random(game: Game, number: int = 1) -> None:
    """Discard cards at random."""
    for _ in range(number):
        cards = [card for card, copies in sorted(game.state.hand.items()) for _ in range(copies)]
        if cards:
            game.tell(ActionCardMoved(game.draw("random-card", cards), "hand", "discard"))


def gain_card(game: Game, card: str) -> None:
    """Take an Action card from the tableau; with more than ten, discard down to ten (RULING C-035)."""
    game.tell(ActionCardMoved(card, "tableau", "hand"))
    if (over := hand_size(game) - HAND_LIMIT) > 0:
        discard_cards(game, over, "hand-limit")


def _affordable(game: Game, most: int) -> list[str]:
    return [c for c in game.state.tableau if game.rules.cards[c].face.cost <= most]


@word("card", r"card (?P<a>[a-z][a-z-]*)", "card search", lambda game, effect: effect.args[0] in game.state.tableau)
def _card(game: Game, effect: Effect) -> None:
    """Take a named Action card from the tableau, if one is left."""
    if effect.args[0] in game.state.tableau:
        gain_card(game, effect.args[0])


@word("card<=", r"card <=(?P<n>\d+)", "card <=2", lambda game, effect: bool(_affordable(game, effect.n)))
def _cheap_card(game: Game, effect: Effect) -> None:
    """Take an Action card of at most that cost from the tableau, without paying."""
    if cards := _affordable(game, effect.n):
        gain_card(game, game.choose("take-card", [f"take:{card}" for card in cards], cost=effect.n)[5:])


@word("discard-random", r"discard (?P<n>\d+) random", "discard 1 random")
def _discard_random(game: Game, effect: Effect) -> None:
    """Discard Action cards from the hand at random."""
    discard_random(game, effect.n)


@word("discard-all", r"discard all (?P<a>[a-z-]+)", "discard all focus")
def _discard_all(game: Game, effect: Effect) -> None:
    """Discard every copy of a named Action card from the hand."""
    for _ in range(game.state.hand.get(effect.args[0], 0)):
        game.tell(ActionCardMoved(effect.args[0], "hand", "discard"))
