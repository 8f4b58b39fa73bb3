"""Pesadilla Verde: river, Huey, Soldiers, jungle (rulebook The Green Terror, Pesadilla Verde)."""

from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.the_green_terror import items, jungle, river, soldiers
from engine.films.the_green_terror.river import PLACE

HOOKS = Hooks()
for module in (river, soldiers, jungle, items):
    HOOKS.join(module.HOOKS)
TOPOLOGY = river.TOPOLOGY
PUBLIC_MARKS = ("soldiers.", "cave-collapse.", "river-mud")


@HOOKS.react("after_pieces", PLACE)
def _set_up(game: Game, _: str, _setup: object) -> None:
    """The Huey in the Clearing, the Soldiers card with its tokens (G-01)."""
    river.land(game)
    soldiers.set_up(game)
