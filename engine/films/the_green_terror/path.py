"""The Path of Movement cards: a row of slots, faceup or undecided (rulebook, Building the Volk'ar's Path).

Each slot is a deck of one card, `path-1` (the Origin card), `path-2` ...; a facedown one is a blank over the movement
pool until it is revealed. The Origin marker on the board is the token `origin`. While she is Concealed her figure
has no space. What Track has shown is known to the player alone; the discard pile is looked at by nobody.
"""

from engine.cards.notation import Effect, word
from engine.core import decks
from engine.core.facts import CardsSeen, DeckMade, DeckShown, Fact, TokenPlaced
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.state import Deck, State

HOOKS = Hooks()
VOLKAR = "volkar"
ORIGIN = "origin"
DECK = "movement"
SLOT = "path-"
DISCARD = "volkar.discard"
RESOLVING = "volkar.resolving"


class PathExtended(Fact, tag=True):
    """A Movement card was added to the Path: its place in the row, and the card if it lies faceup."""

    sight = "all"
    cut = True
    place: int
    card: str = ""
    because: str = ""


class KillerHid(Fact, tag=True):
    """A Killer is no longer seen: its figure leaves the board, it itself does not."""

    sight = "all"
    killer: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.killers[self.killer].at = ""


class PathDiscarded(Fact, tag=True):
    """All Movement cards of the Path go to the discard pile."""

    sight = "all"
    because: str = ""

    def apply(self, state: State) -> None:
        gone = slots(state)
        state.decks = {name: deck for name, deck in state.decks.items() if name not in gone}


def slots(state: State) -> list[str]:
    """The slots of the Path, the Origin card first."""
    found: list[str] = []
    while (name := f"{SLOT}{len(found) + 1}") in state.decks:
        found.append(name)
    return found


def path(game: Game) -> list[str]:
    """The slots of the Path, the Origin card first."""
    return slots(game.state)


def concealed(game: Game) -> bool:
    """Whether she is Concealed: she stands, but her figure is not on the board."""
    body = game.state.killers[VOLKAR]
    return body.status == "up" and not body.at


# --- the cards


@HOOKS.react("before_item_decks", VOLKAR)
def _make_movement_deck(game: Game, _: str) -> None:
    cards = game.rules.pile(game.rules.killer.film, "killer", "movement")
    _new_deck(game, DECK, cards)


def _new_deck(game: Game, pool: str, cards: list[str]) -> None:
    decks.make_pool(game, pool, cards)
    decks.change(game, DECK, Deck(pool, len(cards)))


def _reshuffle(game: Game) -> None:
    """The discard pile becomes the new deck; cards still facedown in the Path keep the pool they came from (G-20)."""
    pile = game.marked(DISCARD, [])
    number = sum(pool.startswith(DECK) for pool in game.state.pools)
    game.mark(DISCARD, [])
    _new_deck(game, f"{DECK}-{number + 1}", pile)


def discard(game: Game, card: str) -> None:
    """Put a Movement card on the discard pile."""
    game.mark(DISCARD, [*game.marked(DISCARD, []), card])


def _ready(game: Game) -> bool:
    if not decks.size(game, DECK):
        _reshuffle(game)
    return bool(decks.size(game, DECK))


def lay_facedown(game: Game, slot: str) -> None:
    """Lay the next Movement card facedown into a slot: it stays undecided."""
    if not _ready(game):
        return
    deck = game.state.decks[DECK].copy()
    deck.blanks -= 1
    decks.change(game, DECK, deck)
    game.tell(DeckMade(slot, deck.parent, 1))
    game.tell(DeckShown(slot, 1))


def lay_faceup(game: Game, slot: str) -> str:
    """Lay the next Movement card faceup into a slot."""
    if not _ready(game):
        return ""
    card = decks.draw_top(game, DECK)
    game.tell(DeckMade(slot, game.state.decks[DECK].parent, 0))
    decks.put_on_top(game, slot, card, faceup=True)
    return card


# --- building


def conceal(game: Game) -> None:
    """She becomes Concealed: one Origin marker in her space, her figure onto the Finale card (G-11)."""
    at = game.state.killers[VOLKAR].at
    game.tell(TokenPlaced(ORIGIN, at))
    game.tell(KillerHid(VOLKAR))
    game.react("after_concealed", at)


def add_hidden(game: Game) -> None:
    """The crossed eye: a facedown card is added; if she is Visible, she becomes Concealed with it as Origin card."""
    if game.marked(RESOLVING) or game.state.killers[VOLKAR].status != "up":
        return
    if not concealed(game):
        conceal(game)
    place = len(path(game)) + 1
    lay_facedown(game, f"{SLOT}{place}")
    game.tell(PathExtended(place))


def add_open(game: Game) -> None:
    """The eye: a faceup card is added. RULING: with no Path (she is Visible) it does nothing."""
    if concealed(game):
        place = len(path(game)) + 1
        game.tell(PathExtended(place, lay_faceup(game, f"{SLOT}{place}")))


@word("path-down", r"path down", "path down")
def _path_down(game: Game, _: Effect) -> None:
    """Add a facedown Movement card to the Volk'ar's Path; a Visible Volk'ar becomes Concealed."""
    add_hidden(game)


@word("path-up", r"path up", "path up")
def _path_up(game: Game, _: Effect) -> None:
    """Add a faceup Movement card to the Volk'ar's Path."""
    add_open(game)


# --- tracking


def unseen(game: Game, slot: str) -> bool:
    """Whether the card of a slot is still facedown and unknown."""
    return game.state.decks[slot].blanks > 0


def track(game: Game, slot: str) -> None:
    """Look at a facedown card; it stays in its place, known to the player."""
    card = decks.draw_top(game, slot)
    decks.put_on_top(game, slot, card, faceup=False)
    game.tell(CardsSeen(slot, [card]))


def _trackable(game: Game, what: str) -> list[str]:
    row = path(game)
    return [slot for slot in (row[:1] if what == "origin" else row[1:]) if unseen(game, slot)]


@word(
    "track",
    r"track (?P<a>origin|[0-9])",
    "track 2",
    lambda game, effect: VOLKAR in game.state.killers and bool(_trackable(game, effect.args[0])),
)
def _track(game: Game, effect: Effect) -> None:
    """Look at the Origin card, or at that many other facedown cards of the Path (as many as there are; G-21)."""
    for _ in range(1 if effect.args[0] == "origin" else int(effect.args[0])):
        open_slots = _trackable(game, effect.args[0])
        if not open_slots:
            return
        track(game, game.choose("track", [f"track:{slot}" for slot in open_slots])[6:])
