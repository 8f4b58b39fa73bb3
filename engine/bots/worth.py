"""What things are worth to the girl, in units of 1 Time: health, Horror, damage, cards, rows of a card.

Weights are judgements, set by playing many games; they look at the table as Seen shows it and nothing else.
"""

from collections.abc import Callable

from engine.bots import plans
from engine.bots.odds import chances
from engine.bots.seen import Seen
from engine.cards.notation import Effect, Line
from engine.rules.tracks import TIME_CAP

WEIGHTS = {
    "time": 0.9,
    "health": 2.5,
    "last-health": 2.5,
    "damage": 3.5,
    "kill": 8.0,
    "end": 1.5,
    "item": 2.5,
    "weapon": 6.0,
    "fuel": 1.0,
    "rescue": 8.0,
    "later-rescue": 4.0,
    "step": 1.2,
    "spare": 4.0,
}
RUNGS = [0.9, 0.7, 4.5, 3.0, 2.6, 2.4, 2.6, 6.0, 6.0]
"""What each step down is worth, by the Horror position it starts from; above the top a step is Bloodlust."""
STRIKES = ("critical-blow", "furious-strike", "weak-attack")
GUARDS = ("guard", "retaliate")
FLIGHT = 8.0
"""What it is worth that a full helicopter flies one space further; one on its way back half of it."""
DEADLY = 20.0
"""What it costs to lose the last health."""


def health(seen: Seen, lost: int) -> float:
    """What losing that much health costs."""
    left = seen.girl.health - lost
    extra = WEIGHTS["last-health"] * max(0, min(lost, 3 - left))
    return lost * WEIGHTS["health"] + extra + (DEADLY if left <= 0 else 0)


def healing(seen: Seen, gained: int) -> float:
    """What recovering health is worth."""
    gained = min(gained, seen.girl.max - seen.girl.health)
    return gained * WEIGHTS["health"] + WEIGHTS["last-health"] * max(0, min(gained, 3 - seen.girl.health))


def calm(seen: Seen, steps: int) -> float:
    """What lowering Horror is worth: most just above the next die; below the bottom it is Time."""
    return sum(_rung(horror) for horror in range(seen.horror, seen.horror - steps, -1))


def fright(seen: Seen, steps: int) -> float:
    """What raising Horror costs."""
    return sum(_rung(horror + 1) for horror in range(seen.horror, seen.horror + steps))


def _rung(horror: int) -> float:
    """What the step of the Horror track down from a position is worth."""
    return RUNGS[max(0, min(horror, len(RUNGS) - 1))]


def damage(seen: Seen, amount: int, target: str = "") -> float:
    """What damage to a Killer is worth."""
    killer = seen.killers.get(target)
    if not seen.killers:
        return amount * 0.5
    left = killer.health if killer else seen.weakest
    if plans.futile(seen, amount):
        return 0.0
    if seen.warded:
        return min(amount, left - 1) * WEIGHTS["damage"]
    return min(amount, left) * WEIGHTS["damage"] + (WEIGHTS["kill"] if amount >= left else 0)


def _effect(seen: Seen, effect: Effect, step: float, far: int) -> float:
    if effect.word == "move":
        return min(effect.n, far) * step
    found = EFFECTS.get(effect.word)
    return found(seen, effect) if found else 1.0


def _time_lost(seen: Seen, effect: Effect) -> float:
    over = effect.n > seen.time and seen.phase == "action"
    return -min(effect.n, seen.time + 1) * WEIGHTS["time"] - over * WEIGHTS["end"]


def _healed(seen: Seen, effect: Effect) -> float:
    enough = effect.n >= 2 and seen.girl.max - seen.girl.health >= 2
    return healing(seen, effect.n) + (plans.spurred(seen, "heal") if enough else 0)


def _hit(seen: Seen, effect: Effect) -> float:
    hit = effect.n + seen.weapon.damage
    return damage(seen, hit) + (plans.spurred(seen, "dmg") if hit >= 3 else 0)


def _ended(seen: Seen, _: Effect) -> float:
    return -WEIGHTS["end"] * (1 + seen.threat(seen.girl.at)) if seen.phase == "action" else 0.0


def _reduced(seen: Seen, effect: Effect) -> float:
    least = min(int(effect.args[0] or 0), seen.incoming)
    return spared(seen, min(effect.n, seen.incoming - least))


def _searched(seen: Seen, effect: Effect) -> float:
    if seen.girl.at not in seen.search_spaces:
        return 0.0
    return searching(seen) + (effect.n - 1) + plans.spurred(seen, "search")


def _flown(seen: Seen, effect: Effect) -> float:
    if seen.aboard:
        return effect.n * FLIGHT * seen.aboard / plans.SEATS
    return effect.n * FLIGHT / 2 if seen.away and seen.groups else -2.0


EFFECTS: dict[str, Callable[[Seen, Effect], float]] = {
    "T+": lambda seen, effect: min(effect.n, TIME_CAP - seen.time) * WEIGHTS["time"],
    "T-": _time_lost,
    "H-": lambda seen, effect: calm(seen, effect.n),
    "H+": lambda seen, effect: -fright(seen, effect.n),
    "HP-": lambda seen, effect: -health(seen, effect.n),
    "heal": _healed,
    "dmg": _hit,
    "end": _ended,
    "ignore": lambda seen, _: spared(seen, seen.incoming),
    "reduce": _reduced,
    "search": _searched,
    "dice": lambda _, effect: 1.5 * effect.n,
    "improvise": lambda _, effect: 6.0 if effect.args[0] == "phase" else 2.5,
    "fly": _flown,
    "unlock": lambda seen, _: 3.0 if seen.unlocked("saving") else 7.0,
    "lock": lambda _, __: -2.0,
    **dict.fromkeys(("scan", "track", "card", "card<=", "item"), lambda _, __: WEIGHTS["item"]),
}
"""Effect word to what it is worth; other words count 1."""


def spared(seen: Seen, amount: int) -> float:
    """What it is worth that an attack does so much less damage."""
    if not seen.incoming:
        return 0.0
    left = max(0, seen.incoming - amount)
    gained = plans.wounds(seen, left) - plans.wounds(seen, seen.incoming)
    return health(seen, seen.incoming) - health(seen, left) + gained


def line(seen: Seen, effects: Line, step: float = 0.0, far: int = 0) -> float:
    """What a line of effects is worth."""
    return sum(_effect(seen, effect, step, far) for effect in effects)


def row(seen: Seen, card: str, successes: int, step: float = 0.0, far: int = 0) -> float:
    """What the row of an Action card is worth: the best of its lines."""
    found = [line(seen, effects, step, far) for effects in seen.lines(card, successes)]
    return max(found, default=2.0 * successes if not seen.lines(card, 0) else 0.0)


def fuel(seen: Seen, kept: int = 0) -> int:
    """Conversions that the cards in hand could pay for, beyond those kept."""
    if seen.improvised:
        return 9
    return max(0, seen.size - kept) // seen.price


def playing(seen: Seen, card: str, step: float = 0.0, far: int = 0) -> float:
    """Expected worth of playing a card from the hand, converting only where it pays."""
    sure = _expected(seen, card, 9 if seen.improvised else 0, step, far)
    if seen.improvised:
        return sure
    converting = _expected(seen, card, min(2, fuel(seen, 1)), step, far) - WEIGHTS["fuel"] * seen.price * 0.7
    return max(sure, converting)


def _expected(seen: Seen, card: str, conversions: int, step: float, far: int) -> float:
    odds = chances(seen.dice(card), conversions)
    return sum(p * row(seen, card, successes, step, far) for successes, p in enumerate(odds) if p)


def searching(seen: Seen) -> float:
    """What an Item is worth: a weapon most, while there is none."""
    top = seen.top(seen.girl.at)
    weapon = seen.card(top).face.weapon if top else None
    if weapon is not None:
        return WEIGHTS["weapon"] if weapon.damage > seen.weapon.damage else 1.0
    return WEIGHTS["item"] + (1.5 if seen.weapon.damage == 0 else 0)


def burst(seen: Seen) -> float:
    """Expected damage of the attack cards in hand this turn, some of the others paying for conversions."""
    strikes = [card for card in STRIKES if seen.hand.get(card)]
    spare = seen.size - sum(seen.hand.get(card, 0) for card in (*STRIKES, *GUARDS))
    each = 9 if seen.improvised else spare // seen.price // max(1, len(strikes))
    total = 0.0
    for card in strikes:
        odds = chances(seen.dice(card), each)
        for successes, p in enumerate(odds):
            hit = max((e.n for effects in seen.lines(card, successes) for e in effects if e.word == "dmg"), default=0)
            total += p * (hit + seen.weapon.damage if hit else 0)
    return total


def blows(seen: Seen, space: str) -> float:
    """Attacks to be expected on the girl in a space: fewer with Victims there or nearer, more with several Killers."""
    far, reach = seen.killer_distance(space), seen.swiftest * 2
    close = sum(seen.hunting.distance(at, space) <= reach for at in seen.lairs.values())
    expected = (1.6 if far == 0 else 1.2 if close else 0.35) + 0.3 * max(0, close - 1)
    nearer = any(seen.killer_distance(at) <= far for at in seen.prey if at != seen.girl.at)
    return expected * (0.45 if nearer or seen.prey.get(space) else 1.0)


def shields(seen: Seen) -> int:
    """Reactions in hand."""
    return sum(seen.hand.get(card, 0) for card in GUARDS)
