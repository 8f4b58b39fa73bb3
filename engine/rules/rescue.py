"""Saving Victims at an Exit, rescue places with their rewards, the ultimate (core rules 9)."""

from engine.cards.notation import describe, resolve
from engine.core.facts import PlaceCovered, UltimateReached, VictimSaved
from engine.core.game import Game
from engine.core.ids import is_ordinary
from engine.rules.victims import at, drop_event, one_of_each


def is_exit(game: Game, space: str) -> bool:
    """Whether Victims can be saved in a space now."""
    return bool(game.modify("exit", game.rules.board.spaces[space].exit, space))


def save_options(game: Game) -> list[str]:
    """`save:` options: in the Action phase, at an Exit, one for each kind of Victim there."""
    state = game.state
    if state.phase != "action" or not state.victims or not is_exit(game, state.girl.at):
        return []
    kinds = one_of_each(at(game, state.girl.at))
    return [f"save:{kind}" for kind, victim in kinds.items() if game.modify("may_save", True, victim)]


def save(game: Game, kind: str) -> None:
    """Save one Victim of a kind from the girl's space."""
    victim = one_of_each(at(game, game.state.girl.at))[kind]
    game.react("before_save", victim)
    save_victim(game, victim)


def save_victim(game: Game, victim: str) -> None:
    """The Victim leaves the board, covers a rescue place of the player's choice and brings its reward."""
    game.tell(VictimSaved(victim, game.state.victims.get(victim, "")))
    game.react("after_victim_saved", victim)
    if not is_ordinary(victim):
        game.handle(victim, "when_saved")
        drop_event(game, victim)
    take_reward(game, victim)


def take_reward(game: Game, victim: str) -> None:
    """The reward for a saved Victim: of a free place, or the one on the back of the turned card."""
    before, game.source = game.source, game.rules.girl.id
    if len(game.state.places) < len(game.rules.places):
        _cover_place(game, victim)
    else:
        _turn_card(game)
        resolve(game, game.rules.after)
    game.source = before


def _cover_place(game: Game, victim: str) -> None:
    rules = game.rules
    free = {text: i for i, text in reversed(list(enumerate(rules.girl.places))) if str(i + 1) not in game.state.places}
    options = [f"place:{i + 1}" for i in sorted(free.values())]
    rewards = {f"place:{i + 1}": describe(rules.places[i][0]) for i in free.values() if rules.places[i]}
    place = int(game.choose("place", options, rewards=rewards)[6:])
    game.tell(PlaceCovered(str(place), victim, rules.girl.places[place - 1]))
    resolve(game, rules.places[place - 1])
    if len(game.state.places) == len(rules.girl.places):
        _turn_card(game)


def _turn_card(game: Game) -> None:
    """All places are covered: the ultimate is on (already, if the last reward led to another rescue)."""
    if not game.state.ultimate:
        game.tell(UltimateReached())
        game.react("after_ultimate")
