"""Hellscape's Items beyond their icons."""

from engine.cards.notation import parse, resolve
from engine.core.facts import GirlMoved, VictimMoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.hell_to_pay.tiles import SYMBOLS, WALLS_IGNORED, flip, shift
from engine.rules.attack import Attack, Incoming
from engine.rules.hand import discard_cards, hand_size
from engine.rules.health import heal_killer, hurt_girl, hurt_killer, on_board
from engine.rules.items import lose_item, use_item
from engine.rules.movement import choose_followers, follows, move_girl
from engine.rules.rolls import Roll, horror_roll
from engine.rules.tracks import gain_time, lose_time, lower_horror
from engine.rules.victims import killer_here, move_victim, pick_victim

HOOKS = Hooks()
RIDE = 3
"""Spaces the Bone Chariot reaches."""
CHOICE = parse("card <=3", "location.toml", "discipline-of-choices", "use")
DISCIPLINES = ("discipline-of-choices", "discipline-of-courage", "discipline-of-cruelty")


def used(game: Game, card: str) -> bool:
    """Whether an Item that works once per turn has been used."""
    return bool(game.marked(f"{card}.used"))


def spend(game: Game, card: str) -> None:
    """Use an Item that works once per turn."""
    game.mark(f"{card}.used", True, "turn")
    use_item(game, card)


def killers_here(game: Game) -> list[str]:
    """Killers in the girl's space."""
    return [killer for killer in on_board(game) if game.state.killers[killer].at == game.state.girl.at]


# --- Amulet of Hell


@HOOKS.react("instead_of_bloodlust", "amulet-of-hell")
def _amulet(game: Game, card: str, cause: str) -> bool:
    if game.choose("spare-bloodlust", ["keep", f"use:{card}"], cause=cause) == "keep":
        return False
    lose_item(game, card)
    return True


# --- Bone Chariot


def rides(game: Game) -> list[str]:
    """Spaces that the Bone Chariot reaches from where the girl is."""
    here = game.state.girl.at
    distances = game.rules.graph(game, WALLS_IGNORED).distances(here)
    return sorted(space for space, far in distances.items() if 0 < far <= RIDE)


@HOOKS.react("offer_action", "bone-chariot")
def _may_ride(game: Game, _: str) -> list[str]:
    return [""] if rides(game) else []


@HOOKS.react("use", "bone-chariot")
def _ride(game: Game, card: str) -> None:
    here = game.state.girl.at
    to = game.choose("ride", [f"to:{space}" for space in rides(game)])[3:]
    riders = choose_followers(game, here, to)
    if to not in game.rules.graph(game, "girl").distances(here):
        game.mark(f"{card}.beyond", to)
    use_item(game, card)
    game.tell(GirlMoved(to, "place"))
    for victim in riders:
        game.tell(VictimMoved(victim, to, "place"))


# --- Control Node, Nexus Controller


@HOOKS.react("offer_action", "control-node")
def _may_shift(game: Game, card: str) -> list[str]:
    return [] if used(game, card) or game.state.time < 1 else ["clockwise", "counter-clockwise"]


@HOOKS.react("use", "control-node")
def _shift(game: Game, card: str, way: str) -> None:
    spend(game, card)
    lose_time(game, 1)
    shift(game, 1 if way == "clockwise" else -1)


@HOOKS.react("offer_action", "nexus-controller")
def _may_flip(game: Game, _: str) -> list[str]:
    return list(SYMBOLS)


@HOOKS.react("use", "nexus-controller")
def _flip(game: Game, card: str, tile: str) -> None:
    use_item(game, card)
    flip(game, tile)


# --- the Disciplines


@HOOKS.react("offer_action", "discipline-of-choices")
def _may_choose(game: Game, card: str) -> list[str]:
    cheap = any(game.rules.cards[name].face.cost <= 3 for name in game.state.tableau)
    return [""] if cheap and hand_size(game) >= 2 and not used(game, card) else []


@HOOKS.react("use", "discipline-of-choices")
def _choose(game: Game, card: str) -> None:
    spend(game, card)
    discard_cards(game, 2)
    resolve(game, CHOICE, card)


@HOOKS.react("offer_action", "discipline-of-courage")
def _may_dare(game: Game, card: str) -> list[str]:
    return [""] if killers_here(game) and not used(game, card) else []


@HOOKS.react("use", "discipline-of-courage")
def _dare(game: Game, card: str) -> None:
    spend(game, card)
    lower_horror(game, 1)
    gain_time(game, 1)


@HOOKS.react("offer_action", "discipline-of-cruelty")
def _may_be_cruel(game: Game, card: str) -> list[str]:
    return [] if used(game, card) else [""]


@HOOKS.react("use", "discipline-of-cruelty")
def _be_cruel(game: Game, card: str) -> None:
    spend(game, card)
    game.mark(f"{card}.edge", True, "phase")
    hurt_girl(game, 1)


@HOOKS.modify("attack_damage", "discipline-of-cruelty")
def _cruel(game: Game, card: str, amount: int, _attack: Attack | Incoming) -> int:
    return amount + bool(game.marked(f"{card}.edge"))


@HOOKS.react("after_attack", "discipline-of-cruelty")
def _spent(game: Game, card: str, _attack: Attack) -> None:
    if game.marked(f"{card}.edge"):
        game.mark(f"{card}.edge", None, "phase")


# --- Gambler's Cube


@HOOKS.react("offer_on_roll", "gamblers-cube")
def _may_gamble(game: Game, card: str, roll: Roll) -> bool:
    return not used(game, card) and roll.successes(game) < len(roll.dice)


@HOOKS.react("use_on_roll", "gamblers-cube")
def _gamble(game: Game, card: str, roll: Roll) -> None:
    spend(game, card)
    if game.state.girl.health == 1:
        game.mark(f"{card}.at-the-end")
    if game.roll(card, 1)[0] >= 4:
        roll.converted.append(next(i for i in range(len(roll.dice)) if not roll.success(game, i)))
    else:
        hurt_girl(game, 1)


# --- Haladie, Rusty Flesh Hook, Seething Orb, Pins


@HOOKS.react("after_attack", "haladie")
def _slip_away(game: Game, card: str, attack: Attack) -> None:
    if attack.weapon == card and attack.dealt:
        move_girl(game, 1)


def in_reach(game: Game) -> list[str]:
    """Victims one step away whom the Rusty Flesh Hook can pull."""
    here = game.state.girl.at
    near = game.rules.graph(game, "victim").steps
    return [v for v, space in game.state.victims.items() if here in near[space] and follows(game, v, here)]


@HOOKS.react("offer_action", "rusty-flesh-hook")
def _may_pull(game: Game, card: str) -> list[str]:
    able = game.state.time >= 1 and not used(game, card) and not killer_here(game, game.state.girl.at)
    return [""] if able and in_reach(game) else []


@HOOKS.react("use", "rusty-flesh-hook")
def _pull(game: Game, card: str) -> None:
    spend(game, card)
    lose_time(game, 1)
    move_victim(game, pick_victim(game, "pulled-victim", in_reach(game)), game.state.girl.at)


@HOOKS.react("offer_action", "seething-orb")
def _may_throw(game: Game, _: str) -> list[str]:
    return [""] if _burnt(game) else []


def _burnt(game: Game) -> list[str]:
    distances = game.rules.graph(game, "girl").distances(game.state.girl.at)
    return [killer for killer in on_board(game) if distances.get(game.state.killers[killer].at, 9) <= 1]


@HOOKS.react("use", "seething-orb")
def _throw(game: Game, card: str) -> None:
    lose_item(game, card)
    successes, _ = horror_roll(game, card)
    for killer in _burnt(game) if successes else []:
        hurt_killer(game, killer, successes)
        game.react("after_item_damage", killer)


@HOOKS.react("offer_action", "pins-of-pain-and-pleasure")
def _may_prick(game: Game, card: str) -> list[str]:
    return killers_here(game) if not game.marked(f"{card}.used") else []


@HOOKS.react("use", "pins-of-pain-and-pleasure")
def _prick(game: Game, card: str, killer: str) -> None:
    game.mark(f"{card}.used", True, "phase")
    use_item(game, card)
    heal_killer(game, killer, 1)
    gain_time(game, 3)
