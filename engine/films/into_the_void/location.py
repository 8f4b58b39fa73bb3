"""USS Konrad: its systems are in `ship`, `keycards`, `maintenance`, `loader`, `items` and `events`."""

from engine.core.content import SetupDef
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.into_the_void import events, items, keycards, loader, maintenance, ship

HOOKS = Hooks()
for module in (ship, maintenance, keycards, loader, items, events):
    HOOKS.join(module.HOOKS)
TOPOLOGY = ship.Shafts()
PUBLIC_MARKS = ("konrad.",)
PUBLIC_VALUES = {"konrad.needed": maintenance.all_needed}


@HOOKS.react("after_pieces", ship.KONRAD)
def _tokens(game: Game, _: str, setup: SetupDef) -> None:
    keycards.lay_tokens(game, setup)
    loader.park(game)
