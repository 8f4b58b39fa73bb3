"""Hellscape: the cases of the tiles, dice, walls, Terror cards. Each docstring names its case."""

import pytest

from engine.core.board import FAR
from engine.films.hell_to_pay import tiles
from engine.films.hell_to_pay.location import lay_tiles
from engine.rules.setup import place_pieces
from engine.rules.victims import nearest
from tests.support.table import Table


def hell(killer: str = "razorface", **slots: str) -> Table:
    """A table at Hellscape; the tiles lie as named, the rest as undealt."""
    table = Table(killer, "hellscape", "kenzie").mark("tiles", {**tiles.UNDEALT, **slots})
    return table.girl(at="bone-gate").killer(at="nexus")


WALLED = {"north": "star:back", "south": "pillar:back"}
"""North: the Star with walls to both sides, so that nothing leads onto it; south: the Pillar likewise."""


def lies(table: Table) -> dict[str, str]:
    """How the tiles lie."""
    return table.state.marks["tiles"]


# --- set-up


def test_setup() -> None:
    """H-01 four tiles dealt, 8 Victims on tile spaces before the Setup card, Hellshift in the tableau."""
    table = Table("razorface", "hellscape", "kenzie")
    assert table.state.tableau["hellshift"] == 1
    table.run(lay_tiles)
    assert {face.split(":")[0] for face in lies(table).values()} == {"wheel", "pillar", "star", "ring"}
    assert all(table.victims_at(space) == 1 for space in table.rules.board.named("tile"))
    assert len(table.state.victims) == 8
    table.draws("setup", "depravity").run(place_pieces)
    assert table.state.girl.at == "house-of-mutilation"
    assert (len(table.state.victims), table.victims_at("nexus")) == (10, 2)


def test_the_tiles_are_laid_before_the_setup_card() -> None:
    """H-01 (kind) the order of the steps."""
    names = [step.name for step in Table("razorface", "hellscape", "kenzie").rules.steps]
    assert names.index("tiles") < names.index("pieces") < names.index("afflictions") < names.index("first-event")


# --- the dice


def test_the_booklets_flipping_example() -> None:
    """The worked example: two wheels, the tile is flipped; girl and two Victims stay on purple, one Victim on red."""
    table = hell().girl(at="wheel-purple").victims(wheel_purple=2, wheel_red=1)
    table.draws("hellscape-die", "wheel", "wheel").run(tiles.turn_hellscape)
    assert lies(table)["north"] == "wheel:back"
    assert table.state.girl.at == "wheel-purple"
    assert (table.victims_at("wheel-purple"), table.victims_at("wheel-red")) == (2, 1)
    assert table.facts("SymbolsRolled")[0].symbols == ["wheel", "wheel"]
    assert not table.facts("VictimMoved") and not table.facts("GirlMoved")


def test_different_dice_swap() -> None:
    """H-03 two tiles trade places with everything on them, the same side up."""
    table = hell(east="pillar:back").victims(pillar_red=1)
    table.draws("hellscape-die", "wheel", "pillar").run(tiles.turn_hellscape)
    assert lies(table) == {**tiles.UNDEALT, "north": "pillar:back", "east": "wheel:front"}
    assert table.victims_at("pillar-red") == 1


def test_one_roll_each_upkeep() -> None:
    """H-04 exactly one roll of the dice per Upkeep."""
    table = hell().draws("hellscape-die", "star", "star").phase("upkeep")
    assert len(table.facts("SymbolsRolled")) == 1
    assert lies(table)["south"] == "star:back"


def test_a_phase_that_ended_loses_the_roll() -> None:
    """H-04 the girl comes back to life in Upkeep before the roll: the phase is over."""
    table = hell().girl(health=1).finale("taste-our-pleasures").draws("final-health", "hearts-2")
    table.phase("upkeep").choose("line:1")
    assert table.state.girl.health == 3
    assert not table.facts("SymbolsRolled")


# --- walls


def test_the_dead_ends_of_these_tests() -> None:
    """Nothing leads onto a tile whose sides to its neighbours are walls."""
    table = hell(**WALLED)
    graph = table.rules.graph(table.game, "killer")
    assert graph.distance("nexus", "star-red") == FAR
    assert graph.distance("star-red", "star-purple") == 1


def test_no_way_no_move_but_the_knife() -> None:
    """H-05 no unblocked way to the target: no move, the attack hits the Victim in his own space."""
    table = hell(**WALLED).girl(at="star-red").victims(nexus=1).resolve("G mv atk")
    assert (table.body.at, table.state.dead) == ("nexus", ["v1"])


def test_the_closest_target_is_one_that_can_be_reached() -> None:
    """H-06 X is near behind a wall, Y far by an open way: Y; with X alone he stays (H-05)."""
    table = hell(**WALLED).killer(at="house-of-mutilation").victims(star_red=1, ash_gate=1)
    table.resolve("V mv")
    assert table.body.at == "ring-purple"
    alone = hell(**WALLED).killer(at="house-of-mutilation").victims(star_red=1).resolve("V mv mv atk")
    assert alone.body.at == "house-of-mutilation"


def test_farthest() -> None:
    """H-07 farthest counts who can be reached; only if none can, walls are ignored."""
    table = hell(**WALLED).victims(star_red=1, chain_bridge=1, house_of_mutilation=1)
    table.resolve("place killer farthest")
    assert table.body.at == "house-of-mutilation"
    behind = hell(**WALLED).victims(star_red=1, pillar_red=1).killer(at="bone-gate").resolve("place killer farthest")
    assert behind.body.at == "pillar-red"


def test_nearest_to_the_girl_ignores_walls_only_if_nobody_can_be_reached() -> None:
    """H-06 (kind) for effects that ask for the Victim closest to you."""
    table = hell(**WALLED).victims(star_purple=1, ash_gate=1)
    assert nearest(table.game, "bone-gate", ["v1", "v2"]) == "v2"
    assert nearest(table.game, "bone-gate", ["v1"]) == "v1"


def test_range_through_a_wall() -> None:
    """H-08 a weapon of range 1 does not reach through a wall."""
    beside = hell(north="wheel:back").girl(at="bone-gate").killer(at="wheel-purple").item("spiked-whip")
    assert beside.hand("weak-attack").actions()[0] == "play:weak-attack"
    walled = hell(north="wheel:front").girl(at="bone-gate").killer(at="wheel-purple").item("spiked-whip")
    assert "play:weak-attack" not in walled.hand("weak-attack").actions()


def test_panic_into_a_wall() -> None:
    """H-09 whoever panics into a wall stays."""
    table = hell(north="wheel:front").victims(wheel_purple=1).dice(1).resolve("panic all")
    assert table.victims_at("wheel-purple") == 1
    open_side = hell(north="wheel:back").victims(wheel_purple=1).dice(2).resolve("panic all")
    assert open_side.victims_at("bone-gate") == 1


def test_moving_stops_at_walls_placing_does_not() -> None:
    """Placing ignores walls, moving does not."""
    table = hell(**WALLED).girl(at="bone-gate").run(lambda game: game.rules.graph(game, "girl").steps["bone-gate"])
    assert not any(space.startswith("star") for space in table.signal)
    assert hell(**WALLED).resolve("place killer star-red").body.at == "star-red"


def test_tokens_and_girl_ride() -> None:
    """H-11 shifting takes along token and girl; nobody has entered a space."""
    table = hell().girl(at="ring-red").token("seal", "ring-red").resolve("shift clockwise")
    assert lies(table) == {
        "north": "ring:front",
        "east": "wheel:front",
        "south": "pillar:front",
        "west": "star:front",
    }
    assert (table.state.girl.at, table.state.tokens["seal"]) == ("ring-red", "ring-red")
    assert not table.facts("GirlMoved") and not table.facts("TokenPlaced")
    table.resolve("shift counter-clockwise")
    assert lies(table) == tiles.UNDEALT


# --- Hellshift


def test_hellshift_two_successes() -> None:
    """H-12 rearrange: every tile where you like, none flipped; no Time."""
    table = hell(east="pillar:back").hand("hellshift").dice(5, 6)
    table.play("hellshift").choose("tile:ring", "tile:star", "tile:pillar")
    assert lies(table) == {
        "north": "ring:front",
        "east": "star:front",
        "south": "pillar:back",
        "west": "wheel:front",
    }
    assert table.state.time == 6


def test_hellshift_one_success() -> None:
    """H-12, wrong belief 9: Hellshift swaps any two tiles, not one; Time -1."""
    table = hell().hand("hellshift").dice(5, 1).play("hellshift")
    assert len(table.options) == 6
    table.choose("swap:ring:wheel")
    assert lies(table) == {**tiles.UNDEALT, "north": "ring:front", "west": "wheel:front"}
    assert table.state.time == 5


def test_hellshift_failed() -> None:
    """H-12 no success: Time -2, the tiles stay."""
    table = hell().hand("hellshift").dice(1, 2).play("hellshift")
    assert (table.state.time, lies(table)) == (4, tiles.UNDEALT)


# --- Terror cards


def test_spiral_of_death() -> None:
    """H-13 shift first, then new Victims on the two tiles named, then the Killer Action."""
    table = hell().girl(at="ash-gate").terror("spiral-of-death", "at:star-red", "at:ring-purple")
    assert lies(table)["north"] == "pillar:front"
    assert (table.victims_at("star-red"), table.victims_at("ring-purple")) == (1, 1)
    told = [type(fact).__name__ for fact in table.facts()]
    assert told.index("TilesMoved") < told.index("VictimAdded") < told.index("KillerMoved")


def test_spiral_of_horrors() -> None:
    """H-13 shift clockwise, Victims on Wheel and Pillar, then an Event."""
    table = hell().deck("events", "endless-suffering").terror("spiral-of-horrors", "at:wheel-red", "at:pillar-red")
    assert lies(table)["north"] == "ring:front"
    assert table.state.events == ["endless-suffering"]
    told = [type(fact).__name__ for fact in table.facts()]
    assert told.index("TilesMoved") < told.index("VictimAdded") < told.index("EventStayed")


def test_no_victims_left_for_the_spirals() -> None:
    """C-045 (kind) an empty supply places none, and asks nothing."""
    table = hell().set(supply=0).deck("events", "endless-suffering").terror("spiral-of-horrors")
    assert table.request is None and not table.state.victims


def test_death_labyrinth() -> None:
    """H-14 the first of two leaves, the second stays, the one beside enters: only the last dies."""
    table = hell().killer(at="house-of-mutilation").victims(house_of_mutilation=2, chain_bridge=1)
    table.girl(at="ash-gate").deck("events", "endless-suffering").dice(1, 6, 4)
    table.terror("death-labyrinth", "victim:house-of-mutilation", "victim:house-of-mutilation")
    assert [fact.victim for fact in table.facts("VictimDied")] == ["v3"]
    assert (table.victims_at("chain-bridge"), table.victims_at("house-of-mutilation")) == (1, 1)
    assert (table.state.bloodlust, table.state.events) == (2, ["endless-suffering"])


def test_devoid_of_life() -> None:
    """H-15 no Victim with you: the next card; with one: it dies or you lose health; then Horror +1."""
    away = hell().victims(ash_gate=1).terror("devoid-of-life")
    assert away.signal == "next" and away.state.horror == 4
    assert len(away.facts("CardSkipped")) == 1
    here = hell().victims(bone_gate=1).terror("devoid-of-life", "line:1")
    assert (here.state.dead, here.state.bloodlust, here.state.horror) == (["v1"], 2, 5)
    hurt = hell().victims(bone_gate=1).terror("devoid-of-life", "line:2")
    assert (hurt.state.dead, hurt.state.girl.health, hurt.state.horror) == ([], 4, 5)


def test_seductive_hellpit() -> None:
    """H-16 Victims beside a named space move in; with two the player says; one in a named space stays (CONTESTED)."""
    table = hell().killer(at="ash-gate").girl(at="ash-gate").victims(chain_bridge=1, sepulchre_of_blood=1)
    table.terror("seductive-hellpit", "to:nexus")
    assert table.victims_at("nexus") == 1
    assert table.victims_at("sepulchre-of-blood") == 1


def test_seductive_hellpit_respects_walls() -> None:
    """H-16 (kind) moving does not pass walls."""
    walled = hell(**WALLED).killer(at="ash-gate").girl(at="ash-gate").victims(star_red=1).terror("seductive-hellpit")
    assert walled.victims_at("star-red") == 1


def test_planes_of_torment() -> None:
    """Horror +1 with the girl or a Killer on a tile, once."""
    none = hell().girl(at="ash-gate").terror("planes-of-torment")
    assert none.state.horror == 4
    both = hell().girl(at="ring-red").killer(at="wheel-red").terror("planes-of-torment")
    assert both.state.horror == 5


def test_hunger_for_suffering() -> None:
    """A Victim on each tile rolled; the tiles stay as they lie."""
    table = hell().girl(at="ash-gate").draws("hellscape-die", "ring", "star")
    table.terror("hunger-for-suffering", "at:ring-red", "at:star-purple")
    assert (table.victims_at("ring-red"), table.victims_at("star-purple")) == (1, 1)
    assert lies(table) == tiles.UNDEALT
    same = (
        hell().girl(at="ash-gate").draws("hellscape-die", "ring", "ring").terror("hunger-for-suffering", "at:ring-red")
    )
    assert same.victims_at("ring-red") == 1


def test_home_to_endless_appetites() -> None:
    """One Victim on every named space, two Events."""
    table = hell().deck("events", "endless-suffering", "torture-chambers").terror("home-to-endless-appetites")
    assert all(table.victims_at(space) == 1 for space in ("nexus", "house-of-mutilation", "sepulchre-of-blood"))
    assert table.state.events == ["endless-suffering", "torture-chambers"]


# --- Events


def test_endless_suffering() -> None:
    """Rulebook: a Search in the House of Mutilation costs 1 health, found or not; one elsewhere does not."""
    table = hell().event("endless-suffering").girl(at="house-of-mutilation").hand("search").dice(5, 1)
    table.deck("house-of-mutilation", "goblet-of-blood").play("search")
    assert (table.state.girl.health, list(table.state.items)) == (4, ["goblet-of-blood"])
    none = hell().event("endless-suffering").girl(at="house-of-mutilation").hand("search").dice(1, 1)
    none.play("search", "line:2")
    assert (none.state.girl.health, none.state.items) == (4, {})
    other = hell().event("endless-suffering").girl(at="sepulchre-of-blood").hand("search").dice(5, 1)
    other.deck("sepulchre-of-blood", "goblet-of-blood").play("search")
    assert other.state.girl.health == 5


def test_barrier_of_blood() -> None:
    """Nobody is saved at The Nexus until 1 health is paid there."""
    table = hell().event("barrier-of-blood").girl(at="nexus").killer(at="ash-gate").victims(nexus=1).hand("walk")
    assert "save:victim" not in table.actions()
    table.act("use:barrier-of-blood")
    assert (table.state.girl.health, table.state.events) == (4, [])
    assert "save:victim" in table.actions()


def test_masochistic_peon() -> None:
    """The Peon is attacked before anyone else, even by an action that targets the girl; Horror -1 when it dies."""
    for target in ("near", "G"):
        table = hell().girl(at="nexus").victims(nexus=1).special("masochistic-peon", "nexus").resolve(f"{target} atk")
        assert (table.state.dead, table.state.girl.health) == (["masochistic-peon"], 5)
        assert (table.state.horror, table.state.events) == (3, [])


def test_curious_wretch() -> None:
    """Each Upkeep a step towards the Killer (of several the Active one); saved: the top Item of any deck."""
    table = hell().special("curious-wretch", "ash-gate").step("upkeep-effects")
    assert table.state.victims["curious-wretch"] == "ash-walk"
    gang = hell("intruders").killer("trish", at="bone-stair").killer("zeke", at="ash-gate").set(active="zeke")
    gang.special("curious-wretch", "nexus").step("upkeep-effects")
    assert gang.state.victims["curious-wretch"] == "ash-walk", "the Killer is the Active one"
    saved = hell().girl(at="bone-gate").special("curious-wretch", "bone-gate").hand("walk")
    saved.act("save:curious-wretch")
    while saved.request is not None:
        saved.choose(saved.options[0])
    assert saved.state.items


def test_sadistic_seeker() -> None:
    """Each Upkeep a step towards you; a Victim that is then with it dies."""
    table = hell().special("sadistic-seeker", "nexus").victims(bone_stair=1).killer(at="ash-gate")
    table.step("upkeep-effects")
    assert table.state.victims["sadistic-seeker"] == "bone-stair"
    assert table.state.dead == ["v1"]


def test_torture_chambers_and_delight_in_pain() -> None:
    """Ending the Action phase on a tile costs 1 health; Delight in Pain pays 1 Time for it and takes from healing."""
    table = hell().girl(at="ring-red").event("torture-chambers", "delight-in-pain").step("end-action-phase")
    assert (table.state.girl.health, table.state.time) == (4, 7)
    assert table.resolve("heal 2").state.girl.health == 5


def test_chaotic_transference() -> None:
    """The dice are carried out, then Victims on a tile rolled panic."""
    table = hell().victims(wheel_red=1, star_red=1).draws("hellscape-die", "wheel", "wheel").dice(1)
    table.draw_event("chaotic-transference")
    assert lies(table)["north"] == "wheel:back"
    assert [fact.who for fact in table.facts("Panicked")] == ["v1"]


def test_stare_into_the_abyss() -> None:
    """Horror +1; the top Terror card is seen and may go to the bottom."""
    table = hell().deck("terror", "scarlet-hymn", "ecstatic-torture#1").draw_event("stare-into-the-abyss", "bottom")
    assert table.state.horror == 5
    assert table.state.decks["terror"].bottom == ["scarlet-hymn"]


# --- Items


@pytest.mark.parametrize(("way", "north"), [("clockwise", "ring:front"), ("counter-clockwise", "pillar:front")])
def test_control_node(way: str, north: str) -> None:
    """Once per turn, for 1 Time: shift either way."""
    table = hell().item("control-node", "pack").hand("walk").act(f"use:control-node:{way}")
    assert (lies(table)["north"], table.state.time) == (north, 5)
    assert not any(option.startswith("use:control-node") for option in table.actions())


def test_nexus_controller() -> None:
    """Two flips."""
    table = hell().item("nexus-controller", "pack").hand("walk").act("use:nexus-controller:ring")
    assert lies(table)["west"] == "ring:back"
    table.act("use:nexus-controller:ring")
    assert lies(table)["west"] == "ring:front" and not table.state.items


def test_bone_chariot() -> None:
    """Over walls, with two Victims; not into the Killer's space with them."""
    table = hell(**WALLED).item("bone-chariot", "pack").hand("walk").victims(bone_gate=2)
    table.act("use:bone-chariot", "to:star-red", "follow:2")
    assert (table.state.girl.at, table.victims_at("star-red")) == ("star-red", 2)
    assert table.state.uses["bone-chariot"] == 1
    assert table.state.marks["bone-chariot.beyond"] == "star-red"


def test_pins_of_pain_and_pleasure() -> None:
    """Once per Action phase in the Killer's space: it recovers 1, then Time +3."""
    table = hell().item("pins-of-pain-and-pleasure", "pack").hand("walk").girl(at="nexus").killer(health=5)
    table.act("use:pins-of-pain-and-pleasure:razorface")
    assert (table.body.health, table.state.time) == (6, 9)
    assert not any(option.startswith("use:pins") for option in table.actions())


def test_amulet_of_hell() -> None:
    """Discarded instead of Bloodlust."""
    table = hell().item("amulet-of-hell", "pack").resolve("BL+1", "use:amulet-of-hell")
    assert (table.state.bloodlust, table.state.items) == (1, {})


def test_the_disciplines() -> None:
    """Courage: Horror -1, Time +1 with a Killer; Cruelty: 1 health for 1 damage; Choices: two cards for one."""
    table = hell().girl(at="nexus").hand("weak-attack", "walk", "walk")
    for name in ("courage", "cruelty", "choices"):
        table.item(f"discipline-of-{name}", "pack")
    table.act("use:discipline-of-courage").act("use:discipline-of-cruelty")
    assert (table.state.horror, table.state.time, table.state.girl.health) == (3, 7, 4)
    table.dice(5, 5).play("weak-attack")
    assert table.body.health == 7
    table.act("use:discipline-of-choices")
    while table.request is not None:
        table.choose(table.options[0])
    assert sum(table.state.hand.values()) == 1


def test_gamblers_cube() -> None:
    """4 or more: a success more; less: 1 health."""
    lucky = hell().item("gamblers-cube", "pack").hand("focus").dice(1, 1, 4).play("focus", "use:gamblers-cube")
    assert (lucky.state.horror, lucky.state.time) == (3, 5)
    unlucky = hell().item("gamblers-cube", "pack").hand("focus").dice(1, 1, 3).play("focus", "use:gamblers-cube")
    assert (unlucky.state.girl.health, unlucky.state.time) == (4, 4)


def test_seething_orb() -> None:
    """Damage to each Killer in your space or next to it."""
    table = hell().girl(at="bone-stair").item("seething-orb", "pack").hand("walk").dice(5, 6)
    table.act("use:seething-orb")
    assert (table.body.health, table.state.items) == (7, {})


def test_rusty_flesh_hook_and_haladie() -> None:
    """The hook pulls a Victim; the Haladie lets you slip away after a hit."""
    table = hell().item("rusty-flesh-hook").hand("walk").victims(bone_stair=1).act("use:rusty-flesh-hook")
    assert (table.victims_at("bone-gate"), table.state.time) == (1, 5)
    hit = hell().girl(at="nexus").item("haladie").hand("weak-attack").dice(5, 5)
    hit.play("weak-attack", "attack:razorface:haladie", "move:ash-walk")
    assert (hit.body.health, hit.state.girl.at) == (7, "ash-walk")


# --- other killers


def test_any_killer_walks_hellscape() -> None:
    """The Intruders go by the same ways and walls."""
    table = hell("intruders", **WALLED).girl(at="star-red").resolve("G mv")
    assert table.body.at == "nexus"
