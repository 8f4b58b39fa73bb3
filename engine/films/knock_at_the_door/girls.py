"""Ava and Ginny: ultimates and bonus Items."""

from engine.core.facts import ActionCardMoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.rules.attack import Attack
from engine.rules.hand import HAND_LIMIT, discard_cards, hand_size
from engine.rules.items import lose_item, use_item
from engine.rules.movement import step_girl
from engine.rules.tracks import lose_time
from engine.rules.victims import killer_here, move_victim

HOOKS = Hooks()


# --- Ava


@HOOKS.react("after_attack_on_girl", "ava")
def _slip_away(game: Game, _: str, _killer: str, _lost: int) -> None:
    """After each attack on her she may discard an Action card to move 1 space."""
    if not game.state.hand or "girl" in game.state.due:
        return
    ways = game.rules.graph(game, "girl").steps[game.state.girl.at]
    chosen = game.choose("slip-away", ["stay", *(f"move:{space}" for space in ways)])
    if chosen != "stay":
        discard_cards(game, 1)
        step_girl(game, chosen[5:])


@HOOKS.react("after_attack", "rusty-hatchet")
def _thrown(game: Game, card: str, attack: Attack) -> None:
    """Thrown at an Enemy 1 space away it is gone."""
    if attack.weapon != card or card not in game.state.items:
        return
    if (attack.at or game.state.killers[attack.target].at) != game.state.girl.at:
        lose_item(game, card)


# --- Ginny


def _price(game: Game, card: str) -> int:
    return max(1, game.rules.cards[card].face.cost)


@HOOKS.react("offer_action", "ginny")
def _cards_to_take_back(game: Game, girl: str) -> list[str]:
    if game.marked(f"{girl}.used") or hand_size(game) >= HAND_LIMIT:
        return []
    return [card for card in game.state.discard if _price(game, card) <= game.state.time]


@HOOKS.react("use", "ginny")
def _take_back(game: Game, girl: str, card: str) -> None:
    """Once per turn: a card from the discard pile for its cost in Time, at least 1."""
    game.mark(f"{girl}.used", True, "turn")
    lose_time(game, _price(game, card))
    game.tell(ActionCardMoved(card, "discard", "hand"))


def _within_call(game: Game) -> list[str]:
    near = game.rules.graph(game, "victim").steps
    here = game.state.girl.at
    return [victim for victim, space in game.state.victims.items() if here in near[space]]


@HOOKS.react("offer_action", "camp-whistle")
def _may_whistle(game: Game, card: str) -> list[str]:
    if game.marked(f"{card}.used") or game.state.time < 1 or killer_here(game, game.state.girl.at):
        return []
    return [""] if _within_call(game) else []


@HOOKS.react("use", "camp-whistle")
def _whistle(game: Game, card: str) -> None:
    """Once per turn, for 1 Time: every Victim 1 space away comes to her."""
    game.mark(f"{card}.used", True, "turn")
    use_item(game, card)
    lose_time(game, 1)
    for victim in _within_call(game):
        if victim in game.state.victims:
            move_victim(game, victim, game.state.girl.at)
