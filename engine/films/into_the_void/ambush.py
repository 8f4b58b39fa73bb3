"""What the Evomorph does while it is vanished: Ambush cards in place of the Killer phase, and the Scan cards."""

from engine.cards.notation import NEXT, resolve
from engine.core import decks
from engine.core.compose import Step, StepChange
from engine.core.facts import ActionCardMoved, CardDone, CardShown, CardSkipped
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.into_the_void.evolution import ADULT, EVOMORPH, HATCHLING, Evolved, appear, stage, vanished
from engine.rules.killer_phase import end_phase
from engine.rules.terror import draw_terror_card

HOOKS = Hooks()
DECK = "ambush"
SKIP = "evomorph.skip"
YOUNGLING_ROW, ADULT_ROW = 1, 2
"""Which row of an Ambush card is which side of it."""


@HOOKS.react("before_item_decks", EVOMORPH)
def _set_up(game: Game, _: str) -> None:
    game.tell(Evolved(HATCHLING))
    build_deck(game)


def build_deck(game: Game) -> None:
    """All Ambush cards, shuffled: at set-up and whenever the deck has run out."""
    decks.make_pool(game, DECK, game.rules.pile(game.rules.killer.film, "killer", "ambush"))
    decks.make_deck(game, DECK, DECK, len(game.state.pools[DECK]))


def draw_ambush(game: Game) -> None:
    """Draw and resolve Ambush cards until one is not passed over."""
    signal: str | None = NEXT
    while signal == NEXT:
        if not decks.size(game, DECK):
            build_deck(game)
        signal = resolve_ambush(game, decks.draw_top(game, DECK))


def resolve_ambush(game: Game, name: str) -> str | None:
    """Resolve the side of an Ambush card that fits the stage. Returns NEXT if its test failed."""
    game.source = name
    game.tell(CardShown(name, DECK))
    side = ADULT_ROW if stage(game) == ADULT else YOUNGLING_ROW
    signal = resolve(game, game.rules.card(name).rows[side], name)
    if signal == NEXT:
        game.tell(CardSkipped(name))
    if name in game.state.resolving:
        game.tell(CardDone(name))
    return signal


# --- the Killer phase


@HOOKS.react("killer_phase_begins", EVOMORPH)
def _skipped(game: Game, _: str) -> None:
    """After a full Scan the next Killer phase is skipped."""
    if game.marked(SKIP):
        game.mark(SKIP, None)
        end_phase(game, "killer")


@HOOKS.react("instead_of_finale_action", EVOMORPH)
def _no_action_while_gone(game: Game, _: str) -> bool:
    return vanished(game)


def terror_or_ambush_card(game: Game) -> None:
    """Vanished: an Ambush card; else a Terror card."""
    if vanished(game):
        draw_ambush(game)
    else:
        draw_terror_card(game)


STEPS = [StepChange("instead", "terror-card", Step("terror-card", "killer", terror_or_ambush_card))]


@HOOKS.modify("next_killer_deck", EVOMORPH)
def _ambush_is_next(game: Game, _: str, deck: str) -> str:
    """What a Motion Tracker looks at."""
    return DECK if vanished(game) else deck


# --- Scan


@HOOKS.modify("may_play", EVOMORPH, stage="cap")
def _scan_only_while_gone(game: Game, _: str, may: bool, card: str) -> bool:
    return may and (card != "scan" or vanished(game))


@HOOKS.react("do", "scan")
def _found_it(game: Game, card: str) -> None:
    """Three successes: it is dragged into her space, the next Killer phase is skipped, the card leaves the game."""
    game.mark(SKIP)
    if game.state.discard.get(card):
        game.tell(ActionCardMoved(card, "discard", "game"))
    appear(game, game.state.girl.at)
