"""Decks whose hidden order does not exist until it is drawn (Table.draw decides card by card)."""

from engine.core.facts import DeckChanged, DeckMade, DeckShown, PoolDrawn, PoolMade
from engine.core.game import Game
from engine.core.state import Deck

BLANK = "?"


def make_pool(game: Game, pool: str, cards: list[str]) -> None:
    """A pile of unseen cards."""
    game.tell(PoolMade(pool, sorted(cards)))


def make_deck(game: Game, deck: str, parent: str, cards: int) -> None:
    """Deal a deck of unseen cards from a pile."""
    game.tell(DeckMade(deck, parent, cards))


def draw_from_pool(game: Game, pool: str, purpose: str = "") -> str:
    """Decide one card of a pile. Raises RuleError if it is empty."""
    card = game.draw(purpose or pool, game.state.pools[pool])
    game.tell(PoolDrawn(pool, card))
    return card


def size(game: Game, deck: str) -> int:
    """Cards left in a deck; 0 for one that does not exist."""
    found = game.state.decks.get(deck)
    return len(found) if found is not None else 0


def top_card(game: Game, deck: str) -> str:
    """The faceup top card, or an empty string."""
    found = game.state.decks.get(deck)
    return found.top[0] if found is not None and found.faceup and found.top else ""


def change(game: Game, deck: str, value: Deck) -> None:
    """Put a deck into a new arrangement and show what lies open."""
    value.faceup = value.faceup and bool(value.top)
    game.tell(DeckChanged(deck, value))
    game.tell(DeckShown(deck, len(value), value.top[0] if value.faceup else ""))


def draw_top(game: Game, deck: str) -> str:
    """Take the top card: the known one, else one decided now. The deck must not be empty."""
    value = game.state.decks[deck].copy()
    if value.top:
        card = value.top.pop(0)
    elif value.blanks or value.own:
        card = _decide(game, deck, value)
    else:
        card = value.bottom.pop(0)
    value.faceup = False
    change(game, deck, value)
    return card


def _decide(game: Game, deck: str, value: Deck) -> str:
    card = game.draw(deck, sorted(value.own) + [BLANK] * value.blanks) if value.own else BLANK
    if card != BLANK:
        value.own.remove(card)
        return card
    value.blanks -= 1
    return draw_from_pool(game, value.parent, deck)


def discard_top(game: Game, deck: str) -> None:
    """The top card leaves the game unseen. A blank stays undecided: its pile then holds a card more than its decks."""
    value = game.state.decks[deck].copy()
    if value.top:
        value.top.pop(0)
    elif value.own:
        _decide(game, deck, value)
    elif value.blanks:
        value.blanks -= 1
    else:
        value.bottom.pop(0)
    value.faceup = False
    change(game, deck, value)


def turn_top_up(game: Game, deck: str) -> str:
    """Turn the top card faceup; returns it, or an empty string for an empty deck."""
    if not size(game, deck):
        return ""
    if top := top_card(game, deck):
        return top
    card = draw_top(game, deck)
    put_on_top(game, deck, card, faceup=True)
    return card


def put_on_top(game: Game, deck: str, card: str, *, faceup: bool) -> None:
    """Lay a card on top of a deck."""
    value = game.state.decks[deck].copy()
    value.top.insert(0, card)
    value.faceup = faceup
    change(game, deck, value)


def put_at_bottom(game: Game, deck: str, card: str) -> None:
    """Lay a card facedown under a deck; who put it there knows it."""
    value = game.state.decks[deck].copy()
    value.bottom.append(card)
    change(game, deck, value)


def shuffle(game: Game, deck: str, extra: list[str] | None = None) -> None:
    """Shuffle a deck, with cards put back into it: its known cards join a pool of its own."""
    value = game.state.decks[deck].copy()
    own = sorted(value.own + value.top + value.bottom + (extra or []))
    change(game, deck, Deck(value.parent, value.blanks, own))


def all_cards(game: Game, deck: str) -> list[str]:
    """Decide every card of a deck, top to bottom (somebody looks through it); they stay in it, known."""
    cards = []
    while size(game, deck):
        cards.append(draw_top(game, deck))
    value = Deck(game.state.decks[deck].parent, 0, [], cards)
    change(game, deck, value)
    return cards
