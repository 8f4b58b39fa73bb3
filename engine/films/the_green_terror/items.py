"""Pesadilla Verde's Items that do more than their icons say."""

from engine.core.facts import Rolled, TokenPlaced, TokenRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.ids import base
from engine.films.the_green_terror.river import PLACE
from engine.films.the_green_terror.soldiers import CUBES, order_move, posts
from engine.rules.attack import BARE, Attack, Incoming, aim, land, targets_in
from engine.rules.hand import discard_cards, hand_size
from engine.rules.health import hurt_killer
from engine.rules.items import lose_item, use_item
from engine.rules.tracks import lose_time, raise_horror
from engine.rules.victims import at, kill_victim, pick_victim

HOOKS = Hooks()
TRAP = "booby-trap-token"
MUD = "river-mud"
BOW, GRENADE, GUN = "compound-bow", "grenade", "mini-gun"
SHOT_TIME = 2
GUN_CARDS = 2
GUN_DICE = 6


def within(game: Game, low: int, high: int) -> list[str]:
    """`KILLER:SPACE` for every Enemy that far from the girl."""
    return targets_in(game, [space for space, far in sorted(aim(game).items()) if low <= far <= high])


def fire(game: Game, item: str, target: str, damage: int) -> None:
    """An attack with an Item alone; on an Enemy that is not seen it is a guess."""
    killer, space = target.split(":")
    attack = Attack(base(item), killer, BARE, "" if game.state.killers[killer].at == space else space)
    game.react("attack_declared", attack)
    if damage:
        land(game, attack, damage)
    game.react("after_attack", attack)


# --- weapons


@HOOKS.modify("attack_damage", "bowie-knife")
def _both_knives(_game: Game, card: str, amount: int, attack: Attack | Incoming) -> int:
    """A Bowie Knife in the other hand joins in (G-40)."""
    return amount + (attack.weapon != card and base(attack.weapon) == "bowie-knife")


@HOOKS.react("offer_action", BOW)
def _may_shoot(game: Game, _: str) -> list[str]:
    return within(game, 1, 2) if game.state.time >= SHOT_TIME else []


@HOOKS.react("use", BOW)
def _shoot(game: Game, item: str, target: str) -> None:
    lose_time(game, SHOT_TIME)
    use_item(game, item)
    fire(game, item, target, 1)


@HOOKS.react("offer_action", GRENADE)
def _may_throw(game: Game, _: str) -> list[str]:
    return [] if game.state.time < 0 else within(game, 0, 1)


@HOOKS.react("use", GRENADE)
def _throw(game: Game, item: str, target: str) -> None:
    """2 damage to every Enemy in the space, the one aimed at last; one Victim there dies."""
    space = target.split(":")[1]
    lose_item(game, item)
    others = [other for other in targets_in(game, [space]) if other != target]
    if victims := at(game, space):
        kill_victim(game, pick_victim(game, "killed-victim", victims), item)
    for other in (*others, target):
        fire(game, item, other, 2)


@HOOKS.react("offer_action", GUN)
def _may_spray(game: Game, _: str) -> list[str]:
    return within(game, 0, 1) if game.state.time >= SHOT_TIME and hand_size(game) >= GUN_CARDS else []


@HOOKS.react("use", GUN)
def _spray(game: Game, item: str, target: str) -> None:
    lose_time(game, SHOT_TIME)
    discard_cards(game, GUN_CARDS, "mini-gun")
    use_item(game, item)
    dice = game.roll(GUN, GUN_DICE)
    game.tell(Rolled(GUN, dice))
    for _ in range(dice.count(1)):
        if victims := at(game, target.split(":")[1]):
            kill_victim(game, pick_victim(game, "killed-victim", victims), item)
    fire(game, item, target, sum(die >= 5 for die in dice))


@HOOKS.react("offer_action", "booby-trap")
def _may_set(game: Game, _: str) -> list[str]:
    return [""]


@HOOKS.react("use", "booby-trap")
def _set(game: Game, item: str) -> None:
    lose_item(game, item)
    game.tell(TokenPlaced(TRAP, game.state.girl.at))


@HOOKS.react("after_killer_moves", TRAP)
def _trapped(game: Game, token: str, killer: str, to: str) -> bool:
    """Damage, and the movement ends."""
    if to != game.state.tokens[token]:
        return False
    game.tell(TokenRemoved(token))
    hurt_killer(game, killer, 2)
    game.react("after_item_damage", killer)
    return True


# --- the Soldiers' gear


@HOOKS.react("offer_action", "backpack-radio")
def _may_call(game: Game, card: str) -> list[str]:
    return sorted(game.marked(CUBES, {})) if game.state.time >= 1 and not game.marked(card) else []


@HOOKS.react("use", "backpack-radio")
def _call(game: Game, card: str, row: str) -> None:
    game.mark(card, True, "turn")
    lose_time(game, 1)
    game.mark(CUBES, {other: square for other, square in game.marked(CUBES).items() if other != row})


@HOOKS.react("offer_action", "walkie-talkies")
def _may_talk(game: Game, card: str) -> list[str]:
    return posts(game) if game.state.time >= 1 and not game.marked(card) else []


@HOOKS.react("use", "walkie-talkies")
def _talk(game: Game, card: str, space: str) -> None:
    game.mark(card, True, "turn")
    lose_time(game, 1)
    order_move(game, space)


# --- protection


@HOOKS.modify("bitten", "wet-suit", stage="cap")
def _thick_skin(_game: Game, _: str, _bitten: bool) -> bool:
    return False


@HOOKS.react("offer_reaction", "cursed-idol")
def _may_plead(_game: Game, _: str, incoming: Incoming) -> bool:
    return incoming.damage > 0


@HOOKS.react("use_as_reaction", "cursed-idol")
def _plead(game: Game, item: str, incoming: Incoming) -> None:
    lose_item(game, item)
    incoming.damage = 0
    raise_horror(game, 2)


@HOOKS.react("do", MUD)
def _smear(game: Game, _: str) -> None:
    game.mark(MUD, True, "turn")


@HOOKS.modify("damage_to_girl", PLACE, stage="cap")
def _hidden_by_mud(game: Game, _: str, damage: int, _killer: str) -> int:
    return max(0, damage - 2) if game.marked(MUD) else damage


@HOOKS.modify("girl_healed", "pesadilla-first-aid-kit")
def _bandage(game: Game, _: str, health: int) -> int:
    card = game.rules.cards.get(game.source)
    return health + (health > 0 and card is not None and card.kind == "action")
