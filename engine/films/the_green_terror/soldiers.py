"""The Soldiers: Upgrades, orders with Action cubes, friendly fire, the cost of saving (rulebook, The Soldiers)."""

from engine.cards.notation import Effect, word
from engine.core.facts import CardLaidOut, Rolled
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.ids import is_ordinary
from engine.rules.attack import BARE, Attack, land, targets_in
from engine.rules.tracks import lose_time
from engine.rules.victims import at, kill_victim, move_victim, pick_victim

HOOKS = Hooks()
CARD = "soldiers"
UNLOCKED = "soldiers.unlocked"
CUBES = "soldiers.cubes"
ROWS = ("attack-1", "attack-2", "move-1", "move-2")
"""Action Upgrades: tokens with two squares each."""
UPGRADES = (*ROWS, "damage", "friendly-fire", "range", "saving")
SQUARES = 2
COST = 2
"""Time to save a Soldier before Saving is unlocked."""
SERGEANT = "sgt-weathers"
LEADER = "rebel-leader"
DEADLY = 2
"""Highest die that kills a Soldier in friendly fire."""


def set_up(game: Game) -> None:
    """The Soldiers card with its eight tokens: one Attack and one Move unlocked (G-01)."""
    game.tell(CardLaidOut(CARD))
    game.mark(UNLOCKED, ["attack-1", "move-1"])
    game.mark(CUBES, {})


def is_soldier(game: Game, victim: str) -> bool:
    """Every ordinary Victim is a Soldier, and the Sergeant; the other special ones are not."""
    return bool(game.modify("soldier", is_ordinary(victim) or victim == SERGEANT, victim))


def soldiers_at(game: Game, space: str) -> list[str]:
    """Soldiers in a space."""
    return [victim for victim in at(game, space) if is_soldier(game, victim)]


def posts(game: Game) -> list[str]:
    """Spaces that hold Soldiers, sorted."""
    return sorted({space for victim, space in game.state.victims.items() if is_soldier(game, victim)})


@HOOKS.modify("follows", CARD)
def _follow_anywhere(game: Game, _: str, follows: bool, victim: str, _to: str) -> bool:
    """Soldiers follow into the Killer's space, the Archeologist and the Rebel Leader do not (G-27)."""
    return follows or is_soldier(game, victim)


# --- saving


def _costs(game: Game, victim: str) -> bool:
    return is_ordinary(victim) and is_soldier(game, victim) and not unlocked(game, "saving")


@HOOKS.modify("may_save", CARD, stage="cap")
def _can_pay(game: Game, _: str, may: bool, victim: str) -> bool:
    """RULING G-33: saving may not take Time below zero."""
    return may and (game.state.time >= COST or not _costs(game, victim))


@HOOKS.react("before_save", CARD)
def _pay(game: Game, _: str, victim: str) -> None:
    if _costs(game, victim):
        lose_time(game, COST)


# --- Upgrades


def unlocked(game: Game, upgrade: str) -> bool:
    """Whether an Upgrade token shows its Unlocked side."""
    return upgrade in game.marked(UNLOCKED, ())


def _lockable(game: Game) -> list[str]:
    return list(game.marked(UNLOCKED, ()))


@word("unlock", r"unlock", "unlock")
def _unlock(game: Game, _: Effect) -> None:
    """Turn an Upgrade of the Soldiers to its Unlocked side."""
    locked = [f"unlock:{upgrade}" for upgrade in UPGRADES if not unlocked(game, upgrade)]
    if not locked:
        return
    upgrade = game.choose("unlock", locked)[7:]
    game.mark(UNLOCKED, [*game.marked(UNLOCKED), upgrade])
    game.react("after_unlock")


@word("lock", r"lock", "lock", lambda game, _: bool(_lockable(game)))
def _lock(game: Game, _: Effect) -> None:
    """Turn an Upgrade of the Soldiers back to its Locked side."""
    if open_ones := _lockable(game):
        upgrade = game.choose("lock", [f"lock:{upgrade}" for upgrade in sorted(open_ones)])[5:]
        game.mark(UNLOCKED, [other for other in open_ones if other != upgrade])


# --- orders


def free_row(game: Game, action: str) -> str:
    """The first unlocked token of an Action without a cube, or an empty string."""
    cubes = game.marked(CUBES, {})
    rows = (f"{action}-1", f"{action}-2")
    return next((row for row in rows if unlocked(game, row) and row not in cubes), "")


@HOOKS.react("offer_action", CARD)
def _orders(game: Game, _: str) -> list[str]:
    """`ROW:SPACE` for every order that can be given."""
    spaces = posts(game)
    move, attack = free_row(game, "move"), free_row(game, "attack")
    found = [f"{move}:{space}" for space in spaces] if move else []
    if attack:
        found += [f"{attack}:{space}" for space in spaces if targets_in(game, reach(game, space))]
    return found


@HOOKS.react("use", CARD)
def _order(game: Game, _: str, what: str) -> None:
    """Put a cube on the leftmost square of the token, then resolve its Action for all Soldiers of the space."""
    row, space = what.split(":")
    game.mark(CUBES, {**game.marked(CUBES), row: 1})
    if row.startswith("move"):
        order_move(game, space)
    else:
        order_attack(game, space)


@HOOKS.react("upkeep", CARD)
def _move_cubes(game: Game, _: str) -> None:
    """Cubes move one square to the right; off the token it is free again (G-32)."""
    cubes = game.marked(CUBES)
    if cubes:
        game.mark(CUBES, {row: square + 1 for row, square in cubes.items() if square < SQUARES})


def order_move(game: Game, space: str) -> None:
    """All Soldiers of a space move 1 space together, downriver any distance."""
    ways = game.rules.graph(game, "victim").steps[space]
    if not ways:
        return
    to = game.choose("order-move", [f"to:{way}" for way in ways], space=space)[3:]
    for victim in soldiers_at(game, space):
        if game.state.victims.get(victim) == space:
            move_victim(game, victim, to)


def reach(game: Game, space: str) -> list[str]:
    """Where Soldiers can attack: their own space, with Attack Range the adjacent ones too."""
    near = game.rules.graph(game, "adjacent").steps[space] if unlocked(game, "range") else ()
    return [space, *near]


def order_attack(game: Game, space: str) -> None:
    """The Soldiers of a space attack one Enemy in reach (M-13); then friendly fire."""
    group = soldiers_at(game, space)
    targets = [f"target:{target}" for target in targets_in(game, reach(game, space))]
    _, killer, aimed = game.choose("order-target", targets, space=space, soldiers=len(group)).split(":")
    seen = game.state.killers[killer].at == aimed
    attack = Attack(CARD, killer, BARE, "" if seen else aimed, CARD)
    game.react("attack_declared", attack)
    if amount := strength(game, space, len(group)):
        land(game, attack, amount)
    friendly_fire(game, group)
    game.react("after_attack", attack)


def strength(game: Game, space: str, number: int) -> int:
    """Half their number, rounded down, with Damage unlocked up; the Rebel Leader with them adds 1."""
    half = (number + 1) // 2 if unlocked(game, "damage") else number // 2
    return half + (game.state.victims.get(LEADER) == space)


def friendly_fire(game: Game, group: list[str]) -> None:
    """A die for each Soldier involved: on 1 or 2 one of them dies; the attack stands (G-30)."""
    deadly = game.modify("friendly_fire", 0 if unlocked(game, "friendly-fire") else DEADLY, group)
    if not deadly:
        return
    dice = game.roll("friendly-fire", len(group))
    game.tell(Rolled(CARD, dice))
    for _ in range(sum(die <= deadly for die in dice)):
        if alive := [victim for victim in group if victim in game.state.victims]:
            kill_victim(game, pick_victim(game, "killed-victim", alive), CARD)
