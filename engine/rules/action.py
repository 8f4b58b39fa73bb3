"""The Action phase: one card or other action after another until it ends (core rules 3)."""

from engine.cards.notation import Effect, resolve, word
from engine.core.facts import ActionCardMoved, ActionCardPlayed, PhaseBegan, PhaseSkipped, TurnBegan
from engine.core.game import Game
from engine.core.tape import PhaseEnded
from engine.rules import attack
from engine.rules.items import use, use_options
from engine.rules.rescue import save, save_options
from engine.rules.rolls import CLOSE_CALL, horror_roll
from engine.rules.search import search_deck
from engine.rules.tracks import gain_time

ENDED = "action-phase-ended"


def begin_action_phase(game: Game) -> None:
    """A turn begins; with Time below zero its Action phase is skipped (C-026)."""
    game.tell(TurnBegan(game.state.turn + 1))
    game.tell(PhaseBegan("action"))
    if game.state.time < 0:
        game.tell(PhaseSkipped("action"))
        raise PhaseEnded
    game.react("action_phase_begins")


def take_action(game: Game) -> bool:
    """One action; True while the phase goes on."""
    options = [*play_options(game), *save_options(game), *use_options(game), *game.modify("more_actions", [])]
    options += [*discard_options(game), "end"]
    chosen = game.choose("action", options)
    if chosen == "end":
        return False
    verb, _, what = chosen.partition(":")
    game.react("before_action", chosen)
    ACTIONS[verb](game, what)
    game.react("after_action", chosen)
    return not game.marked(ENDED) and game.state.time >= 0


def play_options(game: Game) -> list[str]:
    """`play:` options: Action cards in hand that can be played now."""
    return [f"play:{card}" for card in game.state.hand if may_play(game, card)]


def may_play(game: Game, name: str) -> bool:
    """Whether an Action card can be played as an action now (playing costs nothing)."""
    card = game.rules.cards[name]
    if card.face.reaction or name == CLOSE_CALL:
        return False
    if name == "search" and not search_deck(game):
        return False
    if card.attacks and not attack.attack_options(game, name):
        return False
    return bool(game.modify("may_play", True, name))


def discard_options(game: Game) -> list[str]:
    """`discard:` options: any card for 1 Time."""
    return [f"discard:{card}" for card in game.state.hand] if game.state.time >= 0 else []


def play_card(game: Game, name: str) -> None:
    """Play an Action card: target if it attacks, Horror roll, result row."""
    game.source = name
    card = game.rules.cards[name]
    game.attack = attack.declare(game, name) if card.attacks else None
    game.tell(ActionCardPlayed(name))
    play_again(game, name)
    if game.attack is not None:
        game.react("after_attack", game.attack)
        game.attack = None


def play_again(game: Game, name: str) -> None:
    """Roll for a played card and resolve the row."""
    card = game.rules.cards[name]
    successes, dice = horror_roll(game, name)
    if game.attack is not None:
        game.attack.dice = dice
    resolve(game, attack.row_of(card, successes), name)
    game.handle(name, "after_row", successes)


def discard_for_time(game: Game, card: str) -> None:
    """Discard a card for 1 Time."""
    game.source = "rule.discard-for-time"
    game.tell(ActionCardMoved(card, "hand", "discard"))
    gain_time(game, int(game.modify("time_for_card", 1)))


ACTIONS = {"play": play_card, "discard": discard_for_time, "save": save, "use": use}
"""What the verbs of an action do; a film may add its own (offered by a modifier `more_actions`)."""


def end_of_action(game: Game) -> None:
    """What happens when the Action phase ends in order."""
    game.react("action_phase_ends")


@word("end", r"end", "end")
def _end(game: Game, _: Effect) -> None:
    """The Action phase ends after this card (nothing in another phase)."""
    if game.state.phase == "action":
        game.mark(ENDED, True, "phase")
