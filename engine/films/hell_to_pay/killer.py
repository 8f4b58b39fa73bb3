"""Razorface: Final Health only without Afflictions, Finales, Dark Powers, Terror cards (rulebook Hell to Pay)."""

from engine.cards.notation import parse, resolve
from engine.core.board import FAR
from engine.core.compose import Step, StepChange
from engine.core.facts import HealthChanged, VictimDied
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.hell_to_pay import afflictions
from engine.rules.bloodlust import raise_bloodlust
from engine.rules.health import GIRL, heal_killer, lose_power
from engine.rules.killer_action import killer_action, place_killer, strike
from engine.rules.tracks import raise_horror
from engine.rules.victims import at

HOOKS = Hooks()
HOOKS.join(afflictions.HOOKS)
STEPS = [StepChange("after", "pieces", Step("afflictions", "setup", afflictions.deal))]
PUBLIC_MARKS = (afflictions.PURGED,)
CLOSE = 2
"""Spaces within which somebody keeps Razorface from using Helleport."""
PRICE = parse("HP-1 | H+1", "killer.toml", "the-pain-of-salvation", "do")
PLEASURE = parse("HP-1 | H+2", "killer.toml", "taste-our-pleasures", "do")


@HOOKS.modify("killer_loss", "razorface", stage="cap")
def _not_the_last(game: Game, card: str, loss: int, killer: str) -> int:
    """With an Affliction in play, what would cost the Final Health is ignored (H-21, H-22, M-25, M-26)."""
    if killer == card and afflictions.in_play(game):
        return min(loss, game.state.killers[killer].health - 1)
    return loss


# --- Finales


@HOOKS.react("after_killer_moves", "chains-of-torment")
def _chains(game: Game, _: str, killer: str, to: str) -> None:
    """One attack in each space with a Victim that is entered, passing included (RULING H-33)."""
    if at(game, to) and game.modify("number_of_attacks", 1, killer):
        strike(game, killer, "V")


@HOOKS.modify("attack_value", "i-feast-on-your-pain")
def _feast(game: Game, _: str, value: int, _killer: str) -> int:
    girl = game.state.girl
    return value + (girl.max - girl.health) // 2


@HOOKS.react("upkeep", "taste-our-pleasures")
def _pleasures(game: Game, card: str) -> None:
    resolve(game, PLEASURE, card)


@HOOKS.modify("attack_value", "legendary-suffering")
@HOOKS.modify("movement_value", "legendary-suffering")
def _legendary(game: Game, _: str, value: int, _killer: str) -> int:
    return value + bool(afflictions.in_play(game))


# --- Dark Powers


@HOOKS.react("killer_phase_begins", "helleport")
def _helleport(game: Game, _: str) -> None:
    for killer, body in game.state.killers.items():
        if body.status == "up" and body.at and not _company(game, body.at):
            place_killer(game, killer, _closest(game, killer, body.at))


def _company(game: Game, origin: str) -> bool:
    distances = game.rules.graph(game, "killer").distances(origin)
    spaces = [game.state.girl.at, *game.state.victims.values()]
    return any(distances.get(space, FAR) <= CLOSE for space in spaces)


def _closest(game: Game, killer: str, origin: str) -> str:
    graph = game.modify("walls_ignored", game.rules.graph(game, "adjacent"))
    far = {s: graph.distance(origin, s) for s in [game.state.girl.at, *game.state.victims.values()]}
    least = min(far.values())
    return game.choose("target", [f"at:{space}" for space in sorted(far) if far[space] == least], killer=killer)[3:]


@HOOKS.react("after_victim_dies", "life-drain")
def _drain(game: Game, _: str, _victim: str, by: str) -> None:
    if by in game.state.killers:
        heal_killer(game, by, 1)


@HOOKS.react("after_attack_on_girl", "life-drain")
def _drain_girl(game: Game, _: str, killer: str, lost: int) -> None:
    if lost:
        heal_killer(game, killer, 1)


@HOOKS.react("after_panic", "infinite-despair")
def _despair(game: Game, card: str, panicked: int) -> None:
    """A Victim that rolled and stayed has panicked (RULING H-34)."""
    if panicked:
        raise_horror(game, 1)
    else:
        raise_bloodlust(game, 1, card)


# --- Terror cards


@HOOKS.react("do", "violent-tastes")
def _violent(game: Game, card: str) -> None:
    start = len(game.facts)
    killer_action(game, "V", 1, 1)
    if not any(isinstance(fact, VictimDied) for fact in game.facts[start:]):
        raise_bloodlust(game, 1, card)


@HOOKS.react("do", "brutal-reward")
def _brutal(game: Game, card: str) -> None:
    start = len(game.facts)
    killer_action(game, "near", 1, 1)
    if any(_suffered(fact) for fact in game.facts[start:]):
        resolve(game, REWARD, card)


REWARD = parse("T+1", "killer.toml", "brutal-reward", "do")


def _suffered(fact: object) -> bool:
    return isinstance(fact, VictimDied) or (isinstance(fact, HealthChanged) and fact.who == GIRL and fact.by < 0)


PLEASURES = tuple(parse(text, "killer.toml", "what-is-your-pleasure", "do") for text in ("near mv atk", "H+2", "BL+1"))


@HOOKS.react("do", "what-is-your-pleasure")
def _what_pleasure(game: Game, card: str) -> None:
    die = game.roll(card, 1)[0]
    resolve(game, PLEASURES[(die - 1) // 2], card)


@HOOKS.react("do", "see-the-purpose-in-your-pain")
def _purpose(game: Game, card: str) -> None:
    if not game.marked(afflictions.PURGED):
        raise_bloodlust(game, 1, card)
    elif own := [f"replace:{affliction}" for affliction in afflictions.in_play(game)]:
        afflictions.replace(game, game.choose("replace-affliction", own)[8:])


# --- Minor Dark Powers


@HOOKS.react("after_purge", "the-pain-of-salvation", "the-pain-of-judgment")
def _relief(game: Game, card: str, _affliction: str) -> None:
    lose_power(game, card)


@HOOKS.react("after_victim_dies", "the-pain-of-judgment")
def _judged(game: Game, _: str, _victim: str, _by: str) -> None:
    raise_horror(game, 1)


@HOOKS.react("after_time_gained", "the-pain-of-salvation")
def _pay(game: Game, card: str, _gained: int) -> None:
    """Once for each gain in the Action phase; cards discarded in a row are one (RULING H-28)."""
    if game.state.phase != "action" or game.marked(f"{card}.batch"):
        return
    if game.marked(f"{card}.discarding"):
        game.mark(f"{card}.batch", True, "phase")
    resolve(game, PRICE, card)


@HOOKS.react("before_action", "the-pain-of-salvation")
def _batch(game: Game, card: str, chosen: str) -> None:
    discarding = chosen.startswith("discard:")
    if bool(game.marked(f"{card}.discarding")) != discarding:
        game.mark(f"{card}.discarding", True if discarding else None, "phase")
        game.mark(f"{card}.batch", None, "phase")
