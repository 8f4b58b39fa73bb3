"""Rules cases of Wingard Cottage: supplies, crafting, traps, the boat, its Events and Items; Ava and Ginny."""

import pytest

from engine.core.board import decode_board
from engine.core.content import load
from engine.core.game import Game
from engine.films.knock_at_the_door.achievements import BOAT_AT, EXITS, HOUSE
from engine.films.knock_at_the_door.location import THRESHOLDS
from engine.rules.killer_action import move_killer
from engine.rules.victims import kill_victim
from tests.engine.films.test_station_organism import organisms
from tests.support.table import Table

GANG = ("trish", "baghead", "zeke")


def cottage(at: str = "kitchen", girl: str = "ava", **killers: str) -> Table:
    """The cottage with the girl in a space; the four Supplies open, no Crafted Item; Killers on the far road."""
    table = Table("intruders", "wingard-cottage", girl).girl(at=at).set(active="trish")
    for killer in GANG:
        table.killer(killer, at=killers.get(killer, "country-road"))
    shown = [card for card in table.state.shown if table.rules.card(card).kind == "supply"]
    table.state.pools["crafted"] = sorted(card.id for card in table.rules.cards.values() if card.kind == "crafted")
    return table.set(shown=shown)


def lay(table: Table, *crafted: str) -> Table:
    """Crafted Items that lie faceup."""
    for card in crafted:
        table.state.pools["crafted"].remove(card)
    return table.set(shown=[*table.state.shown, *crafted])


def supplied(table: Table, *supplies: str) -> Table:
    """Supplies that the girl has."""
    for supply in supplies:
        table.state.shown.remove(supply)
        table.item(supply, "pack")
    return table


def test_board_constants() -> None:
    """What the code says of house, doors and exits is what the board says."""
    board = decode_board(load().films["knock_at_the_door"].board)
    house = set(board.named("house"))
    doors = {(a.id, b) for a in board.spaces.values() for b in a.to if a.id not in house and b in house}
    assert set(THRESHOLDS) == doors
    assert house == HOUSE
    assert set(board.exits()) == EXITS
    assert BOAT_AT in board.spaces


# --- Supplies


def test_taking_a_supply() -> None:
    """K-23 on the Nails space with Time 3: 1 Time, into the backpack; held already: nothing to gain."""
    table = cottage("shed").set(time=3)
    assert [o for o in table.actions() if o.startswith("gather")] == ["gather:nails"]
    table.act("gather:nails")
    assert table.state.time == 2
    assert table.state.items == {"nails": "pack"}
    assert not [o for o in table.actions() if o.startswith("gather")]


def test_no_supply_without_time() -> None:
    """K-23 (kind) a Supply that cannot be paid is not offered."""
    assert "gather:nails" not in cottage("shed").set(time=0).actions()


def test_no_supply_in_passing() -> None:
    """K-23 not while moving through the space."""
    table = cottage("gravel-drive").hand("sprint").dice(5, 5).play("sprint", "move:shed")
    assert not [o for o in table.options if "nails" in o]


def test_no_other_card_or_item_in_the_middle_of_a_move() -> None:
    """C-046 an Energy Drink waits until the card is resolved."""
    table = cottage().item("energy-drink", "pack").hand("sprint").dice(5, 5).play("sprint", "move:garage")
    assert not [o for o in table.options if o.startswith("use")]


# --- crafting


def test_the_rulebooks_crafting_example() -> None:
    """K-24 Ava spends 2 Time: Nail Bat into her hand, the Wooden Bat discarded, the Nails faceup again."""
    table = supplied(lay(cottage(), "nail-bat"), "nails").item("wooden-bat#1")
    table.act("craft:nail-bat", "equip:nail-bat")
    assert table.state.time == 4
    assert table.state.items == {"nail-bat": "hand"}
    assert "nails" in table.state.shown
    assert "nail-bat" not in table.state.shown
    lost = [fact.item for fact in table.facts("ItemLost")]
    assert lost == ["wooden-bat#1", "nails"]


def test_only_what_lies_faceup_and_no_refill() -> None:
    """K-25 one is crafted, three are left; one that is discarded lies faceup again."""
    table = supplied(lay(cottage(), "spear", "snare", "nailgun", "porcupine"), "wood", "rope")
    assert [o for o in table.actions() if o.startswith("craft")] == ["craft:snare"]
    table.act("craft:snare")
    crafted = [card for card in table.state.shown if table.rules.card(card).kind == "crafted"]
    assert crafted == ["spear", "nailgun", "porcupine"]
    table.act("use:snare").killer("trish", at="garage").set(phase="killer").resolve("G mv")
    assert "snare" in table.state.shown


def test_crafting_needs_enough_time() -> None:
    """K-27 Time 1, the Obliterator costs 4: refused."""
    table = supplied(lay(cottage(), "the-obliterator"), "wood", "rope", "nails", "discarded-tools")
    assert "craft:the-obliterator" not in table.set(time=1).actions()
    assert "craft:the-obliterator" in table.set(time=4).actions()


def test_no_crafting_in_the_middle_of_a_card() -> None:
    """K-27 not while a card is being resolved."""
    table = supplied(lay(cottage(), "snare"), "wood", "rope").hand("walk").dice(5, 5).play("walk")
    assert table.asked == "move"
    assert not [o for o in table.options if o.startswith("craft")]


def test_uses_carry_over() -> None:
    """K-24 (kind) a Shotgun with one use left makes a Sawed-Off Shotgun with one use; likewise lid and Porcupine."""
    table = supplied(lay(cottage(), "sawed-off-shotgun", "porcupine"), "discarded-tools", "nails")
    table.item("shotgun", uses=1).item("trashcan-lid", "pack", uses=2)
    table.act("craft:sawed-off-shotgun", "equip:sawed-off-shotgun", "done")
    table.act("craft:porcupine", "equip:porcupine", "done")
    assert table.state.uses == {"sawed-off-shotgun": 1, "porcupine": 2}


def test_the_obliterator() -> None:
    """K-28 movement 1 shorter, at least 1; two 1s in the final roll cost 2 health; never for Retaliate."""
    table = (
        cottage(trish="kitchen")
        .item("the-obliterator")
        .hand("weak-attack", "close-call", "retaliate")
        .girl(at="kitchen")
    )
    table.set(horror=0).dice(1, 5, 1, 1).play("weak-attack", "attack:trish:the-obliterator", "use:close-call", "die:0")
    assert table.state.killers["trish"].health == 1
    assert table.state.girl.health == 2
    table.dice(5, 1, 1, 1).killer("trish", health=6).attacked(1, "play:retaliate")
    assert table.state.killers["trish"].health == 5


@pytest.mark.parametrize(("spaces", "steps"), [(1, 1), (2, 1), (3, 2)])
def test_the_obliterator_is_heavy(spaces: int, steps: int) -> None:
    """K-28 a movement of 1 stays 1, one of 3 becomes 2."""
    table = cottage().item("the-obliterator").resolve(f"move {spaces}")
    assert table.request is not None
    assert table.request.about["left"] == steps
    packed = cottage().item("the-obliterator", "pack").resolve(f"move {spaces}")
    assert packed.request is not None
    assert packed.request.about["left"] == spaces


def test_blueprint() -> None:
    """Its text: one facedown Crafted Item of her choice lies faceup."""
    table = cottage().item("blueprint#1", "pack").act("use:blueprint#1", "show:spear")
    assert "spear" in table.state.shown
    assert "spear" not in table.state.pools["crafted"]
    assert not table.state.items


def test_chisel_stands_in() -> None:
    """Its text: it serves as Discarded Tools."""
    table = supplied(lay(cottage(), "nailgun"), "nails").item("chisel").act("craft:nailgun", "equip:nailgun")
    assert table.state.items == {"nailgun": "hand"}


def test_nail_trap_and_snare() -> None:
    """C-103 one movement: the Nail Trap hurts who moves in, the Snare ends the movement and the attacks after it."""
    table = cottage("back-lawn").item("nail-trap", "pack").item("snare", "pack").act("use:nail-trap").act("use:snare")
    assert table.state.tokens == {"set-nail-trap": "back-lawn", "set-snare": "back-lawn"}
    table.girl(at="lakefront").killer("trish", at="woodpile").set(phase="killer").resolve("G mv mv atk")
    assert table.state.killers["trish"].health == 4
    assert table.state.killers["trish"].at == "back-lawn"
    assert not table.state.tokens
    assert {"nail-trap", "snare"} <= set(table.state.shown)
    table.resolve("G mv mv atk")
    assert table.state.killers["trish"].at == "back-lawn"


def test_caught_it_does_not_panic_away() -> None:
    """C-103 (kind) an Organism in the Snare does not move in any way until the phase is over."""
    table = Table("organism", "wingard-cottage", "kate").girl(at="kitchen").token("set-snare", "foyer")
    organisms(table, fast="porch").victims(foyer=1).set(phase="killer").dice(6)
    table.resolve("V mv; killer panics")
    assert (table.state.killers["fast-organism"].at, len(table.facts("Panicked"))) == ("foyer", 1)


def test_placing_springs_no_trap() -> None:
    """C-176 a Killer that is placed enters nothing."""
    table = cottage().token("set-nail-trap", "kitchen").set(phase="killer").resolve("place killer girl")
    assert table.state.killers["trish"].health == 6
    assert table.state.tokens


def test_nailgun_shotgun_and_sawed_off() -> None:
    """Their texts: Time or cards for damage, uses, the Shotgun lost to three blanks."""
    table = cottage(trish="garage").item("nailgun", uses=1).act("use:nailgun:trish:garage")
    assert table.state.killers["trish"].health == 5
    assert "nailgun" in table.state.shown
    table = cottage(trish="kitchen").item("shotgun").hand("focus", "focus").dice(5, 6, 1, 2, 1, 3).act("use:shotgun")
    assert table.state.killers["trish"].health == 4
    assert not table.state.items
    table = cottage(trish="kitchen", zeke="kitchen").item("sawed-off-shotgun").hand("focus", "focus")
    table.dice(5, 6, 1, 2, 1, 3).act("use:sawed-off-shotgun")
    assert [table.state.killers[k].health for k in GANG] == [4, 6, 4]
    assert table.state.uses == {"sawed-off-shotgun": 1}
    assert "use:sawed-off-shotgun" not in table.actions()


def test_porcupine_and_trashcan_lid() -> None:
    """C-067 the lid with one use: attack 3 becomes 2, the lid is gone; the Porcupine also pricks, once an attack."""
    table = cottage(trish="kitchen").item("trashcan-lid", uses=1).attacked(3, "use:trashcan-lid")
    assert table.state.girl.health == 3
    assert not table.state.items
    table = cottage(trish="kitchen").item("porcupine").attacked(3, "use:porcupine")
    assert table.request is None
    assert table.state.girl.health == 3
    assert table.state.killers["trish"].health == 5


def test_spear_and_slingshot_reach() -> None:
    """Their ranges: the Spear 0 to 1, the Slingshot 1 to 2 with Weak Attack alone."""
    table = cottage(trish="garage", zeke="woodpile", baghead="kitchen").hand("weak-attack", "furious-strike")
    options = table.item("spear").play("furious-strike").options
    assert {o for o in options if o.endswith("spear")} == {"attack:trish:spear", "attack:baghead:spear"}
    table = cottage(trish="garage", zeke="woodpile", baghead="kitchen").hand("weak-attack", "furious-strike")
    options = table.item("spiked-slingshot").play("weak-attack").options
    assert {o for o in options if o.endswith("slingshot")} == {
        "attack:trish:spiked-slingshot",
        "attack:zeke:spiked-slingshot",
    }


# --- Items


def test_blender_doubles_indoors() -> None:
    """Its text: twice the damage (6 with a Critical Blow), once, only indoors."""
    table = cottage(trish="kitchen").item("blender").hand("critical-blow").dice(5, 5)
    table.draws("final-health", "blank#1").play("critical-blow", "attack:trish:blender")
    assert table.state.killers["trish"].status == "down"
    assert not table.state.items
    outside = cottage("porch", trish="porch").item("blender").hand("critical-blow").dice(5, 5).play("critical-blow")
    assert outside.state.killers["trish"].health == 3


def test_poker_bat_and_first_aid_kit() -> None:
    """Their texts: the poker hurts more in a Reaction, the bat removes a power, the kit heals with Action cards."""
    table = cottage(trish="kitchen").item("fireplace-poker").hand("retaliate").dice(5, 1)
    table.attacked(2, "play:retaliate", "with:fireplace-poker")
    assert table.state.killers["trish"].health == 3
    table = cottage(trish="kitchen").item("wooden-bat#1").hand("weak-attack").power("coordinated-attack").dice(5, 5)
    table.power("amphetamines").play("weak-attack", "attack:trish:wooden-bat#1", "power:coordinated-attack")
    table.choose("power:amphetamines")
    assert not table.state.powers
    assert not table.state.items
    table = cottage().item("first-aid-kit").girl(health=1).hand("short-rest").dice(5, 5, 1).play("short-rest")
    assert table.state.girl.health == 4
    assert cottage().item("first-aid-kit").girl(health=1).resolve("heal 1").state.girl.health == 2


def test_lucky_rabbits_foot_map_pills_drink() -> None:
    """Their texts: what each is discarded for."""
    table = cottage().item("lucky-rabbits-foot", "pack").dice(5, 6).act("use:lucky-rabbits-foot", "line:1", "line:3")
    assert (table.state.time, table.state.horror) == (8, 3)
    table = (
        cottage().item("map", "pack").deck("garage", "knife#1", "knife#2").deck("shed", "wooden-bat#1", faceup=False)
    )
    table.deck("boathouse").act("use:map", "remove:knife#1")
    assert table.state.decks["garage"].top == ["knife#2"]
    assert table.state.decks["garage"].faceup
    assert table.state.decks["shed"].faceup
    assert cottage().item("mysterious-pills", "pack").act("use:mysterious-pills", "line:1").state.horror == 3
    assert cottage().item("energy-drink", "pack").act("use:energy-drink", "line:1").state.time == 9


# --- Terror cards


def test_get_out_of_my_house_in_the_shed() -> None:
    """K-22 the Shed is Indoors but not House: discarded, the next one drawn."""
    table = cottage("shed").set(phase="killer").deck("terror", "get-out-of-my-house", "is-tammy-home")
    table.step("terror-card")
    assert table.left("terror") == 0
    assert table.state.killers["trish"].at == "porch"


def test_get_out_of_my_house_stand_up() -> None:
    """K-22 in the Garage: Event, the Active Killer with her; she plays Weak Attack, even failing no attack follows."""
    table = cottage("garage").hand("weak-attack").item("knife#1").deck("events", "kick-scooter").dice(1, 1)
    table.terror("get-out-of-my-house", "play:weak-attack", "attack:trish:knife#1")
    assert table.state.events == ["kick-scooter"]
    assert table.state.killers["trish"].at == "garage"
    assert not [fact for fact in table.facts("AttackMade") if fact.by == "trish"]
    assert table.state.girl.health == 4
    assert "action-phase-ended" not in table.state.phase_marks


def test_get_out_of_my_house_without_an_answer() -> None:
    """K-22 without Weak Attack, or if she does not want to: G atk."""
    table = cottage("garage").deck("events", "kick-scooter").terror("get-out-of-my-house")
    assert table.state.girl.health == 4
    table = cottage("garage").hand("weak-attack").deck("events", "kick-scooter").terror("get-out-of-my-house", "take")
    assert table.state.girl.health == 4


def test_the_other_terror_cards() -> None:
    """Reported: new Victims, moves and Horror as listed."""
    table = cottage().terror("they-cant-get-in-here")
    assert (table.victims_at("west-bedroom"), table.victims_at("east-bedroom"), table.state.horror) == (2, 2, 5)
    table = cottage().deck("events", "kick-scooter").terror("while-we-were-gone")
    assert table.victims_at("boathouse") == 3
    assert table.state.events == ["kick-scooter"]
    table = cottage().deck("events", "kick-scooter").terror("we-were-passing-by")
    assert (table.victims_at("porch"), table.state.horror) == (2, 5)
    table = cottage(trish="shed").victims(driveway=1).terror("theres-someone-out-there")
    assert (table.state.killers["trish"].at, table.state.horror) == ("driveway", 5)
    table = cottage(trish="gravel-drive").victims(shed=1, driveway=1).terror("that-wasnt-a-random-attack", "at:shed")
    assert (len(table.state.dead), table.state.horror) == (1, 7)  # the row of Bloodlust adds 2
    table = cottage(trish="gravel-drive").victims(shed=1, garage=1).terror("what-is-happening-to-us", "at:shed")
    assert len(table.state.dead) == 1


# --- Events


def test_booby_traps() -> None:
    """K-29 only House Victims panic; the one that leaves dies (Bloodlust, panic); Garage to Kitchen is not leaving."""
    table = cottage().victims(foyer=1, shed=1, garage=1).dice(4, 1).draw_event("booby-traps", "victim:foyer")
    assert table.state.dead == ["v1"]
    assert table.victims_at("kitchen") == 1
    assert table.victims_at("shed") == 1
    assert table.state.bloodlust == 2
    assert table.state.turn_marks["deaths"] == 1
    assert not table.state.events


def test_another_way_out() -> None:
    """Its text: keys in the Kitchen for 1 Time, then four may be saved at the Lakefront, then it is gone."""
    table = cottage().draw_event("another-way-out").act("use:another-way-out")
    assert table.state.time == 5
    assert table.state.tokens == {"boat": "lakefront"}
    table.girl(at="lakefront").victims(lakefront=5)
    for place in ("place:1", "place:2", "place:3"):
        table.act("save:victim", place)
    table.act("save:victim")
    assert len(table.state.saved) == 4
    assert not table.state.tokens
    assert not table.state.events
    assert "save:victim" not in table.actions()


def test_battle_ready() -> None:
    """Its text: a random weapon that nobody has seen."""
    table = cottage().draws("battle-ready", "knife#2").draw_event("battle-ready", "equip:knife#2")
    assert table.state.items == {"knife#2": "hand"}
    assert "knife#2" not in table.state.pools["items"]


def test_brainstorming_and_getting_resourceful() -> None:
    """Their texts: free Supplies and crafting for 1 less; a Supply and one more Crafted Item at once."""
    table = lay(cottage("shed"), "nailgun").event("brainstorming").set(time=1).act("gather:nails")
    assert table.state.time == 1
    supplied(table, "discarded-tools").act("craft:nailgun", "equip:nailgun")
    assert table.state.time == 0
    table = cottage().draws("crafted", "spear").draw_event("getting-resourceful", "take:wood")
    assert table.state.items == {"wood": "pack"}
    assert "spear" in table.state.shown


def test_escape_attempt() -> None:
    """Its text: the closest to the Driveway runs as far as the die says; saved there, dead where a Killer stands."""
    table = cottage().victims(foyer=1, shed=1).dice(3).draw_event("escape-attempt", "victim:foyer", "place:1")
    assert table.state.saved == ["v1"]
    short = cottage().victims(family_room=1).dice(1).draw_event("escape-attempt")
    assert short.victims_at("foyer") == 1
    dead = cottage(zeke="porch").victims(family_room=1).dice(6).draw_event("escape-attempt")
    assert dead.state.dead == ["v1"]
    assert not cottage().draw_event("escape-attempt").state.saved


def test_home_security() -> None:
    """Its text: nobody walks into the house from outside until the second Upkeep; placing ignores it."""
    table = cottage("garage", trish="gravel-drive").event("home-security").set(phase="killer").resolve("G mv atk")
    assert table.state.killers["trish"].at == "gravel-drive"
    assert table.resolve("place killer girl").state.killers["trish"].at == "garage"
    table.run(lambda game: move_killer(game, "trish", "kitchen", 1))
    assert table.state.killers["trish"].at == "kitchen"
    table.step("upkeep-effects")
    assert table.state.events == ["home-security"]
    table.step("upkeep-effects")
    assert not table.state.events


def test_kick_scooter() -> None:
    """Its text: 1 space more for a movement that starts outdoors."""
    for at, left in (("porch", 2), ("kitchen", 1)):
        request = cottage(at).event("kick-scooter").resolve("move 1").request
        assert request is not None
        assert request.about["left"] == left


def test_loser_boyfriend() -> None:
    """C-171 a special Victim with its Event: spared by Killers, a scene with her, else he calls the Active Killer."""
    table = cottage().victims(garage=1, shed=1).draw_event("loser-boyfriend")
    assert table.state.victims == {"v2": "shed", "loser-boyfriend": "garage"}
    assert table.state.events == ["loser-boyfriend"]
    table.killer("trish", at="garage").set(phase="killer").resolve("V atk")
    assert not table.state.dead
    table.step("upkeep-effects")
    assert table.state.killers["trish"].at == "kitchen"
    table.girl(at="garage").step("upkeep-effects")
    assert table.state.horror == 5
    table.girl(at="driveway").set(phase="action")
    table.state.victims["loser-boyfriend"] = "driveway"
    table.act("save:loser-boyfriend", "place:1")
    assert not table.state.events


def test_dead_in_upkeep_he_calls_nobody() -> None:
    """C-171 (kind) a special Victim that dies in Upkeep before its own effect has left: nothing more of it happens."""
    table = cottage(trish="porch").special("loser-boyfriend", "shed")

    def dies(game: Game, _: str) -> None:
        kill_victim(game, "loser-boyfriend", "test")

    table.rules.reactions["upkeep"]["wingard-cottage"] = dies
    table.rules._hooked.setdefault("wingard-cottage", "wingard-cottage")
    try:
        table.rules._listeners.clear()
        table.step("upkeep-effects")
    finally:
        del table.rules.reactions["upkeep"]["wingard-cottage"]
        table.rules._listeners.clear()
    assert table.state.killers["trish"].at == "porch"


def test_no_victim_to_replace() -> None:
    """C-171 (kind) with no Victim to replace the Event is ignored."""
    assert not cottage().draw_event("loser-boyfriend").state.events


def test_marked_for_death() -> None:
    """C-108 Killers go for the marked Victim first and attack it first; saved it lowers Horror."""
    table = cottage(trish="garage").victims(garage=1, back_lawn=1).special("marked-for-death", "woodpile")
    table.set(phase="killer").resolve("V mv")
    assert table.state.killers["trish"].at == "woodpile"
    table.victims(woodpile=1).resolve("V atk")
    assert table.state.dead == ["marked-for-death"]
    assert not table.state.events
    saved = cottage("driveway").special("marked-for-death", "driveway").act("save:marked-for-death", "place:1")
    assert saved.state.horror == 2
    locked = cottage("shed", trish="porch").event("home-security").special("marked-for-death", "foyer")
    locked.victims(driveway=1).resolve("V mv")
    assert locked.state.killers["trish"].at == "driveway", "behind locked doors the marked one is no target"


# --- Ava and Ginny


def test_ava_slips_away() -> None:
    """Her ultimate: after an attack she may discard a card and move 1 space; the second attack finds nobody."""
    table = cottage("kitchen", trish="kitchen").set(ultimate=True, phase="killer").hand("focus")
    table.resolve("G atk atk", "move:garage")
    assert table.state.girl.at == "garage"
    assert table.state.girl.health == 4
    assert table.state.discard == {"focus": 1}


def test_ginny_is_not_done_yet() -> None:
    """Her ultimate: once a turn a card from the discard pile for its cost in Time, at least 1."""
    table = cottage("kitchen", "ginny").set(ultimate=True).hand("sprint", "walk", "critical-blow")
    for card in ("sprint", "walk"):
        table.act(f"discard:{card}")
    assert {o for o in table.actions() if o.startswith("use:ginny")} == {"use:ginny:sprint", "use:ginny:walk"}
    table.act("use:ginny:sprint")
    assert table.state.time == 6
    assert table.state.hand == {"critical-blow": 1, "sprint": 1}
    assert not [o for o in table.actions() if o.startswith("use:ginny")]


def test_bonus_items() -> None:
    """Their texts: a thrown hatchet is gone, one swung is not; the whistle calls the neighbours in."""
    table = cottage(trish="garage", zeke="kitchen").item("rusty-hatchet").hand("weak-attack").dice(5, 5)
    table.play("weak-attack", "attack:trish:rusty-hatchet")
    assert table.state.killers["trish"].health == 4
    assert not table.state.items
    table = cottage(zeke="kitchen").item("rusty-hatchet").hand("weak-attack").dice(5, 5)
    table.play("weak-attack", "attack:zeke:rusty-hatchet")
    assert table.state.items
    table = cottage("kitchen", "ginny").item("camp-whistle", "pack").victims(garage=2, family_room=1, shed=1)
    table.act("use:camp-whistle")
    assert table.victims_at("kitchen") == 3
    assert table.state.time == 5
