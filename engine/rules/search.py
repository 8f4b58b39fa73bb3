"""Searching: the Item deck of the space the girl is in (core rules 8)."""

from engine.cards.notation import Effect, word
from engine.core import decks
from engine.core.facts import CardsSeen
from engine.core.game import Game
from engine.rules.items import gain_item, take_top_item


def search_deck(game: Game) -> str:
    """The Item deck at the girl's space, or an empty string."""
    return game.state.girl.at if game.state.girl.at in game.state.decks else ""


@word("search", r"search (?P<n>[12])", "search 2")
def _search(game: Game, effect: Effect) -> None:
    """Take the top Item; or see the top two, keep one, the other goes on top faceup or to the bottom facedown."""
    deck = search_deck(game)
    if not deck or not decks.size(game, deck):
        return
    item = _keep_one(game, deck) if effect.n == 2 and decks.size(game, deck) > 1 else take_top_item(game, deck)
    game.react("after_search", deck, item)


def _keep_one(game: Game, deck: str) -> str:
    pair = [decks.draw_top(game, deck), decks.draw_top(game, deck)]
    game.tell(CardsSeen(deck, pair))
    kept = game.choose("keep-item", [f"keep:{item}" for item in pair], deck=deck)[5:]
    other = next(item for item in pair if item != kept)
    if game.choose("return-item", ["top", "bottom"], deck=deck, item=other) == "top":
        decks.put_on_top(game, deck, other, faceup=True)
    else:
        decks.put_at_bottom(game, deck, other)
    gain_item(game, kept)
    return kept
