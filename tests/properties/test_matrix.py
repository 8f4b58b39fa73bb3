"""Every killer at every location with every girl, many random games each (`make matrix`): no game fails, all end."""

import pytest

from engine.bots.simulate import pairings, play_game, random_policy
from engine.core.compose import Setup
from engine.core.content import load

CONTENT = load()
GIRLS = list(CONTENT.girls())
GAMES = 400


@pytest.mark.matrix
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("killer", "location"), list(pairings(CONTENT, "all", "all")))
def test_pairing(killer: str, location: str) -> None:
    """Random games of one pairing: the ten girls in turn, every fourth in Extreme Horror, every third epic."""
    for number in range(GAMES):
        seed = f"matrix {number}"
        setup = Setup(killer, location, GIRLS[number % len(GIRLS)], number % 4 == 1, number % 3 == 2)
        assert play_game(CONTENT, setup, seed, random_policy(seed)).game.state.outcome, seed


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_five_thousand_games_of_the_intruders() -> None:
    """5,000 random games of the Intruders at Wingard Cottage end without an error."""
    for number in range(5000):
        seed = f"soak {number}"
        setup = Setup("intruders", "wingard-cottage", GIRLS[number % len(GIRLS)])
        assert play_game(CONTENT, setup, seed, random_policy(seed)).game.state.outcome, seed
