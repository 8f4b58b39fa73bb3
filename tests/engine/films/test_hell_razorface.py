"""Razorface: Afflictions, Final Health, Finales, Dark Powers, Terror cards; Kenzie and Christie."""

import pytest

from engine.films.hell_to_pay import afflictions
from engine.rules.finale import reveal_finale
from engine.rules.health import hurt_killer
from engine.rules.victims import kill_victim
from tests.support.table import Table


def hell(*shown: str, location: str = "hellscape", girl: str = "kenzie") -> Table:
    """A table with Razorface and these Afflictions in play."""
    table = Table("razorface", location, girl)
    for card in shown:
        table._take_out(card)
    table.set(shown=list(shown))
    if location == "hellscape":
        table.girl(at="bone-gate").killer(at="ash-gate")
    return table


GIFT, SACRIFICE, LAMB = "the-gift-of-pain", "a-delicious-sacrifice", "a-lamb-to-the-slaughter"


# --- set-up and drawing


def test_setup() -> None:
    """H-01 3 Afflictions faceup of 8; hp 9; the rows of the Killer board."""
    table = hell().run(afflictions.deal)
    assert (len(table.state.shown), len(table.state.pools["afflictions"])) == (3, 5)
    assert (table.body.health, table.rules.killer.horror) == (9, 5)
    rows = [(row.attack, row.move, row.effect) for row in table.rules.killer.track]
    assert rows == [
        (1, 1, ""),
        (1, 1, ""),
        (1, 1, "H+1"),
        (1, 2, ""),
        (2, 2, "DP"),
        (2, 2, ""),
        (2, 3, "H+1"),
        (3, 3, "EV"),
        (4, 4, "H+1"),
    ]


def test_the_deck_is_as_reported() -> None:
    """16 Terror cards, two of them Minor Dark Powers; 8 Afflictions; 3 + 1 Finales and Dark Powers."""
    pile = hell().rules.pile
    assert len(pile("hell_to_pay", "killer", "terror", "minor-dark-power")) == 16
    assert len(pile("hell_to_pay", "killer", "minor-dark-power")) == 2
    assert sorted(pile("hell_to_pay", "killer", "affliction")) == sorted(afflictions.IDS)
    for kind in ("finale", "dark-power"):
        assert len(pile("hell_to_pay", "killer", kind)) == 3
        assert len(pile("hell_to_pay", "killer", f"epic-{kind}")) == 1


def test_beyond_the_top() -> None:
    """Beyond row 9: heals 1 and the next Terror card is discarded."""
    table = hell().killer(health=5).set(bloodlust=9).resolve("BL+1")
    assert (table.body.health, table.left("terror")) == (6, 9)


# --- purging


def test_one_purge_per_turn() -> None:
    """H-17 two met in one Action phase: one purge, voluntary; the purged card is out of the game."""
    table = hell(GIFT, SACRIFICE).girl(at="nexus").killer(at="nexus").victims(nexus=2)
    table.hand("weak-attack", "walk").item("ancient-sword").dice(5, 5)
    table.play("weak-attack", "attack:razorface:ancient-sword")
    assert {f"use:{GIFT}:purge", f"use:{SACRIFICE}:purge"} <= set(table.actions())
    table.girl(health=2).act(f"use:{GIFT}:purge")
    assert table.state.shown == [SACRIFICE]
    assert table.state.girl.health == 4
    assert GIFT not in table.state.pools["afflictions"]
    assert f"use:{SACRIFICE}:purge" not in table.actions()


def test_not_purged_must_be_met_again() -> None:
    """H-17 a requirement that was met is forgotten with the phase."""
    table = hell(GIFT).girl(at="ash-gate").hand("walk").resolve("H+1")
    table.run(lambda game: hurt_killer(game, "razorface", 3))
    assert f"use:{GIFT}:purge" in table.actions()
    table.step("end-action-phase", "leave")
    assert table.state.shown == [GIFT]
    table.phase("planning", "done")
    table.set(phase_marks={}, phase="action")
    assert f"use:{GIFT}:purge" not in table.actions()


def test_a_phase_that_a_card_ends_still_leaves_the_choice() -> None:
    """H-17 (kind) the card that meets it ends the Action phase: the purge is offered as the phase ends."""
    table = hell(GIFT).girl(at="ash-gate", health=3).hand("furious-strike", "walk").item("ancient-sword").dice(5, 1)
    table.phase("action", "play:furious-strike", "attack:razorface:ancient-sword", f"purge:{GIFT}")
    assert (table.state.shown, table.state.girl.health) == ([], 5)


def test_only_in_the_action_phase() -> None:
    """H-18 (CONTESTED) met by Retaliate in the Killer phase: not purgeable, and it does not count."""
    table = hell(GIFT).girl(at="ash-gate").set(phase="killer").hand("retaliate").item("ancient-sword").dice(5, 5)
    table.attacked(1, "play:retaliate", "with:ancient-sword")
    assert table.body.health == 5
    assert GIFT not in table.state.phase_marks
    assert not afflictions.purgeable(table.game, GIFT)


def test_sum_over_attacks() -> None:
    """H-25 Weak Attack 1 and Furious Strike 2 are 3."""
    table = hell(GIFT).girl(at="ash-gate").hand("weak-attack", "furious-strike").dice(5, 5)
    table.play("weak-attack")
    assert f"use:{GIFT}:purge" not in table.actions()
    table.dice(5, 5).play("furious-strike")
    assert table.body.health == 6
    assert f"use:{GIFT}:purge" in table.hand("walk").actions()


def test_soaked_and_ignored_damage_does_not_count() -> None:
    """H-25 (CONTESTED) damage a Minor Dark Power takes, or that H-21 ignores, is not dealt."""
    soaked = hell(GIFT).power("tshield").run(lambda game: hurt_killer(game, "razorface", 4))
    assert soaked.state.phase_marks[GIFT] == 2
    lost = hell(GIFT).run(lambda game: hurt_killer(game, "razorface", 4, "lose"))
    assert (lost.body.health, GIFT in lost.state.phase_marks) == (5, False)
    ignored = hell(GIFT).killer(health=2).run(lambda game: hurt_killer(game, "razorface", 4))
    assert ignored.state.phase_marks[GIFT] == 1


# --- impossible ones


def test_impossible_with_nothing_left() -> None:
    """H-19 it needs Victims, none on the board, none in the supply: replaced until one is possible."""
    table = hell(SACRIFICE).set(supply=0).draws("afflictions", LAMB, GIFT).run(afflictions.check)
    assert table.state.shown == [GIFT]
    assert LAMB not in table.state.pools["afflictions"]


def test_a_delicious_sacrifice_needs_two() -> None:
    """H-19 (kind) one Victim left and none in the supply is one too few for it, and enough for the Lamb."""
    table = hell(SACRIFICE).set(supply=0).draws("afflictions", GIFT)
    table.special("curious-wretch", "nexus").run(afflictions.check)
    assert table.state.shown == [GIFT]
    lamb = hell(LAMB).set(supply=0).special("curious-wretch", "nexus").run(afflictions.check)
    assert (lamb.request, lamb.state.shown) == (None, [LAMB])
    asked = hell(SACRIFICE).special("curious-wretch", "nexus").run(afflictions.check)
    assert asked.options == ["keep", f"replace:{SACRIFICE}"]


def test_impossible_and_none_to_draw() -> None:
    """H-19 none left: the game is lost at once."""
    table = hell(SACRIFICE).set(supply=0)
    table.state.pools["afflictions"] = []
    table.run(afflictions.check)
    assert table.state.outcome == ["lost", "no-afflictions"]


def test_doubtful_is_asked() -> None:
    """M-30 (CONTESTED) nobody on the board but some in the supply: the player says, once a turn."""
    kept = hell(SACRIFICE).run(afflictions.check, "keep")
    assert kept.state.shown == [SACRIFICE]
    assert kept.run(afflictions.check).request is None
    replaced = hell(SACRIFICE).draws("afflictions", GIFT).run(afflictions.check, f"replace:{SACRIFICE}")
    assert replaced.state.shown == [GIFT]


def test_soulbound() -> None:
    """Soulbound brings an Affliction when it is revealed."""
    table = hell().draws("dark-power", "soulbound").draws("afflictions", GIFT).resolve("DP")
    assert table.state.shown == [GIFT]


def test_soulbound_with_none_left() -> None:
    """H-20 must draw, none remain: loss. With New and Darker Experiences you may take the Horror instead."""
    table = hell().draws("dark-power", "soulbound")
    table.state.pools["afflictions"] = []
    assert table.resolve("DP").lost
    for line, lost in (("line:1", False), ("line:2", True)):
        other = hell()
        other.state.pools["afflictions"] = []
        assert other.terror("new-and-darker-experiences", line).lost == lost
        assert lost or other.state.horror == 7


# --- Final Health


def test_damage_that_would_reveal_is_ignored() -> None:
    """H-21 hp 1 with an Affliction in play: ignored."""
    table = hell(GIFT).killer(health=1).run(lambda game: hurt_killer(game, "razorface", 2))
    assert (table.body.health, table.facts("TokenRevealed"), table.state.outcome) == (1, [], [])


def test_large_hit_with_markers_left() -> None:
    """H-22 hp 3, an Affliction in play, damage 5: hp 1."""
    assert hell(GIFT).killer(health=3).run(lambda game: hurt_killer(game, "razorface", 5)).body.health == 1


def test_purge_then_hit() -> None:
    """H-23 the last Affliction purged, then a Weak Attack in the same phase reveals the token."""
    table = hell("torturous-embrace").girl(at="ash-gate", health=3).killer(health=1).hand("weak-attack", "walk")
    table.act("use:torturous-embrace:purge", "stop").dice(5, 5, 5).draws("final-health", "blank#1").play("weak-attack")
    assert table.state.outcome == ["won", "killer-dead"]


def test_losing_health_is_no_way_round() -> None:
    """M-25, M-26 (CONTESTED) whatever would cost his Final Health is ignored while an Affliction is in play."""
    table = hell(GIFT, location="wingard-cottage").run(lambda game: hurt_killer(game, "razorface", 99, "lose"))
    assert (table.body.health, table.state.outcome) == (1, [])


# --- the other requirements and effects


def test_a_delicious_sacrifice() -> None:
    """Two Victims with you; one dies."""
    table = hell(SACRIFICE).hand("walk").victims(bone_gate=1)
    assert f"use:{SACRIFICE}:purge" not in table.actions()
    table.victims(bone_gate=1).act(f"use:{SACRIFICE}:purge")
    assert (len(table.state.dead), table.state.time, table.state.bloodlust) == (1, 6, 2)


def test_a_lamb_to_the_slaughter() -> None:
    """Next to Razorface with a Victim, who is placed with him."""
    table = hell(LAMB).hand("walk").victims(bone_gate=1)
    assert f"use:{LAMB}:purge" not in table.actions()
    table.killer(at="bone-stair").act(f"use:{LAMB}:purge")
    assert (table.victims_at("bone-stair"), table.state.horror) == (1, 3)


def test_a_waste_of_good_suffering() -> None:
    """Recover 2 in one Action phase."""
    card = "a-waste-of-good-suffering"
    table = hell(card).girl(health=2).hand("walk").resolve("heal 1")
    assert f"use:{card}:purge" not in table.actions()
    table.resolve("heal 1").act(f"use:{card}:purge")
    assert table.state.shown == []


def test_experience_unbound() -> None:
    """Gain an Item in the Action phase."""
    card = "experience-unbound"
    table = hell(card).girl(at="nexus").hand("search", "walk").deck("nexus", "goblet-of-blood").dice(5, 1)
    table.play("search").act(f"use:{card}:purge")
    assert (table.state.shown, table.state.horror) == ([], 5)


def test_explorers_of_the_flesh() -> None:
    """Three different spaces in one Action phase; going back and forth is not enough."""
    card = "explorers-of-the-flesh"
    table = hell(card).hand("walk")
    table.resolve("move 3", "move:bone-stair", "move:nexus", "move:bone-stair")
    assert f"use:{card}:purge" not in table.actions()
    table.resolve("move 2", "move:nexus", "move:ash-walk")
    assert f"use:{card}:purge" in table.actions()


@pytest.mark.parametrize(
    ("space", "health", "met"), [("ash-gate", 3, True), ("ash-gate", 4, False), ("nexus", 1, False)]
)
def test_torturous_embrace(space: str, health: int, met: bool) -> None:
    """In his space, missing 2 health."""
    table = hell("torturous-embrace").hand("walk").girl(at=space, health=health)
    assert ("use:torturous-embrace:purge" in table.actions()) == met


@pytest.mark.parametrize(("girl", "killer", "met"), [("nexus", "ash-gate", True), ("bone-gate", "ash-gate", False)])
def test_you_call_i_come(girl: str, killer: str, met: bool) -> None:
    """On an Exit within 2 spaces; he is placed with you, Time +3."""
    table = hell("you-call-i-come").hand("walk").girl(at=girl).killer(at=killer)
    assert ("use:you-call-i-come:purge" in table.actions()) == met
    if met:
        table.act("use:you-call-i-come:purge")
        assert (table.body.at, table.state.time) == ("nexus", 9)


# --- Minor Dark Powers


def test_pain_of_salvation() -> None:
    """H-28 Focus with two successes: once, 1 health or Horror +1."""
    table = hell(GIFT).power("the-pain-of-salvation").hand("focus").dice(5, 5).play("focus", "line:1")
    assert (table.state.girl.health, table.state.time) == (4, 8)


def test_pain_of_salvation_discarding() -> None:
    """H-28 (CONTESTED) cards discarded one after another are one batch; another action ends it."""
    table = hell(GIFT).power("the-pain-of-salvation").hand("walk", "walk", "focus", "focus", "sprint")
    table.act("discard:walk", "line:2").act("discard:walk")
    assert (table.state.horror, table.state.time) == (5, 8)
    table.dice(1, 1).play("focus").act("discard:sprint", "line:2")
    assert table.state.horror == 6


def test_pain_of_salvation_at_the_cap() -> None:
    """H-28 nothing gained at 12: not triggered. Nor outside the Action phase."""
    table = hell(GIFT).power("the-pain-of-salvation").set(time=12).resolve("T+2")
    assert table.request is None
    assert hell(GIFT).power("the-pain-of-salvation").set(phase="killer").resolve("T+1").request is None


def test_pain_of_judgment() -> None:
    """Each dead Victim: Horror +1; it leaves when an Affliction is purged."""
    table = hell(GIFT).power("the-pain-of-judgment").victims(nexus=1)
    table.run(lambda game: kill_victim(game, "v1", "test"))
    assert table.state.horror == 5
    table.run(lambda game: afflictions.purge(game, GIFT))
    assert not table.state.powers


@pytest.mark.parametrize("card", ["the-pain-of-salvation", "the-pain-of-judgment"])
def test_no_affliction_when_drawn(card: str) -> None:
    """H-30 without an Affliction the card is discarded and the next one drawn; with one it stays, not to be damaged."""
    assert hell().terror(card).signal == "next"
    table = hell(GIFT).terror(card)
    assert table.state.powers == {card: 0}
    assert table.run(lambda game: hurt_killer(game, "razorface", 1)).body.health == 8


# --- Terror cards


def test_brutal_reward() -> None:
    """H-31 a hit guarded to nothing brings no Time; a Victim that dies, or health lost, does."""
    guarded = hell().girl(at="ash-gate").hand("guard").dice(5, 5).terror("brutal-reward#1", "play:guard")
    assert (guarded.state.girl.health, guarded.state.time) == (5, 6)
    hit = hell().girl(at="ash-gate").terror("brutal-reward#1")
    assert (hit.state.girl.health, hit.state.time) == (4, 7)
    victim = hell().victims(ash_gate=1).terror("brutal-reward#1")
    assert victim.state.time == 7


def test_violent_tastes() -> None:
    """H-32 out of reach: Bloodlust +1; a dead Victim brings its own Bloodlust only; none on the board: next card."""
    assert hell().victims(bone_gate=1).terror("violent-tastes#1").state.bloodlust == 2
    assert hell().victims(ash_gate=1).terror("violent-tastes#1").state.bloodlust == 2
    assert hell().terror("violent-tastes#1").signal == "next"


def test_sadistic_manifestation() -> None:
    """Placed with the farthest Victim, two attacks (ruling)."""
    table = hell().victims(nexus=1, bone_stair=3).terror("sadistic-manifestation")
    assert (table.body.at, len(table.state.dead)) == ("bone-stair", 2)


def test_what_is_your_pleasure() -> None:
    """A die decides."""
    assert hell().dice(1).girl(at="ash-gate").terror("what-is-your-pleasure").state.girl.health == 4
    assert hell().dice(4).terror("what-is-your-pleasure").state.horror == 6
    assert hell().dice(5).terror("what-is-your-pleasure").state.bloodlust == 2


def test_see_the_purpose() -> None:
    """Horror +2; with a purge behind you one Affliction is swapped, else Bloodlust +1."""
    assert hell(GIFT).terror("see-the-purpose-in-your-pain").state.bloodlust == 2
    table = hell(GIFT).mark("afflictions.purged", [LAMB]).draws("afflictions", SACRIFICE)
    table.terror("see-the-purpose-in-your-pain")
    assert (table.state.shown, table.state.bloodlust, table.state.horror) == ([SACRIFICE], 1, 6)


def test_enticed_by_ecstasy() -> None:
    """Every Distraction and Focus in hand is discarded."""
    table = hell().hand("focus", "focus", "distraction", "walk").terror("enticed-by-ecstasy")
    assert (table.state.hand, table.state.horror) == ({"walk": 1}, 5)


# --- Finales and Dark Powers


def test_chains_of_torment() -> None:
    """H-33 (CONTESTED) one attack in each space with Victims that is entered, passing included; placing is not."""
    table = hell().finale("chains-of-torment").set(bloodlust=5).victims(ash_walk=1, nexus=1)
    table.girl(at="chain-bridge").resolve("G mv mv")
    assert (table.body.at, len(table.state.dead)) == ("chain-bridge", 2)
    placed = hell().finale("chains-of-torment").victims(nexus=1).resolve("place killer nexus")
    assert placed.state.dead == []


def test_infinite_despair() -> None:
    """H-34 nobody died, so nobody panicked: Bloodlust +1; a Victim that rolls and stays has panicked (CONTESTED)."""
    quiet = hell().dark_power("infinite-despair").victims(ash_gate=1).phase("panic")
    assert (quiet.state.horror, quiet.state.bloodlust) == (4, 2)
    panic = hell().dark_power("infinite-despair").victims(ash_gate=1).set(turn_marks={"deaths": 1})
    panic.dice(2).phase("panic")
    assert (panic.state.horror, panic.state.bloodlust, panic.victims_at("ash-gate")) == (5, 1, 1)


def test_life_drain() -> None:
    """He recovers 1 for a Victim he kills and for an attack that costs you health."""
    table = hell().dark_power("life-drain").killer(health=4).victims(ash_gate=1).resolve("near atk")
    assert table.body.health == 5
    assert table.attacked(1).body.health == 6


def test_helleport() -> None:
    """Nobody within 2 spaces: placed with whoever is closest, walls not counted."""
    table = hell().dark_power("helleport").step("begin-killer-phase")
    assert table.body.at == "bone-gate"
    near = hell().dark_power("helleport").victims(nexus=1).step("begin-killer-phase")
    assert near.body.at == "ash-gate"


def test_the_other_finales() -> None:
    """One grows with your missing health, the epic one with Afflictions, one asks each Upkeep."""
    feast = hell().finale("i-feast-on-your-pain").girl(at="ash-gate", health=3).resolve("G atk")
    assert feast.state.girl.health == 1
    epic = hell(GIFT).finale("legendary-suffering").girl(at="ash-gate").resolve("G atk")
    assert epic.state.girl.health == 3
    taken = hell().draws("finale", "taste-our-pleasures").draws("dark-power", "life-drain").draws("afflictions", GIFT)
    taken.run(reveal_finale)
    assert (taken.state.shown, taken.state.horror) == ([GIFT], 5)
    taste = hell().finale("taste-our-pleasures").step("upkeep-effects", "line:2")
    assert taste.state.horror == 6


# --- Kenzie and Christie


def test_kenzie() -> None:
    """Her ultimate: once per turn, 1 health for a success; never her last."""
    table = hell().set(ultimate=True).hand("focus", "focus").dice(1, 1).play("focus", "use:kenzie")
    assert (table.state.girl.health, table.state.horror) == (4, 3)
    assert table.dice(1, 1).play("focus").request is None
    assert hell().set(ultimate=True).girl(health=1).hand("focus").dice(1, 1, 1).play("focus").request is None


def test_straight_razor() -> None:
    """One more damage while she misses 3 health."""
    for health, left in ((5, 7), (2, 6)):
        table = hell().girl(at="ash-gate", health=health).item("straight-razor").hand("weak-attack").dice(5, 5)
        table.play("weak-attack", "attack:razorface:straight-razor")
        assert table.body.health == left


def test_christie() -> None:
    """Her ultimate: two cards for the life of a Victim next to her; the attack is spent on it."""
    table = hell(girl="christie").set(ultimate=True, phase="killer").hand("walk", "walk").victims(ash_gate=1)
    table.girl(at="ash-walk").resolve("V atk", "shield")
    assert (table.state.dead, table.state.hand, table.state.bloodlust) == ([], {}, 1)
    far = hell(girl="christie").set(ultimate=True).hand("walk", "walk").victims(ash_gate=1).resolve("V atk")
    assert far.state.dead == ["v1"]


def test_silver_cross() -> None:
    """Discarded when attacked: no damage."""
    table = hell(girl="christie").item("silver-cross", "pack").attacked(3, "use:silver-cross")
    assert (table.state.girl.health, table.state.items) == (5, {})


# --- elsewhere


def test_razorface_elsewhere() -> None:
    """M-30 an Exit is an Exit at any location; his Afflictions come along."""
    table = hell("you-call-i-come", location="wingard-cottage").hand("walk")
    space = table.rules.board.exits()[0]
    table.girl(at=space).killer(at=space)
    assert "use:you-call-i-come:purge" in table.actions()
