"""The girl's movement and who follows her (core rules 6)."""

from engine.cards.notation import Effect, word
from engine.core.facts import GirlMoved, VictimMoved
from engine.core.game import Game
from engine.rules.rescue import save, save_options
from engine.rules.victims import at, killer_here, kind

FOLLOWERS = 2


def move_girl(game: Game, spaces: int) -> None:
    """Move up to that many spaces, step by step; rescues and their rewards may come in between."""
    left = int(game.modify("girl_move", spaces))
    while left > 0:
        here = game.state.girl.at
        ways = game.rules.graph(game, "girl").steps[here]
        options = [f"move:{space}" for space in ways]
        chosen = game.choose("move", [*options, *save_options(game), "stop"], left=left)
        if chosen == "stop":
            return
        if chosen.startswith("save:"):
            save(game, chosen[5:])
            continue
        left -= 1
        if step_girl(game, chosen[5:]):
            return


def step_girl(game: Game, to: str, how: str = "move") -> bool:
    """One step along a line, with followers, through the spaces `way` names. True if something ends the movement."""
    followers = choose_followers(game, game.state.girl.at, to)
    return any(_enter(game, space, followers, how) for space in (*game.modify("way", (), game.state.girl.at, to), to))


def _enter(game: Game, to: str, followers: list[str], how: str) -> bool:
    origin = game.state.girl.at
    followers = [victim for victim in followers if game.state.victims.get(victim) == origin]
    game.tell(GirlMoved(to, how))
    for victim in followers:
        game.tell(VictimMoved(victim, to, "follow"))
    stopped = game.react("after_girl_moves", origin, to)
    for victim in followers:
        if game.state.victims.get(victim) == to:
            game.react("after_victim_moves", victim, origin, to)
    return stopped


def follows(game: Game, victim: str, to: str) -> bool:
    """Whether a Victim would come along: not into a Killer's space."""
    return bool(game.modify("follows", not killer_here(game, to), victim, to))


def choose_followers(game: Game, origin: str, to: str) -> list[str]:
    """Up to two Victims of the space she leaves, the player's choice per step."""
    there = [victim for victim in at(game, origin) if follows(game, victim, to)]
    most = int(game.modify("followers", FOLLOWERS))
    if not there or most < 1:
        return []
    groups = follower_groups(there, most)
    return groups[game.choose("followers", list(groups), to=to)]


def follower_groups(victims: list[str], most: int) -> dict[str, list[str]]:
    """Every different group of at most `most` of these: option id to Victims, the largest first."""
    ordinary = [victim for victim in victims if kind(victim) == "victim"]
    groups: list[list[str]] = [ordinary[:n] for n in range(min(most, len(ordinary)) + 1)]
    for special in (victim for victim in victims if kind(victim) != "victim"):
        groups += [[*group, special] for group in groups if len(group) < most]
    groups.sort(key=lambda group: (-len(group), group))
    return {_name(group): group for group in groups}


def _name(group: list[str]) -> str:
    ordinary = sum(kind(victim) == "victim" for victim in group)
    names = ([str(ordinary)] if ordinary else []) + [victim for victim in group if kind(victim) != "victim"]
    return "follow:" + ("+".join(names) or "none")


@word("move", r"move (?P<n>\d+)", "move 2")
def _move(game: Game, effect: Effect) -> None:
    """The girl moves up to that many spaces."""
    move_girl(game, effect.n)
