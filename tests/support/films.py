"""Random games of one film: its Killer anywhere, any Killer at its location."""

from msgspec.structs import replace

from engine.bots.simulate import play_game, random_policy
from engine.core.compose import Setup
from engine.core.content import Content, load

CONTENT = load()
GAMES = 4
"""Games of each pairing: plain, Extreme Horror, epic."""


def tough(content: Content) -> Content:
    """The same content with girls who last, so that random games see the whole Killer board and every deck."""
    found = load()
    for film in found.films.values():
        film.girls = {name: replace(girl, health=30) for name, girl in content.films[film.id].girls.items()}
    return found


TOUGH = tough(CONTENT)


def pairings(killer: str, location: str) -> list[tuple[str, str]]:
    """Every pairing that has this Killer or this location."""
    every = [(k, place) for k in CONTENT.killers() for place in CONTENT.locations()]
    return [(k, place) for k, place in every if k == killer or place == location]


def ends(film: str, killer: str, location: str, girls: tuple[str, str], number: int) -> bool:
    """Whether a random game of a pairing reaches an outcome; every other one with a girl who lasts."""
    setup = Setup(killer, location, girls[number % 2], extreme=number == 1, epic=number > 1)
    seed = f"{film}-{killer}-{location}-{number}"
    played = play_game(TOUGH if number % 2 else CONTENT, setup, seed, random_policy(seed))
    return played.game.state.outcome[0] in ("won", "lost")
