"""How strong the girl is with the sound policy: pairings in the band, Killers, locations and boxes in their order."""

import os
from functools import cache
from math import sqrt

import pytest

from engine.bots.simulate import play_game
from engine.bots.sound import sound_policy
from engine.core.compose import Setup
from engine.core.content import load

GAMES = int(os.environ.get("LASTREEL_MATRIX_GAMES", "100"))
"""Games of a pairing; of a box, which is a single pairing, twice as many."""
LOWEST, HIGHEST = 0.15, 0.95
OVERALL = (0.45, 0.57)
"""People win two games of three; the policy should win 10 to 20 of a hundred fewer."""
CONTENT = load()
KILLERS, LOCATIONS = tuple(CONTENT.killers()), tuple(CONTENT.locations())
PAIRINGS = [(killer, location) for killer in KILLERS for location in LOCATIONS]

# The easiest first; what stands in one row is level.
KILLER_ORDER = [("evomorph", "volkar", "organism"), ("intruders",), ("razorface",)]
LOCATION_ORDER = [("uss-konrad", "hellscape", "pesadilla-verde"), ("wingard-cottage",), ("station-2891",)]
BOX_ORDER = [
    (("volkar", "pesadilla-verde"), ("evomorph", "uss-konrad")),
    (("organism", "station-2891"), ("razorface", "hellscape"), ("intruders", "wingard-cottage")),
]


@cache
def won(killer: str, location: str, number: int) -> bool:
    """Whether the girl wins a game; the girls take turns."""
    girls = list(CONTENT.girls())
    setup = Setup(killer, location, girls[number % len(girls)])
    return play_game(CONTENT, setup, f"0:{number}", sound_policy("0")).game.state.outcome[0] == "won"


def share(pairings: list[tuple[str, str]], games: int = GAMES) -> float:
    """Games won of all that are played of some pairings, 0 to 1."""
    return sum(won(*pairing, number) for pairing in pairings for number in range(games)) / (len(pairings) * games)


def in_order(shares: dict, order: list[tuple], games: int) -> None:  # type: ignore[type-arg]
    """The mean of a row lies above each of the next by more than its standard error; a row spans three at most."""
    for row, following in zip(order, [*order[1:], ()], strict=True):
        mean, spread = sum(shares[one] for one in row) / len(row), [shares[one] for one in row]
        assert max(spread) - min(spread) <= 3 * sqrt(2 * 0.25 / games), (row, shares)
        for lower in following:
            assert mean - shares[lower] > sqrt((1 + 1 / len(row)) * 0.25 / games), (row, lower, shares)


@pytest.mark.matrix
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("killer", "location"), PAIRINGS, ids=["-".join(pairing) for pairing in PAIRINGS])
def test_no_pairing_is_out_of_the_band(killer: str, location: str) -> None:
    assert LOWEST <= share([(killer, location)]) <= HIGHEST


@pytest.mark.matrix
@pytest.mark.timeout(1800)
def test_the_policy_wins_somewhat_less_than_people_do() -> None:
    assert OVERALL[0] <= share(PAIRINGS) <= OVERALL[1]


@pytest.mark.matrix
@pytest.mark.timeout(1800)
def test_killers_are_in_order() -> None:
    shares = {killer: share([(killer, location) for location in LOCATIONS]) for killer in KILLERS}
    in_order(shares, KILLER_ORDER, GAMES * len(LOCATIONS))


@pytest.mark.matrix
@pytest.mark.timeout(1800)
def test_locations_are_in_order() -> None:
    shares = {location: share([(killer, location) for killer in KILLERS]) for location in LOCATIONS}
    in_order(shares, LOCATION_ORDER, GAMES * len(KILLERS))


@pytest.mark.matrix
@pytest.mark.timeout(1800)
def test_boxes_are_in_order() -> None:
    shares = {box: share([box], 2 * GAMES) for row in BOX_ORDER for box in row}
    in_order(shares, BOX_ORDER, 2 * GAMES)


def test_the_sound_policy_plays_a_game_of_every_killer_to_its_end() -> None:
    for film in CONTENT.films.values():
        if film.killer and film.location:
            assert won(film.killer.id, film.location.id, 0) in (True, False)
