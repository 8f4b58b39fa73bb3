"""Pesadilla Verde's Events and Terror cards: Piranhas, the Temple, rains and floods, nervous Soldiers."""

from engine.cards.notation import parse, resolve
from engine.core import decks
from engine.core.facts import GirlMoved, TokenPlaced
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.the_green_terror.river import CLEARING, HUEY, PLACE, course, land
from engine.films.the_green_terror.soldiers import LEADER, SERGEANT, posts, soldiers_at
from engine.rules.events import leave_event
from engine.rules.harm import everyone_in, harm_all
from engine.rules.health import GIRL, hurt_girl, hurt_killer, on_board
from engine.rules.items import item_decks, take_top_item
from engine.rules.tracks import gain_time, lose_time, raise_horror
from engine.rules.victims import at, kill_victim, move_victim, nearest, one_of_each, pick_victim, step_victims

HOOKS = Hooks()
TEMPLE = "cursed-temple"
CAVE = "cave"
CAMP = "rebel-camp"
DEPOT = "supply-depot"
LOWER_RIVER = "lower-river"
SHOAL = "piranhas-token"
CLOSED = "cave-collapse.until"
BITES = ("lower-river", "lower-river", "central-river", "central-river", "upper-river", "upper-river")


# --- Piranhas!


@HOOKS.react("do", "piranhas")
def _shoal(game: Game, card: str) -> None:
    space = BITES[game.roll("piranhas", 1)[0] - 1]
    game.tell(TokenPlaced(SHOAL, space))
    spared = [] if game.modify("bitten", True) else [GIRL]
    harm_all(game, [piece for piece in everyone_in(game, space) if piece not in spared], card)


def kill_all(game: Game, victims: list[str], by: str) -> None:
    """Victims die one after another, unless the death of one has taken another along."""
    for victim in victims:
        if victim in game.state.victims:
            kill_victim(game, victim, by)


def _bite_girl(game: Game) -> None:
    if game.modify("bitten", True):
        hurt_girl(game, 1)


@HOOKS.react("after_girl_moves", SHOAL)
def _girl_swims(game: Game, token: str, _origin: str, to: str) -> None:
    if to == game.state.tokens[token]:
        _bite_girl(game)


@HOOKS.react("after_victim_moves", SHOAL)
def _victim_swims(game: Game, token: str, victim: str, _origin: str, to: str) -> None:
    if to == game.state.tokens[token]:
        kill_victim(game, victim, token)


@HOOKS.react("after_killer_moves", SHOAL)
def _killer_swims(game: Game, token: str, killer: str, to: str) -> None:
    if to == game.state.tokens[token]:
        hurt_killer(game, killer, 1, "lose")


# --- special Victims


@HOOKS.modify("dice", "archeologist")
def _knows_where(game: Game, card: str, dice: int, action: str) -> int:
    return dice + (action == "search" and game.state.victims.get(card) == game.state.girl.at)


@HOOKS.react("when_saved", "archeologist")
def _gives_a_find(game: Game, _: str) -> None:
    full = [f"deck:{deck}" for deck in item_decks(game) if decks.size(game, deck)]
    if full:
        take_top_item(game, game.choose("pick-deck", full)[5:])


@HOOKS.react("when_dies", "archeologist")
def _mourned(game: Game, _: str) -> None:
    raise_horror(game, 1)


@HOOKS.react("when_dies", LEADER)
def _leaderless(game: Game, _: str) -> None:
    perform(game, "lock")


@HOOKS.react("when_dies", SERGEANT)
def _shock(game: Game, _: str) -> None:
    raise_horror(game, 2)


@HOOKS.modify("friendly_fire", SERGEANT, stage="cap")
def _discipline(_game: Game, card: str, deadly: int, group: list[str]) -> int:
    return 0 if card in group else deadly


def perform(game: Game, effects: str) -> None:
    """Resolve effects written in the cards' notation."""
    resolve(game, parse(effects, "location.toml", game.source, "effect"))


# --- other Events


@HOOKS.react("offer_action", "cursed-temple-visions")
def _may_offer(game: Game, card: str) -> list[str]:
    here = game.state.girl.at
    if here != TEMPLE or game.marked(card):
        return []
    return list(one_of_each(at(game, here)))


@HOOKS.react("use", "cursed-temple-visions")
def _offer(game: Game, card: str, kind: str) -> None:
    game.mark(card, True, "turn")
    kill_victim(game, one_of_each(at(game, TEMPLE))[kind], card)
    perform(game, "heal 2 | T+4")


@HOOKS.react("after_girl_moves", "cursed-temple-visions")
def _visions(game: Game, _: str, _origin: str, to: str) -> None:
    if to == TEMPLE:
        raise_horror(game, 1)


@HOOKS.react("do", "get-to-the-choppa")
def _choppa(game: Game, _: str) -> None:
    if game.state.tokens.get(HUEY) == CLEARING:
        gain_time(game, 2)
    else:
        land(game)


@HOOKS.react("upkeep", "heavy-rains")
def _carried(game: Game, _: str) -> None:
    for victim, space in list(game.state.victims.items()):
        if (ahead := course(game.rules.board, space)) and game.state.victims.get(victim) == space:
            move_victim(game, victim, ahead[0])
    here = game.state.girl.at
    if ahead := course(game.rules.board, here):
        game.tell(GirlMoved(ahead[0], "ride"))
        game.react("after_girl_moves", here, ahead[0])


@HOOKS.react("do", "rebel-raiding-party")
def _raid(game: Game, card: str) -> None:
    victim = nearest(game, CAMP, list(game.state.victims))
    if victim is not None:
        kill_victim(game, victim, card)


@HOOKS.react("do", "supply-drop")
def _drop(game: Game, _: str) -> None:
    for upper in (False, True):
        unused = game.state.pools["items"]
        if len(unused) > sum(game.state.decks[deck].blanks for deck in item_decks(game)):
            decks.put_on_top(game, DEPOT, decks.draw_from_pool(game, "items", "supply-drop"), faceup=upper)


@HOOKS.modify("friendly_fire", "twitchy-soldiers")
def _nervous(_game: Game, _: str, deadly: int, _group: list[str]) -> int:
    return deadly + 1


@HOOKS.react("after_unlock", "twitchy-soldiers")
def _calmed(game: Game, card: str) -> None:
    leave_event(game, card)


# --- Terror cards


@HOOKS.react("do", "cave-collapse")
def _collapse(game: Game, card: str) -> None:
    game.mark(CLOSED, game.state.turn + 1)
    if victims := at(game, CAVE):
        kill_victim(game, pick_victim(game, "killed-victim", victims), card)


@HOOKS.modify("exit", PLACE, stage="cap")
def _blocked(game: Game, _: str, is_exit: bool, space: str) -> bool:
    return is_exit and not (space == CAVE and game.state.turn <= game.marked(CLOSED, 0))


@HOOKS.react("do", "cursed-sacrifice")
def _sacrifice(game: Game, card: str) -> None:
    """All Victims one closer, those at the Temple die; if none did, the 2 closest to it (G-39)."""
    step_victims(game, [v for v, space in game.state.victims.items() if space != TEMPLE], TEMPLE)
    before = len(game.state.dead)
    kill_all(game, at(game, TEMPLE), card)
    if len(game.state.dead) == before:
        kill_all(game, nearest_to(game, TEMPLE, 2), card)


def nearest_to(game: Game, goal: str, number: int) -> list[str]:
    """The Victims with the shortest ways to a space; the player breaks ties."""
    graph = game.rules.graph(game, "victim")
    left = {victim: graph.distance(space, goal) for victim, space in game.state.victims.items()}
    found: list[str] = []
    while left and len(found) < number:
        found.append(pick_victim(game, "pick-victim", [v for v in left if left[v] == min(left.values())]))
        del left[found[-1]]
    return found


@HOOKS.react("do", "flash-flood")
def _flood(game: Game, _: str) -> None:
    """Swept away, not moved: nobody enters the spaces passed."""
    for victim, space in list(game.state.victims.items()):
        if course(game.rules.board, space):
            move_victim(game, victim, LOWER_RIVER, "place")
    if course(game.rules.board, game.state.girl.at):
        game.tell(GirlMoved(LOWER_RIVER, "place"))
        lose_time(game, 2)


@HOOKS.react("do", "i-saw-the-jungle-move")
def _open_fire(game: Game, card: str) -> None:
    for space in posts(game):
        group = soldiers_at(game, space)
        if len(group) < 2:
            continue
        seen = [killer for killer in on_board(game) if game.state.killers[killer].at == space]
        if seen:
            hurt_killer(game, game.choose("fired-at", [f"killer:{k}" for k in seen])[7:], 1)
        elif game.roll("open-fire", 1)[0] <= 2:
            kill_victim(game, pick_victim(game, "killed-victim", group), card)
