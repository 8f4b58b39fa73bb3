"""Attacking a Concealed Volk'ar: any space in reach, as if she were there (rulebook, Attacking the Volk'ar)."""

from engine.core.facts import AttackMade, TokenPlaced
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.films.the_green_terror.path import VOLKAR, concealed
from engine.films.the_green_terror.walk import CROSSHAIR, DAMAGE, WAIT, clear_guess, resolve_path
from engine.rules.attack import BARE, Attack, Incoming, aim, reach, weapons
from engine.rules.items import use_item

HOOKS = Hooks()


@HOOKS.modify("attack_options", VOLKAR)
def _guesses(game: Game, _: str, options: list[str], card: str) -> list[str]:
    """Every space in reach, occupied or not: `attack:volkar:WEAPON:SPACE`."""
    if not concealed(game):
        return options
    spaces = sorted(aim(game).items())
    found = options[:]
    for item in weapons(game, card):
        low, high = reach(game, item)
        found += [f"attack:{VOLKAR}:{item}:{space}" for space, far in spaces if low <= far <= high]
    return found


@HOOKS.modify("targets", VOLKAR)
def _any_space(game: Game, _: str, targets: list[str], spaces: list[str]) -> list[str]:
    return [*targets, *(f"{VOLKAR}:{space}" for space in spaces)] if concealed(game) else targets


@HOOKS.react("attack_declared", VOLKAR)
def _aim(game: Game, _: str, attack: Attack) -> None:
    """The Attack token lies in the space being targeted."""
    if attack.at:
        game.tell(TokenPlaced(CROSSHAIR, attack.at))


@HOOKS.react("instead_of_attack", VOLKAR)
def _note_damage(game: Game, _: str, attack: Attack | Incoming, amount: int) -> bool:
    """Damage on a guess is kept on the Attack Resolution card; from then on tokens wait for the Path's end."""
    if not isinstance(attack, Attack) or not attack.at or not concealed(game):
        return False
    game.tell(AttackMade(attack.by, VOLKAR, amount))
    if attack.weapon != BARE:
        use_item(game, attack.weapon)
    if amount > 0:
        game.mark(DAMAGE, game.marked(DAMAGE, 0) + amount, "phase")
        game.mark(WAIT, True, "phase")
    game.react("guess_struck", attack)
    return True


@HOOKS.react("after_attack", VOLKAR)
def _resolve_guess(game: Game, _: str, attack: Attack) -> None:
    """With damage the Path is resolved, after the rest of the card (G-03); without, she stays Concealed (G-04)."""
    if not attack.at:
        return
    if game.marked(DAMAGE):
        resolve_path(game, attack)
    else:
        clear_guess(game)
