"""Damage, lost health, healing, and the Final Health tokens of both sides (core rules 7 and 13)."""

from collections.abc import Callable

from engine.cards.notation import Effect, word
from engine.core.decks import draw_from_pool
from engine.core.facts import (
    BodySet,
    GameEnded,
    HealthChanged,
    KillerStood,
    PowerHurt,
    PowerLost,
    TokenDue,
    TokenRevealed,
    TokenSettled,
)
from engine.core.game import Game
from engine.core.tape import GameOver, PhaseEnded

GIRL = "girl"
TOKENS = [f"blank#{i}" for i in range(1, 7)] + ["hearts-1", "hearts-2", "hearts-3"]
"""The nine black Final Health tokens: one pool for both sides."""


def standing(game: Game) -> list[str]:
    """Killers that can act and be attacked, in board order."""
    return [name for name, killer in game.state.killers.items() if killer.status == "up"]


def on_board(game: Game) -> list[str]:
    """Standing Killers that have a space."""
    return [name for name, killer in game.state.killers.items() if killer.status == "up" and killer.at]


# --- the girl


def hurt_girl(game: Game, amount: int, how: str = "lose") -> int:
    """The girl loses health, by `damage` of an attack or otherwise (`lose`). Returns how much was lost."""
    girl = game.state.girl
    if GIRL in game.state.due:
        return 0
    amount = game.modify("girl_hurt", amount, how)
    if amount <= 0:
        return 0
    to = max(0, girl.health - amount)
    lost = girl.health - to
    game.tell(HealthChanged(GIRL, to, -lost, how))
    game.react("after_girl_hurt", lost, how)
    if to == 0:
        fall(game, GIRL)
    return lost


def heal_girl(game: Game, amount: int) -> int:
    """The girl recovers health up to her starting value. Returns how much."""
    girl = game.state.girl
    amount = game.modify("girl_healed", amount)
    healed = min(amount, girl.max - girl.health)
    if healed <= 0 or GIRL in game.state.due:
        return 0
    game.tell(HealthChanged(GIRL, girl.health + healed, healed, "heal"))
    game.react("after_girl_healed", healed)
    return healed


# --- killers


def hurt_killer(game: Game, killer: str, amount: int, how: str = "damage") -> int:
    """A Killer takes damage (Minor Dark Powers take it first) or loses health. Returns what the Killer itself lost."""
    body = game.state.killers[killer]
    if body.status != "up" or killer in game.state.due:
        return 0
    game.react("before_killer_hurt", how)
    amount = game.modify("killer_hurt", amount, killer, how)
    if how == "damage":
        amount = _soak(game, amount, killer)
    lost = int(game.modify("killer_loss", min(amount, body.health), killer))
    if lost <= 0:
        return 0
    game.tell(HealthChanged(killer, body.health - lost, -lost, how))
    game.react("after_killer_hurt", killer, lost, how)
    if body.health == 0 and killer not in game.state.due:
        fall(game, killer)
    return lost


def _soak(game: Game, amount: int, killer: str) -> int:
    """Damage goes first to Minor Dark Powers; with several the player says which (RULING C-166)."""
    while amount > 0:
        open_powers = [p for p, health in game.state.powers.items() if health > 0]
        open_powers = game.modify("soaking_powers", open_powers, killer)
        if not open_powers:
            break
        chosen = game.choose("soak", [f"power:{power}" for power in open_powers], damage=amount)[6:]
        health = game.state.powers[chosen]
        taken = min(amount, health)
        amount -= taken
        game.tell(PowerHurt(chosen, health - taken))
        if health == taken:
            lose_power(game, chosen)
    return amount


def lose_power(game: Game, power: str) -> None:
    """A Minor Dark Power leaves play."""
    game.tell(PowerLost(power))


def heal_killer(game: Game, killer: str, amount: int) -> int:
    """A Killer recovers health up to its starting value. Returns how much."""
    body = game.state.killers[killer]
    healed = min(amount, body.max - body.health)
    if healed <= 0 or body.status in ("down", "dead") or killer in game.state.due:
        return 0
    game.tell(HealthChanged(killer, body.health + healed, healed, "heal"))
    return healed


# --- the last point


def fall(game: Game, who: str) -> None:
    """The last health is gone. With another Killer standing, or while tokens wait, the token is looked at later."""
    if who != GIRL and any(k != who for k in game.state.killers if game.state.killers[k].status in ("up", "down")):
        game.tell(TokenDue(who))
        game.tell(KillerStood(who, "down"))
        game.react("after_killer_falls", who)
        if not standing(game) and not game.marked("tokens.wait"):
            raise PhaseEnded
        return
    if game.marked("tokens.wait"):
        game.tell(TokenDue(who))
        return
    if _turn_token(game, who):
        raise PhaseEnded
    judge(game, who == GIRL)


def together(game: Game, harm: Callable[[], None]) -> None:
    """Harm that comes to several at the same time: tokens are looked at when all of it is done and the phase is over.

    A last health that was lost ends the phase, unless another Killer still stands and the girl lives.
    """
    if game.marked("tokens.wait"):
        harm()
        return
    game.mark("tokens.wait", True, "phase")
    harm()
    game.mark("tokens.wait", None, "phase")
    due = game.state.due
    if due and (GIRL in due or all(killer in due for killer in standing(game))):
        raise PhaseEnded


def settle_due(game: Game) -> None:
    """Look at all due tokens, the girl's first, then Killers in board order; then judge the game (architecture 10)."""
    if not game.state.due:
        return
    order = [who for who in (GIRL, *game.state.killers) if who in game.state.due]
    girl_dead = False
    for who in order:
        game.tell(TokenSettled(who))
        alive = _turn_token(game, who)
        girl_dead = girl_dead or (who == GIRL and not alive)
        if who != GIRL and alive:
            game.tell(KillerStood(who, "up"))
            game.react("after_killer_revived", who)
    judge(game, girl_dead)


def _turn_token(game: Game, who: str) -> bool:
    """Turn over a Final Health token: with hearts, back to life with that much and a white token (RULING C-151)."""
    body = game.state.girl if who == GIRL else game.state.killers[who]
    hearts = -1
    if body.token == "black":
        token = draw_from_pool(game, "final-health")
        hearts = int(token[7:]) if token.startswith("hearts-") else 0
    game.tell(TokenRevealed(who, hearts))
    if hearts > 0:
        game.tell(BodySet(who, hearts + 1, max(body.max, hearts + 1), "white"))
        return True
    if who != GIRL and not game.instead("instead_of_killer_death", who):
        game.tell(KillerStood(who, "dead"))
        game.react("after_killer_dies", who)
        return False
    return who != GIRL


def judge(game: Game, girl_dead: bool) -> None:
    """Is the game over? All Killers dead wins, even if the girl dies with them; those that never came do not count."""
    statuses = {killer.status for killer in game.state.killers.values()}
    if statuses in ({"dead"}, {"dead", "away"}) and game.modify("may_win", True):
        end_game(game, True, "killer-dead")
    if girl_dead:
        end_game(game, False, "girl-dead")


def end_game(game: Game, won: bool, why: str) -> None:
    """The game has an outcome. Raises GameOver."""
    game.tell(GameEnded(won, why))
    raise GameOver


@word("HP-", r"HP-(?P<n>\d+)", "HP-1")
def _lose_health(game: Game, effect: Effect) -> None:
    """The girl loses health; nothing reduces it."""
    hurt_girl(game, effect.n)


@word("heal", r"heal (?P<n>\d+)", "heal 2")
def _heal(game: Game, effect: Effect) -> None:
    """The girl recovers health."""
    heal_girl(game, effect.n)


@word("killer-heals", r"killer heals (?P<n>\d+)", "killer heals 1")
def _killer_heals(game: Game, effect: Effect) -> None:
    """The Killer (the acting one) recovers health."""
    for killer in game.modify("acting_killers", standing(game)):
        heal_killer(game, killer, effect.n)
