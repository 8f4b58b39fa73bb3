"""The twenty achievements of A Knock at the Door (rulebook A Knock at the Door, Achievements)."""

from engine.core.achievements import Achievement, Story, found
from engine.core.facts import (
    AttackMade,
    Fact,
    FinaleRevealed,
    GirlMoved,
    HealthChanged,
    ItemGained,
    ItemUsed,
    KillerMoved,
    KillerStood,
    TokenRemoved,
    TokenRevealed,
    VictimDied,
    VictimMoved,
    VictimSaved,
)
from engine.core.ids import base
from engine.films.knock_at_the_door.crafting import CRAFTED

COTTAGE, INTRUDERS = "wingard-cottage", "intruders"
HOUSE = {
    "kitchen",
    "west-bedroom",
    "east-bedroom",
    "bathroom",
    "family-room",
    "foyer",
    "laundry-room",
    "garage",
}
EXITS = {"country-road", "forest-trail", "driveway"}
BOAT_AT = "lakefront"
GANG = {"trish", "baghead", "zeke"}


# --- Wingard Cottage


def _won(story: Story) -> bool:
    return story.won


def _only_crafted(story: Story) -> bool:
    used = {base(fact.item) for fact in story.of(ItemUsed)}
    set_ = {base(fact.token).removeprefix("set-") for fact in story.of(TokenRemoved)}
    return story.won and used <= set(CRAFTED) and bool((used | set_) & set(CRAFTED)) and not _bandaged(story)


def _bandaged(story: Story) -> bool:
    """Whether the First Aid Kit has helped: it is never used, only held."""
    return any(
        isinstance(fact, HealthChanged) and fact.who == "girl" and fact.how == "heal" and fact.because.endswith("-rest")
        for fact, state in story.states()
        if state.items.get("first-aid-kit") == "hand"
    )


def _four_crafted(story: Story) -> bool:
    return sum(fact.item in CRAFTED for fact in story.of(ItemGained)) >= 4


def _three_at_once(story: Story) -> bool:
    """It fires once a turn, so what it hurts in a turn it hurts at once."""
    wanted = {"because": "sawed-off-shotgun", "how": "damage"}
    return any(len({f.who for f in found(turn, HealthChanged, **wanted)}) >= 3 for turn in story.turns())


def _both_traps(story: Story) -> bool:
    return any(len(traps) == 2 for turn in story.turns() for traps in _sprung(turn).values())


def _sprung(facts: list[Fact]) -> dict[str, set[str]]:
    """Enemy to the traps it has sprung: the token leaves right after the Enemy's step."""
    traps: dict[str, set[str]] = {}
    enemy = ""
    for fact in facts:
        if isinstance(fact, KillerMoved):
            enemy = fact.killer
        elif isinstance(fact, TokenRemoved) and fact.token in ("set-nail-trap", "set-snare"):
            traps.setdefault(enemy, set()).add(fact.token)
    return traps


def _blended(story: Story) -> bool:
    """An attack of 6 that is told just before the Blender is used up."""
    pairs = zip(story.facts, story.facts[1:], strict=False)
    return any(
        isinstance(hit, AttackMade) and isinstance(used, ItemUsed) and used.item == "blender" and hit.damage >= 6
        for hit, used in pairs
    )


def _escaped(story: Story) -> bool:
    runs = story.of(VictimMoved, because="escape-attempt")
    saved = {fact.victim for fact in story.of(VictimSaved, because="escape-attempt")}
    return any(sum(run.victim == victim for run in runs) >= 2 for victim in saved)


def _full_boat(story: Story) -> bool:
    return len(story.of(VictimSaved, at=BOAT_AT)) >= 4


def _never_inside(story: Story) -> bool:
    return story.won and not any(fact.to in HOUSE for fact in story.of(GirlMoved))


def _every_exit(story: Story) -> bool:
    return any({fact.at for fact in found(turn, VictimSaved)} >= EXITS for turn in story.turns())


# --- the Intruders


def _at_home(story: Story) -> bool:
    return story.won and story.header.location == COTTAGE


def _five_places(stories: list[Story]) -> bool:
    return len({story.header.location for story in stories if story.won}) >= 5


def _extreme(story: Story) -> bool:
    return story.won and story.header.extreme


def _after_the_finale(story: Story) -> bool:
    """No Killer has died before the Finale was turned over."""
    for fact in story.facts:
        if isinstance(fact, FinaleRevealed):
            return story.won
        if isinstance(fact, KillerStood) and fact.status == "dead":
            return False
    return False


def _before_the_finale(story: Story) -> bool:
    return story.won and not story.of(FinaleRevealed)


def _massacre(story: Story) -> bool:
    return any(sum(fact.by in GANG for fact in found(turn, VictimDied)) >= 5 for turn in story.turns())


def _all_come_back(story: Story) -> bool:
    return {fact.who for fact in story.of(TokenRevealed) if fact.hearts > 0} >= GANG


def _attackers(story: Story) -> list[list[str]]:
    """Who attacked the girl in each turn that she survived."""
    turns = story.turns()
    survived = turns if story.won else turns[:-1]
    return [[fact.by for fact in found(turn, AttackMade, on="girl")] for turn in survived]


def _one_each(story: Story) -> bool:
    return any(set(by) >= GANG for by in _attackers(story))


def _three_by_one(story: Story) -> bool:
    return any(by.count(killer) >= 3 for by in _attackers(story) for killer in GANG)


def _all_in_one_turn(story: Story) -> bool:
    return any({f.killer for f in found(turn, KillerStood, status="dead")} >= GANG for turn in story.turns())


ACHIEVEMENTS = (
    Achievement("wingard-win", "Win at Wingard Cottage.", COTTAGE, _won),
    Achievement("wingard-only-crafted", "Win with Crafted Items as the only Items you used.", COTTAGE, _only_crafted),
    Achievement("wingard-four-crafted", "Craft four Items in one game.", COTTAGE, _four_crafted),
    Achievement(
        "wingard-three-at-once", "Hurt three Enemies with one shot of the Sawed-Off Shotgun.", COTTAGE, _three_at_once
    ),
    Achievement(
        "wingard-both-traps", "See one Enemy walk into the Nail Trap and the Snare in one turn.", COTTAGE, _both_traps
    ),
    Achievement("wingard-blender", "Deal 6 damage to an Enemy with the Blender.", COTTAGE, _blended),
    Achievement(
        "wingard-escape", "See a Victim run 2 spaces or more into safety in an Escape Attempt.", COTTAGE, _escaped
    ),
    Achievement("wingard-boat", "Save four Victims with the Boat.", COTTAGE, _full_boat),
    Achievement("wingard-outside", "Win without setting foot in the house.", COTTAGE, _never_inside),
    Achievement("wingard-every-exit", "Save a Victim at each of the three Exits in one turn.", COTTAGE, _every_exit),
    Achievement("intruders-at-home", "Defeat the Intruders at Wingard Cottage.", INTRUDERS, _at_home),
    Achievement(
        "intruders-five-places", "Defeat the Intruders at five locations.", INTRUDERS, _five_places, across=True
    ),
    Achievement("intruders-extreme", "Defeat the Intruders in Extreme Horror.", INTRUDERS, _extreme),
    Achievement("intruders-after-finale", "Kill all three Intruders after their Finale.", INTRUDERS, _after_the_finale),
    Achievement("intruders-before-finale", "Defeat the Intruders before their Finale.", INTRUDERS, _before_the_finale),
    Achievement("intruders-massacre", "See the Intruders kill five Victims in one turn.", INTRUDERS, _massacre),
    Achievement(
        "intruders-come-back", "See all three Intruders come back from their black tokens.", INTRUDERS, _all_come_back
    ),
    Achievement(
        "intruders-one-each", "Survive an attack of each of the three Intruders in one turn.", INTRUDERS, _one_each
    ),
    Achievement(
        "intruders-three-by-one", "Survive three attacks of one Intruder in one turn.", INTRUDERS, _three_by_one
    ),
    Achievement("intruders-one-turn", "Kill all three Intruders in one turn.", INTRUDERS, _all_in_one_turn),
)
