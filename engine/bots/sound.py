"""A policy that plays soundly, without search and without hidden information.

Rescue first, the nearest crowd and then the nearest Exit, until the ultimate is on; then arm, then fight when the odds
are fair; never end a phase with the Killer without a Reaction; keep cards as fuel for conversions.
"""

from collections.abc import Callable

from engine.bots.seen import Seen
from engine.core.board import FAR
from engine.core.game import Game, Policy
from engine.core.tape import Request

Score = Callable[["Sound", Seen, Request, str], float]

CARD_VALUE = {
    "critical-blow": 9,
    "retaliate": 8,
    "furious-strike": 8,
    "guard": 7,
    "sprint": 6,
    "distraction": 6,
    "search": 5,
    "long-rest": 5,
    "planning": 4,
    "improvise": 4,
    "close-call": 5,
    "walk": 4,
    "focus": 4,
    "weak-attack": 3,
    "short-rest": 3,
}
"""What a card in hand is worth, for discarding the least."""
ATTACKS = ("critical-blow", "furious-strike", "weak-attack")
SPARE = 3
"""Cards kept in hand as fuel and Reactions."""


class Sound:
    """The policy; remembers only what it has tried this turn, so that it never goes round in circles."""

    def __init__(self) -> None:
        self.tried: set[tuple[int, str]] = set()

    def __call__(self, game: Game, request: Request) -> str:
        seen = Seen(game)
        score = SCORES.get(request.kind, _first)
        best = max(
            request.options, key=lambda option: (score(self, seen, request, option), -request.options.index(option))
        )
        if best.startswith("use:"):
            self.tried.add((seen.turn, best))
        return best

    def fresh(self, seen: Seen, option: str) -> bool:
        """Whether an option has not been tried this turn."""
        return (seen.turn, option) not in self.tried


# --- judging the table


def wants_rescue(seen: Seen) -> bool:
    """Victims are worth the way: until the ultimate, and afterwards those at hand."""
    return bool(seen.victims)


def can_fight(seen: Seen) -> bool:
    """Enough in hand to attack and to live through the answer."""
    strong = sum(seen.hand.get(card, 0) for card in ATTACKS) + len(seen.weapons())
    guards = seen.hand.get("guard", 0) + seen.hand.get("retaliate", 0)
    return seen.girl.health >= 3 and strong >= 1 and (guards >= 1 or weakest(seen) <= 2)


def weakest(seen: Seen) -> int:
    """Least health of a standing Killer."""
    return min((killer.health for killer in seen.killers.values()), default=FAR)


def goal(seen: Seen) -> str:
    """Where the girl wants to be."""
    if seen.with_girl() and wants_rescue(seen):
        return _nearest(seen, [e for e in seen.exits() if not seen.threat(e)])
    groups = {at for at in seen.victims.values() if not seen.threat(at)}
    if groups and (not seen.ultimate or not can_fight(seen)):
        return max(groups, key=lambda at: (min(seen.with_girl(at), 3) - seen.distance(at), at))
    if not seen.weapons() and seen.hand.get("search"):
        return _nearest(seen, [s for s in seen.search_spaces() if not seen.threat(s)])
    if can_fight(seen):
        return _nearest(seen, [killer.at for killer in seen.killers.values()])
    return _safest(seen)


def _nearest(seen: Seen, spaces: list[str]) -> str:
    reachable = [space for space in spaces if seen.distance(space) < FAR]
    return min(reachable, key=lambda space: (seen.distance(space), space), default="")


def _safest(seen: Seen) -> str:
    near = [space for space, far in seen.graph.distances(seen.girl.at).items() if far <= 2]
    return max(near, key=lambda space: (seen.killer_distance(space), space), default="")


# --- scores by kind of request


def _first(_: Sound, __: Seen, ___: Request, option: str) -> float:
    return {"done": -1, "no": -1}.get(option, 0)


def _action(bot: Sound, seen: Seen, _: Request, option: str) -> float:
    verb, what = [*option.split(":", 1), ""][:2]
    if verb == "save":
        return 100
    if verb == "play":
        return _worth_playing(seen, what)
    if verb == "use":
        return 20 if bot.fresh(seen, option) else -1
    if verb == "discard":
        return _worth_discarding(seen, what)
    return 0


def _worth_playing(seen: Seen, card: str) -> float:
    if card in ATTACKS or seen.card(card).attacks:
        ready = can_fight(seen) or seen.threat(seen.girl.at) or weakest(seen) <= 2
        return 40 + CARD_VALUE.get(card, 5) if ready and seen.time >= 0 else -1
    if card in ("walk", "sprint"):
        return _worth_moving(seen, card)
    if card in ("focus", "distraction"):
        return 30 if seen.horror >= 2 and seen.time < 11 else -1
    if card in ("short-rest", "long-rest"):
        missing = seen.girl.max - seen.girl.health
        return 35 if missing >= (2 if card == "short-rest" else 3) and seen.time >= 1 else -1
    if card == "search":
        return 38 if len(seen.items) < 5 and seen.time >= 1 else -1
    if card in ("planning", "improvise"):
        return 45 if can_fight(seen) and seen.threat(seen.girl.at) else -1
    return 25 if seen.time >= 2 else -1


def _worth_moving(seen: Seen, card: str) -> float:
    target = goal(seen)
    fleeing = seen.threat(seen.girl.at) and not can_fight(seen)
    if not fleeing and (not target or target == seen.girl.at or seen.time < 1):
        return -1
    far = seen.distance(target) if target else 1
    return 33 + (card == "sprint") * (1 if far > 2 else -1) + 10 * fleeing


def _worth_discarding(seen: Seen, card: str) -> float:
    size = sum(seen.hand.values())
    spare = size > SPARE and CARD_VALUE.get(card, 5) <= 4
    return 5 - CARD_VALUE.get(card, 5) if spare and seen.time < 9 else -2


def _move(_: Sound, seen: Seen, request: Request, option: str) -> float:
    if option.startswith("save"):
        return 100
    target = goal(seen)
    if option == "stop":
        fleeing = seen.threat(seen.girl.at) and not can_fight(seen)
        return -50 if fleeing else (0 if target and target != seen.girl.at else 5)
    to = option[5:]
    danger = 20 if seen.threat(to) and not can_fight(seen) else 0
    if not target:
        return seen.killer_distance(to) - seen.killer_distance(seen.girl.at) - danger - 1
    return 3 * (seen.graph.distance(seen.girl.at, target) - seen.graph.distance(to, target)) - danger


def _followers(_: Sound, seen: Seen, __: Request, option: str) -> float:
    return 0 if option == "follow:none" else option.count("+") + (int(option[7]) if option[7].isdigit() else 1)


def _roll(bot: Sound, seen: Seen, request: Request, option: str) -> float:
    successes = sum(die >= 5 for die in request.about["dice"]) + len(request.about["converted"])
    important = seen.card(request.about["card"]).attacks or seen.card(request.about["card"]).face.reaction
    spare = sum(n for card, n in seen.hand.items() if CARD_VALUE.get(card, 5) <= 5)
    if option == "keep":
        return 1
    if option == "convert":
        cheap = spare >= (2 if important else 4)
        return 3 if cheap and successes < (2 if important else 1) else 0
    if option == "use:close-call":
        return 2 if successes == 0 and (important or seen.time >= 1) else 0
    return 2 if successes == 0 and bot.fresh(seen, option) else 0


def _reroll(_: Sound, __: Seen, request: Request, option: str) -> float:
    dice = request.about["dice"]
    if option == "all":
        return 0 if len(dice) > 2 else -1
    return float(6 - dice[int(option[4:])])


def _discard(_: Sound, __: Seen, ___: Request, option: str) -> float:
    return -CARD_VALUE.get(option[8:], 5)


def _reaction(bot: Sound, seen: Seen, request: Request, option: str) -> float:
    damage = request.about["damage"]
    if option == "take":
        return 1
    if option == "play:retaliate":
        return 3 if damage or weakest(seen) <= 2 else 0
    if option.startswith("play:"):
        return 2 if damage >= 2 or (damage and seen.girl.health <= 3) else 0
    return 4 if damage and bot.fresh(seen, option) else 0


def _buy(_: Sound, seen: Seen, request: Request, option: str) -> float:
    if option == "done":
        return 0.5
    card = option[4:]
    cost = seen.card(card).face.cost
    have = seen.hand.get(card, 0)
    return (_wanted(seen, card) - 2 * have) / (1 + 0.4 * cost)


def _wanted(seen: Seen, card: str) -> float:
    hurt = seen.girl.max - seen.girl.health
    fighting = seen.ultimate or not seen.victims or seen.turn >= 6
    wanted = {
        "walk": 7 if not fighting else 5,
        "sprint": 12 if not fighting else 4,
        "search": 9 if not seen.weapons() else 2,
        "guard": 9,
        "retaliate": 15,
        "furious-strike": 16 if fighting else 6,
        "critical-blow": 22 if fighting else 5,
        "focus": 5 if seen.horror > 1 else 3,
        "distraction": 10 if seen.horror >= 3 else 2,
        "short-rest": 2 + 2 * hurt,
        "long-rest": 5 * max(0, hurt - 1),
        "weak-attack": 5,
        "close-call": 5,
    }
    return wanted.get(card, 6)


def _place(_: Sound, seen: Seen, __: Request, option: str) -> float:
    reward = seen.reward(int(option[6:]))
    if reward.startswith("heal"):
        return 6 if seen.girl.health < seen.girl.max else 0
    if reward.startswith("T+"):
        return 5 if seen.time <= 8 else 1
    if reward.startswith("H-"):
        return 4 if seen.horror >= 2 else 1
    return 3


def _attack(_: Sound, seen: Seen, __: Request, option: str) -> float:
    target, weapon = [*option.split(":"), "bare"][1:3]
    killer = seen.killers.get(target)
    face = seen.card(weapon).face.weapon if weapon not in ("bare", "") else None
    return (face.damage if face else 0) * 3 - (killer.health if killer else 9)


def _with(_: Sound, seen: Seen, __: Request, option: str) -> float:
    item = option[5:]
    face = None if item == "bare" else seen.card(item).face.weapon
    return face.damage if face else 0


def _keep_item(_: Sound, seen: Seen, __: Request, option: str) -> float:
    face = seen.card(option[5:]).face
    return 5 + face.weapon.damage if face.weapon else 3


def _arrange(_: Sound, seen: Seen, __: Request, option: str) -> float:
    return {"equip": 5, "done": 1}.get(option.partition(":")[0], 0)


SCORES: dict[str, Score] = {
    "action": _action,
    "move": _move,
    "followers": _followers,
    "roll": _roll,
    "reroll": _reroll,
    "convert": _discard,
    "discard": _discard,
    "hand-limit": _discard,
    "reaction": _reaction,
    "reaction-weapon": _with,
    "buy": _buy,
    "place": _place,
    "attack": _attack,
    "keep-item": _keep_item,
    "arrange": _arrange,
}
"""Kind of request to the score of an option; for other kinds the first option that is not a refusal."""


def sound_policy(_: str) -> Policy:
    """Plays soundly; needs no seed."""
    return Sound()
