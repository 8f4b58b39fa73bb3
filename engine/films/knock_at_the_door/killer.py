"""The Intruders: three Killers of whom one is Active (rulebook A Knock at the Door, The Intruders)."""

from engine.cards.notation import STOP, Effect, word
from engine.core.facts import ActiveChanged, BodySet
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.rules import health
from engine.rules.attack import Attack
from engine.rules.killer_action import act, killer_action, move_killer
from engine.rules.tracks import raise_horror
from engine.rules.victims import at, killer_here

HOOKS = Hooks()


# --- the Active Killer


def make_active(game: Game, killer: str) -> None:
    """The Active Killer token moves to a Killer."""
    if game.state.active != killer:
        game.tell(ActiveChanged(killer))


def shift_active(game: Game, step: int) -> None:
    """The token moves UP (-1) or DOWN (+1) the Killer board, wrapping around, skipping those who do not stand."""
    order = list(game.state.killers)
    position = order.index(game.state.active)
    for _ in order:
        position = (position + step) % len(order)
        if game.state.killers[order[position]].status == "up":
            make_active(game, order[position])
            return


@HOOKS.modify("acting_killers", "intruders", stage="set")
def _only_the_active_one(game: Game, _: str, standing: list[str]) -> list[str]:
    return [killer for killer in standing if killer == game.state.active]


@HOOKS.react("attack_declared", "intruders")
def _attacked_becomes_active(game: Game, _: str, attack: Attack) -> None:
    """The Killer that the girl attacks becomes Active, damaged or not."""
    make_active(game, attack.target)


@HOOKS.react("reaction_attacks", "intruders")
def _answered_becomes_active(game: Game, _: str, killer: str) -> None:
    """A Reaction that shows damage is an attack of hers as well: an attacker that was not Active becomes so."""
    make_active(game, killer)


@HOOKS.react("after_item_damage", "intruders")
def _hurt_by_item_becomes_active(game: Game, _: str, killer: str) -> None:
    """So does one that an Item damages (K-04)."""
    if game.state.killers[killer].status == "up":
        make_active(game, killer)


@HOOKS.react("after_killer_falls", "intruders")
@HOOKS.react("after_killer_dies", "intruders")
def _next_active(game: Game, _: str, killer: str) -> None:
    """When the Active Killer falls, the top-most one that stands is Active."""
    standing = health.standing(game)
    if game.state.active == killer and standing:
        make_active(game, standing[0])


@HOOKS.react("after_killer_revived", "intruders")
def _somebody_is_active(game: Game, _: str, killer: str) -> None:
    if game.state.killers[game.state.active].status != "up":
        make_active(game, killer)


@word("UP", r"UP", "UP")
def _up(game: Game, _: Effect) -> None:
    """The Active Killer token moves up to the next standing Killer."""
    shift_active(game, -1)


@word("DOWN", r"DOWN", "DOWN")
def _down(game: Game, _: Effect) -> None:
    """The Active Killer token moves down to the next standing Killer."""
    shift_active(game, 1)


@word("stop-unless-victims", r"stop unless victims", "stop unless victims")
def _stop_unless_victims(game: Game, _: Effect) -> str | None:
    """With no Victim on the board the rest of this card is not resolved (C-139)."""
    return None if game.state.victims else STOP


# --- Finales


@HOOKS.modify("movement_value", "hunt-sweet-hunt")
def _faster_in_the_house(game: Game, _: str, value: int, killer: str) -> int:
    return value + ("house" in game.rules.board.spaces[game.state.killers[killer].at].areas)


@HOOKS.modify("attack_value", "release-the-beast")
def _stronger(game: Game, _: str, value: int, killer: str) -> int:
    return value + (killer == game.state.active)


@HOOKS.react("upkeep", "youre-gonna-die")
def _dread(game: Game, _: str) -> None:
    if killer_here(game, game.state.girl.at):
        raise_horror(game, 1)


@HOOKS.react("upkeep", "we-know-where-you-live")
def _all_close_in(game: Game, _: str) -> None:
    """All Killers, from the top of the board; the token stays."""
    for killer in health.standing(game):
        move_killer(game, killer, game.state.girl.at, 1)


# --- Dark Powers


@HOOKS.react("after_killer_moves", "maskaphobia")
def _fright(game: Game, card: str, _killer: str, to: str) -> None:
    if to == game.state.girl.at and not game.marked(card):
        game.mark(card, True, "turn")
        raise_horror(game, 1)


@HOOKS.modify("may_buy", "maskaphobia", stage="cap")
def _no_focus(game: Game, _: str, may: bool, card: str) -> bool:
    return may and not (card == "focus" and killer_here(game, game.state.girl.at))


@HOOKS.react("after_victim_dies", "no-remorse")
def _witness(game: Game, _: str, _victim: str, by: str) -> None:
    killer = game.state.killers.get(by)
    if killer is not None:
        near = game.rules.graph(game, "adjacent").distance(game.state.girl.at, killer.at)
        if near <= 1:
            raise_horror(game, 1)


@HOOKS.modify("attack_value", "strength-in-numbers")
def _together(game: Game, _: str, value: int, killer: str) -> int:
    here = game.state.killers[killer].at
    return value + any(game.state.killers[k].at == here for k in health.standing(game) if k != killer)


@HOOKS.react("instead_of_killer_death", "wont-stay-down")
def _back_at_once(game: Game, card: str, killer: str) -> bool:
    """Once: 2 normal health and a random black token from those that are left."""
    if game.marked(f"{card}.used") or not game.state.pools["final-health"]:
        return False
    game.mark(f"{card}.used")
    body = game.state.killers[killer]
    game.tell(BodySet(killer, 3, body.max, "black"))
    return True


# --- Terror cards


@HOOKS.react("do", "go-away")
def _go_away(game: Game, _: str) -> None:
    """Killers with the girl or a Victim take 1 damage, in board order; each one so damaged: near, attack (K-19)."""
    angry = []
    for killer in health.standing(game):
        here = game.state.killers[killer].at
        if (here == game.state.girl.at or at(game, here)) and health.hurt_killer(game, killer, 1):
            angry.append(killer)
    for killer in angry:
        act(game, killer, "near", 0, 1)


@HOOKS.react("killer_phase_begins", "amphetamines")
def _heal_weakest(game: Game, _: str) -> None:
    standing = health.standing(game)
    least = min(game.state.killers[killer].health for killer in standing)
    weakest = [f"heal:{killer}" for killer in standing if game.state.killers[killer].health == least]
    health.heal_killer(game, game.choose("weakest", weakest)[5:], 2)


@HOOKS.react("killer_phase_ends", "coordinated-attack")
def _once_more(game: Game, _: str) -> None:
    shift_active(game, -1)
    killer_action(game, "near", 1, 1)
