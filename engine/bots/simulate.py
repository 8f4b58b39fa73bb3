"""Plays many games with a policy in place: for strength, speed and the search for errors."""

from collections.abc import Iterator

from msgspec import Struct

from engine.core.compose import Rules, Setup, compose
from engine.core.content import Content
from engine.core.dealer import Dealer, commitment, seed_secret
from engine.core.errors import RuleError
from engine.core.game import Game, Policy
from engine.core.record import AnyEntry, End, Header, Start
from engine.core.run import play
from engine.core.state import State
from engine.core.tape import Request
from engine.rules.setup import new_state

TURN_LIMIT = 300
"""A longer game of a policy is an error. The rules have no limit: people may go on as long as they like."""


class Played(Struct):
    """One simulated game."""

    setup: Setup
    game: Game
    secret: bytes
    decisions: int
    draws: int


def random_policy(seed: str) -> Policy:
    """Answers at random, every option equally likely; the same seed gives the same answers."""
    state = int.from_bytes(seed_secret(b"policy", seed)[:8], "big")

    def answer(_: Game, request: Request) -> str:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return request.options[(state >> 33) % len(request.options)]

    return answer


def new_game(rules: Rules, secret: bytes, policy: Policy | None) -> Game:
    """A game whose draws follow from a secret."""
    game = Game(rules, State(), Dealer(secret), policy)
    game.state = new_state(game)
    return game


def _end_in_time(game: Game) -> None:
    if game.state.turn > TURN_LIMIT:
        raise RuleError(f"the game has lasted {TURN_LIMIT} turns")


def play_game(content: Content, setup: Setup, seed: str, policy: Policy) -> Played:
    """Play one game to its end."""
    secret = seed_secret(b"simulate", seed)
    game = new_game(compose(content, setup), secret, policy)
    play(game, _end_in_time)
    return Played(setup, game, secret, game.commands, len(game.tape) - game.commands)


def record(content: Content, played: Played, name: str) -> list[AnyEntry]:
    """A finished simulated game as a record (without digests)."""
    setup, game = played.setup, played.game
    header = Header(
        game=name,
        killer=setup.killer,
        location=setup.location,
        girl=setup.girl,
        extreme=setup.extreme,
        epic=setup.epic,
        seed=setup.seed,
        commitment=commitment(played.secret),
        content=content.digest,
    )
    won, why = game.state.outcome
    entries: list[AnyEntry] = [header, Start(), *game.tape]  # type: ignore[list-item]
    return [*entries, End(won == "won", why, played.secret.hex())]


def pairings(content: Content, killer: str, location: str) -> Iterator[tuple[str, str]]:
    """Every killer with every location, or the ones named."""
    killers = list(content.killers()) if killer == "all" else [killer]
    locations = list(content.locations()) if location == "all" else [location]
    return ((k, place) for k in killers for place in locations)
