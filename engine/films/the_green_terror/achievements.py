"""Twenty achievements for The Green Terror. Its booklet prints none: they are this project's own."""

from msgspec import Struct

from engine.core.achievements import Achievement, Story, found
from engine.core.facts import (
    AttackMade,
    FinaleRevealed,
    GirlMoved,
    HealthChanged,
    ItemUsed,
    KillerStood,
    Marked,
    TokenRemoved,
    VictimDied,
    VictimSaved,
)
from engine.core.ids import base, is_ordinary
from engine.films.the_green_terror.path import VOLKAR, PathExtended, slots
from engine.films.the_green_terror.river import CLEARING, PLACE
from engine.films.the_green_terror.soldiers import CARD, CUBES, UNLOCKED, UPGRADES
from engine.films.the_green_terror.walk import CROSSHAIR

RIVER = ["waterfall", "upper-river", "central-river", "lower-river"]


class Guess(Struct):
    """An attack on a space while she was Concealed."""

    unseen: int
    """Cards of her Path that nobody had seen when it was declared."""
    hit: bool = False
    fatal: bool = False


def guesses(story: Story) -> list[Guess]:
    """All attacks on a guess that did damage, with what came of them."""
    made: list[Guess] = []
    resolving = False
    for fact, state in story.states():
        if isinstance(fact, AttackMade) and fact.on == VOLKAR and not state.killers[VOLKAR].at:
            made.append(Guess(sum(state.decks[slot].blanks for slot in slots(state))))
        elif isinstance(fact, TokenRemoved) and fact.token == CROSSHAIR:
            resolving = bool(made)
        elif isinstance(fact, AttackMade):
            resolving = False
        elif resolving and isinstance(fact, HealthChanged) and (fact.who, fact.how) == (VOLKAR, "damage"):
            made[-1].hit = True
        elif resolving and isinstance(fact, KillerStood) and fact.status == "dead":
            made[-1].fatal = made[-1].hit
    return made


# --- the Volk'ar


def _at_home(story: Story) -> bool:
    return story.won and story.header.location == PLACE


def _five_places(stories: list[Story]) -> bool:
    return len({story.header.location for story in stories if story.won}) >= 5


def _extreme(story: Story) -> bool:
    return story.won and story.header.extreme


def _before_the_finale(story: Story) -> bool:
    return story.won and not story.of(FinaleRevealed)


def _after_the_finale(story: Story) -> bool:
    return story.won and bool(story.of(FinaleRevealed))


def _blind(story: Story) -> bool:
    return any(guess.hit and guess.unseen >= 3 for guess in guesses(story))


def _three_hits(story: Story) -> bool:
    return sum(guess.hit for guess in guesses(story)) >= 3


def _last_blow(story: Story) -> bool:
    return story.won and any(guess.fatal for guess in guesses(story))


def _long_path(story: Story) -> bool:
    return any(fact.place >= 7 for fact in story.of(PathExtended))


def _never_attacked(story: Story) -> bool:
    return story.won and not story.of(AttackMade, by=VOLKAR, on="girl")


# --- Pesadilla Verde


def _won(story: Story) -> bool:
    return story.won


def _all_upgrades(story: Story) -> bool:
    return any(len(fact.value) == len(UPGRADES) for fact in story.of(Marked, key=UNLOCKED))


def _full_huey(story: Story) -> bool:
    return any(len(found(phase, VictimSaved, at=CLEARING)) >= 5 for phase in story.phases())


def _by_order(story: Story) -> bool:
    """The last health of an Enemy that then died was taken by Soldiers."""
    last: dict[str, str] = {}
    for fact in story.facts:
        if isinstance(fact, HealthChanged):
            last[fact.who] = fact.because
        elif isinstance(fact, KillerStood) and fact.status == "dead" and last.get(fact.killer) == CARD:
            return True
    return False


def _whole_river(story: Story) -> bool:
    """From the Waterfall to the Lower River, nothing but river spaces between."""
    here = ""
    for turn in story.turns():
        way = [here]
        for fact in found(turn, GirlMoved):
            here = fact.to
            way.append(here)
        if any(way[i : i + len(RIVER)] == RIVER for i in range(len(way))):
            return True
    return False


def _nobody_left_behind(story: Story) -> bool:
    return story.won and not any(is_ordinary(fact.victim) for fact in story.of(VictimDied))


def _alone(story: Story) -> bool:
    return story.won and not any(fact.value for fact in story.of(Marked, key=CUBES))


def _offerings(story: Story) -> bool:
    return len(story.of(VictimDied, by="cursed-temple-visions")) >= 2


def _both_knives(story: Story) -> bool:
    """4 damage or more in an attack with a Bowie Knife while the other is in hand."""
    damage = 0
    for fact, state in story.states():
        if isinstance(fact, AttackMade):
            damage = fact.damage
        elif isinstance(fact, ItemUsed) and base(fact.item) == "bowie-knife" and damage >= 4:
            if sum(base(i) == "bowie-knife" and slot == "hand" for i, slot in state.items.items()) == 2:
                return True
    return False


def _bitten(story: Story) -> bool:
    return any(fact.who != "girl" and fact.because.startswith("piranhas") for fact in story.of(HealthChanged))


ACHIEVEMENTS = (
    Achievement("volkar-at-home", "Defeat the Volk'ar at Pesadilla Verde.", VOLKAR, _at_home),
    Achievement("volkar-five-places", "Defeat the Volk'ar at five locations.", VOLKAR, _five_places, across=True),
    Achievement("volkar-extreme", "Defeat the Volk'ar in Extreme Horror.", VOLKAR, _extreme),
    Achievement("volkar-before-finale", "Defeat the Volk'ar before her Finale.", VOLKAR, _before_the_finale),
    Achievement("volkar-after-finale", "Defeat the Volk'ar after her Finale.", VOLKAR, _after_the_finale),
    Achievement("volkar-blind", "Hit her with three cards of her Path still unseen.", VOLKAR, _blind),
    Achievement("volkar-three-hits", "Guess her space right three times in one game.", VOLKAR, _three_hits),
    Achievement("volkar-last-blow", "Kill her with an attack on a guess.", VOLKAR, _last_blow),
    Achievement("volkar-long-path", "See her Path grow to seven cards.", VOLKAR, _long_path),
    Achievement("volkar-never-attacked", "Win without having been attacked by her once.", VOLKAR, _never_attacked),
    Achievement("pesadilla-win", "Win at Pesadilla Verde.", PLACE, _won),
    Achievement("pesadilla-all-upgrades", "Unlock all eight Upgrades.", PLACE, _all_upgrades),
    Achievement("pesadilla-huey", "Save five Victims with the Huey in one phase.", PLACE, _full_huey),
    Achievement("pesadilla-by-order", "Have the last blow struck by Soldiers.", PLACE, _by_order),
    Achievement("pesadilla-river", "Go down the whole River within one turn.", PLACE, _whole_river),
    Achievement("pesadilla-nobody-left", "Win without the death of a Soldier.", PLACE, _nobody_left_behind),
    Achievement("pesadilla-alone", "Win without giving an order.", PLACE, _alone),
    Achievement("pesadilla-offerings", "Make two offerings in the Cursed Temple in one game.", PLACE, _offerings),
    Achievement("pesadilla-knives", "Deal 4 damage with a Bowie Knife in each hand.", PLACE, _both_knives),
    Achievement("pesadilla-piranhas", "See Piranhas bite an Enemy.", PLACE, _bitten),
)
