"""The Organism: Finales, Minor Dark Powers, Terror cards; its systems are in `exposed` and `organisms`."""

from engine.core.facts import CardSkipped, TokenRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.ids import base, is_ordinary
from engine.films.panic_at_station_2891 import exposed, organisms
from engine.films.panic_at_station_2891.exposed import EXPOSED, KIT, assimilate, clear, examine, examine_living
from engine.films.panic_at_station_2891.organisms import ORDER, ORGANISM, in_play, next_active, panic_killer, revealed
from engine.rules import health
from engine.rules.attack import Attack
from engine.rules.bloodlust import raise_bloodlust
from engine.rules.items import held, lose_item
from engine.rules.killer_action import act, killer_action
from engine.rules.terror import draw_terror_card
from engine.rules.tracks import HORROR_CAP, raise_horror
from engine.rules.victims import at, nearest, panic_all

HOOKS = Hooks()
HOOKS.join(organisms.HOOKS)
HOOKS.join(exposed.HOOKS)
HOLDERS = "organism.holders"
PUBLIC_MARKS = (ORDER, HOLDERS)


# --- who holds a Minor Dark Power


def weakest(game: Game) -> str:
    """The Organism with the lowest health, then the leftmost (RULING); empty with none in play."""
    return min(in_play(game), key=lambda killer: game.state.killers[killer].health, default="")


def holder(game: Game, power: str) -> str:
    """Which Organism holds a Minor Dark Power."""
    return str(game.marked(HOLDERS, {}).get(power, ""))


@HOOKS.react("instead_of_terror_card", ORGANISM)
def _nobody_to_hold_it(game: Game, _: str, card: str) -> bool:
    """With no Organism in play a Minor Dark Power is discarded and the next card drawn (RULING)."""
    if game.rules.card(card).kind != "minor-dark-power" or in_play(game):
        return False
    game.tell(CardSkipped(card))
    draw_terror_card(game)
    return True


@HOOKS.react("after_terror_card", ORGANISM)
def _give(game: Game, _: str, card: str) -> None:
    if card in game.state.powers and not holder(game, card):
        game.mark(HOLDERS, {**game.marked(HOLDERS, {}), card: weakest(game)})


@HOOKS.modify("soaking_powers", ORGANISM, stage="cap")
def _only_its_own(game: Game, _: str, powers: list[str], killer: str) -> list[str]:
    return [power for power in powers if holder(game, power) == killer]


@HOOKS.react("after_killer_dies", ORGANISM)
def _powers_go_with_it(game: Game, card: str, killer: str) -> None:
    next_active(game, card, killer)
    for power in [p for p in game.state.powers if holder(game, p) == killer]:
        health.lose_power(game, power)


@HOOKS.react("after_killer_hurt", "acidic-body-fluids")
def _acid(game: Game, card: str, killer: str, _lost: int, how: str) -> None:
    body = game.state.killers[killer]
    lives_here = body.health > 0 and body.at == game.state.girl.at
    if holder(game, card) == killer and how == "damage" and lives_here and isinstance(game.attack, Attack):
        health.hurt_girl(game, 1)


@HOOKS.modify("movement_value", "extra-legs")
def _legs(game: Game, card: str, value: int, killer: str) -> int:
    return value + (holder(game, card) == killer)


@HOOKS.modify("killer_hurt", "thick-skin", stage="cap")
def _skin(game: Game, card: str, amount: int, killer: str, how: str) -> int:
    thick = how == "damage" and holder(game, card) == killer
    return max(1, amount - 1) if thick and amount > 0 else amount


# --- Finales


def _all_assimilated(game: Game) -> None:
    """All of them, before the first catches up with Bloodlust: that may end the phase."""
    for killer in [organisms.reveal(game, victim) for victim in exposed.exposed(game)]:
        organisms.catch_up(game, killer)


@HOOKS.react("when_revealed", "regenerative-assimilation")
def _regenerative(game: Game, card: str) -> None:
    _all_assimilated(game)
    _too_afraid(game, card)


@HOOKS.react("killer_phase_begins", "regenerative-assimilation")
def _the_last_one(game: Game, _: str) -> None:
    if len(in_play(game)) == 1:
        raise_horror(game, 1)


@HOOKS.react("after_horror_raised", "regenerative-assimilation")
def _too_afraid(game: Game, _: str, _by: int = 0) -> None:
    if game.state.horror == HORROR_CAP:
        health.end_game(game, False, "assimilated")


@HOOKS.react("when_revealed", "cognitive-assimilation")
def _cognitive(game: Game, _: str) -> None:
    for victim in EXPOSED:
        if victim in game.state.victims and examine(game, victim) == exposed.SAFE:
            raise_horror(game, 1)
    health.judge(game, girl_dead=False)


@HOOKS.react("killer_phase_ends", "cognitive-assimilation")
def _watched(game: Game, _: str) -> None:
    near = game.rules.graph(game, "adjacent").distances(game.state.girl.at)
    if any(near.get(game.state.killers[killer].at, 9) <= 1 for killer in in_play(game)):
        raise_horror(game, 1)


@HOOKS.react("when_revealed", "reductive-assimilation")
def _reductive(game: Game, _: str) -> None:
    left = exposed.exposed(game)
    if left and not revealed(game):
        assimilate(game, game.draw("assimilated-victim", left))
    for victim in exposed.exposed(game):
        clear(game, victim)
    health.judge(game, girl_dead=False)


@HOOKS.react("when_revealed", "final-assimilation")
def _final(game: Game, _: str) -> None:
    _all_assimilated(game)
    for killer in in_play(game):
        health.heal_killer(game, killer, game.state.killers[killer].max)


@HOOKS.react("upkeep", "final-assimilation")
def _despair(game: Game, _: str) -> None:
    raise_horror(game, 1)


@HOOKS.modify("attack_value", "reductive-assimilation", "final-assimilation")
def _stronger(_game: Game, _: str, value: int, _killer: str) -> int:
    return value + 1


@HOOKS.modify("movement_value", "final-assimilation")
def _faster(_game: Game, _: str, value: int, _killer: str) -> int:
    return value + 1


# --- Terror cards


@HOOKS.react("do", "are-we-alone")
def _alone(game: Game, _: str) -> None:
    if not any(is_ordinary(victim) for victim in at(game, game.state.girl.at)):
        raise_horror(game, 1)


@HOOKS.react("do", "anywhere-or-anyone")
def _anywhere(game: Game, _: str) -> None:
    panic_all(game, exposed.exposed(game))
    for killer in in_play(game):
        panic_killer(game, killer)


@HOOKS.react("do", "it-absorbed-them")
def _absorbs(game: Game, _: str) -> None:
    for killer in in_play(game):
        before = len(game.state.dead)
        act(game, killer, "V", 1, 1)
        if len(game.state.dead) > before:
            health.heal_killer(game, killer, 1)


@HOOKS.react("do", "it-must-be-you")
def _accused(game: Game, _: str) -> None:
    if in_play(game):
        killer_action(game, "G", 1, 1)
        raise_horror(game, 1)
    elif victim := nearest(game, game.state.girl.at, exposed.exposed(game)):
        examine_living(game, victim)


@HOOKS.react("do", "we-are-vulnerable")
def _weak(game: Game, _: str) -> None:
    if game.state.girl.health <= 3:
        killer_action(game, "G", 1, 1)


@HOOKS.react("do", "destroying-the-tests")
def _sabotage(game: Game, _: str) -> None:
    lying = [f"lose:{token}" for token in game.state.tokens if base(token) == KIT]
    mine = [f"lose:{kit}" for kit in held(game, KIT)[:1]]
    if not lying and not mine:
        raise_horror(game, 1)
        return
    kit = game.choose("lost-kit", lying + mine)[5:]
    if kit in game.state.items:
        lose_item(game, kit)
    else:
        game.tell(TokenRemoved(kit))


@HOOKS.react("do", "survive-at-all-costs")
def _survive(game: Game, card: str) -> None:
    killer = weakest(game)
    if killer:
        health.heal_killer(game, killer, 2)
    else:
        raise_bloodlust(game, 1, card)


@HOOKS.react("do", "who-can-we-trust")
def _trust(game: Game, _: str) -> None:
    if in_play(game):
        killer_action(game, "V", 1, 1)
    else:
        panic_all(game, exposed.exposed(game))
        raise_horror(game, 2)
