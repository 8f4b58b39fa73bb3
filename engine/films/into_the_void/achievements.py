"""The achievements of Into the Void, after its booklet, in our own words."""

from collections.abc import Callable, Sequence

from engine.core.achievements import Achievement, Story, found
from engine.core.facts import ActionCardMoved, HealthChanged, VictimDied, VictimSaved
from engine.core.state import State
from engine.films.into_the_void.evolution import ADULT, EVOMORPH, AmbushForestalled, Evolved, KillerVanished
from engine.films.into_the_void.loader import LOADER
from engine.films.into_the_void.maintenance import AIRLOCK, CRUSHER, FUNCTIONS, INCINERATOR, FunctionChanged
from engine.films.into_the_void.ship import KONRAD
from engine.rules.health import GIRL

FLAMETHROWER = "konrad-flamethrower"
HALF_OF_ALL = 5
"""Half of the ten Victims that a Setup card puts on the table."""
MANY = 5


def _won(test: Callable[[Story], bool] = lambda _: True) -> Callable[[Story], bool]:
    return lambda story: story.won and test(story)


def _defeated(story: Story) -> bool:
    return story.outcome is not None and story.outcome.why == "killer-dead"


def _last_state(story: Story) -> State:
    return list(story.states())[-1][1]


# --- USS Konrad


def _airlock(story: Story) -> bool:
    """Activated while a Killer stood in the Hangar."""
    room = FUNCTIONS[AIRLOCK].room
    return any(
        isinstance(fact, FunctionChanged)
        and (fact.function, fact.active) == (AIRLOCK, True)
        and any(killer.at == room for killer in state.killers.values())
        for fact, state in story.states()
    )


def _last_blow(story: Story) -> HealthChanged | None:
    """The loss of a Killer's last health that ended the game."""
    falls = [fact for fact in story.of(HealthChanged, to=0) if fact.who != GIRL]
    return falls[-1] if falls else None


def _finished_by(cause: str) -> Callable[[Story], bool]:
    def test(story: Story) -> bool:
        blow = _last_blow(story)
        return _defeated(story) and blow is not None and blow.because == cause

    return _won(test)


def _burned_both(story: Story) -> bool:
    own = found(story.turns()[-1], HealthChanged, who=GIRL, because=FLAMETHROWER)
    return _finished_by(FLAMETHROWER)(story) and bool(own)


def _machines_harmless(story: Story) -> bool:
    return not any(fact.by in (CRUSHER, INCINERATOR, AIRLOCK) for fact in story.of(VictimDied))


def _half_saved(story: Story) -> bool:
    """As many saved as not, of all Victims that ever came on the board."""
    state = _last_state(story)
    return len(state.saved) >= max(HALF_OF_ALL, (state.born + 1) // 2)


# --- the Evomorph


def _five_places(stories: Sequence[Story]) -> bool:
    return len({story.header.location for story in stories if story.won}) >= MANY


def _scanned_out(story: Story) -> list[ActionCardMoved]:
    return story.of(ActionCardMoved, card="scan", origin="discard", to="game")


def _dragged_out(story: Story) -> bool:
    """It died in the very phase in which a Scan had forced it out."""
    return _defeated(story) and bool(found(story.phases()[-1], ActionCardMoved, card="scan", to="game"))


def _hurt_twice(story: Story) -> bool:
    grown = next((i for i, fact in enumerate(story.facts) if isinstance(fact, Evolved) and fact.stage == ADULT), None)
    if grown is None:
        return False
    parts = (story.facts[:grown], story.facts[grown:])
    return all(found(part, HealthChanged, who=EVOMORPH, how="damage") for part in parts)


def _achievement(name: str, text: str, half: str, test: Callable[..., bool], *, across: bool = False) -> Achievement:
    return Achievement(f"void-{name}", text, half, test, across)


ACHIEVEMENTS = (
    _achievement("captains-log", "Win a game on the USS Konrad.", KONRAD, _won()),
    _achievement(
        "big-bang",
        "Win by blowing up the ship.",
        KONRAD,
        _won(lambda s: s.outcome is not None and s.outcome.why == "self-destruct"),
    ),
    _achievement("out-you-go", "Activate the Airlock while a Killer is in the Hangar.", KONRAD, _airlock),
    _achievement("flat", "Let the Crusher do the last damage to the Killer.", KONRAD, _finished_by(CRUSHER)),
    _achievement(
        "well-done", "Let the Incinerator do the last damage to the Killer.", KONRAD, _finished_by(INCINERATOR)
    ),
    _achievement(
        "girl-and-cat",
        "Save the Orphan Girl and Jonas the Cat in one game.",
        KONRAD,
        lambda s: {"orphan-girl", "jonas-the-cat"} <= {fact.victim for fact in s.of(VictimSaved)},
    ),
    _achievement(
        "safety-first",
        "Win without a Victim killed by Crusher, Incinerator or Airlock.",
        KONRAD,
        _won(_machines_harmless),
    ),
    _achievement(
        "heavy-metal",
        "Defeat the Killer while you sit in the Super Loader.",
        KONRAD,
        _won(lambda s: _defeated(s) and LOADER in _last_state(s).items),
    ),
    _achievement(
        "playing-with-fire",
        "Finish the Killer with the Flamethrower and burn yourself with the same blow.",
        KONRAD,
        _burned_both,
    ),
    _achievement("full-pods", "Win with at least half of the Victims saved.", KONRAD, _won(_half_saved)),
    _achievement(
        "at-home", "Defeat the Evomorph on the USS Konrad.", EVOMORPH, _won(lambda s: s.header.location == KONRAD)
    ),
    _achievement(
        "exterminator", "Defeat the Evomorph at five different locations.", EVOMORPH, _five_places, across=True
    ),
    _achievement("no-one-hears", "Defeat the Evomorph in Extreme Horror.", EVOMORPH, _won(lambda s: s.header.extreme)),
    _achievement(
        "found-you", "Defeat the Evomorph in the phase in which a Scan forced it out.", EVOMORPH, _won(_dragged_out)
    ),
    _achievement(
        "nipped-in-the-bud",
        "Defeat the Evomorph before it becomes an Adult.",
        EVOMORPH,
        _won(lambda s: not s.of(Evolved, stage=ADULT)),
    ),
    _achievement(
        "not-in-here",
        "Keep the Evomorph out of your space with a Scan token.",
        EVOMORPH,
        lambda s: bool(s.of(AmbushForestalled)),
    ),
    _achievement(
        "where-did-it-go",
        "See the Evomorph vanish five times in one game.",
        EVOMORPH,
        lambda s: len(s.of(KillerVanished)) >= MANY,
    ),
    _achievement(
        "untouched",
        "Defeat the Evomorph without losing any health.",
        EVOMORPH,
        _won(lambda s: not any(fact.by < 0 for fact in s.of(HealthChanged, who=GIRL))),
    ),
    _achievement("old-enemies", "Damage the Evomorph before it is an Adult, and again after.", EVOMORPH, _hurt_twice),
    _achievement("empty-batteries", "Use up two Scan cards.", EVOMORPH, lambda s: len(_scanned_out(s)) >= 2),
)
