"""Razorface's Afflictions: drawn, met, purged, replaced (rulebook Hell to Pay, Afflictions).

A requirement is met during the Action phase: it is offered while it is met, and forgotten with the phase (H-17, H-18).
"""

from collections.abc import Callable

from engine.cards.notation import NEXT, Effect, resolve, word
from engine.core import decks
from engine.core.board import FAR
from engine.core.facts import CardLaidOut, CardTakenUp, Fact, VictimMoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.state import State, removed
from engine.rules.health import end_game, on_board
from engine.rules.items import item_decks
from engine.rules.rescue import is_exit
from engine.rules.victims import at, pick_victim

HOOKS = Hooks()
POOL = "afflictions"
PURGED = "afflictions.purged"
GIFT = 3
"""Damage that The Gift of Pain asks for; a Razorface with no more health than that cannot lose it (last one kept)."""
AT_START = 3
IDS = (
    "a-delicious-sacrifice",
    "a-lamb-to-the-slaughter",
    "a-waste-of-good-suffering",
    "experience-unbound",
    "explorers-of-the-flesh",
    "the-gift-of-pain",
    "torturous-embrace",
    "you-call-i-come",
)
NEED_VICTIMS = {"a-delicious-sacrifice": 2, "a-lamb-to-the-slaughter": 1}
"""Victims that a requirement asks for."""


class AfflictionPurged(Fact, tag=True):
    """An Affliction is purged: it leaves the game, its Purge Effect follows."""

    sight = "all"
    sources = True
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.shown = removed(state.shown, self.card)


def in_play(game: Game) -> list[str]:
    """The Afflictions that lie open."""
    return [card for card in game.state.shown if card in IDS]


# --- drawing


@HOOKS.react("before_item_decks", "razorface")
def _pile(game: Game, _: str) -> None:
    decks.make_pool(game, POOL, list(IDS))


def deal(game: Game) -> None:
    """Set-up: three Afflictions faceup."""
    for _ in range(AT_START):
        draw_affliction(game)


def draw_affliction(game: Game) -> str:
    """Gain an Affliction; the game is lost if one must be drawn and none is left."""
    if not game.state.pools.get(POOL):
        end_game(game, False, "no-afflictions")
    card = decks.draw_from_pool(game, POOL)
    game.tell(CardLaidOut(card))
    return card


@word("affliction", r"affliction", "affliction")
def _affliction(game: Game, _: Effect) -> None:
    """Draw an Affliction; with none left the game is lost."""
    draw_affliction(game)


@word("need-affliction", r"need affliction", "need affliction")
def _need_affliction(game: Game, _: Effect) -> str | None:
    """With no Affliction in play this card is discarded and the next one drawn."""
    return None if in_play(game) else NEXT


# --- requirements


def _distance(game: Game, way: str = "girl") -> int:
    """Spaces between the girl and Razorface: as she moves, or `adjacent` for what is next to her (G-36)."""
    killers = on_board(game)
    at = game.state.killers[killers[0]].at if killers else ""
    return game.rules.graph(game, way).distance(game.state.girl.at, at) if at else FAR


def _company(game: Game) -> int:
    return len(at(game, game.state.girl.at))


def _counted(card: str, number: int) -> Callable[[Game], bool]:
    return lambda game: game.state.phase_marks.get(card, 0) >= number


MET: dict[str, Callable[[Game], bool]] = {
    "a-delicious-sacrifice": lambda game: _company(game) >= 2,
    "a-lamb-to-the-slaughter": lambda game: _company(game) >= 1 and _distance(game, "adjacent") == 1,
    "a-waste-of-good-suffering": _counted("a-waste-of-good-suffering", 2),
    "experience-unbound": _counted("experience-unbound", 1),
    "explorers-of-the-flesh": lambda game: len(game.state.phase_marks.get("explorers-of-the-flesh", ())) >= 3,
    "the-gift-of-pain": _counted("the-gift-of-pain", GIFT),
    "torturous-embrace": lambda game: game.state.girl.max - game.state.girl.health >= 2 and _distance(game) == 0,
    "you-call-i-come": lambda game: is_exit(game, game.state.girl.at) and _distance(game) <= 2,
}
"""Whether a Purge Requirement is met now."""


def _count(game: Game, card: str, number: int) -> None:
    if game.state.phase == "action":
        game.mark(card, game.state.phase_marks.get(card, 0) + number, "phase")


@HOOKS.react("after_girl_healed", "a-waste-of-good-suffering")
def _recovered(game: Game, card: str, healed: int) -> None:
    _count(game, card, healed)


@HOOKS.react("after_item_gained", "experience-unbound")
def _gained(game: Game, card: str, _item: str) -> None:
    _count(game, card, 1)


@HOOKS.react("after_girl_moves", "explorers-of-the-flesh")
def _moved(game: Game, card: str, _origin: str, to: str) -> None:
    seen = game.state.phase_marks.get(card, [])
    if game.state.phase == "action" and to not in seen:
        game.mark(card, [*seen, to], "phase")


@HOOKS.react("after_killer_hurt", "the-gift-of-pain")
def _dealt(game: Game, card: str, _killer: str, lost: int, how: str) -> None:
    """What Razorface himself lost: soaked or ignored damage does not count (RULING H-25)."""
    if how == "damage":
        _count(game, card, lost)


# --- purging


def purgeable(game: Game, card: str) -> bool:
    """Whether an Affliction may be purged now: in the Action phase, met, and none purged this turn."""
    state = game.state
    return state.phase == "action" and "afflictions.now" not in state.turn_marks and MET[card](game)


@HOOKS.react("offer_action", *IDS)
def _may_purge(game: Game, card: str) -> list[str]:
    return ["purge"] if purgeable(game, card) else []


@HOOKS.react("use", *IDS)
def _purge(game: Game, card: str, _what: str) -> None:
    purge(game, card)


def purge(game: Game, card: str) -> None:
    """Purge an Affliction: out of the game, then its Purge Effect."""
    before, game.source = game.source, card
    game.mark(PURGED, [*game.marked(PURGED, []), card])
    game.mark("afflictions.now", True, "turn")
    game.tell(AfflictionPurged(card))
    game.react("after_purge", card)
    resolve(game, game.rules.card(card).effect, card)
    game.source = before


@HOOKS.react("action_phase_ends", "razorface")
def _last_chance(game: Game, _: str) -> None:
    """A phase that a card or Time ends still leaves the choice to purge."""
    if met := [f"purge:{card}" for card in in_play(game) if purgeable(game, card)]:
        chosen = game.choose("purge", [*met, "leave"])
        if chosen != "leave":
            purge(game, chosen[6:])


@HOOKS.react("do", "a-lamb-to-the-slaughter")
def _lamb(game: Game, _: str) -> None:
    here, killers = at(game, game.state.girl.at), on_board(game)
    if here and killers:
        victim = pick_victim(game, "led-victim", here)
        game.tell(VictimMoved(victim, game.state.killers[killers[0]].at, "place"))


# --- impossible Afflictions


def impossible(game: Game, card: str) -> bool:
    """Hard facts alone: it needs more Victims than are on the board and in the supply (RULING M-30)."""
    return len(game.state.victims) + game.state.supply < NEED_VICTIMS.get(card, 0)


def doubtful(game: Game, card: str) -> bool:
    """Not to be met as things are, but perhaps later: the player says (RULING M-30)."""
    if card in NEED_VICTIMS:
        return len(game.state.victims) < NEED_VICTIMS[card]
    if card == "the-gift-of-pain":
        return all(game.state.killers[killer].health <= GIFT for killer in on_board(game))
    return card == "experience-unbound" and not any(decks.size(game, deck) for deck in item_decks(game))


def replace(game: Game, card: str) -> None:
    """An Affliction leaves the game for a new one."""
    game.tell(CardTakenUp(card))
    draw_affliction(game)


def check(game: Game) -> None:
    """Replace impossible Afflictions until all are possible; ask once a turn about doubtful ones (H-19)."""
    while found := [card for card in in_play(game) if impossible(game, card)]:
        replace(game, found[0])
    for card in in_play(game):
        if doubtful(game, card) and not game.marked(f"{card}.kept"):
            game.mark(f"{card}.kept", True, "turn")
            if game.choose("impossible", ["keep", f"replace:{card}"], card=card) != "keep":
                replace(game, card)


@HOOKS.react("after_action", "razorface")
def _check_after_action(game: Game, _: str, _chosen: str) -> None:
    check(game)


@HOOKS.react("before_tokens", "razorface")
def _check_after_phase(game: Game, _: str) -> None:
    check(game)
