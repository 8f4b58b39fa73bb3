"""The Volk'ar: what it means to be Concealed, her Finales, powers and Terror cards (rulebook The Green Terror)."""

from functools import cache

from engine.cards.notation import NEXT, Effect, Line, parse, resolve_line, word
from engine.core import decks
from engine.core.board import FAR
from engine.core.facts import TokenPlaced
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.the_green_terror import guess, path, walk
from engine.films.the_green_terror.path import ORIGIN, VOLKAR, add_hidden, concealed
from engine.rules.attack import Attack
from engine.rules.finale import killer_action_lines
from engine.rules.health import heal_killer, hurt_girl
from engine.rules.tracks import raise_horror
from engine.rules.victims import at, kill_victim, pick_victim

HOOKS = Hooks()
for module in (path, walk, guess):
    HOOKS.join(module.HOOKS)
LINE = "volkar.line"
COUNTDOWN = "volkar.countdown"
MENDING = "volkar.mending"
PUBLIC_MARKS = ("volkar.damage", COUNTDOWN, MENDING)
UNKNOWN = 3
BLAST = 2


@HOOKS.react("after_pieces", VOLKAR)
def _begin_concealed(game: Game, _: str, setup: object) -> None:
    """One facedown card is the Origin card; its marker lies where the Setup card puts the Killer (G-01)."""
    game.tell(TokenPlaced(ORIGIN, setup.killer))  # type: ignore[attr-defined]
    add_hidden(game)


# --- being Concealed


@HOOKS.react("killer_phase_begins", VOLKAR)
def _which_line(game: Game, _: str) -> None:
    """How the Killer phase begins decides between the two lines (G-12)."""
    game.mark(LINE, "upper" if concealed(game) else "lower", "phase")


@HOOKS.react("instead_of_finale_action", VOLKAR)
def _finale_line(game: Game, _: str) -> bool:
    upper, lower = killer_action_lines(game)
    line = game.marked(LINE) or ("upper" if concealed(game) else "lower")
    resolve_line(game, upper if line == "upper" else lower)
    walk.maybe_resolve_full(game)
    return True


@HOOKS.react("instead_of_killer_action", VOLKAR)
def _line_is_a_card(game: Game, _: str, _target: str, _moves: int, _attacks: int) -> bool:
    """A Killer Action line while she is Concealed is a facedown card (G-13)."""
    if not concealed(game):
        return False
    add_hidden(game)
    return True


@HOOKS.react("instead_of_placing", VOLKAR)
def _not_placed(game: Game, _: str, _killer: str, _to: str) -> bool:
    """She cannot be placed while she is Concealed (G-14)."""
    return concealed(game)


@HOOKS.modify("counted_at", VOLKAR, stage="set")
def _count_from_origin(game: Game, _: str, at: str, _killer: str) -> str:
    """Placing and counting start at the Origin marker (G-15)."""
    return at or game.state.tokens.get(ORIGIN, "")


@HOOKS.modify("movement_value", VOLKAR, stage="set")
def _a_space_an_icon(_game: Game, _: str, _value: int, _killer: str) -> int:
    """RULING: she has no Movement Value; a Move icon is 1 space, so that `mv mv mv` is Move 3 Spaces."""
    return 1


@word("visible", r"visible (?P<a>[^/]+) / concealed (?P<b>.+)", "visible near atk & H+1 / concealed path reveal")
def _visible(game: Game, effect: Effect) -> str | None:
    """One of two lines, by whether the Volk'ar is Visible or Concealed now; `&` joins the effects of a line."""
    return resolve_line(game, branch(effect.args[1] if concealed(game) else effect.args[0]))


@cache
def branch(text: str) -> Line:
    """The effects of one side of a `visible ... / concealed ...` line."""
    return parse(text.replace("&", ";"), "killer.toml", "visible", "effect")[0]


@word("need-concealed", r"need concealed", "need concealed")
def _need_concealed(game: Game, _: Effect) -> str | None:
    """If the Volk'ar is Visible this card is discarded and the next one drawn (G-23)."""
    return None if concealed(game) else NEXT


# --- Finales


@HOOKS.modify("ambush_penalties", "guerilla-warfare", stage="cap")
def _twice(_game: Game, _: str, penalties: list[str], _cards: list[str]) -> list[str]:
    return [card for card in penalties for _ in range(2)]


@HOOKS.modify("attack_value", "rampage")
def _stronger(_game: Game, _: str, value: int, _killer: str) -> int:
    return value + 1


@HOOKS.react("when_revealed", "self-destruct")
def _start_counting(game: Game, _: str) -> None:
    game.mark(COUNTDOWN, 4)


@HOOKS.react("upkeep", "self-destruct")
def _count_down(game: Game, card: str) -> None:
    left = game.marked(COUNTDOWN) - 1
    game.mark(COUNTDOWN, left or 3)
    if left:
        return
    center = str(game.modify("counted_at", game.state.killers[VOLKAR].at, VOLKAR))
    near = game.rules.graph(game, "adjacent").distances(center) if center else {}
    for victim, space in list(game.state.victims.items()):
        if near.get(space, FAR) <= BLAST and victim in game.state.victims:
            kill_victim(game, victim, card)
    if near.get(game.state.girl.at, FAR) <= BLAST:
        hurt_girl(game, 3)


@HOOKS.react("when_revealed", "regenerative-cloaking")
def _ready_to_mend(game: Game, _: str) -> None:
    """A bound, since two who heal for ever would never come to an end."""
    game.mark(MENDING, 6)


@HOOKS.react("after_concealed", "regenerative-cloaking")
def _mend(game: Game, _: str, _at: str) -> None:
    if left := game.marked(MENDING):
        game.mark(MENDING, left - 1)
        heal_killer(game, VOLKAR, 1)
    else:
        hurt_girl(game, 1)


# --- Dark Powers


@HOOKS.react("path_resolved", "blades-in-the-dark")
def _blades(game: Game, card: str, _cards: list[str]) -> None:
    """1 Victim in each space that touches hers, upriver too, not in her own (G-24)."""
    here = game.state.killers[VOLKAR].at
    for space in game.rules.graph(game, "adjacent").steps[here] if here else ():
        if victims := at(game, space):
            kill_victim(game, pick_victim(game, "killed-victim", victims), card)


@HOOKS.react("after_concealed", "chameleon-of-death")
def _slip_away(game: Game, card: str, here: str) -> None:
    die = game.roll("chameleon", 1)[0]
    to = game.rules.graph(game, "killer").panic[here].get(die)
    if to is None:
        return
    game.tell(TokenPlaced(ORIGIN, to))
    if victims := at(game, to):
        kill_victim(game, pick_victim(game, "killed-victim", victims), card)


@HOOKS.react("upkeep", "stress-of-the-unknown")
def _stress(game: Game, _: str) -> None:
    if sum(path.unseen(game, slot) for slot in path.path(game)) >= UNKNOWN:
        raise_horror(game, 1)


@HOOKS.modify("ambush_penalties", "merciless-ambush", stage="set")
def _every_penalty(_game: Game, _: str, _missed: list[str], cards: list[str]) -> list[str]:
    """RULING G-25: the last card's penalty is not doubled by a miss."""
    return cards[:]


# --- Terror cards


@HOOKS.react("do", "bait-n-switch")
def _switch(game: Game, _: str) -> None:
    add_hidden(game)
    first, last = path.path(game)[0], path.path(game)[-1]
    if first == last:
        return
    swapped = game.state.decks[last].copy(), game.state.decks[first].copy()
    for slot, deck in zip((first, last), swapped, strict=True):
        decks.change(game, slot, deck)


@HOOKS.react("do", "shifting-shadows")
def _forget(game: Game, _: str) -> None:
    for slot in path.path(game):
        if not path.unseen(game, slot):
            path.discard(game, decks.draw_top(game, slot))
            path.lay_facedown(game, slot)


@HOOKS.react("after_victim_dies", "collector")
def _trophy(game: Game, _: str, _victim: str, by: str) -> None:
    if by == VOLKAR:
        heal_killer(game, VOLKAR, 1)


@HOOKS.react("before_killer_hurt", "energy-shield")
def _count_hits(game: Game, card: str, how: str) -> None:
    if how == "damage":
        game.mark(card, game.marked(card, 0) + 1, "turn")


@HOOKS.modify("killer_hurt", "energy-shield")
def _shield(game: Game, card: str, amount: int, _killer: str, how: str) -> int:
    return max(0, amount - 1) if how == "damage" and game.marked(card) == 1 else amount


@HOOKS.react("after_attack", "evasion")
def _evade(game: Game, card: str, attack: Attack) -> None:
    if attack.dealt > 0 and card in game.state.powers and not concealed(game):
        add_hidden(game)
