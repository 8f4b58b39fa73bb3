"""Events of Station 2891: special victims, the storm, Pair Up!, the accident."""

from engine.core import decks
from engine.core.facts import VictimMoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.panic_at_station_2891.frostbite import Frostbitten, bitten, freeze, outdoors
from engine.films.panic_at_station_2891.helicopter import aboard, fly, land, landed, on_card, pad
from engine.films.panic_at_station_2891.skidozer import LAB, open_hole
from engine.rules.events import leave_event
from engine.rules.harm import everyone_in, harm_all
from engine.rules.health import GIRL, heal_girl
from engine.rules.items import item_decks
from engine.rules.tracks import lose_time, raise_horror
from engine.rules.victims import add_victims, by_space, one_of_each, panic_all

HOOKS = Hooks()
PAIRS = ("kitchen", "radio-room", "rec-room", "lab")


# --- special victims


@HOOKS.react("when_saved", "cook")
def _cook_leaves(game: Game, _: str) -> None:
    leave_event(game, "chow-time")


@HOOKS.react("when_dies", "cook")
def _cook_dies(game: Game, _: str) -> None:
    leave_event(game, "chow-time")
    raise_horror(game, 1)


@HOOKS.react("action_phase_ends", "cook")
def _warm_meal(game: Game, card: str) -> None:
    here = game.state.girl.at
    if game.state.victims.get(card) == here and not outdoors(game, here):
        heal_girl(game, 1)


@HOOKS.react("when_saved", "doctor")
def _doctor_leaves(game: Game, _: str) -> None:
    leave_event(game, "whats-up-doc")


@HOOKS.react("when_dies", "doctor")
def _doctor_dies(game: Game, _: str) -> None:
    leave_event(game, "whats-up-doc")
    raise_horror(game, 1)


@HOOKS.react("offer_action", "doctor")
def _may_treat(game: Game, card: str) -> list[str]:
    here = game.state.victims.get(card) == game.state.girl.at
    return [""] if here and game.state.time >= 1 and not game.marked(f"{card}.used") else []


@HOOKS.react("use", "doctor")
def _treat(game: Game, card: str) -> None:
    game.mark(f"{card}.used", True, "turn")
    lose_time(game, 1)
    heal_girl(game, 1)
    if GIRL in bitten(game):
        game.tell(Frostbitten([piece for piece in bitten(game) if piece != GIRL]))


@HOOKS.react("upkeep", "comms-specialist")
def _on_the_air(game: Game, card: str) -> None:
    if game.state.victims.get(card) == "radio-room":
        fly(game, 1)


@HOOKS.react("when_dies", "comms-specialist")
def _off_the_air(game: Game, _: str) -> None:
    raise_horror(game, 1)


# --- the others


@HOOKS.react("do", "here-to-help")
def _helpers(game: Game, _: str) -> None:
    if on_card(game) is not None and not aboard(game):
        land(game)
    if landed(game):
        add_victims(game, pad(game), 2)
    panic_all(game, [victim for victim, space in game.state.victims.items() if outdoors(game, space)])


@HOOKS.modify("girl_move", "heavy-storm", stage="cap")
def _against_the_wind(game: Game, _: str, spaces: int) -> int:
    return max(1, spaces - 1) if outdoors(game, game.state.girl.at) else spaces


@HOOKS.react("upkeep", "heavy-storm")
def _storm_goes_on(game: Game, card: str) -> None:
    die = game.roll(card, 1)[0]
    if die >= 5:
        leave_event(game, card)
    elif die == 1:
        freeze(game)


@HOOKS.react("do", "hidden-weapons-cache")
def _cache(game: Game, _: str) -> None:
    """Which Items are in no deck is decided now: as many of the unseen ones as the decks do not hold."""
    blanks = sum(game.state.decks[deck].blanks for deck in item_decks(game))
    for _number in range(len(game.state.pools["items"]) - blanks):
        item = decks.draw_from_pool(game, "items")
        if game.rules.card(item).face.weapon is not None:
            decks.put_on_top(game, "armory", item, faceup=True)


@HOOKS.react("do", "pair-up")
def _pair_up(game: Game, _: str) -> None:
    """Alone means no other Victim in the space. The last one of an odd number is joined by a new Victim (O-30)."""
    crowds = by_space(game)
    alone = [victim for victim, space in game.state.victims.items() if crowds[space] == 1]
    places = [PAIRS[number // 2 % len(PAIRS)] for number in range(len(alone))]
    for place in places:
        kinds = one_of_each(alone)
        victim = kinds[game.choose("pair-up", [f"put:{name}" for name in kinds], to=place)[4:]]
        alone.remove(victim)
        game.tell(VictimMoved(victim, place, "place"))
    if len(places) % 2:
        add_victims(game, places[-1], 1)


@HOOKS.react("do", "accident-in-the-lab")
def _accident(game: Game, card: str) -> None:
    """All of it at once, as for Frostbite."""
    open_hole(game)
    harm_all(game, everyone_in(game, LAB), card)
