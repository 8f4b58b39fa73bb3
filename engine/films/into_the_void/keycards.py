"""Keycards: six Items with a token each, tokens on the board, placing them (rulebook Into the Void, Keycards)."""

from engine.core import decks
from engine.core.content import SetupDef
from engine.core.facts import CardLaidOut, CardTakenUp, ItemUsed, TokenPlaced, TokenRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.ids import base
from engine.films.into_the_void import maintenance, ship
from engine.films.into_the_void.ship import KONRAD
from engine.rules.items import gain_item, item_decks
from engine.rules.tracks import lose_time

HOOKS = Hooks()
KEYCARD = "keycard"
FIRST, ASIDE = "keycard#1", ("keycard#2", "keycard#3")
"""The Keycard Item that the girl starts with, and the two beside the board."""
TOKEN = "keycard-token#"
PRICE = 1
"""RULING: Time for taking a token from the board."""
JAMMED = "konrad.jammed"
"""Mark: the turn in which no Keycard can be placed."""


# --- set-up


@HOOKS.modify("item_pool", KONRAD, stage="cap")
def _not_in_the_decks(_game: Game, _: str, items: list[str]) -> list[str]:
    return [item for item in items if item not in (FIRST, *ASIDE, "super-loader")]


@HOOKS.react("before_item_decks", KONRAD)
def _beside_the_board(game: Game, _: str) -> None:
    """One Keycard in the backpack, two aside, the Super Loader, the three Maintenance cards faceup."""
    gain_item(game, FIRST)
    for card in (*ASIDE, "super-loader", *maintenance.CARDS):
        game.tell(CardLaidOut(card))


def lay_tokens(game: Game, setup: SetupDef) -> None:
    """The two tokens of the Setup card."""
    for number, space in enumerate(setup.extra.get("keycards", ()), 1):
        game.tell(TokenPlaced(f"{TOKEN}{number}", space))


# --- taking


def charged(game: Game) -> list[str]:
    """Keycard Items that still hold their token."""
    return [item for item in game.state.items if base(item) == KEYCARD and game.state.uses.get(item)]


def token_here(game: Game) -> str:
    """A keycard token in the girl's space, or an empty string."""
    found = [t for t, space in game.state.tokens.items() if t.startswith(TOKEN) and space == game.state.girl.at]
    return found[0] if found else ""


def aside(game: Game) -> list[str]:
    """Keycard Items that lie beside the board."""
    return [card for card in game.state.shown if base(card) == KEYCARD]


def take_token(game: Game) -> None:
    """Take the token of this space for 1 Time, with one of the Keycard Items set aside."""
    token, card = token_here(game), aside(game)[0]
    lose_time(game, PRICE)
    game.tell(TokenRemoved(token))
    game.tell(CardTakenUp(card))
    gain_item(game, card)


@HOOKS.modify("may_lose_item", KONRAD, stage="cap")
def _kept(_game: Game, _: str, may: bool, item: str) -> bool:
    """A Keycard Item is never discarded."""
    return may and base(item) != KEYCARD


# --- placing


def jammed(game: Game) -> bool:
    """Whether no Keycard can be placed now."""
    return bool(game.marked(JAMMED) == game.state.turn)


def shafts_here(game: Game) -> list[str]:
    """Closed shafts beside the girl's space."""
    here = game.state.girl.at
    return [shaft for shaft in ship.closed_shafts(game) if here in ship.ends(game)[shaft]]


@HOOKS.react("offer_action", KONRAD)
def _offer(game: Game, _: str) -> list[str]:
    """Take a token; place one on a shaft beside this space or on the function of this room."""
    options = ["take-keycard"] if token_here(game) and aside(game) and game.state.time >= PRICE else []
    if jammed(game):
        return options
    if charged(game):
        options += shafts_here(game)
    return options + [f for f in maintenance.functions_here(game) if may_load(game, f)]


def may_load(game: Game, function: str) -> bool:
    """Whether a Keycard can be placed on a function, or those on it are enough by now."""
    if maintenance.is_active(game, function):
        return False
    return bool(charged(game)) or maintenance.loaded(game, function) >= maintenance.needed(game, function)


@HOOKS.react("use", KONRAD)
def _use(game: Game, _: str, what: str) -> None:
    if what == "take-keycard":
        take_token(game)
    else:
        place(game, what)


def place(game: Game, where: str) -> None:
    """Place a Keycard's token on a shaft or a function; a function with enough of them starts."""
    if where in ship.ends(game):
        _spend(game)
        ship.open_shaft(game, where)
        return
    if maintenance.loaded(game, where) < maintenance.needed(game, where):
        _spend(game)
        maintenance.load(game, where)
    if maintenance.loaded(game, where) >= maintenance.needed(game, where):
        maintenance.activate(game, where)


def _spend(game: Game) -> None:
    """The token leaves its card; the empty card stays in the inventory."""
    game.tell(ItemUsed(charged(game)[0], 0))


@HOOKS.react("do", "solar-interference")
def _interference(game: Game, _: str) -> None:
    game.mark(JAMMED, game.state.turn + 1)


@HOOKS.react("do", "master-access")
def _master_access(game: Game, _: str) -> None:
    for deck in item_decks(game):
        card = decks.turn_top_up(game, deck)
        if base(card) == KEYCARD:
            gain_item(game, decks.draw_top(game, deck))
