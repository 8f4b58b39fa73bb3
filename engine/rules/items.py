"""Items: two hands, a backpack, uses (core rules 7), and where a lost Item goes."""

from engine.cards.notation import Effect, possible, resolve, word
from engine.core import decks
from engine.core.content import Card
from engine.core.facts import ItemGained, ItemLost, ItemSlotted, ItemUsed
from engine.core.game import Game
from engine.core.ids import base

HANDS = 2


def card_of(game: Game, item: str) -> Card:
    """The card of an Item."""
    return game.rules.card(item)


def free_hands(game: Game) -> int:
    """Hands that hold nothing."""
    return HANDS - sum(card_of(game, i).face.hands for i, slot in game.state.items.items() if slot == "hand")


def active(game: Game, item: str) -> bool:
    """Whether an Item the girl has works now: in hand, or one that needs no hand."""
    slot = game.state.items.get(item)
    return slot is not None and (slot == "hand" or not card_of(game, item).face.hands)


def held(game: Game, name: str) -> list[str]:
    """The girl's Items of a name, copies included."""
    return [item for item in game.state.items if base(item) == name]


def gain_item(game: Game, item: str, uses: int | None = None) -> None:
    """Take an Item: into the backpack; hands and backpack may then be re-sorted. `uses` overrides the card's."""
    face = card_of(game, item).face
    game.tell(ItemGained(item, "pack", face.uses if uses is None else uses))
    game.handle(item, "when_gained")
    game.react("after_item_gained", item)
    if item in game.state.items and worth_arranging(game):
        arrange(game)


def arrange(game: Game) -> None:
    """Re-sort hands and backpack; each Item is moved at most once."""
    moved: list[str] = []
    while options := _moves(game, moved):
        chosen = game.choose("arrange", [*options, "done"], free=free_hands(game))
        if chosen == "done":
            return
        verb, _, item = chosen.partition(":")
        moved.append(item)
        game.tell(ItemSlotted(item, "hand" if verb == "equip" else "pack"))
        game.react("after_arranged", item)


def worth_arranging(game: Game) -> bool:
    """Whether any Item that needs a hand lies in the backpack."""
    return any(slot == "pack" and card_of(game, item).face.hands for item, slot in game.state.items.items())


def _moves(game: Game, moved: list[str]) -> list[str]:
    free = free_hands(game)
    options = []
    packed = False
    for item, slot in game.state.items.items():
        hands = card_of(game, item).face.hands
        if not hands or item in moved:
            continue
        packed = packed or slot == "pack"
        if slot == "pack" and hands <= free and game.modify("may_equip", True, item):
            options.append(f"equip:{item}")
        elif slot == "hand":
            options.append(f"stow:{item}")
    equips = any(option.startswith("equip") for option in options)
    return options if packed or equips or moved else []


def lose_item(game: Game, item: str) -> None:
    """An Item is discarded."""
    if not game.modify("may_lose_item", True, item):
        return
    game.tell(ItemLost(item))
    game.handle(item, "when_lost")
    game.react("after_item_lost", item)


def use_item(game: Game, item: str) -> None:
    """Spend one use; the Item is discarded with its last. One without uses is not changed."""
    left = game.state.uses.get(item, 0)
    game.tell(ItemUsed(item, max(0, left - 1)))
    if left == 1:
        lose_item(game, item)


def use_options(game: Game) -> list[str]:
    """`use:` options of the Action phase: Items that can be discarded for an effect, and what cards offer."""
    options = []
    for item in game.state.items:
        card = game.rules.card(item)
        if card.discard and active(game, item) and any(possible(game, line) for line in card.discard):
            options.append(f"use:{item}")
    for source, hook in game.reactions("offer_action"):
        options += [f"use:{source}:{what}" if what else f"use:{source}" for what in hook(game, source)]
    return options


def use(game: Game, chosen: str) -> None:
    """Carry out a `use:` option."""
    item, _, what = chosen.partition(":")
    game.source = item
    if item in game.state.items and card_of(game, item).discard and not what:
        game.tell(ItemUsed(item))
        lose_item(game, item)
        resolve(game, card_of(game, item).discard, item)
    else:
        game.handle(item, "use", *([what] if what else []))


# --- item decks


def item_decks(game: Game) -> list[str]:
    """Spaces that have an Item deck."""
    return [space for space in game.rules.location.item_decks if space in game.state.decks]


def take_top_item(game: Game, deck: str) -> str | None:
    """Take the top Item of a deck; an empty deck gives nothing."""
    if not decks.size(game, deck):
        return None
    item = decks.draw_top(game, deck)
    gain_item(game, item)
    return item


@word("item", r"item any", "item any", lambda game, _: any(decks.size(game, deck) for deck in item_decks(game)))
def _any_item(game: Game, _: Effect) -> None:
    """Take the top Item of any deck."""
    full = [f"deck:{deck}" for deck in item_decks(game) if decks.size(game, deck)]
    if full:
        take_top_item(game, game.choose("pick-deck", full)[5:])
