"""How strong the girl is: every pairing of Killer and location with the sound policy lies in the band."""

import os

import pytest

from engine.bots.simulate import play_game
from engine.bots.sound import sound_policy
from engine.core.compose import Setup
from engine.core.content import load

GAMES = int(os.environ.get("LASTREEL_MATRIX_GAMES", "100"))
LOWEST, HIGHEST = 0.15, 0.95
CONTENT = load()
PAIRINGS = [(killer, location) for killer in CONTENT.killers() for location in CONTENT.locations()]


def wins(killer: str, location: str, games: int) -> int:
    """Games that the girl wins; the girls take turns."""
    girls = list(CONTENT.girls())
    played = (
        play_game(CONTENT, Setup(killer, location, girls[number % len(girls)]), f"0:{number}", sound_policy("0"))
        for number in range(games)
    )
    return sum(one.game.state.outcome[0] == "won" for one in played)


@pytest.mark.matrix
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("killer", "location"), PAIRINGS, ids=["-".join(pairing) for pairing in PAIRINGS])
def test_no_pairing_is_out_of_the_band(killer: str, location: str) -> None:
    share = wins(killer, location, GAMES) / GAMES
    assert LOWEST <= share <= HIGHEST


def test_the_sound_policy_plays_a_game_of_every_killer_to_its_end() -> None:
    for film in CONTENT.films.values():
        if film.killer and film.location:
            assert wins(film.killer.id, film.location.id, 1) in (0, 1)
