"""Items of Station 2891 that do more than their icons say: dogs, kit, crucifix, list, dice, skates."""

from engine.core import decks
from engine.core.facts import CardsSeen, ItemUsed
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.rules.attack import Incoming
from engine.rules.health import GIRL, hurt_killer, on_board
from engine.rules.items import gain_item, item_decks, lose_item
from engine.rules.rolls import Roll, horror_roll, reroll
from engine.rules.tracks import lose_time

HOOKS = Hooks()
LOCATION = "station-2891"
RADIO = "two-way-radio#1"


# --- set-up: the radio


@HOOKS.modify("item_pool", LOCATION)
def _one_radio_less(_game: Game, _: str, items: list[str]) -> list[str]:
    return [item for item in items if item != RADIO]


@HOOKS.react("before_item_decks", LOCATION)
def _radio_from_the_start(game: Game, _: str) -> None:
    gain_item(game, RADIO)


# --- the dogs


def _dog_hits(game: Game, killer: str) -> None:
    hurt_killer(game, killer, 1)
    game.react("after_item_damage", killer)


def _prey(game: Game) -> list[str]:
    near = game.rules.graph(game, "girl").distances(game.state.girl.at)
    return [killer for killer in on_board(game) if near.get(game.state.killers[killer].at, 9) <= 1]


@HOOKS.react("offer_action", "char")
def _may_fetch(game: Game, card: str) -> list[str]:
    return _prey(game) if game.state.time >= 1 and not game.marked(f"{card}.used") else []


@HOOKS.react("use", "char")
def _fetch(game: Game, card: str, killer: str) -> None:
    game.mark(f"{card}.used", True, "turn")
    game.tell(ItemUsed(card))
    lose_time(game, 1)
    die = game.roll(card, 1)[0]
    if die == 1:
        lose_item(game, card)
    elif die >= 3:
        _dog_hits(game, killer)


@HOOKS.react("offer_reaction", "thule")
def _may_defend(game: Game, card: str, incoming: Incoming) -> bool:
    return incoming.damage > 0 and not game.marked(f"{card}.used")


@HOOKS.react("use_as_reaction", "thule")
def _defend(game: Game, card: str, incoming: Incoming) -> None:
    game.mark(f"{card}.used", True, "turn")
    game.tell(ItemUsed(card))
    incoming.damage -= 1
    die = game.roll(card, 1)[0]
    if die == 1:
        lose_item(game, card)
    elif die >= 5:
        _dog_hits(game, incoming.killer)


# --- the others


@HOOKS.modify("frostbitten", "station-flamethrower", stage="cap")
def _warm(_game: Game, _: str, pieces: list[str]) -> list[str]:
    return [piece for piece in pieces if piece != GIRL]


@HOOKS.modify("girl_healed", "station-first-aid-kit")
def _bandage(game: Game, _: str, amount: int) -> int:
    card = game.rules.cards.get(game.source)
    return amount + (card is not None and card.kind == "action")


@HOOKS.react("instead_of_terror_card", "crucifix")
def _hold_up(game: Game, card: str, terror: str) -> bool:
    if game.choose("crucifix", ["keep", f"use:{card}"], card=terror) == "keep":
        return False
    lose_item(game, card)
    return True


@HOOKS.react("when_gained", "list-of-things")
def _read_list(game: Game, card: str) -> None:
    successes, _ = horror_roll(game, card)
    lose_item(game, card)
    full = [f"deck:{deck}" for deck in item_decks(game) if decks.size(game, deck)]
    if successes and full:
        _look_through(game, game.choose("pick-deck", full)[5:], take=successes > 1)


def _look_through(game: Game, deck: str, *, take: bool) -> None:
    cards = decks.all_cards(game, deck)
    game.tell(CardsSeen(deck, cards))
    chosen = game.choose("keep-item", [f"keep:{card}" for card in sorted(cards)], deck=deck)[5:]
    while decks.size(game, deck):
        decks.draw_top(game, deck)
    decks.shuffle(game, deck, [card for card in cards if card != chosen])
    if take:
        decks.turn_top_up(game, deck)
        gain_item(game, chosen)
    else:
        decks.put_on_top(game, deck, chosen, faceup=True)


@HOOKS.react("offer_on_roll", "lucky-dice")
def _may_shake(_game: Game, _: str, _roll: Roll) -> bool:
    return True


@HOOKS.react("use_on_roll", "lucky-dice")
def _shake(game: Game, card: str, roll: Roll) -> None:
    """Any of the dice: chosen one after another, then rolled together."""
    lose_item(game, card)
    chosen: list[int] = []
    while left := [at for at in range(len(roll.dice)) if at not in chosen]:
        options = [f"die:{at}" for at in left] + (["done"] if chosen else [])
        answer = game.choose("lucky-dice", options, dice=roll.dice[:], converted=roll.converted[:])
        if answer == "done":
            break
        chosen.append(int(answer[4:]))
    reroll(game, roll, chosen)


@HOOKS.modify("girl_move", "roller-skates")
def _skate(game: Game, _: str, spaces: int) -> int:
    inside = "indoors" in game.rules.board.spaces[game.state.girl.at].areas
    return spaces + (inside and game.source in ("walk", "sprint"))
