"""The Nail Trap and the Snare: Crafted Items that are set in a space and wait for an Enemy."""

from engine.core.facts import CardLaidOut, ItemLost, TokenPlaced, TokenRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.knock_at_the_door.crafting import LOCATION
from engine.rules.health import hurt_killer

HOOKS = Hooks()
NAIL_DAMAGE = 2
CAUGHT = "set-snare.caught"


@HOOKS.react("offer_action", "nail-trap", "snare")
def _may_set(game: Game, card: str) -> list[str]:
    return [""] if card in game.state.items else []


@HOOKS.react("use", "nail-trap", "snare")
def _set(game: Game, card: str) -> None:
    """The trap waits in the girl's space; its card is neither hers nor faceup."""
    game.tell(ItemLost(card, "board"))
    game.tell(TokenPlaced(f"set-{card}", game.state.girl.at))


def _sprung(game: Game, token: str, space: str) -> bool:
    """Whether a trap waits in a space; if so it is used up and its card lies faceup again."""
    if game.state.tokens.get(token) != space:
        return False
    game.tell(TokenRemoved(token))
    game.tell(CardLaidOut(token.removeprefix("set-")))
    return True


@HOOKS.react("after_killer_moves", "set-nail-trap")
def _nails(game: Game, token: str, killer: str, to: str) -> None:
    if _sprung(game, token, to):
        hurt_killer(game, killer, NAIL_DAMAGE)
        game.react("after_item_damage", killer)


@HOOKS.react("after_killer_moves", "set-snare")
def _snared(game: Game, token: str, killer: str, to: str) -> bool:
    """Its movement ends, and for the rest of the phase it neither moves nor attacks."""
    if not _sprung(game, token, to):
        return False
    game.mark(CAUGHT, killer, "phase")
    return True


@HOOKS.modify("killer_may_move", LOCATION, stage="cap")
def _cannot_move(game: Game, _: str, may: bool, killer: str) -> bool:
    return may and game.marked(CAUGHT) != killer


@HOOKS.modify("number_of_attacks", LOCATION, stage="cap")
def _cannot_attack(game: Game, _: str, number: int, killer: str) -> int:
    return 0 if game.marked(CAUGHT) == killer else number
