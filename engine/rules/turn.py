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
    Step("pieces", "setup", setup.place_pieces),
    Step("first-event", "setup", setup.first_event),
    Step("after-setup", "setup", after_phase, always=True),
)

TURN = (
    Step("begin-action-phase", "action", action.begin_action_phase),
    Step("take-action", "action", action.take_action),
    Step("end-action-phase", "action", action.end_of_action),
    Step("after-action-phase", "action", after_phase, always=True),
    Step("buy", "planning", planning.buy),
    Step("reset", "planning", planning.reset),
    Step("after-planning-phase", "planning", after_phase, always=True),
    Step("begin-killer-phase", "killer", killer_phase.begin_killer_phase),
    Step("killer-action", "killer", killer_phase.finale_action),
    Step("terror-card", "killer", killer_phase.terror_card),
    Step("end-killer-phase", "killer", killer_phase.end_of_killer_phase),
    Step("after-killer-phase", "killer", after_phase, always=True),
    Step("begin-panic-phase", "panic", panic.begin_panic_phase),
    Step("panic", "panic", panic.panic),
    Step("after-panic-phase", "panic", after_phase, always=True),
    Step("begin-upkeep", "upkeep", upkeep.begin_upkeep),
    Step("upkeep-effects", "upkeep", upkeep.upkeep_effects),
    Step("rearrange", "upkeep", upkeep.rearrange),
    Step("after-upkeep", "upkeep", after_phase, always=True),
)
