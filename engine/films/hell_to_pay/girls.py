"""Kenzie and Christie: ultimates and bonus Items."""

from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.rules.attack import Attack, Incoming
from engine.rules.hand import discard_cards, hand_size
from engine.rules.health import hurt_girl
from engine.rules.items import lose_item
from engine.rules.rolls import Roll

HOOKS = Hooks()
PRICE = 2
"""Action cards that Christie gives for a life."""

# --- Kenzie: pain is fuel


@HOOKS.react("offer_on_roll", "kenzie")
def _may_bleed(game: Game, card: str, roll: Roll) -> bool:
    return game.state.girl.health > 1 and roll.successes(game) < len(roll.dice) and not game.marked(f"{card}.bled")


@HOOKS.react("use_on_roll", "kenzie")
def _bleed(game: Game, card: str, roll: Roll) -> None:
    game.mark(f"{card}.bled", True, "turn")
    hurt_girl(game, 1)
    roll.converted.append(next(i for i in range(len(roll.dice)) if not roll.success(game, i)))


@HOOKS.modify("attack_damage", "straight-razor")
def _desperate(game: Game, card: str, amount: int, attack: Attack | Incoming) -> int:
    girl = game.state.girl
    return amount + (attack.weapon == card and girl.max - girl.health >= 3)


# --- Christie: nobody else dies


@HOOKS.react("instead_of_death", "christie")
def _shield(game: Game, _: str, victim: str, by: str) -> bool:
    near = game.rules.graph(game, "adjacent").distance(game.state.girl.at, game.state.victims[victim])
    if near > 1 or hand_size(game) < PRICE:
        return False
    if game.choose("shield", ["let-die", "shield"], victim=victim, by=by) == "let-die":
        return False
    discard_cards(game, PRICE, "shield-cost")
    return True


@HOOKS.react("offer_reaction", "silver-cross")
def _may_raise(game: Game, _: str, incoming: Incoming) -> bool:
    return incoming.damage > 0


@HOOKS.react("use_as_reaction", "silver-cross")
def _raise(game: Game, card: str, incoming: Incoming) -> None:
    lose_item(game, card)
    incoming.damage = 0
