"""Mutated Organisms: revealed right to left, each with the values and effects of its own card (rulebook 004)."""

from functools import cache

from engine.cards.notation import WORDS, Effect, Lines, parse, word
from engine.core.decks import draw_from_pool, make_pool
from engine.core.facts import ActiveChanged, KillerMoved, KillerStood, Panicked, VictimRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.rules.health import heal_killer, standing
from engine.rules.killer_action import act, acting_killers, step_killer, targetable

HOOKS = Hooks()
ORGANISM = "organism"
POOL = "mutated-organisms"
ORDER = "organism.order"
"""Organisms revealed so far, the leftmost on the Killer board first."""


def lay_cards(game: Game) -> None:
    """Set-up: the three Organism cards facedown; which is which is drawn when one is turned."""
    make_pool(game, POOL, [body.id for body in game.rules.killer.bodies])


def revealed(game: Game) -> list[str]:
    """Organisms revealed so far, from the left."""
    return list(game.marked(ORDER, []))


def in_play(game: Game) -> list[str]:
    """Standing Organisms, from the left."""
    return [killer for killer in revealed(game) if game.state.killers[killer].status == "up"]


@HOOKS.modify("acting_killers", ORGANISM, stage="set")
def _from_the_left(game: Game, _: str, standing_ones: list[str]) -> list[str]:
    return [killer for killer in revealed(game) if killer in standing_ones]


# --- values and rows


def _value(game: Game, killer: str, column: str) -> int:
    values: list[int] = game.rules.cards[killer].face.values[column]
    return values[game.state.bloodlust - 1]


@HOOKS.modify("attack_value", ORGANISM, stage="set")
def _attack(game: Game, _: str, _value_of_track: int, killer: str) -> int:
    return _value(game, killer, "attack")


@HOOKS.modify("movement_value", ORGANISM, stage="set")
def _movement(game: Game, _: str, _value_of_track: int, killer: str) -> int:
    return _value(game, killer, "move")


@cache
def _row(text: str) -> Lines:
    return parse(text, "killer.toml", "organism", "rows")


def apply_row(game: Game, killer: str, row: int) -> None:
    """What one Organism's card says at a row of Bloodlust: its actions are its own, the rest happens as usual."""
    for line in _row(game.rules.cards[killer].face.values["rows"][row - 1]):
        for effect in line:
            if game.state.killers[killer].status == "up":
                _apply(game, killer, effect)


def _apply(game: Game, killer: str, effect: Effect) -> None:
    if effect.word == "KA":
        target, moves, attacks = effect.args
        act(game, killer, target, moves.count("mv"), attacks.count("atk"))
    elif effect.word == "killer-heals":
        heal_killer(game, killer, effect.n)
    elif effect.word == "killer-panics":
        panic_killer(game, killer)
    else:
        WORDS[effect.word].run(game, effect)


@HOOKS.react("instead_of_row", ORGANISM)
def _every_card(game: Game, _: str) -> bool:
    """The row of every Organism in play, from the left (O-17)."""
    row = game.state.bloodlust
    for killer in in_play(game):
        apply_row(game, killer, row)
    return True


@HOOKS.react("instead_of_bloodlust", ORGANISM)
def _no_card_shows_it(game: Game, _: str, _cause: str) -> bool:
    """The final effect stands on the Organisms' cards: with none in play there is none."""
    return game.state.bloodlust == len(game.rules.track) and not in_play(game)


def panic_killer(game: Game, killer: str) -> None:
    """An Organism panics like a Victim: the die shows where it goes."""
    die = game.roll("panic", 1)[0]
    game.tell(Panicked(killer, die))
    to = game.rules.graph(game, "killer").panic[game.state.killers[killer].at].get(die)
    if to is not None:
        step_killer(game, killer, to)


@word("killer-panics", r"killer panics", "killer panics")
def _killers_panic(game: Game, _: Effect) -> None:
    """Every Killer that acts panics."""
    for killer in acting_killers(game):
        body = game.state.killers[killer]
        if body.status == "up" and body.at:
            panic_killer(game, killer)


# --- acting


@HOOKS.react("instead_of_finale_action", ORGANISM)
def _one_after_another(game: Game, _: str) -> bool:
    """Each Organism its Killer Action; after the Finale also the action marked F, before the next one acts (O-16)."""
    for killer in in_play(game):
        _acts(game, killer, _prey(game, killer), 1)
        if game.state.finale:
            _acts(game, killer, "near", 0)
    return True


def _prey(game: Game, killer: str) -> str:
    """RULING: after the Finale an Organism that can reach no Victim any more goes for the girl, so that games end."""
    ways = game.rules.graph(game, "killer").distances(game.state.killers[killer].at)
    victims = any(game.state.victims[victim] in ways for victim in targetable(game))
    return "V" if victims or not game.state.finale else "G"


def _acts(game: Game, killer: str, target: str, moves: int) -> None:
    if game.state.killers[killer].status == "up" and not game.instead("instead_of_killer_action", target, moves, 1):
        act(game, killer, target, moves, 1)


# --- coming and going


def reveal(game: Game, victim: str) -> str:
    """The next card from the right is turned: that Organism stands where the Exposed Victim stood. Returns it."""
    killer = draw_from_pool(game, POOL)
    space = game.state.victims[victim]
    game.tell(VictimRemoved(victim))
    game.mark(ORDER, [killer, *revealed(game)])
    game.tell(KillerMoved(killer, space, "place"))
    game.tell(KillerStood(killer, "up"))
    _somebody_is_active(game, ORGANISM, killer)
    game.react("after_replaced", victim, killer)
    game.react("after_killer_placed", killer, space)
    return killer


def catch_up(game: Game, killer: str) -> None:
    """All effects of its card from the lowest row to the present one; a row reached meanwhile comes once (O-04)."""
    for row in range(1, game.state.bloodlust + 1):
        apply_row(game, killer, row)


@HOOKS.react("after_killer_revived", ORGANISM)
def _somebody_is_active(game: Game, _: str, killer: str) -> None:
    if game.state.active != killer and game.state.killers[game.state.active].status != "up":
        game.tell(ActiveChanged(killer))


@HOOKS.react("after_killer_falls", ORGANISM)
def next_active(game: Game, _: str, killer: str) -> None:
    """When the Active one falls, the next that stands is Active (for cards that ask for one Killer)."""
    left = standing(game)
    if left and game.state.active == killer:
        game.tell(ActiveChanged(left[0]))
