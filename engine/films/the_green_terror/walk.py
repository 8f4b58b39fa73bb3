"""Resolving the Path: card by card, and then what an attack on a guess comes to (rulebook, Resolving the Path)."""

from engine.cards.notation import Effect, resolve, word
from engine.core import decks
from engine.core.board import Graph
from engine.core.facts import CardDone, CardShown, KillerMoved, TokenRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.tape import PhaseEnded
from engine.films.the_green_terror.path import (
    ORIGIN,
    RESOLVING,
    VOLKAR,
    PathDiscarded,
    concealed,
    discard,
    path,
)
from engine.rules.attack import Attack
from engine.rules.health import GIRL, hurt_killer, settle_due
from engine.rules.killer_action import step_killer
from engine.rules.rescue import is_exit

HOOKS = Hooks()
FULL = 6
"""A Path of that many cards is resolved when the card (or the Killer Action) that made it so is done."""
CROSSHAIR = "crosshair"
DAMAGE = "volkar.damage"
STOPPED = "volkar.stopped"
WAIT = "tokens.wait"
OTHERS_WAIT = "volkar.others-wait"
NO_NUMBER = 7


def resolve_path(game: Game, attack: Attack | None = None) -> None:
    """She shows herself at the Origin marker and follows the Path card by card; tokens wait for its end (G-08).

    `attack` is the attack on a guess that revealed her. Raises PhaseEnded if somebody comes back to life after it.
    """
    due_before = GIRL in game.state.due
    if game.marked(WAIT) and not game.marked(DAMAGE):
        game.mark(OTHERS_WAIT, True, "phase")
    game.mark(WAIT, True, "phase")
    game.mark(RESOLVING, True, "phase")
    _appear(game)
    cards: list[str] = []
    due_at = -1
    for slot in path(game):
        if game.marked(STOPPED):
            break
        cards.append(decks.turn_top_up(game, slot))
        follow_card(game, cards[-1])
        if due_at < 0 and GIRL in game.state.due:
            due_at = len(cards)
    discard_path(game)
    game.react("path_resolved", cards)
    at_once = due_at == len(cards) and game.state.tokens.get(CROSSHAIR) == game.state.girl.at
    _end_guess(game, cards, attack, simultaneous=due_before or at_once)
    settle(game)


def _appear(game: Game) -> None:
    at = game.state.tokens[ORIGIN]
    game.tell(TokenRemoved(ORIGIN))
    game.tell(KillerMoved(VOLKAR, at, "place"))
    game.react("after_killer_placed", VOLKAR, at)


def discard_path(game: Game) -> None:
    """All Movement cards of the Path are discarded, those that were not reached too."""
    row = path(game)
    for slot in row:
        discard(game, decks.draw_top(game, slot))
    if row:
        game.tell(PathDiscarded())


def settle(game: Game) -> None:
    """The Path is done: Final Health tokens that waited are looked at; a revival ends the phase.

    Where tokens waited for something else already, they go on waiting for that.
    """
    others = game.marked(OTHERS_WAIT)
    for mark in (WAIT, RESOLVING, STOPPED, OTHERS_WAIT):
        if game.marked(mark) and not (mark == WAIT and others):
            game.mark(mark, None, "phase")
    if game.state.due and not others:
        settle_due(game)
        raise PhaseEnded


# --- one Movement card


def follow_card(game: Game, name: str) -> None:
    """Move as the card says, then attack if it says so."""
    before, game.source = game.source, name
    card = game.rules.card(name)
    game.tell(CardShown(name, "movement"))
    values = card.face.values
    if values["to"] == "direction":
        _follow_direction(game, values["number"])
    elif values["to"] != "stays":
        _go_towards(game, values["to"], values["number"], values["tie"])
    if not game.marked(STOPPED):
        resolve(game, card.action, name)
    game.tell(CardDone(name))
    game.source = before


def _follow_direction(game: Game, number: int) -> None:
    """One space in the direction of a panic number; a number that leads nowhere, or into a wall, stays (M-01)."""
    to = game.rules.graph(game, "killer").panic[game.state.killers[VOLKAR].at].get(number)
    if to is not None:
        step_killer(game, VOLKAR, to)


def _go_towards(game: Game, kind: str, spaces: int, tie: str) -> None:
    """Towards the closest space of a kind, not counting her own; the card breaks every tie, nobody chooses."""
    body = game.state.killers[VOLKAR]
    graph = game.rules.graph(game, "killer")
    goals = _closest(graph, body.at, [space for space in _spaces(game, kind) if space != body.at])
    goals = sorted(goals, key=lambda space: _name(game, space), reverse=tie == "z-a")
    if tie in ("a-z", "z-a"):
        goals = goals[:1]
    while spaces > 0 and body.at not in goals and body.status == "up":
        ways = sorted({way for goal in goals for way in graph.towards(body.at, goal)})
        if not ways:
            return
        to = _pick_way(game, graph, body.at, ways, tie)
        goals = [goal for goal in goals if to in graph.towards(body.at, goal)]
        spaces -= 1
        if step_killer(game, VOLKAR, to):
            return
        graph = game.rules.graph(game, "killer")


def _spaces(game: Game, kind: str) -> list[str]:
    spaces = game.rules.board.spaces.values()
    if kind == "exit":
        return [space.id for space in spaces if is_exit(game, space.id)]
    return [space.id for space in spaces if (space.search if kind == "search" else space.named)]


def _closest(graph: Graph, start: str, goals: list[str]) -> list[str]:
    distances = graph.distances(start)
    reachable = [space for space in goals if space in distances]
    nearest = min((distances[space] for space in reachable), default=0)
    return [space for space in reachable if distances[space] == nearest]


def _name(game: Game, space: str) -> str:
    return game.rules.board.spaces[space].name


def _pick_way(game: Game, graph: Graph, here: str, ways: list[str], tie: str) -> str:
    """The way by the card's tie-break: the name of the space it leads to, or the panic number that leads there."""
    if tie in ("a-z", "z-a"):
        return sorted(ways, key=lambda way: _name(game, way), reverse=tie == "z-a")[0]
    numbers = {way: [die for die, to in graph.panic[here].items() if to == way] for way in ways}
    if tie == "low":
        return min(ways, key=lambda way: min(numbers[way], default=NO_NUMBER))
    return max(ways, key=lambda way: max(numbers[way], default=0))


@HOOKS.react("after_killer_hurt", VOLKAR)
def _killed_by_a_space(game: Game, _: str, killer: str, _lost: int, how: str) -> None:
    """RULING M-05: what kills her on the way other than damage ends the Path there, and the token is checked."""
    if game.marked(RESOLVING) and how != "damage" and not game.state.killers[killer].health:
        game.mark(STOPPED, True, "phase")


# --- when


def maybe_resolve_full(game: Game) -> None:
    """A Path of six cards or more is resolved once no card is being resolved any more (G-10)."""
    if concealed(game) and len(path(game)) >= FULL and not game.state.resolving:
        resolve_path(game)


@HOOKS.react("after_action", VOLKAR)
def _after_action(game: Game, _: str, _chosen: str) -> None:
    maybe_resolve_full(game)


@HOOKS.react("after_terror_card", VOLKAR)
def _after_terror_card(game: Game, _: str, _name: str) -> None:
    maybe_resolve_full(game)


@HOOKS.react("before_tokens", VOLKAR)
def _at_the_end_of_a_phase(game: Game, _: str) -> None:
    """What a phase that ended at once has left over: a Path cut short, an attack on a guess, a sixth card."""
    if game.marked(RESOLVING):
        discard_path(game)
        clear_guess(game)
        game.mark(WAIT, None, "phase")
        game.mark(RESOLVING, None, "phase")
    elif game.marked(DAMAGE) and concealed(game):
        resolve_path(game)
    else:
        clear_guess(game)
        maybe_resolve_full(game)


@word("path-reveal", r"path reveal", "path reveal")
def _path_reveal(game: Game, _: Effect) -> None:
    """The Volk'ar's Path is resolved and she is revealed; nothing if she is Visible."""
    if concealed(game):
        resolve_path(game)


# --- the guess


def _end_guess(game: Game, cards: list[str], attack: Attack | None, *, simultaneous: bool) -> None:
    """A guess that was right does its damage; a wrong one brings the last card's Ambush Penalty on the girl (G-26).

    Fallen by an earlier card of the Path, the girl's token is looked at first; by the last one, in the space that she
    attacked, both attacks are simultaneous (G-07). RULING: so is health lost to the attack's own card.
    """
    space = game.state.tokens.get(CROSSHAIR, "")
    right = space == game.state.killers[VOLKAR].at
    damage = int(game.marked(DAMAGE, 0))
    clear_guess(game)
    if space and right:
        if GIRL in game.state.due and not simultaneous:
            settle(game)
        lost = hurt_killer(game, VOLKAR, damage)
        if attack is not None:
            attack.struck += damage
            attack.dealt += lost
    missed = cards[-1:] if space and not right else []
    for card in game.modify("ambush_penalties", missed, cards):
        pay_penalty(game, card)


def pay_penalty(game: Game, name: str) -> None:
    """Resolve the Ambush Penalty of a Movement card (its `effect`)."""
    before, game.source = game.source, name
    resolve(game, game.rules.card(name).effect, name)
    game.source = before


def clear_guess(game: Game) -> None:
    """The Attack token and the Damage tokens go back."""
    if CROSSHAIR in game.state.tokens:
        game.tell(TokenRemoved(CROSSHAIR))
    if game.marked(DAMAGE):
        game.mark(DAMAGE, None, "phase")
