"""Supplies that lie open, crafting, and the Crafted Items (rulebook A Knock at the Door, Supply and Crafted Items)."""

from engine.core.decks import draw_from_pool, make_pool
from engine.core.facts import CardLaidOut, CardTakenUp, PoolDrawn
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.knock_at_the_door.items import blast, may_blast, shoot, within
from engine.rules.action import ACTIONS
from engine.rules.attack import Attack, Incoming, targets_in
from engine.rules.hand import discard_cards
from engine.rules.health import hurt_girl, hurt_killer
from engine.rules.items import gain_item, held, lose_item, use_item
from engine.rules.tracks import lose_time

HOOKS = Hooks()
LOCATION = "wingard-cottage"
FACEUP = 4
"""Crafted Items that lie faceup at the start; none is added when one is crafted (RULING K-25)."""
SUPPLIES = ("discarded-tools", "nails", "rope", "wood")
CRAFTED = (
    "disemboweler",
    "nail-bat",
    "nail-trap",
    "nailgun",
    "porcupine",
    "sawed-off-shotgun",
    "snare",
    "spear",
    "spiked-slingshot",
    "the-obliterator",
)
STAND_INS = {"discarded-tools": "chisel"}


@HOOKS.react("before_item_decks", LOCATION)
def _lay_out(game: Game, _: str) -> None:
    """Four Supplies faceup; the Crafted Items shuffled and four of them dealt faceup."""
    for supply in SUPPLIES:
        game.tell(CardLaidOut(supply))
    make_pool(game, "crafted", list(CRAFTED))
    for _i in range(FACEUP):
        turn_one_up(game)


def turn_one_up(game: Game) -> None:
    """Turn one more Crafted Item faceup, if any is left."""
    if game.state.pools["crafted"]:
        game.tell(CardLaidOut(draw_from_pool(game, "crafted")))


@HOOKS.react("after_item_lost", LOCATION)
def _back_into_the_open(game: Game, _: str, item: str) -> None:
    """Discarded Supplies and Crafted Items lie open again."""
    if item in SUPPLIES or item in CRAFTED:
        game.tell(CardLaidOut(item))


# --- gaining and crafting


@HOOKS.modify("more_actions", LOCATION)
def _offer(game: Game, _: str, options: list[str]) -> list[str]:
    shown = game.state.shown
    gather = [f"gather:{card}" for card in shown if card in SUPPLIES and may_gather(game, card)]
    if not game.state.items:
        return [*options, *gather]
    return [*options, *gather, *(f"craft:{card}" for card in shown if card in CRAFTED and may_craft(game, card))]


def supply_time(game: Game) -> int:
    """Time that a Supply costs now."""
    return int(game.modify("supply_time", 1))


def may_gather(game: Game, supply: str) -> bool:
    """Whether she stands where this Supply is found and can pay for it."""
    at = game.rules.cards[supply].face.values["at"]
    return game.state.girl.at == at and game.state.time >= supply_time(game)


def gather(game: Game, supply: str) -> None:
    """Gain a Supply for 1 Time, on its space; not while passing."""
    game.source = supply
    lose_time(game, supply_time(game))
    take_supply(game, supply)


def take_supply(game: Game, supply: str) -> None:
    """An open Supply goes into the backpack."""
    game.tell(CardTakenUp(supply))
    gain_item(game, supply)


def crafting_time(game: Game, card: str) -> int:
    """Time that crafting costs now."""
    return max(0, int(game.modify("crafting_time", game.rules.cards[card].face.time)))


def fitting(game: Game, need: str) -> list[str]:
    """The girl's Items that can serve as one ingredient."""
    return held(game, need) + (held(game, STAND_INS[need]) if need in STAND_INS else [])


def may_craft(game: Game, card: str) -> bool:
    """Whether she has everything and enough Time (RULING K-27)."""
    needs = game.rules.cards[card].face.needs
    return all(fitting(game, need) for need in needs) and game.state.time >= crafting_time(game, card)


def craft(game: Game, card: str) -> None:
    """Craft: pay Time, discard the ingredients, gain the Crafted Item; uses of an ingredient carry over."""
    game.source = card
    face = game.rules.cards[card].face
    lose_time(game, crafting_time(game, card))
    used = [_ingredient(game, card, need) for need in face.needs]
    carried = [game.state.uses[item] for item in used if item in game.state.uses] if face.uses else []
    game.tell(CardTakenUp(card))
    for item in used:
        lose_item(game, item)
    gain_item(game, card, carried[0] if carried else None)


def _ingredient(game: Game, card: str, need: str) -> str:
    return game.choose("ingredient", [f"with:{item}" for item in fitting(game, need)], card=card)[5:]


@HOOKS.modify("option_says", LOCATION)
def _price(game: Game, _: str, says: list[list[object]], verb: str, things: list[str]) -> list[list[object]]:
    """What an option to gather or craft costs, for people who look at it."""
    if verb not in ("gather", "craft"):
        return says
    time = supply_time(game) if verb == "gather" else crafting_time(game, things[0])
    return [*says, ["T-", time]] if time else says


ACTIONS["gather"] = gather
ACTIONS["craft"] = craft


# --- blueprints


@HOOKS.react("offer_action", "blueprint")
def _may_look(game: Game, _: str) -> list[str]:
    return [""] if game.state.pools["crafted"] else []


@HOOKS.react("use", "blueprint")
def _look(game: Game, card: str) -> None:
    """Look through the facedown Crafted Items and turn one of them faceup."""
    use_item(game, card)
    lose_item(game, card)
    found = game.choose("blueprint", [f"show:{crafted}" for crafted in game.state.pools["crafted"]])[5:]
    game.tell(PoolDrawn("crafted", found))
    game.tell(CardLaidOut(found))


# --- what Crafted Items do


@HOOKS.react("offer_action", "nailgun")
def _may_nail(game: Game, card: str) -> list[str]:
    if card not in game.state.items or game.state.time < 1:
        return []
    return targets_in(game, within(game, 1))


@HOOKS.react("use", "nailgun")
def _nail(game: Game, card: str, target: str) -> None:
    """For 1 Time: 1 damage to an Enemy up to 1 space away."""
    lose_time(game, 1)
    use_item(game, card)
    shoot(game, card, target, 1)


@HOOKS.react("offer_action", "sawed-off-shotgun")
def _may_fire(game: Game, card: str) -> list[str]:
    return [""] if may_blast(game, card, 1) else []


@HOOKS.react("use", "sawed-off-shotgun")
def _fire(game: Game, card: str) -> None:
    discard_cards(game, 1)
    blast(game, card)


@HOOKS.react("offer_reaction", "porcupine")
def _may_block(game: Game, card: str, incoming: Incoming) -> bool:
    return card in game.state.items and incoming.damage > 0 and card not in incoming.used


@HOOKS.react("use_as_reaction", "porcupine")
def _block(game: Game, card: str, incoming: Incoming) -> None:
    """Prevent 1 damage and deal 1 to the attacker."""
    incoming.used.append(card)
    incoming.damage -= 1
    use_item(game, card)
    hurt_killer(game, incoming.killer, 1)
    game.react("after_item_damage", incoming.killer)


@HOOKS.modify("girl_move", "the-obliterator", stage="cap")
def _heavy(game: Game, card: str, spaces: int) -> int:
    return max(min(spaces, 1), spaces - 1) if card in game.state.items else spaces


@HOOKS.modify("weapon_on_reaction", "the-obliterator", stage="cap")
def _too_slow(_game: Game, card: str, may: bool, item: str) -> bool:
    return may and item != card


@HOOKS.react("after_attack", "the-obliterator")
def _recoil(game: Game, card: str, attack: Attack) -> None:
    """1 health for each 1 in the final roll (K-28)."""
    if attack.weapon == card:
        hurt_girl(game, attack.dice.count(1))
