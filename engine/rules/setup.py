"""Set-up: boards, cards, decks, pieces, the first Event (core rules 2)."""

from engine.core import decks
from engine.core.facts import (
    ActionCardMoved,
    ActiveChanged,
    BodySet,
    GirlMoved,
    HorrorChanged,
    KillerMoved,
    KillerStood,
    SetupDrawn,
    TimeChanged,
)
from engine.core.game import Game
from engine.core.state import Killer, State
from engine.rules.events import draw_event
from engine.rules.health import GIRL, TOKENS
from engine.rules.tracks import reset_value
from engine.rules.victims import add_victims

ITEMS_PER_DECK = 4
SUPPLY = 21


def new_state(game: Game) -> State:
    """The table before set-up: who plays against whom."""
    return State(killers={body.id: Killer() for body in game.rules.killer.bodies}, supply=SUPPLY)


def set_up_boards(game: Game) -> None:
    """Health, Horror and Time at their start values."""
    rules = game.rules
    game.tell(BodySet(GIRL, rules.girl.health, rules.girl.health, "black"))
    for body in rules.killer.bodies:
        game.tell(BodySet(body.id, body.health, body.health, "black"))
        if body.status != "up":
            game.tell(KillerStood(body.id, body.status))
    game.tell(ActiveChanged(rules.killer.bodies[0].id))
    game.tell(HorrorChanged(rules.killer.horror, 0))
    game.tell(TimeChanged(reset_value(game), 0))


def set_up_action_cards(game: Game) -> None:
    """The six cards without cost are the starting hand; all others lie in the tableau."""
    rules = game.rules
    for card in rules.cards.values():
        if card.kind == "action" and _in_play(game, card.film, card.part):
            to = "hand" if card.part == "core" and not card.face.cost else "tableau"
            for _ in range(card.face.copies):
                game.tell(ActionCardMoved(card.id, "game", to))


def _in_play(game: Game, film: str, part: str) -> bool:
    rules = game.rules
    return part == "core" or (part, film) in (("killer", rules.killer.film), ("location", rules.location.film))


def set_up_decks(game: Game) -> None:
    """Final Health, Finale, Dark Power, Terror, Event and Item piles; Item decks with their top cards faceup."""
    rules, killer, location = game.rules, game.rules.killer.film, game.rules.location.film
    epic = "epic-" if rules.setup.epic else ""
    decks.make_pool(game, "final-health", TOKENS)
    decks.make_pool(game, "finale", rules.pile(killer, "killer", f"{epic}finale"))
    decks.make_pool(game, "dark-power", rules.pile(killer, "killer", f"{epic}dark-power"))
    kinds = ("terror", "minor-dark-power")
    decks.make_pool(game, "terror", rules.pile(killer, "killer", *kinds) + rules.pile(location, "location", *kinds))
    decks.make_deck(game, "terror", "terror", rules.killer.terror_cards)
    events = rules.pile(location, "location", "event")
    decks.make_pool(game, "events", events)
    decks.make_deck(game, "events", "events", len(events))
    items = [*rules.pile(location, "location", "item"), rules.girl.bonus]
    decks.make_pool(game, "items", list(game.modify("item_pool", items)))
    game.react("before_item_decks")
    for space in rules.location.item_decks:
        decks.make_deck(game, space, "items", ITEMS_PER_DECK)
        decks.turn_top_up(game, space)


def place_pieces(game: Game) -> None:
    """Draw a Setup card: where the girl, the Killer and the Victims start."""
    rules = game.rules
    name = game.draw("setup", sorted(rules.setups))
    game.tell(SetupDrawn(name))
    setup = rules.setups[name]
    game.react("before_pieces", setup)
    game.tell(GirlMoved(setup.girl, "place"))
    if rules.killer.placed:
        for body in rules.killer.bodies:
            game.tell(KillerMoved(body.id, setup.killer, "place"))
    for space, number in setup.victims.items():
        add_victims(game, space, number)
    game.react("after_pieces", setup)


def first_event(game: Game) -> None:
    """Reveal and resolve the first Event."""
    draw_event(game)
