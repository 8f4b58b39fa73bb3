"""Uki and Kate: ultimates and bonus Items."""

from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.panic_at_station_2891.frostbite import Frostbitten, bitten
from engine.rules.attack import Attack
from engine.rules.health import GIRL
from engine.rules.items import use_item
from engine.rules.movement import follows
from engine.rules.tracks import gain_time, lower_horror
from engine.rules.victims import at, move_victim, one_of_each

HOOKS = Hooks()
ORDERS = 3


# --- Uki


@HOOKS.modify("conversion", "uki", stage="cap")
def _steady(_game: Game, _: str, _cards: int) -> int:
    return 1


@HOOKS.react("after_attack", "ulu")
def _quick(game: Game, card: str, attack: Attack) -> None:
    if attack.weapon == card and attack.dealt:
        gain_time(game, 1)


# --- Kate


def _orders(game: Game, sent: list[str]) -> list[str]:
    """`lead:VICTIM:SPACE` for everyone near her who was not sent yet."""
    here = game.state.girl.at
    graph = game.rules.graph(game, "victim")
    options = []
    for space in (here, *game.rules.graph(game, "adjacent").steps[here]):
        near = [victim for victim in at(game, space) if victim not in sent]
        for victim in one_of_each(near).values():
            options += [f"lead:{victim}:{to}" for to in graph.steps[space] if follows(game, victim, to)]
    return options


@HOOKS.react("offer_action", "kate")
def _may_lead(game: Game, card: str) -> list[str]:
    return [""] if not game.marked(f"{card}.led") and _orders(game, []) else []


@HOOKS.react("use", "kate")
def _lead(game: Game, card: str) -> None:
    game.mark(f"{card}.led", True, "turn")
    sent: list[str] = []
    while len(sent) < ORDERS and (options := _orders(game, sent)):
        chosen = game.choose("lead", [*options, "done"], left=ORDERS - len(sent))
        if chosen == "done":
            return
        _, victim, to = chosen.split(":")
        sent.append(victim)
        move_victim(game, victim, to)


@HOOKS.react("offer_action", "thermos")
def _may_drink(game: Game, card: str) -> list[str]:
    return [""] if game.state.uses.get(card) else []


@HOOKS.react("use", "thermos")
def _drink(game: Game, card: str) -> None:
    use_item(game, card)
    lower_horror(game, 1)
    gain_time(game, 1)
    if GIRL in bitten(game):
        game.tell(Frostbitten([piece for piece in bitten(game) if piece != GIRL]))
