"""The achievements of Hell to Pay, after its booklet, in our own words."""

from collections.abc import Callable, Sequence

from engine.core.achievements import Achievement, Story, found
from engine.core.facts import (
    ActionCardPlayed,
    DarkPowerRevealed,
    Fact,
    FinaleRevealed,
    HealthChanged,
    ItemGained,
    ItemUsed,
    Marked,
    VictimSaved,
)
from engine.core.ids import is_ordinary
from engine.core.state import State
from engine.films.hell_to_pay.afflictions import AfflictionPurged
from engine.films.hell_to_pay.items import DISCIPLINES

RAZORFACE, HELLSCAPE = "razorface", "hellscape"
HALF_OF_ALL = 5
"""Half of the ten Victims that a Setup card puts on the table."""
MANY = 5


def _won(test: Callable[[Story], bool] = lambda _: True) -> Callable[[Story], bool]:
    return lambda story: story.won and test(story)


def _half_saved(story: Story) -> bool:
    """As many saved as not, of all Victims that ever came on the board."""
    born = saved = 0
    for _, state in story.states():
        born, saved = max(born, state.born), len(state.saved)
    return saved * 2 >= born and saved >= HALF_OF_ALL


def _special_saved(story: Story) -> bool:
    return sum(not is_ordinary(fact.victim) for fact in story.of(VictimSaved)) >= 2


def _disciplines(story: Story) -> bool:
    return any(len({f.item for f in found(turn, ItemUsed)} & set(DISCIPLINES)) >= 2 for turn in story.turns())


def _saved_and_found(story: Story) -> bool:
    """A Victim saved at The Nexus and an Item of its deck in one turn."""
    return any(found(turn, VictimSaved, at="nexus") and _gained_at_nexus(story, turn) for turn in story.turns())


def _gained_at_nexus(story: Story, turn: list[Fact]) -> bool:
    items = {id(fact) for fact in found(turn, ItemGained)}
    return any(id(fact) in items and state.girl.at == "nexus" for fact, state in story.states())


def _marked(key: str) -> Callable[[Story], bool]:
    return lambda story: bool(story.of(Marked, key=key))


# --- Razorface


def _purge_turns(story: Story) -> list[int]:
    return [number for number, turn in enumerate(story.turns()) if found(turn, AfflictionPurged)]


def _three_in_a_row(story: Story) -> bool:
    turns = _purge_turns(story)
    return any({turn, turn + 1, turn + 2} <= set(turns) for turn in turns)


def _purged_last(story: Story) -> bool:
    return bool(found(story.turns()[-1], AfflictionPurged))


def _position(story: Story, kind: type[Fact], **values: object) -> int:
    """Where in the story the first such fact is; past its end if it never happened."""
    first = next(iter(story.of(kind, **values)), None)
    return len(story.facts) if first is None else next(i for i, fact in enumerate(story.facts) if fact is first)


def _last_purge(story: Story) -> int:
    return max((i for i, fact in enumerate(story.facts) if isinstance(fact, AfflictionPurged)), default=-1)


def _none_before_finale(story: Story) -> bool:
    finale = _position(story, FinaleRevealed)
    return finale < len(story.facts) and _position(story, AfflictionPurged) > finale


def _unhurt_until_purged(story: Story) -> bool:
    return _position(story, HealthChanged, who=RAZORFACE, how="damage") > _last_purge(story) >= 0


def _last_health_first(story: Story) -> bool:
    """Down to the Final Health token while an Affliction was still to be purged."""
    last = _last_purge(story)
    return any(_at_the_end(state) for i, (_, state) in enumerate(story.states()) if i < last)


def _at_the_end(state: State) -> bool:
    body = state.killers.get(RAZORFACE)
    return body is not None and body.health == 1 and body.max > 1


def _late_sacrifice(story: Story) -> bool:
    purge = _position(story, AfflictionPurged, card="a-delicious-sacrifice")
    return _position(story, DarkPowerRevealed) < purge < len(story.facts)


def _five_locations(stories: Sequence[Story]) -> bool:
    return len({story.header.location for story in stories if story.won and story.header.killer == RAZORFACE}) >= MANY


ACHIEVEMENTS = (
    Achievement("htp-hellscape", "Win a game at Hellscape.", HELLSCAPE, _won()),
    Achievement("htp-half-saved", "Win with at least half of all Victims saved.", HELLSCAPE, _won(_half_saved)),
    Achievement(
        "htp-no-hellshift",
        "Win without playing Hellshift.",
        HELLSCAPE,
        _won(lambda story: not story.of(ActionCardPlayed, card="hellshift")),
    ),
    Achievement("htp-special", "Save 2 special Victims in one game.", HELLSCAPE, _special_saved),
    Achievement("htp-disciplines", "Use two different Disciplines in one turn.", HELLSCAPE, _disciplines),
    Achievement(
        "htp-alone",
        "Deal the killing blow where no Victim could walk to you and the Killer.",
        HELLSCAPE,
        _won(_marked("hellscape.alone")),
    ),
    Achievement(
        "htp-locked-in",
        "Rearrange the tiles with Hellshift so that the Killer can walk to nobody.",
        HELLSCAPE,
        _marked("hellshift.locked-in"),
    ),
    Achievement("htp-nexus", "Save a Victim and gain an Item at The Nexus in one turn.", HELLSCAPE, _saved_and_found),
    Achievement(
        "htp-chariot",
        "Ride the Bone Chariot to a space that you could not have walked to.",
        HELLSCAPE,
        _marked("bone-chariot.beyond"),
    ),
    Achievement(
        "htp-gambler",
        "Use the Gambler's Cube with only your Final Health left.",
        HELLSCAPE,
        _marked("gamblers-cube.at-the-end"),
    ),
    Achievement(
        "htp-boxed",
        "Defeat Razorface at Hellscape.",
        RAZORFACE,
        _won(lambda story: story.header.location == HELLSCAPE),
    ),
    Achievement("htp-travels", "Defeat Razorface at five locations.", RAZORFACE, _five_locations, across=True),
    Achievement(
        "htp-extreme",
        "Defeat Razorface in Extreme Horror Mode.",
        RAZORFACE,
        _won(lambda story: story.header.extreme),
    ),
    Achievement("htp-three-in-a-row", "Purge Afflictions on 3 turns in a row.", RAZORFACE, _three_in_a_row),
    Achievement(
        "htp-five-purged",
        "Defeat Razorface after purging 5 Afflictions.",
        RAZORFACE,
        _won(lambda story: len(story.of(AfflictionPurged)) >= MANY),
    ),
    Achievement(
        "htp-swift",
        "Defeat Razorface on the turn that you purge the last Affliction.",
        RAZORFACE,
        _won(_purged_last),
    ),
    Achievement(
        "htp-patience",
        "Defeat Razorface without a purge before the Finale.",
        RAZORFACE,
        _won(_none_before_finale),
    ),
    Achievement(
        "htp-peaceful",
        "Defeat Razorface without hurting him before the last purge.",
        RAZORFACE,
        _won(_unhurt_until_purged),
    ),
    Achievement(
        "htp-hanging-on",
        "Bring Razorface down to his Final Health before the last purge.",
        RAZORFACE,
        _last_health_first,
    ),
    Achievement(
        "htp-late-sacrifice",
        "Defeat Razorface with A Delicious Sacrifice purged after the Dark Power came.",
        RAZORFACE,
        _won(_late_sacrifice),
    ),
)
