"""The Items of Wingard Cottage that need more than icons, and weapons that fire without an Action card."""

from functools import cache

from engine.cards.notation import Lines, parse, resolve
from engine.core import decks
from engine.core.facts import Rolled
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.rules.attack import Attack, Incoming, aim, land, targets_in
from engine.rules.hand import discard_cards, hand_size
from engine.rules.health import lose_power
from engine.rules.items import item_decks, lose_item, use_item
from engine.rules.rolls import horror_roll

HOOKS = Hooks()
INDOORS = "indoors"


def within(game: Game, spaces: int) -> list[str]:
    """Spaces in the girl's reach."""
    return [space for space, distance in aim(game).items() if distance <= spaces]


def shoot(game: Game, item: str, target: str, damage: int) -> None:
    """An Item deals damage without an Action card. `target`: KILLER:SPACE as in `targets_in`."""
    killer, _, space = target.partition(":")
    seen = game.state.killers[killer].at == space
    attack = Attack(item, killer, at="" if seen else space)
    game.react("attack_declared", attack)
    land(game, attack, damage)
    game.react("after_item_damage", killer)
    game.react("after_attack", attack)


def area(game: Game, name: str) -> bool:
    """Whether the girl is in an area of the board."""
    return name in game.rules.board.spaces[game.state.girl.at].areas


# --- shotguns


def may_blast(game: Game, card: str, cards: int) -> bool:
    """Once per turn, with enough Action cards to discard and an Enemy in her space."""
    if card not in game.state.items or game.marked(f"{card}.fired") or hand_size(game) < cards:
        return False
    return bool(targets_in(game, [game.state.girl.at]))


def blast(game: Game, card: str) -> list[int]:
    """Six dice: 1 damage per success to each Enemy in her space. Returns the dice."""
    game.mark(f"{card}.fired", True, "turn")
    dice = game.roll(card, 6)
    damage = sum(die >= 5 for die in dice)
    game.tell(Rolled(card, dice, damage))
    use_item(game, card)
    for target in targets_in(game, [game.state.girl.at]) if damage else []:
        shoot(game, card, target, damage)
    return dice


@HOOKS.react("offer_action", "shotgun")
def _may_fire(game: Game, card: str) -> list[str]:
    return [""] if may_blast(game, card, 2) else []


@HOOKS.react("use", "shotgun")
def _fire(game: Game, card: str) -> None:
    """Discard 2 Action cards; the gun is lost if half of the dice or more are blank."""
    discard_cards(game, 2)
    dice = blast(game, card)
    if card in game.state.items and sum(die <= 2 for die in dice) >= 3:
        lose_item(game, card)


# --- weapons


@HOOKS.modify("attack_options", "blender")
def _needs_a_socket(game: Game, card: str, options: list[str], _name: str) -> list[str]:
    return options if area(game, INDOORS) else [option for option in options if option.split(":")[2] != card]


@HOOKS.modify("weapon_on_reaction", "blender")
def _needs_a_socket_too(game: Game, card: str, may: bool, item: str) -> bool:
    return may and (item != card or area(game, INDOORS))


@HOOKS.modify("attack_damage", "blender", stage="cap")
def _doubled(_game: Game, card: str, damage: int, attack: Attack | Incoming) -> int:
    return damage * 2 if attack.weapon == card else damage


@HOOKS.modify("attack_damage", "fireplace-poker")
def _riposte(_game: Game, card: str, damage: int, attack: Attack | Incoming) -> int:
    return damage + (attack.weapon == card and isinstance(attack, Incoming))


@HOOKS.react("after_attack", "wooden-bat")
def _knock_out(game: Game, card: str, attack: Attack) -> None:
    """After an attack with it that dealt damage it may be discarded to remove a Minor Dark Power."""
    if attack.weapon != card or not attack.struck or not game.state.powers or card not in game.state.items:
        return
    chosen = game.choose("remove-power", ["keep", *(f"power:{power}" for power in game.state.powers)], item=card)
    if chosen != "keep":
        lose_item(game, card)
        lose_power(game, chosen[6:])


# --- the rest


@HOOKS.modify("girl_healed", "first-aid-kit")
def _bandages(game: Game, _: str, health: int) -> int:
    card = game.rules.cards.get(game.source)
    return health + (health > 0 and card is not None and card.kind == "action")


@HOOKS.react("offer_reaction", "trashcan-lid")
def _may_block(_game: Game, card: str, incoming: Incoming) -> bool:
    return incoming.damage > 0 and card not in incoming.used


@HOOKS.react("use_as_reaction", "trashcan-lid")
def _block(game: Game, card: str, incoming: Incoming) -> None:
    """Prevent 1 damage, once per attack."""
    incoming.used.append(card)
    incoming.damage -= 1
    use_item(game, card)


@cache
def _lucky() -> Lines:
    return parse("T+2 | heal 1 | H-1 | move 1", "items.py", "lucky-rabbits-foot", "text")


@HOOKS.react("do", "lucky-rabbits-foot")
def _luck(game: Game, card: str) -> None:
    """A Horror roll: for each success one of four good things."""
    successes, _ = horror_roll(game, card)
    for _i in range(successes):
        resolve(game, _lucky(), card)


@HOOKS.react("do", "map")
def _read_map(game: Game, _: str) -> None:
    """For each Item deck: turn a facedown top card up, or remove a faceup one and turn the next."""
    for deck in item_decks(game):
        top = decks.top_card(game, deck)
        if top:
            if game.choose("map", [f"keep:{top}", f"remove:{top}"], deck=deck) == f"keep:{top}":
                continue
            decks.discard_top(game, deck)
        decks.turn_top_up(game, deck)
