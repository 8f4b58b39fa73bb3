"""A game as a list of steps, to be read beside the rulebook: set-up once, then turns of five phases."""

from engine.core.compose import Step
from engine.core.game import Game
from engine.rules import action, killer_phase, panic, planning, setup, upkeep
from engine.rules.health import settle_due


def after_phase(game: Game) -> None:
    """Final Health tokens that were due are looked at when the phase is over, however it ended."""
    game.react("before_tokens")
    settle_due(game)


SETUP = (
    Step("boards", "setup", setup.set_up_boards),
    Step("action-cards", "setup", setup.set_up_action_cards),
    Step("decks", "setup", setup.set_up_decks),
    Step("pieces", "setup", setup.place_pieces, kept=True),
    Step("first-event", "setup", setup.first_event, kept=True),
    Step("after-setup", "setup", after_phase, always=True),
)

TURN = (
    Step("begin-action-phase", "action", action.begin_action_phase),
    Step("take-action", "action", action.take_action, kept=True),
    Step("end-action-phase", "action", action.end_of_action),
    Step("after-action-phase", "action", after_phase, always=True),
    Step("buy", "planning", planning.buy, kept=True),
    Step("reset", "planning", planning.reset),
    Step("after-planning-phase", "planning", after_phase, always=True),
    Step("begin-killer-phase", "killer", killer_phase.begin_killer_phase),
    Step("killer-action", "killer", killer_phase.finale_action, kept=True),
    Step("terror-card", "killer", killer_phase.terror_card, kept=True),
    Step("end-killer-phase", "killer", killer_phase.end_of_killer_phase),
    Step("after-killer-phase", "killer", after_phase, always=True),
    Step("begin-panic-phase", "panic", panic.begin_panic_phase),
    Step("panic", "panic", panic.panic, kept=True),
    Step("after-panic-phase", "panic", after_phase, always=True),
    Step("begin-upkeep", "upkeep", upkeep.begin_upkeep),
    Step("upkeep-effects", "upkeep", upkeep.upkeep_effects, kept=True),
    Step("rearrange", "upkeep", upkeep.rearrange, kept=True),
    Step("after-upkeep", "upkeep", after_phase, always=True),
)
