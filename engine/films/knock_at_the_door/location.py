"""Wingard Cottage: its Terror cards and Events (rulebook A Knock at the Door, Wingard Cottage).

Supplies and crafting stand in `crafting.py`, traps in `traps.py`, Items in `items.py`.
"""

from engine.cards.notation import NEXT, Effect, word
from engine.core.facts import PoolDrawn, Rolled, TokenPlaced, TokenRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.knock_at_the_door import crafting, items, traps
from engine.films.knock_at_the_door.crafting import SUPPLIES, take_supply, turn_one_up
from engine.rules.action import may_play, play_card
from engine.rules.events import leave_event
from engine.rules.items import gain_item
from engine.rules.killer_action import acting_killers, killer_action, move_killer
from engine.rules.rescue import save_victim
from engine.rules.tracks import gain_time, lose_time, lower_horror, raise_horror
from engine.rules.victims import kill_victim, killer_here, move_victim, nearest, panic_victim, pick_victim

HOOKS = Hooks()
for _part in (crafting, items, traps):
    HOOKS.join(_part.HOOKS)
PUBLIC_MARKS = ("home-security", "another-way-out", "set-snare")

HOUSE = "house"
THRESHOLDS = (("back-lawn", "kitchen"), ("gravel-drive", "garage"), ("porch", "foyer"), ("woodpile", "garage"))
"""Every line from outside into the house."""
RUN_TO = "driveway"
KEYS, BOAT = "boat-keys", "boat"
KEYS_AT, BOAT_AT, BOAT_ROOM = "kitchen", "lakefront", 4


# --- Terror cards


@word("need-girl", r"need girl (?P<a>[a-z-]+)", "need girl house")
def _need_girl(game: Game, effect: Effect) -> str | None:
    """Unless the girl is in that area, this card is discarded and the next one drawn."""
    return None if effect.args[0] in game.rules.board.spaces[game.state.girl.at].areas else NEXT


@HOOKS.react("do", "get-out-of-my-house")
def _stand_up_to_them(game: Game, card: str) -> None:
    """She may play Weak Attack from her hand; if she does not: G atk (K-22)."""
    may = bool(game.state.hand.get("weak-attack")) and may_play(game, "weak-attack")
    options = ["play:weak-attack", "take"] if may else ["take"]
    if game.choose("stand-up", options, card=card) == "take":
        killer_action(game, "G", 0, 1)
    else:
        play_card(game, "weak-attack")
        game.source = card


# --- Another Way Out


@HOOKS.react("resolve", "another-way-out")
def _hang_up_keys(game: Game, _: str) -> None:
    game.tell(TokenPlaced(KEYS, KEYS_AT))


@HOOKS.react("offer_action", "another-way-out")
def _may_take_keys(game: Game, _: str) -> list[str]:
    return [""] if game.state.tokens.get(KEYS) == game.state.girl.at and game.state.time >= 1 else []


@HOOKS.react("use", "another-way-out")
def _take_keys(game: Game, _: str) -> None:
    """For 1 Time: the Boat is ready."""
    lose_time(game, 1)
    game.tell(TokenRemoved(KEYS))
    game.tell(TokenPlaced(BOAT, BOAT_AT))


@HOOKS.modify("exit", "another-way-out")
def _boat_is_an_exit(game: Game, _: str, is_exit: bool, space: str) -> bool:
    return is_exit or game.state.tokens.get(BOAT) == space


@HOOKS.react("before_save", "another-way-out")
def _board(game: Game, event: str, _victim: str) -> None:
    """Who is saved at the Boat takes a seat; the last one makes it leave."""
    if game.state.tokens.get(BOAT) != game.state.girl.at:
        return
    aboard = game.marked(f"{event}.aboard", 0) + 1
    game.mark(f"{event}.aboard", aboard)
    if aboard == BOAT_ROOM:
        game.tell(TokenRemoved(BOAT))
        leave_event(game, event)


# --- Events resolved at once


@HOOKS.react("resolve", "battle-ready")
def _arm(game: Game, _: str) -> None:
    weapons = [item for item in game.state.pools["items"] if game.rules.card(item).face.weapon is not None]
    if not weapons:
        gain_time(game, 2)
        return
    item = game.draw("battle-ready", weapons)
    game.tell(PoolDrawn("items", item))
    gain_item(game, item)


@HOOKS.react("resolve", "booby-traps")
def _spring_traps(game: Game, card: str) -> None:
    """All Victims in the house panic, in the player's order; any that leaves the house dies (K-29)."""
    house = game.rules.board.named(HOUSE)
    waiting = [victim for victim, space in game.state.victims.items() if space in house]
    while waiting := [victim for victim in waiting if victim in game.state.victims]:
        victim = pick_victim(game, "panic-order", waiting)
        waiting.remove(victim)
        panic_victim(game, victim)
        if game.state.victims.get(victim, HOUSE) not in (*house, HOUSE):
            kill_victim(game, victim, card)


@HOOKS.react("resolve", "escape-attempt")
def _run(game: Game, card: str) -> None:
    """The Victim closest to the Driveway runs as far as a die says; it is saved there, or dies at a Killer's hand."""
    victim = nearest(game, RUN_TO, list(game.state.victims))
    if victim is None:
        return
    left = game.roll(card, 1)[0]
    game.tell(Rolled(card, [left]))
    while left and _step(game, victim, card):
        left -= 1
    if game.state.victims.get(victim) == RUN_TO and game.modify("may_save", True, victim):
        save_victim(game, victim)


def _step(game: Game, victim: str, card: str) -> bool:
    """One step towards the Driveway; False where the run is over."""
    ways = game.rules.graph(game, "victim").towards(game.state.victims[victim], RUN_TO)
    if not ways:
        return False
    move_victim(game, victim, game.choose("path", [f"to:{space}" for space in ways], who=victim, goal=RUN_TO)[3:])
    if victim in game.state.victims and killer_here(game, game.state.victims[victim]):
        kill_victim(game, victim, card)
    return victim in game.state.victims


@HOOKS.react("resolve", "getting-resourceful")
def _find(game: Game, _: str) -> None:
    supplies = [f"take:{card}" for card in game.state.shown if card in SUPPLIES]
    if supplies:
        take_supply(game, game.choose("take-supply", supplies)[5:])
    turn_one_up(game)


# --- Events that stay


@HOOKS.modify("supply_time", "brainstorming")
def _free_supplies(_game: Game, _: str, _time: int) -> int:
    return 0


@HOOKS.modify("crafting_time", "brainstorming")
def _quick_hands(_game: Game, _: str, time: int) -> int:
    return time - 1


@HOOKS.modify("closed", "home-security")
def _locked_doors(_game: Game, _: str, closed: tuple[tuple[str, str], ...], mover: str) -> tuple[tuple[str, str], ...]:
    return (*closed, *THRESHOLDS) if mover == "killer" else closed


@HOOKS.react("upkeep", "home-security")
def _alarm_runs_down(game: Game, event: str) -> None:
    if game.marked(f"{event}.upkeeps"):
        leave_event(game, event)
    else:
        game.mark(f"{event}.upkeeps", 1)


@HOOKS.modify("girl_move", "kick-scooter")
def _rides(game: Game, _: str, spaces: int) -> int:
    return spaces + ("outdoors" in game.rules.board.spaces[game.state.girl.at].areas)


# --- special Victims


@HOOKS.modify("targetable", "loser-boyfriend")
def _spared(_game: Game, card: str, victims: list[str]) -> list[str]:
    return [victim for victim in victims if victim != card]


@HOOKS.react("upkeep", "loser-boyfriend")
def _gives_her_away(game: Game, card: str) -> None:
    """With her he makes a scene; elsewhere he calls the acting Killer."""
    if game.state.victims.get(card) == game.state.girl.at:
        raise_horror(game, 1)
        return
    for killer in acting_killers(game):
        move_killer(game, killer, game.state.girl.at, 1)


@HOOKS.modify("target_groups", "marked-for-death")
def _hunted(game: Game, card: str, groups: dict[str, int], target: str) -> dict[str, int]:
    """Of the groups in reach only the one with the marked Victim; the girl stays a target where she is one."""
    space = game.state.victims.get(card)
    if space not in groups or target == "G":
        return groups
    here = game.state.girl.at
    return {s: n for s, n in groups.items() if s == space or (s == here and target == "near")}


@HOOKS.modify("attacked_victims", "marked-for-death")
def _first_to_die(_game: Game, card: str, prey: list[str], _here: list[str]) -> list[str]:
    return [card] if card in prey else prey


@HOOKS.react("when_saved", "marked-for-death")
def _relief(game: Game, _: str) -> None:
    lower_horror(game, 2)
