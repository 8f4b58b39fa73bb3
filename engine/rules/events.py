"""Events: drawn and resolved at once; some stay in play (core rules 2, 6)."""

from engine.cards.notation import Effect, resolve, word
from engine.core import decks
from engine.core.facts import CardDone, CardShown, EventLeft, EventStayed, VictimRemoved
from engine.core.game import Game
from engine.core.tape import PhaseEnded
from engine.rules.victims import add_special, nearest, one_of_each


def draw_event(game: Game) -> None:
    """Draw the next Event and resolve it; an empty deck gives none."""
    if not decks.size(game, "events"):
        return
    event = decks.draw_top(game, "events")
    before, game.source = game.source, event
    game.tell(CardShown(event, "event"))
    card = game.rules.card(event)
    try:
        resolve(game, card.effect, event)
        game.handle(event, "resolve")
    except PhaseEnded:
        _put_down(game, event)
        raise
    _put_down(game, event)
    game.source = before


def _put_down(game: Game, event: str) -> None:
    """A resolved Event is discarded or stays in play, even where what it did has ended the phase."""
    if event in game.state.resolving:
        stays = game.rules.card(event).face.stays and not game.marked(f"{event}.over")
        game.tell(CardDone(event, "play" if stays else "discard"))
        if stays:
            game.tell(EventStayed(event))


def leave_event(game: Game, event: str) -> None:
    """Discard an Event from play; one that has not come into play yet will not stay."""
    if event in game.state.events:
        game.tell(EventLeft(event))
    else:
        game.mark(f"{event}.over", True, "phase")


def replace_victim(game: Game, special: str, victims: list[str], origin: str, *, farthest: bool = False) -> bool:
    """A special Victim takes the place of the closest (farthest) of these ordinary Victims; False if there is none."""
    ordinary = [v for v in victims if v in one_of_each([v]).values() and v[0] == "v" and v[1:].isdigit()]
    ordinary = list(game.modify("replaceable", ordinary))
    victim = nearest(game, origin, ordinary, farthest=farthest)
    if victim is None:
        return False
    space = game.state.victims[victim]
    game.tell(VictimRemoved(victim))
    add_special(game, special, space)
    return True


@word("EV", r"EV", "EV")
def _event(game: Game, _: Effect) -> None:
    """Draw and resolve an Event."""
    draw_event(game)


@word("special", r"special (?P<a>[a-z-]+) (?P<b>nearest|farthest|at [a-z0-9-]+)", "special loser-boyfriend nearest")
def _special(game: Game, effect: Effect) -> None:
    """A special Victim replaces the Victim nearest to (farthest from) the girl, or the one nearest to a space.

    With no Victim to replace the Event is ignored.
    """
    name, where = effect.args
    origin = where[3:] if where.startswith("at ") else game.state.girl.at
    if not replace_victim(game, name, list(game.state.victims), origin, farthest=where == "farthest"):
        leave_event(game, game.source)
