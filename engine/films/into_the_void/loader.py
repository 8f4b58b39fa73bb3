"""The Super Loader and its Key (rulebook Into the Void, Super Loader)."""

from engine.core.facts import CardLaidOut, CardTakenUp, ItemGained, ItemLost, ItemSlotted, TokenPlaced, TokenRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.rules.items import card_of

HOOKS = Hooks()
LOADER, KEY = "super-loader", "super-loader-key"
BROWN, GREY = "super-loader-token", "super-loader-key-token"
"""The token where it stands at first, and the one where it was left."""
HANGAR = "hangar"
UNPLAYABLE = ("short-rest", "long-rest", "search")


def park(game: Game) -> None:
    """At set-up it stands in the Hangar."""
    game.tell(TokenPlaced(BROWN, HANGAR))


def equipped(game: Game) -> bool:
    """Whether the girl sits in the Super Loader."""
    return LOADER in game.state.items


def parked(game: Game) -> str:
    """The token of the Super Loader on the board, or an empty string."""
    return next((token for token in (BROWN, GREY) if token in game.state.tokens), "")


@HOOKS.react("offer_action", KEY)
def _offer(game: Game, _: str) -> list[str]:
    token = parked(game)
    here = token and game.state.tokens[token] == game.state.girl.at
    return ["board"] if here and not equipped(game) else []


@HOOKS.react("use", KEY)
def _board(game: Game, _: str, _what: str) -> None:
    """Take and equip it: what the hands held goes into the backpack."""
    for item, slot in list(game.state.items.items()):
        if slot == "hand" and card_of(game, item).face.hands:
            game.tell(ItemSlotted(item, "pack"))
    game.tell(TokenRemoved(parked(game)))
    if LOADER in game.state.shown:
        game.tell(CardTakenUp(LOADER))
    game.tell(ItemGained(LOADER, "hand"))


def leave(game: Game) -> None:
    """Step out: its token stays in this space, the card goes back beside the board, never into the backpack."""
    game.tell(ItemLost(LOADER, "aside"))
    game.tell(CardLaidOut(LOADER))
    game.tell(TokenPlaced(GREY, game.state.girl.at))


@HOOKS.react("after_arranged", KEY)
def _unequipped(game: Game, _: str, item: str) -> None:
    if item == LOADER and game.state.items.get(LOADER) == "pack":
        leave(game)


@HOOKS.react("when_lost", KEY)
def _key_lost(game: Game, _: str) -> None:
    if equipped(game):
        leave(game)


@HOOKS.react("upkeep", LOADER)
def _step_out(game: Game, _: str) -> None:
    """Hands may be re-sorted in Upkeep, so she may step out then."""
    if equipped(game) and game.choose("leave-loader", ["stay", "leave"], item=LOADER) == "leave":
        leave(game)


# --- limits


@HOOKS.modify("followers", LOADER, stage="cap")
def _nobody_follows(game: Game, _: str, number: int) -> int:
    return 0 if equipped(game) else number


@HOOKS.modify("girl_move", LOADER, stage="cap")
def _slow(game: Game, _: str, spaces: int) -> int:
    return max(min(spaces, 1), spaces - 1) if equipped(game) else spaces


@HOOKS.modify("girl_hurt", LOADER, stage="cap")
def _armored(game: Game, _: str, amount: int, how: str) -> int:
    """Damage only; Guard and the like have each their own minimum (V-32)."""
    return max(min(amount, 1), amount - 1) if equipped(game) and how == "damage" else amount


@HOOKS.modify("may_play", LOADER, stage="cap")
def _no_rest(game: Game, _: str, may: bool, card: str) -> bool:
    return may and not (equipped(game) and card in UNPLAYABLE)
