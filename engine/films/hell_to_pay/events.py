"""Hellscape's Events that stay in play, and its special Victims."""

from engine.core import decks
from engine.core.facts import CardsSeen
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.hell_to_pay.tiles import flip, roll_symbols, swap, tile_of
from engine.rules.events import leave_event
from engine.rules.health import heal_girl, hurt_girl
from engine.rules.items import item_decks, take_top_item
from engine.rules.killer_action import acting_killers, counted_at
from engine.rules.tracks import gain_time, lower_horror, raise_horror
from engine.rules.victims import at, kill_victim, panic_all, pick_victim, step_victims

HOOKS = Hooks()

# --- Barrier of Blood


@HOOKS.modify("exit", "barrier-of-blood", stage="cap")
def _no_way_out(game: Game, _: str, is_exit: bool, space: str) -> bool:
    return is_exit and space != "nexus"


@HOOKS.react("offer_action", "barrier-of-blood")
def _may_break(game: Game, _: str) -> list[str]:
    return [""] if game.state.girl.at == "nexus" else []


@HOOKS.react("use", "barrier-of-blood")
def _break(game: Game, card: str) -> None:
    leave_event(game, card)
    hurt_girl(game, 1)


# --- at once


@HOOKS.react("do", "chaotic-transference")
def _transference(game: Game, _: str) -> None:
    one, other = roll_symbols(game)
    if one == other:
        flip(game, one)
    else:
        swap(game, one, other)
    panic_all(game, [v for v, space in game.state.victims.items() if tile_of(game, space) in (one, other)])


@HOOKS.react("do", "stare-into-the-abyss")
def _stare(game: Game, _: str) -> None:
    if not decks.size(game, "terror"):
        return
    seen = decks.draw_top(game, "terror")
    game.tell(CardsSeen("terror", [seen]))
    if game.choose("return-card", ["top", "bottom"], deck="terror", card=seen) == "top":
        decks.put_on_top(game, "terror", seen, faceup=False)
    else:
        decks.put_at_bottom(game, "terror", seen)


# --- while in play


@HOOKS.react("after_girl_hurt", "delight-in-pain")
def _delight(game: Game, _: str, _lost: int, _how: str) -> None:
    gain_time(game, 1)


@HOOKS.modify("girl_healed", "delight-in-pain")
def _less(game: Game, _: str, amount: int) -> int:
    return max(0, amount - 1)


@HOOKS.react("after_action", "endless-suffering")
def _suffering(game: Game, _: str, chosen: str) -> None:
    """Whether anything is found or not."""
    if chosen == "play:search" and game.state.girl.at == "house-of-mutilation":
        hurt_girl(game, 1)


@HOOKS.react("action_phase_ends", "torture-chambers")
def _torture(game: Game, _: str) -> None:
    if tile_of(game, game.state.girl.at):
        hurt_girl(game, 1)


# --- Curious Wretch


@HOOKS.react("upkeep", "curious-wretch")
def _curious(game: Game, card: str) -> None:
    """Towards the Killer that acts; one that is Concealed is counted from its Origin marker (G-15)."""
    spaces = [space for killer in acting_killers(game) if (space := counted_at(game, killer))]
    if card in game.state.victims and spaces:
        step_victims(game, [card], spaces[0])


@HOOKS.react("when_saved", "curious-wretch")
def _found_something(game: Game, _: str) -> None:
    full = [f"deck:{deck}" for deck in item_decks(game) if decks.size(game, deck)]
    if full:
        take_top_item(game, game.choose("pick-deck", full)[5:])


@HOOKS.react("when_dies", "curious-wretch")
def _pity(game: Game, _: str) -> None:
    raise_horror(game, 1)


# --- Masochistic Peon


@HOOKS.modify("attacked_victims", "masochistic-peon", stage="set")
def _me_first(_game: Game, card: str, prey: list[str], here: list[str]) -> list[str]:
    """Even before the girl where she is the target."""
    return [card] if card in here else prey


@HOOKS.react("when_saved", "masochistic-peon")
def _thanks(game: Game, _: str) -> None:
    lower_horror(game, 2)


@HOOKS.react("when_dies", "masochistic-peon")
def _bliss(game: Game, _: str) -> None:
    lower_horror(game, 1)


# --- Sadistic Seeker


@HOOKS.react("upkeep", "sadistic-seeker")
def _seek(game: Game, card: str) -> None:
    if card not in game.state.victims:
        return
    step_victims(game, [card], game.state.girl.at)
    space = game.state.victims.get(card)
    others = [victim for victim in at(game, space) if victim != card] if space else []
    if others:
        kill_victim(game, pick_victim(game, "dying-victim", others), card)


@HOOKS.react("when_saved", "sadistic-seeker")
def _tamed(game: Game, _: str) -> None:
    gain_time(game, 2)
    heal_girl(game, 1)
