"""Alois and Dakota: ultimates and bonus Items."""

from engine.core.facts import ActionCardMoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.rules.attack import Attack
from engine.rules.hand import HAND_LIMIT, hand_size
from engine.rules.health import GIRL
from engine.rules.items import use_item
from engine.rules.rolls import Roll, reroll
from engine.rules.tracks import lose_time

HOOKS = Hooks()
TOOK_BACK = "alois.took-back"
SCOPE = "hunting-scope"


# --- Alois: nothing is wasted


@HOOKS.react("after_action", "alois")
def _take_back(game: Game, _: str, chosen: str) -> None:
    card = chosen.partition(":")[2]
    if not chosen.startswith("play:") or game.marked(TOOK_BACK) or game.state.time < 1:
        return
    if not game.state.discard.get(card) or hand_size(game) >= HAND_LIMIT:
        return
    if game.choose("take-back", ["keep", f"take:{card}"], card=card) != "keep":
        game.mark(TOOK_BACK, True, "turn")
        lose_time(game, 1)
        game.tell(ActionCardMoved(card, "discard", "hand"))


def _bad_die(roll: Roll) -> int | None:
    return next((i for i, die in enumerate(roll.dice) if die <= 2), None)


@HOOKS.react("offer_on_roll", "field-notes")
def _may_look_up(_game: Game, _: str, roll: Roll) -> bool:
    return _bad_die(roll) is not None


@HOOKS.react("use_on_roll", "field-notes")
def _look_up(game: Game, item: str, roll: Roll) -> None:
    at = _bad_die(roll)
    assert at is not None
    use_item(game, item)
    reroll(game, roll, [at])


# --- Dakota: the longer arm


@HOOKS.modify("reach", "dakota")
def _further(_game: Game, _: str, high: int, _item: str) -> int:
    return high + 1


@HOOKS.react("attack_declared", SCOPE)
def _aim(game: Game, item: str, attack: Attack) -> None:
    """Its damage comes with `attack_damage` below; declared before the roll, it is spent either way."""
    space = attack.at or game.state.killers[attack.target].at
    by_card = game.rules.cards[attack.card].kind == "action" and attack.by == GIRL
    if not by_card or space == game.state.girl.at:
        return
    if game.choose("scope", ["keep", f"use:{item}"], card=attack.card) != "keep":
        game.mark(SCOPE, True, "phase")


@HOOKS.modify("attack_damage", SCOPE)
def _steady(game: Game, _: str, amount: int, attack: object) -> int:
    return amount + (amount > 0 and isinstance(attack, Attack) and bool(game.marked(SCOPE)))


@HOOKS.react("after_attack", SCOPE)
def _spent(game: Game, item: str, _attack: Attack) -> None:
    if game.marked(SCOPE):
        game.mark(SCOPE, None, "phase")
        use_item(game, item)
