"""A policy that plays soundly, without search and without hidden information.

It weighs each option in units of 1 Time (`worth`): rescues first, the shortest errand first (`aims`), Horror down to
three dice, cards as Time or as fuel (`shopping`), weapons, and the fight when the odds are fair.
"""

from collections.abc import Callable

from engine.bots import plans, shopping, worth
from engine.bots.aims import Aim, aim, danger, ready
from engine.bots.odds import chances
from engine.bots.seen import Seen
from engine.bots.worth import WEIGHTS
from engine.cards.notation import Effect
from engine.core.game import Game, Policy
from engine.core.tape import Request

PATIENCE = 60
"""Turns after which a game that cannot be won any more is given up."""
Score = Callable[["Sound", Seen, Request, str], float]


Choice = Callable[["Sound", Seen, Request], str]


class Sound:
    """The policy; remembers only what it has tried this turn, so that it never goes round in circles."""

    def __init__(self) -> None:
        self.tried: set[tuple[int, str]] = set()
        self.aim = Aim("stay", "", 0, 0, 0)

    def __call__(self, game: Game, request: Request) -> str:
        seen = Seen(game)
        if request.kind in ("action", "move"):
            self.aim = aim(seen)
        best = WHOLE.get(request.kind, _best)(self, seen, request)
        if best.startswith("use:"):
            self.tried.add((seen.turn, best))
        return best

    def fresh(self, seen: Seen, option: str) -> bool:
        """Whether an option has not been tried this turn."""
        return (seen.turn, option) not in self.tried


def _best(bot: Sound, seen: Seen, request: Request) -> str:
    score = SCORES.get(request.kind, _first)
    scores = [score(bot, seen, request, option) for option in request.options]
    return request.options[scores.index(max(scores))]


# --- the Action phase


def _action(bot: Sound, seen: Seen, request: Request) -> str:
    scores = {option: _acting(bot, seen, option) for option in request.options if option.partition(":")[0] != "discard"}
    best = max(scores, key=lambda option: scores[option])
    if scores[best] > 0:
        return best
    sold = shopping.sale(seen)
    return f"discard:{sold}" if f"discard:{sold}" in request.options else "end"


def _acting(bot: Sound, seen: Seen, option: str) -> float:
    verb, _, what = option.partition(":")
    if verb == "save":
        return 100
    if verb == "play":
        return _playing(bot, seen, what) - 0.4 * shopping.keeping(seen, what)
    if verb == "use":
        return plans.using(seen, what) if bot.fresh(seen, option) else -1
    return 0 if verb == "end" else 3.0


def _playing(bot: Sound, seen: Seen, card: str) -> float:
    step, far = bot.aim.step, bot.aim.length
    if seen.attacks(card):
        return worth.playing(seen, card) + (2 if ready(seen) else 0)
    if card in ("walk", "sprint"):
        return worth.playing(seen, card, step, far) if bot.aim.kind != "stay" else -5
    if card in ("planning", "improvise"):
        useful = sum(seen.hand.get(strike, 0) for strike in worth.STRIKES) if seen.threat(seen.girl.at) else 0
        return worth.playing(seen, card) - 2 if useful and ready(seen) else -1
    return worth.playing(seen, card)


def _buy(_: Sound, seen: Seen, request: Request) -> str:
    basket = shopping.basket(seen)
    return next((option for option in request.options if option[4:] in basket), "done")


# --- scores by kind of request


def _first(_: Sound, __: Seen, ___: Request, option: str) -> float:
    return {"done": -1, "no": -1, "keep": -1, "leave": -1}.get(option, 0)


def _move(bot: Sound, seen: Seen, request: Request, option: str) -> float:
    if option.startswith("save"):
        return 100
    here = seen.girl.at
    if option == "stop":
        return 0
    to = option[5:]
    last = 1.0 if request.about["left"] == 1 else 0.3
    change = danger(seen, to) - danger(seen, here)
    progress = seen.distance(bot.aim.at, here) - seen.distance(bot.aim.at, to)
    if bot.aim.kind == "hunt":
        change = 0
    if to in seen.deadly or to not in seen.graph.steps[here] or (bot.aim.kind == "escort" and seen.threat(to)):
        return -50
    return 2 * max(0.5, bot.aim.step) * progress - last * change - 0.01


def _followers(_: Sound, seen: Seen, __: Request, option: str) -> float:
    ordinary = int(option[7]) if option[7].isdigit() else 0
    special = [name for name in option[7:].split("+") if name in seen.victims]
    return ordinary + sum(1.0 if name in seen.savable else 0.1 for name in special)


def _roll(bot: Sound, seen: Seen, request: Request, option: str) -> float:
    dice: list[int] = request.about["dice"]
    converted: list[int] = request.about["converted"]
    sure = sum(die >= 5 or (seen.improvised and die >= 3) for die in dice) + len(converted)
    value = _rows(bot, seen, request.about["card"])
    if option == "keep":
        return value[min(3, sure)]
    if option == "convert":
        return _converting(seen, dice, sure, len(converted), value)
    if not bot.fresh(seen, option) and option != "use:close-call":
        return -99
    hit = 2 / 3 if seen.improvised else 1 / 3
    again = sure - (min(dice) >= 5)
    return hit * value[min(3, again + 1)] + (1 - hit) * value[min(3, again)] - 1.2


def _converting(seen: Seen, dice: list[int], sure: int, done: int, value: list[float]) -> float:
    partial = sum(die in (3, 4) for die in dice) - done
    price = sum(sorted(_fuel_prices(seen))[: seen.price])
    best = value[min(3, sure + 1)] - price
    if partial > 1 and seen.size >= 2 * seen.price:
        best = max(best, value[min(3, sure + 2)] - sum(sorted(_fuel_prices(seen))[: 2 * seen.price]))
    return best


def _fuel_prices(seen: Seen) -> list[float]:
    return [shopping.keeping(seen, card) * WEIGHTS["fuel"] for card, n in seen.hand.items() for _ in range(n)]


def _rows(bot: Sound, seen: Seen, card: str) -> list[float]:
    return [worth.row(seen, card, n, bot.aim.step, bot.aim.length) for n in range(4)]


def _reroll(_: Sound, __: Seen, request: Request, option: str) -> float:
    if option == "all":
        return -1
    at = int(option[4:])
    return -9.0 if at in request.about["converted"] else float(6 - request.about["dice"][at])


def _discard(_: Sound, seen: Seen, __: Request, option: str) -> float:
    return -shopping.keeping(seen, option[8:])


def _reaction(bot: Sound, seen: Seen, request: Request, option: str) -> float:
    hurt = request.about["damage"]
    if option == "take":
        return 0.0
    if option.startswith("play:"):
        card = option[5:]
        odds = chances(seen.dice(card), min(2, worth.fuel(seen, 1)))
        gain = sum(p * worth.row(seen, card, n) for n, p in enumerate(odds))
        return gain - 0.6 * shopping.keeping(seen, card)
    return 4.0 if hurt and bot.fresh(seen, option) else -1.0


def _place(_: Sound, seen: Seen, __: Request, option: str) -> float:
    reward = seen.reward(int(option[6:]))
    if reward.startswith("heal"):
        return worth.healing(seen, int(reward[5:]))
    if reward.startswith("T+"):
        return WEIGHTS["time"] * min(int(reward[2:]), 12 - seen.time)
    if reward.startswith("H-"):
        return worth.calm(seen, int(reward[2:]))
    return 2.0


def _line(bot: Sound, seen: Seen, request: Request, option: str) -> float:
    effects = request.about["lines"][int(option[5:]) - 1]
    found = tuple(Effect(word, n, tuple(args)) for word, n, *args in effects)
    return worth.line(seen, found, bot.aim.step, bot.aim.length)


def _attack(_: Sound, seen: Seen, __: Request, option: str) -> float:
    target, weapon, *at = option.split(":")[1:]
    killer = seen.killers.get(target)
    face = seen.card(weapon).face.weapon if weapon not in ("bare", "") else None
    far = seen.killer_distance(at[0]) if at else 0
    return (face.damage if face else 0) * 3 - (killer.health if killer else 9) - far


def _with(_: Sound, seen: Seen, __: Request, option: str) -> float:
    face = None if option[5:] == "bare" else seen.card(option[5:]).face.weapon
    return face.damage if face else 0


def _keep_item(_: Sound, seen: Seen, __: Request, option: str) -> float:
    face = seen.card(option.partition(":")[2]).face
    return 5 + 2 * face.weapon.damage if face.weapon else 3


def _pick_deck(_: Sound, seen: Seen, __: Request, option: str) -> float:
    top = seen.top(option[5:])
    face = seen.card(top).face.weapon if top else None
    return 5 + face.damage if face else 3 if top else 3.5


def _arrange(_: Sound, seen: Seen, __: Request, option: str) -> float:
    verb, item = [*option.split(":", 1), ""][:2]
    if verb == "equip":
        return 5 + plans.strength(seen, item)
    if verb == "stow":
        return plans.stowing(seen, item)
    return 1


def _take_card(_: Sound, seen: Seen, __: Request, option: str) -> float:
    return shopping.wanted(seen, option[5:]) * shopping.SECOND ** seen.hand.get(option[5:], 0)


def _away(_: Sound, seen: Seen, __: Request, option: str) -> float:
    return float(seen.distance(option[3:])) if option[3:] in seen.graph.steps else 0.0


def _unlock(_: Sound, __: Seen, ___: Request, option: str) -> float:
    return -float(plans.UNLOCKING.index(option[7:])) if option[7:] in plans.UNLOCKING else -9.0


def _lead(_: Sound, seen: Seen, __: Request, option: str) -> float:
    """Ordered Victims go to the nearest Exit, never to a Killer."""
    to = option.rpartition(":")[2]
    return -plans.homeward(seen, to) if to in seen.graph.steps else -50.0


def _impossible(_: Sound, seen: Seen, __: Request, option: str) -> float:
    """A requirement that cannot be met is given up while another can be drawn and the end is near."""
    if option == "keep":
        return 0.0
    return 1.0 if seen.weakest <= 2 and (seen.afflictions_left or seen.turn > PATIENCE) else -1.0


SCORES: dict[str, Score] = {
    "move": _move,
    "followers": _followers,
    "roll": _roll,
    "reroll": _reroll,
    "convert": _discard,
    "discard": _discard,
    "hand-limit": _discard,
    "shield-cost": _discard,
    "reaction": _reaction,
    "reaction-weapon": _with,
    "place": _place,
    "line": _line,
    "attack": _attack,
    "keep-item": _keep_item,
    "pick-deck": _pick_deck,
    "arrange": _arrange,
    "take-card": _take_card,
    "target": _away,
    "path": _away,
    "farthest": _away,
    "unlock": _unlock,
    "impossible": _impossible,
    "order-move": _lead,
}
"""Kind of request to the score of an option; for other kinds the first option that is not a refusal."""


WHOLE: dict[str, Choice] = {"action": _action, "buy": _buy}
"""Kinds of request that are weighed as a whole."""


def sound_policy(_: str) -> Policy:
    """Plays soundly; needs no seed."""
    return Sound()
