"""Station 2891: helicopter, Frostbite, Skidozer, Events, Items, girls. Each docstring names its case (O-..., M-...)."""

from engine.rules.rescue import is_exit
from tests.engine.films.test_station_organism import lab, started
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
