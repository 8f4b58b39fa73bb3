"""Station 2891: Events, Terror cards, Items, girls; other Killers here, the Organism elsewhere (M-...)."""

from engine.rules.movement import move_girl
from engine.rules.rolls import number_of_dice
from engine.rules.victims import move_victim
from tests.engine.films.test_station_location import COLD, flying, kate
from tests.engine.films.test_station_organism import lab, organisms
from tests.support.table import Table

# --- cards


def test_pair_up() -> None:
    """O-30 three lone Victims: a new one comes; two in the Kitchen, two in the Radio Room; the Event is discarded."""
    table = kate().victims(helipad=1, armory=1, tool_shed=1, bunk_room=2).draw_event("pair-up")
    places = {space: table.victims_at(space) for space in set(table.state.victims.values())}
    assert places == {"kitchen": 2, "radio-room": 2, "bunk-room": 2}
    assert table.state.events == []


def test_not_safe_in_here() -> None:
    """Rulebook: Victims next to a hallway move into it; then one in each Search space panics."""
    table = kate("helipad").victims(kitchen=2, armory=1, tool_shed=2, generator_room=1, east_hallway=1)
    table.dice(1).terror("not-safe-in-here")
    assert table.victims_at("west-hallway") == 2
    assert table.victims_at("east-hallway") == 2
    assert table.victims_at("generator-room") == 1
    assert [f.who for f in table.facts("Panicked")] == ["v4"], "only the Tool Shed still has Victims"


def test_accident_in_the_lab() -> None:
    """Victims there die, the girl loses 1 health, the Hole opens."""
    table = kate("lab").girl(health=6).victims(lab=2).draw_event("accident-in-the-lab")
    assert (len(table.state.dead), table.state.girl.health) == (2, 5)
    assert table.rules.graph(table.game, "girl").distance("lab", "behind-the-lab") == 1


def test_heavy_storm() -> None:
    """Moves begun outdoors are 1 shorter, at least 1; a 5 ends it."""
    table = kate("helipad").event("heavy-storm").run(lambda game: move_girl(game, 2))
    assert table.request is not None
    assert table.request.about["left"] == 1
    table.choose("stop").dice(5).phase("upkeep")
    assert table.state.events == []


def test_generator() -> None:
    """One die less in the main building until the next Action phase is over."""
    table = kate("lab").deck("events").terror("generator-is-out")
    assert number_of_dice(table.game, "walk") == 1
    assert number_of_dice(table.girl(at="helipad").game, "walk") == 2
    table.girl(at="lab").set(turn=2, phase="action").step("end-action-phase")
    assert number_of_dice(table.game, "walk") == 2


def test_helpers_bring_the_helicopter_back() -> None:
    """It lands, two get out, everybody outdoors panics."""
    table = flying(2).dice(1, 1).draw_event("here-to-help")
    while table.asked == "panic-order":
        table.choose(table.options[0])
    assert table.state.tokens["helicopter"] == "helipad"
    assert len(table.facts("Panicked")) == 2


def test_helicopter_leaves_without_anybody() -> None:
    """It has two spaces to come back."""
    table = kate("lab").terror("they-just-left")
    assert "helicopter" not in table.state.tokens
    table.resolve("fly 2")
    assert table.state.tokens["helicopter"] == "helipad"


def test_special_victims() -> None:
    """Cook, doctor and specialist do what they can, and their Events leave with them."""
    table = kate("kitchen").girl(health=3).victims(kitchen=1).draw_event("chow-time")
    assert table.state.victims == {"cook": "kitchen"}
    table.step("end-action-phase")
    assert table.state.girl.health == 4
    table.resolve("V mv atk; V mv mv mv mv mv mv mv mv mv mv atk")
    assert table.state.events == []
    table = kate("lab").girl(health=3).victims(lab=1).draw_event("whats-up-doc").act("use:doctor")
    assert (table.state.girl.health, table.state.time) == (4, 5)
    table = flying(3).victims(kitchen=1).draw_event("comms-specialist")
    table.state.victims["comms-specialist"] = "radio-room"
    table.phase("upkeep")
    assert table.state.marks["helicopter.at"] == 2


def test_hidden_weapons() -> None:
    """Weapons among the Items in no deck go on top of the Armory's deck."""
    table = kate("lab")
    pool = table.state.pools["items"]
    weapon = next(item for item in pool if table.rules.card(item).face.weapon)
    other = next(item for item in pool if not table.rules.card(item).face.weapon)
    table.draws("items", weapon, other).draw_event("hidden-weapons-cache")
    assert table.state.decks["armory"].top[0] == weapon
    assert table.left("armory") == 5


def test_crucifix() -> None:
    """The card is ignored, the Crucifix is gone."""
    table = kate("lab").item("crucifix", "pack").deck("terror", "tell-me-where-it-is").step("terror-card")
    table.choose("use:crucifix")
    assert (table.state.horror, table.state.items.get("crucifix")) == (4, None)


def test_dogs() -> None:
    """Char bites for 1 Time; Thule takes 1 damage and may bite back; a 1 is the last time."""
    table = kate("lab").killer(at="west-hallway").item("char", "pack").dice(3).act("use:char:tkiller")
    assert (table.body.health, table.state.time) == (4, 5)
    table = kate("lab").girl(health=6).killer(at="lab").item("thule", "pack").dice(1).attacked(2, "use:thule")
    assert (table.state.girl.health, "thule" in table.state.items) == (5, False)


def test_flare_gun_and_flamethrower() -> None:
    """The flare calls the helicopter; the flame keeps its bearer warm."""
    table = flying(2).item("flare-gun#1").act("use:flare-gun#1")
    assert table.state.tokens["helicopter"] == "helipad"
    table = kate("helipad").item("station-flamethrower#1").resolve("frostbite")
    assert "girl" not in table.state.marks.get("frostbite.tokens", [])


def test_first_aid_and_skates() -> None:
    """One health more from Action cards alone; one space more for Walk indoors."""
    table = kate("lab").girl(health=2).item("station-first-aid-kit").hand("short-rest", "walk").dice(5, 5)
    table.play("short-rest")
    assert table.state.girl.health == 5
    assert table.resolve("heal 1").state.girl.health == 6
    table.item("roller-skates", "pack").dice(5, 5).play("walk")
    assert table.request is not None
    assert table.request.about["left"] == 3


def test_list_of_things() -> None:
    """With two successes any Item of a deck is taken; the list is gone."""
    table = kate("supply-closet").deck("supply-closet", "list-of-things")
    table.deck("armory", "old-revolver", "station-axe", "station-knife#1").dice(5, 5).resolve("search 1")
    table.choose("deck:armory", "keep:station-axe", "done")
    assert "station-axe" in table.state.items
    assert "list-of-things" not in table.state.items
    assert (table.left("armory"), table.state.decks["armory"].faceup) == (2, True)


def test_lucky_dice() -> None:
    """Any dice are rolled again."""
    table = kate("lab").item("lucky-dice", "pack").hand("focus").dice(1, 1).play("focus", "use:lucky-dice")
    table.choose("die:0").dice(5).choose("done")
    assert table.state.horror == 3


# --- girls


def test_uki_converts_with_one_card() -> None:
    """Ultimate: one card for a conversion."""
    table = kate("lab", girl="uki").set(ultimate=True).hand("focus", "walk").dice(3, 1).play("focus", "convert")
    assert (table.state.hand, table.state.horror) == ({}, 3)


def test_kate_leads() -> None:
    """Ultimate: once a turn up to 3 Victims near her move 1 space each."""
    table = kate("kitchen").set(ultimate=True).victims(kitchen=2, rec_room=1).act("use:kate")
    table.choose("lead:v1:west-hallway", "lead:v2:west-hallway", "lead:v3:radio-room")
    assert (table.victims_at("west-hallway"), table.victims_at("radio-room")) == (2, 1)
    assert "use:kate" not in table.actions()


def test_bonus_items() -> None:
    """Ulu: Time +1 after damage. Thermos: Horror -1, Time +1, twice."""
    table = kate("tool-shed", girl="uki").item("ulu").hand("weak-attack").set(time=3).dice(5, 5)
    table.play("weak-attack", "attack:tkiller:ulu")
    assert (table.body.health, table.state.time) == (3, 4)
    table = kate("lab").item("thermos", "pack").act("use:thermos").act("use:thermos")
    assert (table.state.horror, table.state.items.get("thermos")) == (2, None)


# --- other Killers here, the Organism elsewhere


def test_evomorph_frostbite_while_vanished() -> None:
    """M-15 not on the board: no loss; not indoors either: the token stays over Upkeep."""
    table = Table("evomorph", COLD, "kate").girl(at="lab").killer(at="", status="away", health=4)
    table.mark("frostbite.tokens", ["evomorph"]).resolve("frostbite")
    assert table.body.health == 4
    table.step("upkeep-effects")
    assert table.state.marks["frostbite.tokens"] == ["evomorph"]


def test_hatchling_outdoors() -> None:
    """M-16 a Hatchling outdoors with a token: 4 to 3; at 1 its Final Health token is revealed."""
    table = Table("evomorph", COLD, "kate").girl(at="lab").killer(at="helipad", health=4)
    table.mark("frostbite.tokens", ["evomorph"]).resolve("frostbite")
    assert table.body.health == 3
    table.killer(health=1).draws("final-health", "blank#1").resolve("frostbite")
    table.step("after-action-phase")
    assert table.won


def test_soldiers_are_no_exposed() -> None:
    """M-11 at Pesadilla an Exposed Victim is no ordinary Victim: not saved, no shield; SAFE makes it one."""
    table = Table("organism", "pesadilla-verde", "kate").girl(at="clearing").token("lab-token", "clearing")
    table.special("exposed-red", "clearing").draws("test-results", "safe#1").act("use:organism:exposed-red")
    assert list(table.state.victims) == ["v1"]


def test_two_organisms_in_one_space() -> None:
    """M-13 (kind) an attack names one of two Killers in a space; damage is not split."""
    table = organisms(lab(), fast="lab", tough="lab").hand("weak-attack").dice(5, 5).play("weak-attack")
    assert table.options == ["attack:fast-organism:bare", "attack:tough-organism:bare"]
    table.choose("attack:fast-organism:bare")
    assert [table.state.killers[k].health for k in ("fast-organism", "tough-organism")] == [4, 7]


def breach() -> Table:
    """The Organism at the Konrad; a hull breach in the Mess Hall, an Exposed Victim next to it."""
    table = Table("organism", "uss-konrad", "kate").girl(at="bridge").token("hull-breach", "mess-hall")
    near = table.rules.graph(table.game, "victim").steps["mess-hall"][0]
    return table.special("exposed-red", near).special("exposed-grey", "bridge")


def test_exposed_in_the_hull_breach() -> None:
    """M-34 an Exposed Victim enters the breach: SAFE is dead, Bloodlust +1; ASSIMILATED dies at once."""
    table = breach().draws("test-results", "safe#1")
    table.run(lambda game: move_victim(game, "exposed-red", "mess-hall"))
    assert (table.state.dead, table.state.bloodlust) == (["v1"], 2)
    table = breach().draws("test-results", "assimilated").draws("mutated-organisms", "tough-organism")
    table.draws("final-health", "blank#1").run(lambda game: move_victim(game, "exposed-red", "mess-hall"))
    assert (table.state.killers["tough-organism"].status, table.state.bloodlust) == ("dead", 1)
    assert not table.state.outcome


def test_organism_back_from_the_hull_breach() -> None:
    """M-34 with hearts it comes back at the Junction; the ASSIMILATED card is in its deck again all the same."""
    table = breach().draws("test-results", "assimilated").draws("mutated-organisms", "tough-organism")
    table.draws("final-health", "hearts-2").run(lambda game: move_victim(game, "exposed-red", "mess-hall"))
    assert table.phase_ended
    body = table.state.killers["tough-organism"]
    assert (body.at, body.health, body.status) == ("junction", 3, "up")
    assert table.left("test-results") == 3


def test_escape_attempt_of_an_exposed_victim() -> None:
    """O-11 (kind) at Wingard an Exposed Victim that runs to the Driveway is not saved by the Event."""
    table = Table("organism", "wingard-cottage", "kate").girl(at="kitchen").special("exposed-red", "driveway")
    table.dice(6).draw_event("escape-attempt")
    assert (table.state.saved, list(table.state.victims)) == ([], ["exposed-red"])


def test_a_storm_that_ends_the_phase_stays() -> None:
    """C-152 (kind) its Frostbite costs her last health, she comes back: the phase is over, the Event stays."""
    table = kate("helipad").girl(health=1).mark("frostbite.tokens", ["girl"]).set(phase="killer")
    table.draws("final-health", "hearts-1").draw_event("heavy-storm")
    assert table.phase_ended
    assert (table.state.events, table.state.resolving) == (["heavy-storm"], [])
