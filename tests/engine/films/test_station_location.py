"""Station 2891: helicopter, Frostbite, Skidozer, Events, Items, girls. Each docstring names its case (O-..., M-...)."""

from engine.rules.movement import move_girl
from engine.rules.rescue import is_exit
from engine.rules.rolls import number_of_dice
from engine.rules.victims import move_victim
from tests.engine.films.test_station_organism import lab, organisms, started
from tests.support.table import Table

COLD = "station-2891"


def kate(at: str = "lab", killer: str = "tkiller", girl: str = "kate") -> Table:
    """A girl at Station 2891, the Killer far away in the Tool Shed, the helicopter on the Helipad."""
    table = Table(killer, COLD, girl).girl(at=at).token("helicopter", "helipad")
    return table.killer(at="tool-shed") if killer == "tkiller" else table


def flying(space: int, *aboard: str, at: str = "lab") -> Table:
    """The helicopter on its card."""
    table = Table("tkiller", COLD, "kate").girl(at=at).killer(at="tool-shed").mark("helicopter.at", space)
    return table.mark("helicopter.aboard", list(aboard)) if aboard else table


# --- the helicopter


def test_loading() -> None:
    """O-23 five on the Helipad, girl elsewhere: up to 3 board freely, 2 stay; loaded it must reach the Airport."""
    table = kate("kitchen").victims(helipad=5).act("use:helicopter:load", "follow:3")
    assert (table.victims_at("helipad"), table.state.time) == (2, 6)
    assert table.state.marks["helicopter.aboard"] == ["v1", "v2", "v3"]
    assert "helicopter" not in table.state.tokens
    assert "use:helicopter:load" not in table.actions()
    table.resolve("fly 1; fly 1")
    assert table.state.marks["helicopter.at"] == 2
    assert table.state.saved == []


def test_aboard_is_safe() -> None:
    """O-24 nothing outdoors reaches them: no Frostbite, no panic, no target."""
    table = kate("kitchen").victims(helipad=3).mark("frostbite.tokens", ["v1", "v2", "v3"])
    table.act("use:helicopter:load", "follow:3").resolve("frostbite; panic all; V mv atk")
    assert (table.state.dead, table.state.marks["helicopter.aboard"]) == ([], ["v1", "v2", "v3"])


def test_arrival_in_the_action_phase() -> None:
    """O-25 (kind) in the Action phase all are saved at once, each with its reward; the rest of the flight goes on."""
    table = flying(2, "v1").set(time=3, horror=4).hand("fly-faster").dice(5, 5)
    table.state.born = 1
    table.play("fly-faster", "place:1")
    assert table.state.saved == ["v1"]
    assert table.state.time == 4, "reward Time +2, then the card's Time -1"
    assert table.state.marks["helicopter.at"] == 2


def test_arrival_outside_the_action_phase() -> None:
    """O-25 rewards at the start of the next Action phase; if that one is skipped, of the one after it."""
    table = flying(2, "v1").set(phase="killer").resolve("fly 2")
    assert (table.state.saved, table.state.marks["helicopter.at"]) == ([], 3)
    table.set(time=-1).step("begin-action-phase")
    assert table.state.saved == []
    table.set(time=6).step("begin-action-phase", "place:2")
    assert (table.state.saved, table.state.horror) == (["v1"], 3)


def test_landing() -> None:
    """Rulebook: empty again it flies back and lands freely."""
    table = flying(3).resolve("fly 3")
    assert table.state.tokens["helicopter"] == "helipad"
    assert "helicopter.at" not in table.state.marks
    table.resolve("fly 1")
    assert table.state.tokens["helicopter"] == "helipad"


def test_no_saving_on_the_helipad() -> None:
    """Rulebook: Victims are saved at the Airport alone; M-30 the Helipad is the Exit all the same."""
    table = kate("helipad").victims(helipad=1)
    assert not [option for option in table.actions() if option.startswith("save")]
    assert is_exit(table.game, "helipad")


def test_fly_faster_failed() -> None:
    """O-29 Time 3: -1 Time, or -2 Time and the same card once more, as often as wanted."""
    table = flying(0, "v1").set(time=3).hand("fly-faster").dice(1, 1).play("fly-faster")
    assert table.options == ["line:1", "line:2"]
    table.dice(1, 2).choose("line:2")
    assert table.state.time == 1
    table.dice(5, 1).choose("line:2")
    assert table.state.time == -1, "at Time 1 the price leads below zero; the card is resolved once more"
    assert table.state.marks["helicopter.at"] == 1
    assert table.signal is False, "then the phase ends"
    assert table.state.discard == {"fly-faster": 1}


def test_fly_faster_costs_no_helicopter_moves() -> None:
    """Wrong belief 8: the second try costs Time; the helicopter stays where it is."""
    table = flying(1, "v1").set(time=6).hand("fly-faster").dice(1, 1).play("fly-faster").dice(1, 1).choose("line:2")
    assert (table.state.time, table.state.marks["helicopter.at"]) == (4, 1)
    table.choose("line:1")
    assert (table.state.time, table.state.marks["helicopter.at"]) == (3, 1)


def test_radio() -> None:
    """Ruling: once per turn, Time -1, from anywhere: they board and it takes off, 1 space."""
    table = kate("kitchen").victims(helipad=2)
    assert "two-way-radio#1" in table.state.items
    table.act("use:two-way-radio#1", "follow:2")
    assert (table.state.time, table.state.marks["helicopter.at"]) == (5, 1)


def test_special_victims_are_saved_with_their_event() -> None:
    """A special Victim aboard counts like any other; its Event leaves."""
    table = flying(2, "comms-specialist").event("comms-specialist").resolve("fly 1", "place:1")
    assert (table.state.saved, table.state.events) == (["comms-specialist"], [])


# --- Frostbite


def test_frostbite() -> None:
    """O-27 first a token, then 1 health; the token stays; girl, Victims, Enemies outdoors; indoors nothing."""
    table = kate("helipad").girl(health=6).victims(helipad=1, kitchen=1).killer(at="west-snowfield")
    table.resolve("frostbite")
    assert table.state.marks["frostbite.tokens"] == ["girl", "v1", "tkiller"]
    assert (table.state.girl.health, table.body.health) == (6, 5)
    table.resolve("frostbite")
    assert (table.state.girl.health, table.body.health, table.state.dead) == (5, 4, ["v1"])
    table.resolve("frostbite")
    assert table.state.girl.health == 4


def test_thawing() -> None:
    """Rulebook: each Upkeep tokens of everyone indoors are discarded."""
    table = kate("lab").victims(helipad=1).mark("frostbite.tokens", ["girl", "v1", "tkiller"]).phase("upkeep")
    assert table.state.marks["frostbite.tokens"] == ["v1"]


def test_frostbite_takes_no_detour() -> None:
    """Rulebook: lost health, so no Minor Dark Power takes it and no Guard helps."""
    table = kate("lab").killer(at="helipad").power("tshield", 2).mark("frostbite.tokens", ["tkiller"])
    table.resolve("frostbite")
    assert (table.state.powers["tshield"], table.body.health) == (2, 4)


def test_frostbite_on_the_last_health() -> None:
    """M-16 (kind) an Enemy on its last health freezes: its Final Health token is turned, the phase ends."""
    table = kate("lab").killer(at="helipad", health=1).mark("frostbite.tokens", ["tkiller"])
    table.set(phase="killer")
    table.draws("final-health", "hearts-1").resolve("frostbite")
    assert table.phase_ended
    table.step("after-killer-phase")
    assert (table.body.health, table.body.token) == (2, "white")


def test_both_freeze_to_death() -> None:
    """C-159 girl and Killer lose their last health to the same cold: a win."""
    table = kate("helipad").girl(health=1, token="white").killer(at="helipad", health=1, token="white")
    table.mark("frostbite.tokens", ["girl", "tkiller"]).resolve("frostbite")
    table.step("after-action-phase")
    assert table.won


def test_frozen_exposed_victim() -> None:
    """Rulebook: an Exposed Victim that freezes is tested; the token stays with the Organism that shows itself."""
    table = lab().special("exposed-red", "helipad").mark("frostbite.tokens", ["exposed-red"])
    table.draws("test-results", "assimilated").draws("mutated-organisms", "tough-organism").resolve("frostbite")
    assert table.state.killers["tough-organism"].at == "helipad"
    assert table.state.marks["frostbite.tokens"] == ["tough-organism"]


# --- Skidozer


def test_skidozer() -> None:
    """O-31 ride to any outdoor space; behind the Lab place the Hole: the two spaces are adjacent for everyone."""
    table = kate("east-snowfield").item("skidozer-keys", "pack").token("skidozer", "east-snowfield")
    table.act("use:skidozer-keys:behind-the-lab")
    assert (table.state.girl.at, table.state.tokens["skidozer"]) == ("behind-the-lab", "behind-the-lab")
    for mover in ("girl", "victim", "killer", "adjacent"):
        assert table.rules.graph(table.game, mover).distance("lab", "behind-the-lab") > 1
    table.act("use:skidozer-keys:hole")
    for mover in ("girl", "victim", "killer", "adjacent"):
        assert table.rules.graph(table.game, mover).distance("lab", "behind-the-lab") == 1
    assert table.rules.graph(table.game, "victim").panic["lab"][4] == "behind-the-lab"
    assert "use:skidozer-keys:hole" not in table.actions()


def test_skidozer_needs_keys_and_stays_outdoors() -> None:
    """O-31 (kind) no keys, or not in its space: nothing; every ride ends outdoors."""
    table = kate("east-snowfield").token("skidozer", "east-snowfield")
    assert not [option for option in table.actions() if "skidozer" in option]
    table.item("skidozer-keys", "pack")
    rides = [option.split(":")[2] for option in table.actions() if "skidozer" in option]
    assert set(rides) == set(table.rules.board.named("outdoors")) - {"east-snowfield"}
    assert not [option for option in table.girl(at="kitchen").actions() if "skidozer" in option]


def test_one_ride_after_another() -> None:
    """O-31 (kind) a second ride only after some other action, so that nobody is shuttled about for nothing."""
    table = kate("east-snowfield").item("skidozer-keys", "pack").token("skidozer", "east-snowfield").hand("focus")
    table.act("use:skidozer-keys:helipad")
    assert not [option for option in table.actions() if "skidozer" in option]
    table.act("discard:focus")
    assert "use:skidozer-keys:behind-the-lab" in table.actions()


def test_setup_of_the_skidozer() -> None:
    """O-01 outdoors next to a wrench space, the player's choice."""
    spots = {started(seed=bytes([n]), killer="intruders").state.tokens["skidozer"] for n in range(3)}
    assert spots <= {"behind-the-lab", "east-snowfield"}


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
