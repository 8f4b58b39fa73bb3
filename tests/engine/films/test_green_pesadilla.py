"""Pesadilla Verde's cases, Mike's example step by step, and the Items, Events and Terror cards of the jungle."""

from typing import Any

from engine.bots.simulate import play_game, random_policy
from engine.core.compose import Setup
from engine.core.facts import GirlMoved
from engine.rules import rescue
from tests.support.boards import content
from tests.support.table import Table

RAZOR = {"killer": "razorface", "location": "pesadilla-verde", "girl": "dakota"}


def jungle(*unlocked: str, huey: bool = False, **who: Any) -> Table:
    """Razorface at the Rebel Camp, the girl at the Cave; Soldiers with two and these Upgrades unlocked."""
    table = Table(**{**RAZOR, **who})
    table.state.shown.append("soldiers")
    table.mark("soldiers.unlocked", ["attack-1", "move-1", *unlocked]).mark("soldiers.cubes", {})
    if huey:
        table.token("huey", "clearing")
    for body in table.state.killers.values():
        body.at = "rebel-camp"
    table.game.forget_listeners()
    return table.girl(at="cave")


def cubes(table: Table) -> dict[str, int]:
    return dict(table.state.marks["soldiers.cubes"])


# --- Soldiers


def test_soldiers_follow_anywhere() -> None:
    """G-27 Soldiers follow into the Killer's space; the Archeologist and the Rebel Leader do not."""
    table = jungle().girl(at="bamboo-grove").victims(bamboo_grove=2)
    table.special("archeologist", "bamboo-grove").special("rebel-leader", "bamboo-grove").hand("walk").dice(5, 1)
    table.play("walk", "move:rebel-camp")
    assert table.options == ["follow:2", "follow:1", "follow:none"]


def test_the_sergeant_is_a_soldier() -> None:
    """G-27 (kind) Sgt. Weathers follows as Soldiers do."""
    table = jungle().girl(at="bamboo-grove").special("sgt-weathers", "bamboo-grove").hand("walk").dice(5, 1)
    table.play("walk", "move:rebel-camp")
    assert "follow:sgt-weathers" in table.options


# --- Mike


def mike() -> Table:
    """Three Soldiers next to the Upper River, the Killer there; Damage unlocked, one Attack in use."""
    table = jungle("attack-2", "damage").victims(bamboo_grove=3)
    table.killer(at="upper-river").mark("soldiers.cubes", {"attack-1": 1})
    return table


def test_mike_moves_them() -> None:
    """G-29 a cube on Move, the group moves into the Killer's space."""
    table = mike().act("use:soldiers:move-1:bamboo-grove", "to:upper-river")
    assert table.victims_at("upper-river") == 3
    assert cubes(table) == {"attack-1": 1, "move-1": 1}


def test_mike_attacks() -> None:
    """G-29 a cube on the free Attack: 2 damage; dice 3, 5, 6: nobody is shot."""
    table = mike().act("use:soldiers:move-1:bamboo-grove", "to:upper-river")
    table.dice(3, 5, 6).act("use:soldiers:attack-2:upper-river")
    assert table.body.health == 7
    assert table.victims_at("upper-river") == 3
    assert cubes(table) == {"attack-1": 1, "move-1": 1, "attack-2": 1}
    assert [option for option in table.actions() if "soldiers" in option] == []


def test_friendly_fire() -> None:
    """G-30 dice 1, 2, 5: two Soldiers die, Bloodlust +2; the damage stands."""
    table = jungle().killer(at="cave").victims(cave=3).dice(1, 2, 5).act("use:soldiers:attack-1:cave")
    assert table.victims_at("cave") == 1
    assert table.state.bloodlust == 3
    assert table.state.turn_marks["deaths"] == 2
    assert table.body.health == 8


def test_no_friendly_fire_when_unlocked() -> None:
    """G-30 (kind) with Friendly Fire unlocked no dice are rolled."""
    table = jungle("friendly-fire").killer(at="cave").victims(cave=3).act("use:soldiers:attack-1:cave")
    assert table.facts("Rolled") == []
    assert table.victims_at("cave") == 3


def test_single_soldier() -> None:
    """G-31 a single Soldier, Damage locked: legal, no damage, friendly fire; a Concealed Volk'ar stays hidden."""
    table = jungle().killer(at="cave").victims(cave=1).dice(4).act("use:soldiers:attack-1:cave")
    assert table.body.health == 9
    assert len(table.facts("Rolled")) == 1
    hidden = jungle(killer="volkar").killer(at="").token("origin", "cave").victims(clearing=1).dice(4)
    hidden.act("use:soldiers:attack-1:clearing")
    assert (hidden.body.at, "crosshair" in hidden.state.tokens) == ("", False)


def test_damage_rounds() -> None:
    """G-31 (kind) three Soldiers do 1, with Damage unlocked 2; one does 1 then."""
    for unlocked, number, left in (((), 3, 8), (("damage",), 3, 7), (("damage",), 1, 8), ((), 2, 8)):
        table = jungle(*unlocked).killer(at="cave").victims(cave=number).dice(*[6] * number)
        assert table.act("use:soldiers:attack-1:cave").body.health == left


def test_attack_range() -> None:
    """G-29 (kind) their own space only; with Attack Range the adjacent ones, upriver too."""
    table = jungle().killer(at="waterfall").victims(upper_river=2)
    assert "use:soldiers:attack-1:upper-river" not in table.actions()
    far = jungle("range").killer(at="waterfall").victims(upper_river=2).dice(6, 6)
    assert far.act("use:soldiers:attack-1:upper-river").body.health == 8


def test_cubes() -> None:
    """G-32 placed in turn N: second square in Upkeep N, off in Upkeep N+1; the row is not available meanwhile."""
    table = jungle().victims(clearing=1).act("use:soldiers:move-1:clearing", "to:supply-depot")
    assert cubes(table) == {"move-1": 1}
    table.step("upkeep-effects")
    assert cubes(table) == {"move-1": 2}
    assert "use:soldiers:move-1:supply-depot" not in table.set(phase="action").actions()
    table.step("upkeep-effects")
    assert cubes(table) == {}
    assert "use:soldiers:move-1:supply-depot" in table.set(phase="action").actions()


def test_saving_soldiers() -> None:
    """G-33 2 Time each: with Time 3 one is saved, the second is refused; unlocked it is free; a special one is free."""
    table = jungle().victims(cave=3).set(time=3).act("save:victim", "place:2")
    assert (table.state.time, len(table.state.saved)) == (1, 1)
    assert "save:victim" not in table.actions()
    free = jungle("saving").victims(cave=2).set(time=3).act("save:victim", "place:1")
    assert free.state.time == 5
    special = jungle().special("archeologist", "cave").set(time=1)
    assert "save:archeologist" in special.actions()


def test_saving_elsewhere() -> None:
    """M-31 the cost belongs to Pesadilla Verde, not to the Killer."""
    table = Table(killer="volkar", location="wingard-cottage", girl="ava").girl(at="driveway").killer(at="porch")
    table.victims(driveway=1).act("save:victim", "place:1")
    assert table.state.time >= 6


def test_train() -> None:
    """Ruling: 2 unlock, 1 unlock for 3 Time, 0 lock or 3 Time and the phase ends."""
    table = jungle().hand("train").dice(5, 5).play("train")
    assert "unlock:damage" in table.options
    table.choose("unlock:damage")
    assert "damage" in table.state.marks["soldiers.unlocked"]
    one = jungle().hand("train").dice(5, 1).play("train", "unlock:range")
    assert one.state.time == 3
    none = jungle().hand("train").dice(1, 1).play("train")
    assert none.options == ["line:1", "line:2"]
    none.choose("line:1", "lock:move-1")
    assert none.state.marks["soldiers.unlocked"] == ["attack-1"]


def test_four_action_and_four_ability_upgrades() -> None:
    """G-01 (kind) eight Upgrades, six of them locked at first."""
    table = jungle().run(lambda game: None)
    table.resolve("unlock")
    assert len(table.options) == 6


# --- the Huey


def test_the_huey() -> None:
    """G-01 (kind) any number is saved where it stands, then it leaves and the Clearing is no Exit."""
    table = jungle("saving", huey=True).girl(at="clearing").victims(clearing=3)
    assert rescue.is_exit(table.game, "clearing")
    table.act("save:victim", "place:1").act("save:victim", "place:3")
    assert table.state.tokens == {"huey": "clearing"}
    table.hand("focus").dice(5, 5).play("focus")
    assert table.state.tokens == {}
    assert not rescue.is_exit(table.game, "clearing")
    assert "save:victim" not in table.actions()


def test_the_huey_waits_until_used() -> None:
    """G-01 (kind) being there or doing something else does not use it up."""
    table = jungle(huey=True).girl(at="clearing").hand("focus").dice(5, 5).play("focus")
    assert table.state.tokens == {"huey": "clearing"}


def test_huey_and_phase_end() -> None:
    """G-01 (kind) when the phase is over the Huey is gone too."""
    table = jungle("saving", huey=True).girl(at="clearing").victims(clearing=1).act("save:victim", "place:1")
    table.rest_of_phase()
    assert table.state.tokens == {}


def test_get_to_the_choppa() -> None:
    """Reported: it brings the Huey back."""
    table = jungle().draw_event("get-to-the-choppa")
    assert table.state.tokens == {"huey": "clearing"}


# --- the River


def test_downriver() -> None:
    """G-35 one success from the Waterfall: any river space below; followers come along."""
    table = jungle().girl(at="waterfall").victims(waterfall=1).hand("walk").dice(5, 1).play("walk")
    assert {"move:upper-river", "move:central-river", "move:lower-river"} <= set(table.options)
    table.choose("move:lower-river", "follow:1")
    assert table.state.girl.at == "lower-river"
    assert table.victims_at("lower-river") == 1


def test_downriver_passes_through() -> None:
    """G-35 the spaces between are passed: Piranhas there bite once."""
    table = jungle().girl(at="waterfall").event("piranhas").token("piranhas-token", "central-river")
    table.victims(waterfall=1).hand("walk").dice(5, 1).play("walk", "move:lower-river", "follow:1")
    assert table.state.girl.health == 5
    assert table.state.dead == ["v1"]
    moved = [fact.to for fact in table.facts("GirlMoved") if isinstance(fact, GirlMoved)]
    assert moved == ["upper-river", "central-river", "lower-river"]


def test_upriver() -> None:
    """G-36 nobody moves upriver; distances respect it, adjacency does not; a weapon reaches upriver."""
    table = jungle()
    for mover in ("girl", "victim", "killer"):
        graph = table.rules.graph(table.game, mover)
        assert "upper-river" not in graph.steps["central-river"]
        assert graph.distance("central-river", "upper-river") > 1
    assert table.rules.graph(table.game, "adjacent").distance("central-river", "upper-river") == 1
    table.girl(at="central-river").killer(at="upper-river").item("m16").hand("weak-attack")
    assert "play:weak-attack" in table.actions()


def test_range_is_not_carried_by_the_river() -> None:
    """G-36 (kind) the long way downriver is one step for moving, not for shooting."""
    table = jungle().girl(at="waterfall").killer(at="lower-river").item("m16").hand("weak-attack")
    assert "play:weak-attack" not in table.actions()


def test_killers_drift_one_space() -> None:
    """G-35 (kind) Enemies go to the next river space alone, with the Rivermaster any distance."""
    table = jungle().killer(at="waterfall").girl(at="lower-river").resolve("G mv")
    assert table.body.at == "upper-river"
    master = jungle().power("rivermaster").killer(at="waterfall").girl(at="lower-river").resolve("G mv")
    assert master.body.at == "lower-river"


def test_ordered_soldiers_drift() -> None:
    """G-35 (kind) an order to move takes Soldiers down any distance."""
    table = jungle().victims(waterfall=2).act("use:soldiers:move-1:waterfall", "to:lower-river")
    assert table.victims_at("lower-river") == 2


def test_wet_suit() -> None:
    """Reconstructed: upriver one space at a time, nobody follows there, and Piranhas do not bite."""
    table = jungle().girl(at="central-river").item("wet-suit", "pack").event("piranhas")
    table.victims(central_river=1, upper_river=1)
    table.token("piranhas-token", "upper-river").hand("walk").dice(5, 5).play("walk", "move:upper-river")
    assert (table.state.girl.at, table.victims_at("central-river"), table.state.girl.health) == ("upper-river", 1, 6)
    table.choose("move:bamboo-grove")
    assert table.options == ["follow:1", "follow:none"]


# --- cards


def test_cursed_sacrifice() -> None:
    """G-39 2 Soldiers two spaces from the Temple: one closer; none died, so the 2 closest die; Bloodlust +2."""
    table = jungle().victims(strangler_fig=2, cave=1).terror("cursed-sacrifice")
    assert table.state.dead == ["v1", "v2"]
    assert table.state.bloodlust == 3
    assert table.victims_at("stony-ridge") == 1


def test_cursed_sacrifice_at_the_temple() -> None:
    """G-39 (kind) those that come to the Temple die, then nobody else; upriver is no way for them."""
    table = jungle().victims(ancient_ruins=1, cave=1, central_river=1).terror("cursed-sacrifice")
    assert sorted(table.state.dead) == ["v1"]
    assert table.victims_at("lower-river") == 1


def test_cursed_sacrifice_needs_victims() -> None:
    """G-39 (kind) with no Victims the next Terror card is drawn."""
    assert jungle().terror("cursed-sacrifice").signal == "next"


def test_two_bowie_knives() -> None:
    """G-40 one in each hand, Weak Attack with one success: both modifiers."""
    table = jungle().killer(at="cave").item("bowie-knife#1").item("bowie-knife#2").hand("weak-attack").dice(5, 1)
    table.play("weak-attack", "attack:razorface:bowie-knife#1")
    assert table.body.health == 6


def test_piranhas() -> None:
    """Rulebook: everyone there loses 1 health, and whoever enters: Killers as well."""
    table = jungle().victims(upper_river=1).killer(at="upper-river").dice(5).draw_event("piranhas")
    assert table.state.tokens["piranhas-token"] == "upper-river"
    assert table.state.dead == ["v1"]
    assert table.body.health == 8
    moving = jungle().event("piranhas").token("piranhas-token", "upper-river").killer(at="steep-slope")
    moving.victims(upper_river=1).resolve("V mv")
    assert moving.body.health == 8


def test_piranhas_bite_all_at_once() -> None:
    """C-159 (kind) girl and Killer lose their last health together: both dead is a win; she alone comes back."""
    for token, outcome in (("blank#1", ["won", "killer-dead"]), ("hearts-2", [])):
        table = jungle().girl(at="upper-river", health=1, token="white").killer(at="upper-river", health=1)
        table.dice(5).draws("final-health", token).draw_event("piranhas")
        assert table.phase_ended
        table.step("after-action-phase")
        assert table.state.outcome == (outcome or ["lost", "girl-dead"])
    suit = jungle().girl(at="upper-river").item("wet-suit", "pack").dice(5).draw_event("piranhas")
    assert suit.state.girl.health == 6


def test_rebel_leader() -> None:
    """Reconstructed: 1 damage more for the group beside; dying locks an Upgrade."""
    table = jungle().killer(at="cave").victims(cave=2).special("rebel-leader", "cave").dice(6, 6)
    assert table.act("use:soldiers:attack-1:cave").body.health == 7


def test_sergeant_stops_friendly_fire() -> None:
    """Reconstructed: a group with Sgt. Weathers never shoots its own; he counts as one of them."""
    table = jungle().killer(at="cave").victims(cave=1).special("sgt-weathers", "cave")
    table.act("use:soldiers:attack-1:cave")
    assert table.facts("Rolled") == []
    assert table.body.health == 8


def test_twitchy_soldiers() -> None:
    """Reconstructed: friendly fire on 1 to 3; unlocking an Upgrade calms them."""
    table = jungle().event("twitchy-soldiers").killer(at="cave").victims(cave=2).dice(3, 4)
    assert table.act("use:soldiers:attack-1:cave").victims_at("cave") == 1
    table.resolve("unlock", "unlock:damage")
    assert table.state.events == []


def test_booby_trap() -> None:
    """Reconstructed: the first Killer that moves in takes 2 damage and stops."""
    table = jungle().item("booby-trap", "pack").act("use:booby-trap").girl(at="stony-ridge")
    table.killer(at="stony-ridge").set(bloodlust=9).girl(at="cave").resolve("G mv")
    assert table.body.health == 7
    assert "booby-trap-token" not in table.state.tokens


def test_cave_collapse() -> None:
    """Reconstructed: the Cave is no Exit until the end of the next turn."""
    table = jungle().girl(at="waterfall").terror("cave-collapse")
    assert not rescue.is_exit(table.game, "cave")
    table.set(turn=3)
    assert rescue.is_exit(table.game, "cave")


def test_flash_flood() -> None:
    """Reconstructed: everyone in the river is swept into the Lower River."""
    table = jungle().girl(at="upper-river").victims(waterfall=2, lower_river=1, cave=1).killer(at="cliff-top")
    table.girl(at="upper-river").killer(at="cave").terror("flash-flood")
    assert table.state.girl.at == "lower-river"
    assert table.victims_at("lower-river") == 3
    assert table.state.time == 4


def test_heavy_rains() -> None:
    """Reconstructed: each Upkeep one space downriver, Piranhas included."""
    table = jungle().event("heavy-rains").girl(at="waterfall").victims(upper_river=1).step("upkeep-effects")
    assert (table.state.girl.at, table.victims_at("central-river")) == ("upper-river", 1)


def test_river_mud() -> None:
    """Reconstructed: 2 damage less until the next turn."""
    table = jungle().item("river-mud", "pack").act("use:river-mud").attacked(3)
    assert table.state.girl.health == 5


def test_cursed_idol() -> None:
    """Reconstructed: discarded against an attack: no damage, Horror +2."""
    table = jungle().item("cursed-idol", "pack").attacked(3, "use:cursed-idol")
    assert (table.state.girl.health, table.state.horror, table.state.items) == (6, 6, {})


def test_grenade_on_a_guess() -> None:
    """G-05 (kind) an attack without an Action card reveals her too."""
    table = jungle(killer="volkar").killer(at="").token("origin", "cave").girl(at="stony-ridge").item("grenade#1")
    table.draws("path-1", "movement-22")
    table.state.decks["path-1"] = type(table.state.decks["movement"])("movement", 1)
    table.state.decks["movement"].blanks -= 1
    table.act("use:grenade#1:volkar:cave")
    assert table.body.at == "cave"
    assert table.body.health == 8


def test_compound_bow() -> None:
    """Reconstructed: 2 Time, 1 damage, range 1-2, three uses."""
    table = jungle().killer(at="supply-depot").item("compound-bow")
    table.act("use:compound-bow:razorface:supply-depot")
    assert (table.body.health, table.state.time, table.state.uses["compound-bow"]) == (8, 4, 2)


def test_mini_gun() -> None:
    """Reconstructed: 2 Time, 2 cards, six dice: 5 and 6 damage, each 1 a Victim."""
    table = jungle().killer(at="stony-ridge").victims(stony_ridge=2).item("mini-gun").hand("walk", "focus")
    table.dice(5, 6, 1, 2, 3, 4).act("use:mini-gun:razorface:stony-ridge", "discard:walk")
    assert (table.body.health, table.victims_at("stony-ridge"), table.state.hand) == (7, 1, {})


def test_radio_and_walkie_talkies() -> None:
    """Reconstructed: a cube comes off for 1 Time; a group moves for 1 Time without one; each once a turn."""
    table = jungle().item("backpack-radio", "pack").item("walkie-talkies", "pack").victims(clearing=1)
    table.act("use:soldiers:move-1:clearing", "to:supply-depot").act("use:backpack-radio:move-1")
    assert (cubes(table), table.state.time) == ({}, 5)
    table.act("use:walkie-talkies:supply-depot", "to:clearing")
    assert table.victims_at("clearing") == 1
    assert not [o for o in table.actions() if "walkie" in o or "radio" in o]


# --- girls


def test_alois_takes_a_card_back() -> None:
    """Reconstructed: once per turn 1 Time brings the card just played back."""
    table = jungle(girl="alois").set(ultimate=True).hand("focus", "focus").dice(5, 5, 5, 5).play("focus", "take:focus")
    assert table.state.hand == {"focus": 2}
    assert table.state.time == 7
    table.play("focus")
    assert table.state.hand == {"focus": 1}


def test_dakota_reaches_further() -> None:
    """Reconstructed: bare hands reach the next space, at a guess as well."""
    table = jungle().killer(at="stony-ridge").hand("weak-attack")
    assert "play:weak-attack" not in table.actions()
    table.set(ultimate=True)
    assert "play:weak-attack" in table.actions()


def test_hunting_scope() -> None:
    """Reconstructed: 1 damage more on an Enemy in another space."""
    table = jungle().killer(at="stony-ridge").item("hunting-scope", "pack").item("m16").hand("weak-attack").dice(5, 5)
    table.play("weak-attack", "use:hunting-scope")
    assert table.body.health == 5
    assert table.state.uses["hunting-scope"] == 1


def test_field_notes() -> None:
    """Reconstructed: a die that shows 1 or 2 is rolled again."""
    table = (
        jungle(girl="alois").item("field-notes", "pack").hand("focus").dice(5, 1, 6).play("focus", "use:field-notes")
    )
    assert table.state.horror == 3


# --- mixed films


def test_ordered_attack_makes_active() -> None:
    """M-14 an ordered attack on Zeke makes Zeke Active."""
    table = jungle(killer="intruders").killer("zeke", at="cave").victims(cave=2).dice(6, 6)
    table.act("use:soldiers:attack-1:cave")
    assert table.state.active == "zeke"
    assert table.state.killers["zeke"].health == 5


def test_random_games_of_all_pairings() -> None:
    """Any killer at Pesadilla Verde, the Volk'ar anywhere: random games end without an error."""
    found = content()
    killers = [k for k in found.killers() if k != "tkiller"]
    places = [
        place for place, film in found.locations().items() if film.setups and place not in ("line", "star", "ring")
    ]
    pairs = [(k, "pesadilla-verde") for k in killers] + [("volkar", place) for place in places]
    for number, (killer, place) in enumerate(pairs):
        setup = Setup(killer, place, "alois" if number % 2 else "dakota", number % 3 == 0, number % 2 == 0)
        for game in range(4):
            seed = f"{killer}-{place}-{game}"
            assert play_game(found, setup, seed, random_policy(seed)).game.state.outcome
