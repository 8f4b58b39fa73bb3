"""The Events of the USS Konrad that need more than their icons."""

from engine.core import decks
from engine.core.facts import VictimRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.ids import is_ordinary
from engine.films.into_the_void import maintenance
from engine.rules import health
from engine.rules.bloodlust import raise_bloodlust
from engine.rules.events import leave_event
from engine.rules.tracks import gain_time, lower_horror, raise_horror
from engine.rules.victims import add_special, at, nearest, panic_victim

HOOKS = Hooks()
JONAS, ORPHAN, CAPTAIN = "jonas-the-cat", "orphan-girl", "the-captain"
BRIDGE = "bridge"


@HOOKS.modify("may_save", "cramped-escape-pods", stage="cap")
def _cramped(game: Game, _: str, may: bool, victim: str) -> bool:
    return may and len(at(game, game.state.victims[victim])) < 2


@HOOKS.react("upkeep", "faulty-wiring")
def _sparks(game: Game, card: str) -> None:
    """On 1 or 2 everyone in the room loses 1 health."""
    for room in ("furnace", "trash-compactor"):
        if game.roll("faulty-wiring", 1)[0] <= 2:
            maintenance.hit_room(game, card, room, 1, 1, "lose")


@HOOKS.react("action_phase_ends", "good-cookin")
def _meal(game: Game, _: str) -> None:
    if game.state.girl.at == "mess-hall":
        health.heal_girl(game, 1)


# --- Jonas


@HOOKS.modify("follows", JONAS, stage="cap")
def _never_follows(_game: Game, _: str, would: bool, victim: str, _to: str) -> bool:
    return would and victim != JONAS


@HOOKS.react("upkeep", JONAS)
def _roams(game: Game, card: str) -> None:
    for _ in range(3):
        if card in game.state.victims:
            panic_victim(game, card)


@HOOKS.react("action_phase_ends", JONAS)
def _purrs(game: Game, card: str) -> None:
    if game.state.victims.get(card) == game.state.girl.at:
        if game.choose("jonas", ["calm", "hurry"], card=card) == "calm":
            lower_horror(game, 1)
        else:
            gain_time(game, 3)


# --- the Orphan Girl


@HOOKS.modify("followers", ORPHAN)
def _one_more(game: Game, card: str, number: int) -> int:
    return number + (game.state.victims.get(card) == game.state.girl.at)


@HOOKS.react("when_dies", ORPHAN)
def _grief(game: Game, _: str) -> None:
    raise_horror(game, 3)


# --- the Captain


@HOOKS.react("do", CAPTAIN)
def _on_the_bridge(game: Game, card: str) -> None:
    """Takes the place of the ordinary Victim closest to the Bridge and stands on the Bridge."""
    ordinary = list(game.modify("replaceable", [v for v in game.state.victims if is_ordinary(v)]))
    victim = nearest(game, BRIDGE, ordinary)
    if victim is None:
        leave_event(game, card)
        return
    game.tell(VictimRemoved(victim))
    add_special(game, card, BRIDGE)


@HOOKS.react("when_dies", CAPTAIN)
def _mutiny(game: Game, card: str) -> None:
    raise_bloodlust(game, 2, card)


# --- Weapons Locker


@HOOKS.react("do", "weapons-locker")
def _locker(game: Game, _: str) -> None:
    """Decide which Items are not in play; the weapons among them go into the Armory deck."""
    dealt = sum(deck.blanks for deck in game.state.decks.values() if deck.parent == "items")
    spare = [decks.draw_from_pool(game, "items", "unused") for _ in range(len(game.state.pools["items"]) - dealt)]
    weapons = [item for item in spare if game.rules.card(item).face.weapon is not None]
    if weapons:
        decks.shuffle(game, "armory", weapons)
