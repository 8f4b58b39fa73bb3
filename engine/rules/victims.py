"""Victims: where they stand, new ones, deaths, panic (core rules 6, 10, 11)."""

from itertools import groupby

from engine.cards.notation import NEXT, Effect, word
from engine.core.facts import EventLeft, Panicked, VictimAdded, VictimDied, VictimMoved
from engine.core.game import Game
from engine.core.ids import is_ordinary
from engine.rules.bloodlust import raise_bloodlust
from engine.rules.health import on_board


def at(game: Game, space: str) -> list[str]:
    """Victims in a space."""
    return [victim for victim, where in game.state.victims.items() if where == space]


def kind(victim: str) -> str:
    """Ordinary Victims are all alike (`victim`); special ones are themselves."""
    return "victim" if is_ordinary(victim) else victim


def one_of_each(victims: list[str]) -> dict[str, str]:
    """One Victim of each kind: kind to Victim."""
    found: dict[str, str] = {}
    for victim in victims:
        found.setdefault(kind(victim), victim)
    return found


def pick_victim(game: Game, purpose: str, victims: list[str]) -> str:
    """Which of these Victims? Like ones in one space are one option; the player says between unlike ones (C-108)."""
    spots: dict[str, str] = {}
    for victim in victims:
        spots.setdefault(f"{kind(victim)}:{game.state.victims[victim]}", victim)
    return spots[game.choose(purpose, list(spots))]


def killer_here(game: Game, space: str) -> bool:
    """Whether a standing Killer is in a space."""
    return any(game.state.killers[killer].at == space for killer in on_board(game))


def add_victims(game: Game, space: str, number: int) -> int:
    """Place new ordinary Victims while the supply lasts. Returns how many came."""
    number = min(number, game.state.supply)
    for _ in range(number):
        game.tell(VictimAdded(f"v{game.state.born + 1}", space))
    return number


def add_special(game: Game, special: str, space: str) -> None:
    """Place a special Victim."""
    game.tell(VictimAdded(special, space))


def move_victim(game: Game, victim: str, to: str, how: str = "move") -> None:
    """Move a Victim into a space; whatever waits there (or in spaces passed on the way) happens."""
    if how in ("place", "ride"):
        game.tell(VictimMoved(victim, to, how))
        return
    for space in (*game.modify("way", (), game.state.victims[victim], to), to):
        origin = game.state.victims[victim]
        game.tell(VictimMoved(victim, space, how))
        game.react("after_victim_moves", victim, origin, space)
        if game.state.victims.get(victim) != space:
            return


def kill_victim(game: Game, victim: str, by: str) -> None:
    """A Victim dies: out of the game, Bloodlust +1, a special one's Event leaves. `by`: Killer, card or rule."""
    if game.instead("instead_of_death", victim, by):
        return
    special = not is_ordinary(victim)
    game.tell(VictimDied(victim, by, game.state.victims[victim]))
    game.react("after_victim_dies", victim, by)
    if special:
        game.handle(victim, "when_dies")
        drop_event(game, victim)
    raise_bloodlust(game, 1, by)


def drop_event(game: Game, event: str) -> None:
    """Discard the Event of a special Victim that left the game."""
    if event in game.state.events:
        game.tell(EventLeft(event))


def panic_victim(game: Game, victim: str) -> None:
    """Roll the panic die and move one space that way; a number that leads nowhere stays."""
    die = game.roll("panic", 1)[0]
    game.tell(Panicked(victim, die))
    origin = game.state.victims[victim]
    to = game.rules.graph(game, "victim").panic[origin].get(die)
    if to is not None:
        game.tell(VictimMoved(victim, to, "panic"))
        game.react("after_victim_moves", victim, origin, to)
    if victim in game.state.victims:
        game.react("after_victim_panics", victim, origin, game.state.victims[victim])


def panic_all(game: Game, victims: list[str]) -> None:
    """Several Victims panic one after another, the player says in which order."""
    waiting = list(victims)
    while waiting := [victim for victim in waiting if victim in game.state.victims]:
        victim = pick_victim(game, "panic-order", waiting)
        waiting.remove(victim)
        panic_victim(game, victim)


def step_victims(game: Game, victims: list[str], goal: str) -> None:
    """Move each Victim one space closer to a space, if a way leads there."""
    graph = game.rules.graph(game, "victim")
    for victim in victims:
        here = game.state.victims.get(victim)
        if here and (ways := graph.towards(here, goal)):
            to = game.choose("path", [f"to:{space}" for space in ways], who=victim, goal=goal)[3:]
            move_victim(game, victim, to)


def nearest(game: Game, origin: str, victims: list[str], *, farthest: bool = False) -> str | None:
    """The closest (or farthest) Victim by walking distance; reachable ones first; the player breaks ties."""
    if not victims:
        return None
    distances = game.rules.graph(game, "victim").distances(origin)
    reachable = [v for v in victims if game.state.victims[v] in distances]
    if not reachable:
        distances = game.modify("walls_ignored", game.rules.graph(game, "adjacent")).distances(origin)
        reachable = victims
    far = {victim: distances.get(game.state.victims[victim], 0) for victim in reachable}
    wanted = max(far.values()) if farthest else min(far.values())
    return pick_victim(game, "pick-victim", [victim for victim in reachable if far[victim] == wanted])


def by_space(game: Game) -> dict[str, int]:
    """How many Victims stand in each space that has any."""
    return {space: len(list(group)) for space, group in groupby(sorted(game.state.victims.values()))}


@word("victims", r"(?P<n>\d+) victims? at (?P<a>[a-z0-9-]+(?:, ?[a-z0-9-]+)*)", "2 victims at porch, foyer")
def _victims(game: Game, effect: Effect) -> None:
    """New Victims in each space named."""
    for space in effect.args[0].split(","):
        add_victims(game, space.strip(), effect.n)


@word("need-victims", r"need victims", "need victims")
def _need_victims(game: Game, _: Effect) -> str | None:
    """With no Victim on the board this card is discarded and the next one drawn."""
    return None if game.state.victims else NEXT


@word("panic", r"panic (?P<a>[a-z0-9-]+)", "panic house")
def _panic(game: Game, effect: Effect) -> None:
    """All Victims of an area panic (`all` for everywhere)."""
    spaces = game.rules.board.named(effect.args[0])
    panic_all(game, [v for v, space in game.state.victims.items() if effect.args[0] == "all" or space in spaces])
