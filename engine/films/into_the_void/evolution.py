"""The Evomorph's stages, how it vanishes and appears, Scan tokens (rulebook Into the Void, Evomorph)."""

from engine.cards.notation import NEXT, STOP, Effect, word
from engine.core.facts import BloodlustRaised, BodySet, Fact, KillerStood, TokenPlaced, TokenRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.state import State
from engine.rules.finale import reveal_dark_power
from engine.rules.killer_action import place_killer, targetable
from engine.rules.killer_phase import end_phase
from engine.rules.tracks import lose_time

HOOKS = Hooks()
EVOMORPH = "evomorph"
HATCHLING, YOUNGLING, ADULT = "hatchling", "youngling", "adult"
STAGE = "evomorph.stage"
ADULT_HEALTH = 10
ADULT_ROW = 6
"""The row of the Bloodlust track at which it becomes an Adult."""
SCAN = "scan-token#"
SCAN_TOKENS = 5
"""RULING: the rulebook gives no number."""


class KillerVanished(Fact, tag=True):
    """The Evomorph has left the board; its figure stands on the Terror deck."""

    sight = "all"
    cut = True
    sources = True
    killer: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.killers[self.killer].at = ""
        state.killers[self.killer].status = "away"


class Evolved(Fact, tag=True):
    """The Evolution marker moved to the next stage."""

    sight = "all"
    cut = True
    stage: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.marks = {**state.marks, STAGE: self.stage}


class AmbushForestalled(Fact, tag=True):
    """A Scan token keeps the Evomorph out of the girl's space."""

    sight = "all"
    at: str
    because: str = ""


# --- stages


def stage(game: Game) -> str:
    """The Evomorph's stage: hatchling, youngling or adult."""
    return str(game.state.marks.get(STAGE, HATCHLING))


def evolve(game: Game) -> None:
    """The next stage: a Youngling vanishes at once; an Adult has 10 health, all of it, and its Dark Power."""
    if stage(game) == HATCHLING:
        game.tell(Evolved(YOUNGLING))
        vanish(game)
    elif stage(game) == YOUNGLING:
        become_adult(game)


def become_adult(game: Game) -> None:
    """Maximum health 10, all recovered; a white Final Health token stays white; the Dark Power is revealed."""
    if stage(game) == ADULT:
        return
    game.tell(Evolved(ADULT))
    game.tell(BodySet(EVOMORPH, ADULT_HEALTH, ADULT_HEALTH, game.state.killers[EVOMORPH].token))
    reveal_dark_power(game)


@HOOKS.react("instead_of_bloodlust", EVOMORPH)
def _hatchling_feeds_alone(game: Game, _: str, cause: str) -> bool:
    """Only a kill of its own raises a Hatchling's Bloodlust; any other increase costs 1 Time (RULING)."""
    if stage(game) != HATCHLING or cause == EVOMORPH:
        return False
    lose_time(game, 1)
    return True


@word("EVOLVE", r"EVOLVE", "EVOLVE")
def _evolve(game: Game, _: Effect) -> None:
    """The Evolution marker moves to the next stage."""
    evolve(game)


@word("grow-up", r"grow up", "grow up")
def _grow_up(game: Game, _: Effect) -> None:
    """The Evomorph becomes an Adult, whatever it was; Bloodlust is at least at the Adult's first row."""
    if game.state.bloodlust < ADULT_ROW:
        game.tell(BloodlustRaised(ADULT_ROW))
    become_adult(game)


@word("need-grown", r"need grown", "need grown")
def _need_grown(game: Game, _: Effect) -> str | None:
    """A Hatchling: this card is discarded and the next one drawn."""
    return NEXT if stage(game) == HATCHLING else None


# --- vanishing and appearing


def vanished(game: Game) -> bool:
    """Whether the Evomorph is off the board."""
    return game.state.killers[EVOMORPH].status == "away"


def vanish(game: Game) -> None:
    """The Evomorph leaves the board and the Killer phase ends at once."""
    if game.state.killers[EVOMORPH].status == "up":
        game.tell(KillerVanished(EVOMORPH))
        game.react("after_vanishing")
        end_phase(game, "killer")


def appear(game: Game, space: str) -> bool:
    """Place the Evomorph, vanished or not. False where something prevents it."""
    if vanished(game):
        game.tell(KillerStood(EVOMORPH, "up"))
    if place_killer(game, EVOMORPH, space):
        return True
    if not game.state.killers[EVOMORPH].at:
        game.tell(KillerStood(EVOMORPH, "away"))
    return False


@word("VANISH", r"VANISH", "VANISH")
def _vanish(game: Game, _: Effect) -> None:
    """The Evomorph vanishes and the Killer phase ends."""
    vanish(game)


@word("appear", r"appear (?P<a>girl|closest|most|farthest)", "appear closest")
def _appear(game: Game, effect: Effect) -> str | None:
    """The Evomorph is placed in a space without a Scan token; if there is none, the rest is not resolved.

    With the `girl`; in the `closest` space to her; where `most` Victims stand; with the `farthest` Victim.
    """
    space = {"girl": _with_the_girl, "closest": closest_unscanned, "most": most_victims, "farthest": farthest_victim}[
        effect.args[0]
    ](game)
    return None if space and appear(game, space) else STOP


def _with_the_girl(game: Game) -> str:
    here = game.state.girl.at
    if here not in scanned(game):
        return here
    game.tell(AmbushForestalled(here))
    return ""


def ways_from_girl(game: Game) -> dict[str, int]:
    """Distances from the girl to the spaces without a Scan token: reachable ones, else all (M-18)."""
    closed = scanned(game)
    found = game.rules.graph(game, "girl").distances(game.state.girl.at)
    open_spaces = {space: far for space, far in found.items() if space not in closed}
    if not open_spaces:
        flat = game.modify("walls_ignored", game.rules.graph(game, "adjacent")).distances(game.state.girl.at)
        open_spaces = {space: far for space, far in flat.items() if space not in closed}
    return open_spaces


def closest_unscanned(game: Game) -> str:
    """The closest space to the girl without a Scan token; the player breaks ties; empty if there is none."""
    spaces = ways_from_girl(game)
    return _choose_space(game, [s for s, far in spaces.items() if far == min(spaces.values())])


def most_victims(game: Game) -> str:
    """The space with the most Victims and no Scan token; with no such Victim the closest one to the girl."""
    groups = _groups(game)
    if not groups:
        return closest_unscanned(game)
    return _choose_space(game, [s for s, number in groups.items() if number == max(groups.values())])


def farthest_victim(game: Game) -> str:
    """The space of the Victim farthest from the girl without a Scan token; empty if there is none."""
    groups, spaces = _groups(game), ways_from_girl(game)
    far = {space: spaces[space] for space in groups if space in spaces} or dict.fromkeys(groups, 0)
    ends = [space for space in far if far[space] == max(far.values())]
    return _choose_space(game, [s for s in ends if groups[s] == max(groups[e] for e in ends)])


def _groups(game: Game) -> dict[str, int]:
    closed = scanned(game)
    groups: dict[str, int] = {}
    for victim in targetable(game):
        space = game.state.victims[victim]
        if space not in closed:
            groups[space] = groups.get(space, 0) + 1
    return groups


def _choose_space(game: Game, spaces: list[str]) -> str:
    return game.choose("where", [f"at:{space}" for space in sorted(spaces)])[3:] if spaces else ""


# --- Scan tokens


def scanned(game: Game) -> dict[str, str]:
    """Spaces with a Scan token, to the token."""
    return {space: token for token, space in game.state.tokens.items() if token.startswith(SCAN)}


def place_scan(game: Game, space: str) -> None:
    """Put a Scan token into a space without one; if all lie on the board, the one farthest from the girl is used."""
    used = scanned(game)
    if not space or space in used:
        return
    free = [f"{SCAN}{i + 1}" for i in range(SCAN_TOKENS) if f"{SCAN}{i + 1}" not in game.state.tokens]
    game.tell(TokenPlaced(free[0] if free else _farthest_scan(game, used), space))


def _farthest_scan(game: Game, used: dict[str, str]) -> str:
    distances = game.rules.graph(game, "adjacent").distances(game.state.girl.at)
    far = {space: distances.get(space, 0) for space in used}
    return used[_choose_space(game, [space for space in used if far[space] == max(far.values())])]


def clear_scans(game: Game) -> None:
    """Remove all Scan tokens."""
    for token in scanned(game).values():
        game.tell(TokenRemoved(token))


@word("scan", r"scan (?P<a>here|closest)", "scan here")
def _scan(game: Game, effect: Effect) -> None:
    """A Scan token in the girl's space, or in the closest space to her that has none."""
    place_scan(game, game.state.girl.at if effect.args[0] == "here" else closest_unscanned(game))


@word("clear-scans", r"clear scans", "clear scans")
def _clear_scans(game: Game, _: Effect) -> None:
    """All Scan tokens are removed."""
    clear_scans(game)
