"""Killer Actions: target, then move, then attack, left to right (core rules 10)."""

from engine.cards.notation import Effect, word
from engine.core.board import FAR
from engine.core.facts import AttackMade, KillerMoved
from engine.core.game import Game
from engine.rules.attack import attack_girl
from engine.rules.bloodlust import row
from engine.rules.health import GIRL, standing
from engine.rules.victims import kill_victim, pick_victim

NEAR, VICTIM, FINAL_GIRL = "near", "V", "G"


def acting_killers(game: Game) -> list[str]:
    """Who performs a Killer Action: every standing Killer, unless the film says otherwise."""
    return list(game.modify("acting_killers", standing(game)))


def attack_value(game: Game, killer: str) -> int:
    """The Attack Value of a Killer now."""
    return int(game.modify("attack_value", row(game).attack, killer))


def movement_value(game: Game, killer: str) -> int:
    """The Movement Value of a Killer now, in spaces for each Move icon."""
    return int(game.modify("movement_value", row(game).move, killer))


def killer_action(game: Game, target: str, moves: int, attacks: int) -> None:
    """Resolve one Killer Action line for whoever acts."""
    if game.instead("instead_of_killer_action", target, moves, attacks):
        return
    for killer in acting_killers(game):
        if game.state.killers[killer].status == "up":
            act(game, killer, target, moves, attacks)


def act(game: Game, killer: str, target: str, moves: int, attacks: int) -> None:
    """One Killer's whole action: one movement of moves x Movement Value, then each attack."""
    body = game.state.killers[killer]
    if not body.at:
        return
    if moves:
        goal = find_target(game, killer, target)
        if goal:
            move_killer(game, killer, goal, moves * movement_value(game, killer))
    attacked = False
    for _ in range(int(game.modify("number_of_attacks", attacks, killer))):
        if body.status != "up" or not body.at:
            return
        attacked = strike(game, killer, target) or attacked
    if attacked:
        game.react("after_killer_attacks", killer, target)


def counted_at(game: Game, killer: str) -> str:
    """The space a Killer counts as being in when something is placed or counted from it; empty if it has none."""
    return str(game.modify("counted_at", game.state.killers[killer].at, killer))


# --- target


def targetable(game: Game) -> list[str]:
    """Victims that a Killer may go for or attack."""
    return list(game.modify("targetable", list(game.state.victims)))


def find_target(game: Game, killer: str, target: str) -> str:
    """The space the Killer goes for, or an empty string. Ties: more Victims, then the player (RULING)."""
    groups: dict[str, int] = {}
    if target != FINAL_GIRL:
        for victim in targetable(game):
            space = game.state.victims[victim]
            groups[space] = groups.get(space, 0) + 1
    if target != VICTIM:
        groups.setdefault(game.state.girl.at, 0)
    distances = game.rules.graph(game, "killer").distances(game.state.killers[killer].at)
    groups = {space: number for space, number in groups.items() if space in distances}
    groups = game.modify("target_groups", groups, target)
    reachable = {space: distances[space] for space in groups if space in distances}
    if not reachable:
        return ""
    nearest = min(reachable.values())
    closest = [space for space in reachable if reachable[space] == nearest]
    largest = max(groups[space] for space in closest)
    return game.choose("target", [f"at:{s}" for s in sorted(closest) if groups[s] == largest], killer=killer)[3:]


# --- move


def move_killer(game: Game, killer: str, goal: str, spaces: int) -> None:
    """Move along a shortest way, passing others freely, stopping on arrival or where something ends it."""
    body = game.state.killers[killer]
    while spaces > 0 and body.at not in ("", goal) and body.status == "up":
        graph = game.rules.graph(game, "killer")
        ways = graph.towards(body.at, goal)
        if not ways:
            return
        arrives = spaces >= graph.distance(body.at, goal)
        to = _choose_way(game, killer, goal, ways, arrives=arrives)
        spaces -= 1
        if step_killer(game, killer, to):
            return


def _choose_way(game: Game, killer: str, goal: str, ways: list[str], *, arrives: bool) -> str:
    """Of several shortest ways the player picks one, asked only where it can matter."""
    if len(ways) > 1 and (not arrives or game.reactions("after_killer_moves")):
        return game.choose("path", [f"to:{space}" for space in ways], who=killer, goal=goal)[3:]
    return ways[0]


def step_killer(game: Game, killer: str, to: str) -> bool:
    """One step of a Killer (through the spaces `way` names). True if something there, or on it, ends its movement."""
    if not game.modify("killer_may_move", True, killer):
        return True
    for space in (*game.modify("way", (), game.state.killers[killer].at, to), to):
        game.tell(KillerMoved(killer, space))
        if game.react("after_killer_moves", killer, space):
            return True
    return False


def place_killer(game: Game, killer: str, to: str) -> bool:
    """Put a Killer into a space; placing is not moving. False where it cannot be placed now."""
    if game.instead("instead_of_placing", killer, to):
        return False
    body = game.state.killers[killer]
    if body.status != "up":
        return False
    if body.at != to:
        game.tell(KillerMoved(killer, to, "place"))
    game.react("after_killer_placed", killer, to)
    return True


# --- attack


def strike(game: Game, killer: str, target: str, space: str = "") -> bool:
    """One attack on one target in the Killer's space: Victims before the girl, unless she was the target.

    A card may let it reach another `space`. Returns whether there was anybody to attack.
    """
    space = space or game.state.killers[killer].at
    here = [victim for victim in targetable(game) if game.state.victims[victim] == space]
    girl_here = game.state.girl.at == space
    prey = game.modify("attacked_victims", [] if girl_here and target == FINAL_GIRL else here, here)
    if prey:
        victim = pick_victim(game, "attacked-victim", list(prey))
        game.tell(AttackMade(killer, victim, attack_value(game, killer)))
        kill_victim(game, victim, killer)
    elif girl_here:
        attack_girl(game, killer, attack_value(game, killer))
    return girl_here or bool(here)


@word("KA", r"(?P<a>near|V|G)(?P<b>(?: mv)*)(?P<c>(?: atk)*)", "near mv atk")
def _killer_action(game: Game, effect: Effect) -> None:
    """A Killer Action: target (near: nearest of girl and Victims; V: nearest Victim; G: the girl), moves, attacks."""
    target, moves, attacks = effect.args
    killer_action(game, target, moves.count("mv"), attacks.count("atk"))


@word("place-killer", r"place killer (?P<a>[a-z0-9-]+)", "place killer porch")
def _place_killer(game: Game, effect: Effect) -> None:
    """Place the acting Killer: in a space, with the `girl`, or with the `farthest` Victim from it."""
    for killer in acting_killers(game):
        to = _place_for(game, killer, effect.args[0])
        if to:
            place_killer(game, killer, to)


def _place_for(game: Game, killer: str, where: str) -> str:
    if where == GIRL:
        return game.state.girl.at
    if where == "farthest":
        return farthest_group(game, game.state.killers[killer].at)
    return where


def farthest_group(game: Game, origin: str) -> str:
    """The space of the farthest Victims: reachable ones first, ties to the larger group, then the player."""
    groups: dict[str, int] = {}
    for victim in targetable(game):
        space = game.state.victims[victim]
        groups[space] = groups.get(space, 0) + 1
    if not groups or not origin:
        return ""
    distances = game.rules.graph(game, "killer").distances(origin)
    known = {space: distances[space] for space in groups if space in distances}
    if not known:
        flat = game.modify("walls_ignored", game.rules.graph(game, "adjacent")).distances(origin)
        known = {space: flat.get(space, FAR) for space in groups}
    far = max(known.values())
    ends = [space for space in known if known[space] == far]
    most = max(groups[space] for space in ends)
    return game.choose("farthest", [f"at:{s}" for s in sorted(ends) if groups[s] == most])[3:]
