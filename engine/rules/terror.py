"""Terror cards: drawn until one is not passed over; Minor Dark Powers stay in play (core rules 10)."""

from engine.cards.notation import NEXT, Effect, resolve, word
from engine.core import decks
from engine.core.facts import CardDone, CardShown, CardSkipped, PowerGained
from engine.core.game import Game


def draw_terror_card(game: Game) -> None:
    """Draw and resolve the top Terror card, unless the Finale is revealed; an empty deck gives none."""
    if game.state.finale:
        return
    while decks.size(game, "terror"):
        if resolve_terror_card(game, decks.draw_top(game, "terror")) != NEXT:
            return


def resolve_terror_card(game: Game, name: str) -> str | None:
    """Resolve one Terror card, top to bottom. Returns NEXT if its test failed."""
    game.source = name
    game.tell(CardShown(name, "terror"))
    if game.instead("instead_of_terror_card", name):
        game.tell(CardDone(name))
        return None
    card = game.rules.card(name)
    signal = resolve(game, card.effect, name)
    if signal is None:
        signal = game.handle(name, "resolve")
    if signal == NEXT:
        game.tell(CardSkipped(name))
    elif card.kind == "minor-dark-power":
        gain_power(game, name)
    if name in game.state.resolving:
        game.tell(CardDone(name, "play" if name in game.state.powers else "discard"))
    game.react("after_terror_card", name)
    return signal if isinstance(signal, str) else None


def gain_power(game: Game, name: str) -> None:
    """A Minor Dark Power comes into play with its health."""
    game.tell(PowerGained(name, game.rules.card(name).face.health))
    game.handle(name, "when_gained")


@word("by-hand", r"do", "do")
def _by_hand(game: Game, _: Effect) -> str | None:
    """What the card's icons cannot say: its function, named by the card's id, beside the content."""
    signal = game.handle(game.source, "do")
    return signal if isinstance(signal, str) else None
