"""Rules cases of the USS Konrad: Keycards, shafts, Maintenance, hull breach, Super Loader, its other cards."""

import pytest

from engine.core import decks
from engine.core.state import Deck
from engine.films.into_the_void import keycards, maintenance, ship
from engine.films.into_the_void.evolution import STAGE
from engine.films.into_the_void.ship import BREACH, SHAFTS
from engine.rules.attack import aim
from engine.rules.items import gain_item, lose_item
from engine.rules.killer_action import move_killer, place_killer
from engine.rules.movement import move_girl
from engine.rules.victims import add_victims, kill_victim, panic_victim
from server.views.render import render
from tests.engine.films.test_station_organism import organisms
from tests.support.table import Table

USE = "use:uss-konrad:"
DESTRUCT = f"{USE}ship-self-destruct"


def konrad(at: str = "junction", killer: str = "upper-right-pod", girl: str = "ellen") -> Table:
    """An adult Evomorph far away on the ship."""
    table = Table("evomorph", "uss-konrad", girl).girl(at=at).killer(at=killer).set(bloodlust=6)
    return table.mark(STAGE, "adult")


def cards(table: Table, *numbers: int) -> Table:
    """More charged Keycards in the backpack."""
    for number in numbers:
        table.item(f"keycard#{number}", "pack")
    return table


# --- what the view tells


def test_everybody_sees_how_many_keycards_are_needed_now() -> None:
    """As printed, and with what lowers it: Emergency Override, and the Captain on the Bridge."""
    table = konrad()
    game = {"id": "g"}
    assert render(table.state, table.rules, game, "spectator", False)["film"]["konrad.needed"] == {
        "crusher": 1, "incinerator": 2, "airlock": 3, "ship-self-destruct": 4
    }  # fmt: skip
    table.event("emergency-override").special("the-captain", "bridge")
    needed = render(table.state, table.rules, game, "spectator", False)["film"]["konrad.needed"]
    assert list(needed.values()) == [1, 1, 2, 2]


# --- set-up


def test_setup() -> None:
    """V-01 one Keycard in the backpack, two aside, the Super Loader aside, three Maintenance cards faceup."""
    table = Table("evomorph", "uss-konrad")
    state = table.state
    assert state.items["keycard#1"] == "pack"
    assert state.uses["keycard#1"] == 1
    assert keycards.aside(table.game) == ["keycard#2", "keycard#3"]
    assert set(maintenance.CARDS) | {"super-loader"} <= set(state.shown)
    pool = {*state.pools["items"], *(decks.top_card(table.game, deck) for deck in table.rules.location.item_decks)}
    assert {"keycard#4", "keycard#5", "keycard#6"} <= pool
    assert not {"keycard#1", "keycard#2", "keycard#3", "super-loader"} & pool
    table.step("pieces")
    tokens = [token for token in table.state.tokens if token.startswith(keycards.TOKEN)]
    assert len(tokens) == 2
    assert table.state.tokens["super-loader-token"] == "hangar"


def test_numbers_of_cards() -> None:
    """20 Items, 10 Events, 8 Terror cards, 3 Maintenance cards."""
    rules = Table("evomorph", "uss-konrad").rules
    film = rules.location.film
    assert len(rules.pile(film, "location", "item")) == 20
    assert len(rules.pile(film, "location", "event")) == 10
    assert len(rules.pile(film, "location", "terror", "minor-dark-power")) == 8
    assert len(rules.pile(film, "location", "maintenance")) == 3
    assert len(rules.pile(film, "killer", "terror", "minor-dark-power")) == 16


# --- Keycards


def test_taking_a_token() -> None:
    """V-19 not while passing; at the start or end of a move, for 1 Time, with a Keycard Item set aside."""
    table = konrad("bridge").token("keycard-token#1", "forward-corridor").hand("walk").dice(5, 5)
    table.play("walk", "move:forward-corridor")
    assert table.options == ["move:armory", "move:bridge", "move:junction", "move:upper-corridor", "stop"]
    table.choose("stop")
    assert f"{USE}take-keycard" in table.actions()
    time = table.state.time
    table.act(f"{USE}take-keycard")
    assert table.state.time == time - 1
    assert table.state.uses["keycard#2"] == 1
    assert "keycard-token#1" not in table.state.tokens
    assert keycards.aside(table.game) == ["keycard#3"]


def test_no_time_no_token() -> None:
    """V-19 at Time 0 it is refused."""
    table = konrad().token("keycard-token#1", "junction").set(time=0)
    assert f"{USE}take-keycard" not in table.actions()


def test_no_keycard_item_left() -> None:
    """V-20 with none set aside no token can be carried."""
    table = konrad().token("keycard-token#1", "junction")
    table.state.shown = []
    assert f"{USE}take-keycard" not in table.actions()


def test_a_keycard_found_has_its_token_and_stays_empty() -> None:
    """A Keycard gained by an effect has a token; the empty card is never discarded, by no effect."""
    table = konrad("bridge").run(lambda game: gain_item(game, "keycard#5"))
    assert table.state.uses["keycard#5"] == 1
    table.act(f"{USE}shaft-1")
    assert table.state.items["keycard#1"] == "pack"
    assert table.state.uses["keycard#1"] == 0
    assert keycards.charged(table.game) == ["keycard#5"]
    table.run(lambda game: lose_item(game, "keycard#1"))
    assert "keycard#1" in table.state.items


# --- shafts


def test_shafts_are_closed_until_a_keycard_opens_one() -> None:
    """No Time; the girl and Victims pass, Enemies do not."""
    table = konrad("bridge").victims(bridge=2).killer(at="forward-corridor")
    ways = table.rules.graph(table.game, "girl").steps["bridge"]
    assert ways == ("forward-corridor",)
    table.act(f"{USE}shaft-1")
    assert table.state.time == 6
    assert table.rules.graph(table.game, "girl").steps["bridge"] == ("forward-corridor", "lower-left-pod")
    assert table.rules.graph(table.game, "killer").steps["bridge"] == ("forward-corridor",)
    table.hand("walk").dice(5, 5).play("walk", "move:lower-left-pod", "follow:2")
    assert table.victims_at("lower-left-pod") == 2


def test_a_shaft_must_be_adjacent() -> None:
    """Only from one of its two ends."""
    assert not any("shaft" in option for option in konrad("junction").actions())
    assert f"{USE}shaft-4" in konrad("lower-right-pod").actions()


def test_enemies_in_the_shafts() -> None:
    """Slippery: always; "Let's test the maintenance shafts.": until the end of the turn."""
    table = konrad("bridge", "lower-left-pod").power("slippery").set(phase="killer")
    table.run(lambda game: move_killer(game, "evomorph", "bridge", 1))
    assert table.body.at == "bridge"
    table = konrad("bridge", "lower-left-pod").deck("events").victims(bridge=1)
    table.terror("lets-test-the-maintenance-shafts")
    assert table.body.at == "bridge"
    table.step("begin-action-phase")
    assert table.rules.graph(table.game, "killer").distance("bridge", "lower-left-pod") > 1


def test_cluttered_shafts() -> None:
    """Crossing a closed shaft: 1 health, nobody follows."""
    table = konrad("armory").event("cluttered-shafts").victims(armory=1)
    table.run(lambda game: move_girl(game, 1), "move:mess-hall")
    assert table.request is None
    assert table.state.girl.health == 5
    assert table.victims_at("armory") == 1


def test_orphan_girl() -> None:
    """With her: one more follower, closed shafts are free. She dies: Horror +3."""
    table = konrad("armory").special("orphan-girl", "armory").victims(armory=2)
    table.run(lambda game: move_girl(game, 1), "move:mess-hall", "follow:2+orphan-girl")
    assert table.state.girl.health == 6
    assert table.state.victims["orphan-girl"] == "mess-hall"
    table.run(lambda game: kill_victim(game, "orphan-girl", "evomorph"))
    assert table.state.horror == 7
    assert not table.state.events


# --- Maintenance


def test_only_in_its_own_room() -> None:
    """Each function in its own gear room alone."""
    for function, face in maintenance.FUNCTIONS.items():
        offered = [o for o in konrad(face.room).actions() if o.startswith(USE) and "shaft" not in o]
        assert offered == [USE + function]


@pytest.mark.parametrize(("function", "number"), [("crusher", 1), ("incinerator", 2), ("airlock", 3)])
def test_keycards_per_function(function: str, number: int) -> None:
    """Crusher 1, Incinerator 2, Airlock 3; they may be placed one after another."""
    table = cards(konrad(maintenance.FUNCTIONS[function].room), 2, 3)
    for _ in range(number):
        assert not maintenance.is_active(table.game, function)
        table.act(USE + function)
    assert maintenance.is_active(table.game, function)
    assert len(keycards.charged(table.game)) == 3 - number
    assert USE + function not in table.actions()


def test_crusher() -> None:
    """Each Upkeep: Victims die, an Enemy takes 2, the girl loses 2; a Minor Dark Power takes damage first."""
    table = konrad("trash-compactor", "trash-compactor").victims(trash_compactor=2).power("dead-silence", 1)
    table.act(f"{USE}crusher").step("upkeep-effects")
    assert table.victims_at("trash-compactor") == 0
    assert not table.state.powers
    assert table.body.health == 3
    assert table.state.girl.health == 4


def test_crusher_is_simultaneous() -> None:
    """Both on their last health in the Compactor: both dead is a win."""
    table = konrad("trash-compactor", "trash-compactor").girl(health=1).killer(health=1)
    table.draws("final-health", "blank#1", "blank#2").act(f"{USE}crusher").phase("upkeep")
    assert table.won


def test_incinerator() -> None:
    """Each Upkeep 3 damage, Victims die, the girl loses 2; an Enemy that walks in takes 1."""
    table = cards(konrad("furnace"), 2).victims(furnace=1)
    table.act(f"{USE}incinerator").act(f"{USE}incinerator")
    table.killer(at="lower-corridor").run(lambda game: move_killer(game, "evomorph", "furnace", 1))
    assert table.body.health == 3
    table.killer(health=4).step("upkeep-effects")
    assert (table.body.health, table.state.girl.health, table.state.dead) == (1, 4, ["v1"])


def airlock(killer: str) -> Table:
    """The Airlock has just been activated."""
    table = cards(konrad("hangar", killer), 2, 3)
    for _ in range(3):
        table.act(f"{USE}airlock")
    return table


def test_airlock_kills_who_is_in_the_hangar() -> None:
    """When the Action phase ends: Victims die, the Killer's token is looked at."""
    table = airlock("hangar").victims(hangar=1).girl(at="aft-corridor").draws("final-health", "blank#1").rest_of_phase()
    assert table.won
    assert table.state.dead == ["v1"]


def test_airlock_revival() -> None:
    """A Killer with hearts comes back in the Hangar."""
    table = airlock("hangar").girl(at="aft-corridor").draws("final-health", "hearts-2").rest_of_phase()
    assert table.body.at == "hangar"
    assert table.body.health == 3
    assert not table.won


def test_airlock_with_the_girl_inside() -> None:
    """Whoever kills herself loses, even if the Killer dies with her."""
    assert airlock("hangar").rest_of_phase().lost


def activated() -> Table:
    """The rulebook's example: Ellen at the Bridge with four Keycards."""
    table = cards(konrad("bridge"), 2, 3, 4)
    for _ in range(4):
        table.act(DESTRUCT)
    return table


def test_the_printed_self_destruct() -> None:
    """Example of the rulebook: four Keycards at the Bridge; this turn and the next to reach an Escape Pod."""
    table = activated()
    assert maintenance.loaded(table.game, maintenance.SELF_DESTRUCT) == 4
    assert table.state.marks["konrad.countdown"] == 0
    assert not keycards.charged(table.game)
    table.step("upkeep-effects")
    assert table.state.marks["konrad.countdown"] == 1
    assert not table.state.outcome
    table.girl(at="lower-left-pod").step("upkeep-effects")
    assert table.state.outcome == ["won", "self-destruct"]
    assert table.body.status == "dead"


def test_explosion_outside_a_pod() -> None:
    """V-26 everything dies; the girl elsewhere: loss, even though the Killer dies too."""
    table = activated().victims(hangar=2).mark("konrad.countdown", 1).step("upkeep-effects")
    assert table.state.outcome == ["lost", "self-destruct"]
    assert table.state.dead == ["v1", "v2"]


def test_explosion_without_tokens() -> None:
    """V-27 no Final Health token is looked at; a vanished Killer dies too."""
    table = activated().mark("konrad.countdown", 1).killer(at="", status="away").girl(at="upper-right-pod")
    table.step("upkeep-effects")
    assert table.won
    assert not table.facts("TokenRevealed")


def test_removed_keycards_cancel() -> None:
    """Tokens taken off an active function cancel it and its countdown; a full one can be started again."""
    table = activated().deck("terror").terror("system-reboot")
    assert "konrad.countdown" not in table.state.marks
    assert not maintenance.is_active(table.game, maintenance.SELF_DESTRUCT)
    assert maintenance.loaded(table.game, maintenance.SELF_DESTRUCT) == 3
    cards(table, 5).set(phase="action", time=6).girl(at="bridge").killer(at="upper-right-pod").act(DESTRUCT)
    assert table.state.marks["konrad.countdown"] == 0


def test_cheaper_functions() -> None:
    """Emergency Override and the Captain on the Bridge make them cheaper; placed tokens then are enough."""
    table = konrad("bridge").event("emergency-override").special("the-captain", "bridge")
    assert maintenance.needed(table.game, maintenance.SELF_DESTRUCT) == 2
    assert maintenance.needed(table.game, maintenance.CRUSHER) == 1
    table = cards(konrad("bridge"), 2, 3)
    for _ in range(3):
        table.act(DESTRUCT)
    assert DESTRUCT not in table.actions()
    table.event("emergency-override").act(DESTRUCT)
    assert maintenance.is_active(table.game, maintenance.SELF_DESTRUCT)


def test_solar_interference() -> None:
    """No Keycard can be placed in the next Action phase."""
    table = konrad("bridge").deck("events").terror("solar-interference")
    table.set(phase="action").step("begin-action-phase")
    assert not any(option.startswith(USE) for option in table.actions())


# --- hull breach


def breach(space: str = "storage") -> Table:
    """A hull breach somewhere."""
    return konrad("junction", "aft-corridor").token(BREACH, space)


def test_hull_breach_in_the_farthest_space() -> None:
    """The skull goes to the space farthest from the girl; who is there dies."""
    table = konrad("armory").victims(upper_right_pod=1).draws("final-health", "blank#1")
    table.terror("catastrophic-hull-breach")
    assert table.state.tokens[BREACH] == "upper-right-pod"
    assert table.state.dead == ["v1"]
    assert table.won


def test_killer_enters_the_breach() -> None:
    """V-30 dead, or back at the Junction with the phase over."""
    table = breach().draws("final-health", "blank#1").set(phase="killer")
    table.run(lambda game: move_killer(game, "evomorph", "storage", 2))
    assert table.won
    table = breach().draws("final-health", "hearts-2").set(phase="killer")
    table.run(lambda game: place_killer(game, "evomorph", "storage"))
    assert table.phase_ended
    assert (table.body.at, table.body.health) == ("junction", 3)


def test_the_shortest_path_leads_through_the_breach() -> None:
    """V-31 the danger alters no path: it walks in and dies, though there would be a way around."""
    table = konrad("bridge", "aft-corridor").token(BREACH, "junction").draws("final-health", "blank#1")
    table.set(phase="killer").resolve("G mv mv atk")
    assert table.won
    assert [fact.to for fact in table.facts("KillerMoved")] == ["junction"]


def test_victim_panics_into_the_breach() -> None:
    """V-30 it dies, with Bloodlust."""
    table = breach().victims(aft_corridor=1).dice(1).run(lambda game: panic_victim(game, "v1"))
    assert table.state.dead == ["v1"]
    assert table.state.bloodlust == 7


def test_new_victims_in_the_breach() -> None:
    """Whoever is put there dies when the phase is over."""
    table = breach().run(lambda game: add_victims(game, "storage", 1)).step("after-killer-phase")
    assert table.state.dead == ["v1"]


def test_girl_enters_the_breach() -> None:
    """V-30 the game is lost, her token is not looked at."""
    table = breach().girl(at="aft-corridor").killer(at="bridge")
    table.run(lambda game: move_girl(game, 1), "move:storage")
    assert table.state.outcome == ["lost", "hull-breach"]
    assert not table.facts("TokenRevealed")


# --- Super Loader


def loader(*items: str) -> Table:
    """In the Hangar with the Key."""
    table = konrad("hangar").item("super-loader-key", "pack").token("super-loader-token", "hangar")
    for item in items:
        table.item(item)
    return table.act("use:super-loader-key:board")


def test_super_loader_limits() -> None:
    """V-32 nobody follows, movement and damage 1 less (at least 1), no Rest, no Search."""
    table = loader("konrad-flamethrower").victims(hangar=2)
    assert table.state.items["super-loader"] == "hand"
    assert table.state.items["konrad-flamethrower"] == "pack"
    table.hand("walk", "sprint", "short-rest", "long-rest", "guard").girl(at="storage", health=3)
    assert not {"play:short-rest", "play:long-rest"} & set(table.actions())
    table.girl(at="armory", health=6).hand("search")
    assert "play:search" not in table.actions()
    table.girl(at="hangar").dice(5, 1).play("walk", "move:aft-corridor")
    assert table.request is None
    assert table.victims_at("hangar") == 2
    table.dice(5, 5).play("sprint", "move:junction", "move:forward-corridor")
    assert table.request is None
    table.set(phase="killer").attacked(3, "take")
    assert table.state.girl.health == 4
    table.attacked(1, "take")
    assert table.state.girl.health == 3
    table.dice(1, 1).attacked(3, "play:guard")
    assert table.state.girl.health == 2


def test_leaving_the_super_loader() -> None:
    """V-33 the Key token in this space, the Item beside the board, never in the backpack; the Key boards it again."""
    table = loader()
    table.girl(at="junction").run(lambda game: gain_item(game, "vibroclaw"), "stow:super-loader", "equip:vibroclaw")
    if table.request:
        table.choose("done")
    assert "super-loader" not in table.state.items
    assert "super-loader" in table.state.shown
    assert table.state.tokens["super-loader-key-token"] == "junction"
    assert "use:super-loader-key:board" in table.actions()
    table.act("use:super-loader-key:board")
    assert "super-loader-key-token" not in table.state.tokens
    table.run(lambda game: lose_item(game, "super-loader-key"))
    assert "super-loader" not in table.state.items
    assert "use:super-loader-key:board" not in table.actions()


def test_stepping_out_in_upkeep() -> None:
    """Hands may be re-sorted in Upkeep."""
    table = loader().step("upkeep-effects", "leave")
    assert table.state.tokens["super-loader-key-token"] == "hangar"


# --- Items and Events


def test_cramped_escape_pods() -> None:
    """With more than one Victim in a pod nobody can be saved there."""
    table = konrad("lower-left-pod").event("cramped-escape-pods").victims(lower_left_pod=2)
    assert "save:victim" not in table.actions()
    table.run(lambda game: kill_victim(game, "v1", "rule"))
    assert "save:victim" in table.actions()


def test_flamethrower() -> None:
    """+2, also at one space; in her own space it costs 1 health at the same time: both dead is a win."""
    table = konrad("junction", "aft-corridor").item("konrad-flamethrower").hand("weak-attack").dice(5, 5)
    table.play("weak-attack")
    assert table.state.girl.health == 6
    assert table.body.health == 1
    table = (
        konrad("junction", "junction").item("konrad-flamethrower").hand("weak-attack").killer(health=2).girl(health=1)
    )
    table.dice(5, 5, 1).draws("final-health", "blank#1", "blank#2")
    table.rest_of_phase("play:weak-attack", "attack:evomorph:konrad-flamethrower")
    if table.request:
        table.choose("keep")
    assert table.won


def test_flamethrower_with_retaliate() -> None:
    """C-084 (RULING) a weapon of range 0-1 is no ranged one: it may be used with Retaliate, and burns her as well."""
    table = konrad("junction", "junction").item("konrad-flamethrower").hand("retaliate").dice(5, 1)
    table.attacked(2, "play:retaliate", "with:konrad-flamethrower")
    assert table.body.health == 1
    assert table.state.girl.health == 5


@pytest.mark.parametrize("way", ["orphan-girl", "cluttered-shafts", ""])
def test_weapons_reach_through_shafts_that_may_be_passed(way: str) -> None:
    """RULING range follows the girl's ways: an inactive shaft is one with the Orphan Girl or Cluttered Shafts only."""
    table = konrad("armory", "mess-hall").item("konrad-flamethrower")
    table = table.special(way, "armory") if way == "orphan-girl" else table.event(way) if way else table
    assert (aim(table.game)["mess-hall"] == 1) is bool(way)


def test_vibroclaw_passes_powers() -> None:
    """Its damage goes past Minor Dark Powers."""
    table = konrad("junction", "junction").item("vibroclaw").hand("weak-attack").power("sideswipe").dice(5, 5)
    table.play("weak-attack", "attack:evomorph:vibroclaw")
    assert table.body.health == 1
    assert table.state.powers == {"sideswipe": 2}


def test_remote_beacon() -> None:
    """Enemies go for the beacon in the next Killer phase."""
    table = konrad("aft-corridor", "junction").item("remote-beacon", "pack").deck("terror")
    table.state.pools["finale"] = []
    table.act("use:remote-beacon").girl(at="armory").victims(bridge=1).phase("killer")
    assert table.body.at == "aft-corridor"
    assert "remote-beacon-token" not in table.state.tokens


def test_remote_beacon_with_two_organisms() -> None:
    """O-16 (kind) each goes for the beacon once, as far as its own Movement Value carries it."""
    table = Table("organism", "uss-konrad", "kate").girl(at="armory").token("remote-beacon-token", "aft-corridor")
    organisms(table, fast="junction", tough="forward-corridor").victims(bridge=1).step("killer-action")
    moved = [(fact.killer, fact.to) for fact in table.facts("KillerMoved")]
    assert moved == [("fast-organism", "aft-corridor"), ("tough-organism", "junction")]


def test_motion_tracker() -> None:
    """It looks at the Terror deck, or at the Ambush deck while the Evomorph has vanished."""
    table = konrad().item("motion-tracker", "pack").deck("terror", "game-over-man#1", "acid-spray")
    table.act("use:motion-tracker", "bottom")
    assert table.state.decks["terror"] == Deck("terror", 0, [], ["acid-spray"], ["game-over-man#1"])
    assert table.state.time == 5
    table = konrad().killer(at="", status="away").item("motion-tracker", "pack").draws("ambush", "shed-skin")
    table.act("use:motion-tracker", "top")
    assert table.state.decks["ambush"].top == ["shed-skin"]
    table = konrad().killer(at="", status="away").item("motion-tracker", "pack")
    for _ in range(10):
        table.run(lambda game: decks.discard_top(game, "ambush"))
    assert "use:motion-tracker" not in table.actions(), "the Terror deck is not what comes next"


def test_remote_and_emergency_access() -> None:
    """A Keycard from anywhere, twice; a shaft without a Keycard, once."""
    table = cards(konrad("junction"), 2).item("remote-access", "pack").item("emergency-access", "pack")
    table.act("use:remote-access:crusher").act("use:emergency-access:shaft-3").act("use:remote-access:shaft-2")
    assert maintenance.is_active(table.game, maintenance.CRUSHER)
    assert table.state.marks[SHAFTS] == ["shaft-3", "shaft-2"]
    assert not {"remote-access", "emergency-access"} & set(table.state.items)
    assert ship.closed_shafts(table.game) == ["shaft-1", "shaft-4"]


def test_manifest_and_monitor() -> None:
    """The Manifest lays one card of a deck on top; the Monitor turns or buries a top card."""
    table = konrad().item("ships-manifest", "pack").deck("armory", "thermal-visor", "keycard#4", "vibroclaw")
    table.act("use:ships-manifest:armory", "keep:keycard#4")
    assert decks.top_card(table.game, "armory") == "keycard#4"
    assert table.left("armory") == 3
    table.item("remote-monitor", "pack").act("use:remote-monitor:armory")
    assert table.state.decks["armory"].bottom == ["keycard#4"]


def test_personal_beacon() -> None:
    """Victims up to two spaces away come one space closer."""
    table = konrad().item("personal-beacon", "pack").victims(bridge=1, aft_corridor=1, furnace=1, docking_passage=1)
    table.act("use:personal-beacon")
    assert (table.victims_at("junction"), table.victims_at("forward-corridor")) == (1, 1)
    assert (table.victims_at("lower-corridor"), table.victims_at("docking-passage")) == (1, 1)


def test_master_access() -> None:
    """Tops are turned faceup; Keycards that show are taken."""
    table = konrad().deck("armory", "keycard#4", "vibroclaw").deck("storage", "keycard#5", faceup=False)
    table.deck("mess-hall", "thermal-visor", faceup=False).draw_event("master-access")
    assert {"keycard#4", "keycard#5"} <= set(table.state.items)
    assert decks.top_card(table.game, "mess-hall") == "thermal-visor"


def test_weapons_locker() -> None:
    """Weapons that are not in play are shuffled into the Armory deck."""
    table = konrad()
    for deck in table.rules.location.item_decks:
        table.deck(deck, "motion-tracker" if deck == "armory" else "thermal-visor")
    table.state.pools["items"] = ["remote-access", "vibroclaw"]
    table.draw_event("weapons-locker")
    assert table.state.decks["armory"].own == ["motion-tracker", "vibroclaw"]


def test_jonas() -> None:
    """With the farthest Victim; never follows, panics three times each Upkeep, Horror -1 or 3 Time at the end."""
    table = konrad().victims(forward_corridor=1, upper_right_pod=1).draw_event("jonas-the-cat")
    assert table.state.victims["jonas-the-cat"] == "upper-right-pod"
    table.girl(at="upper-right-pod").killer(at="bridge")
    table.run(lambda game: move_girl(game, 1), "move:docking-passage")
    assert table.request is None
    table.dice(6, 6, 6).step("upkeep-effects")
    assert len(table.facts("Panicked")) == 3
    table.girl(at="upper-right-pod").step("end-action-phase", "hurry")
    assert table.state.time == 9


def test_the_captain() -> None:
    """The one closest to the Bridge becomes the Captain on the Bridge; dead: Bloodlust +2 more."""
    table = konrad().victims(armory=1, furnace=1).draw_event("the-captain")
    assert table.state.victims == {"v2": "furnace", "the-captain": "bridge"}
    table.run(lambda game: kill_victim(game, "the-captain", "evomorph"))
    assert table.state.bloodlust == 9


def test_faulty_wiring_and_good_cookin() -> None:
    """On 1 or 2 everyone in the room loses 1 health; a meal heals 1."""
    table = konrad("furnace", "furnace").event("faulty-wiring", "good-cookin").victims(furnace=1, trash_compactor=1)
    table.dice(2, 3).step("upkeep-effects")
    assert (table.state.girl.health, table.body.health) == (5, 3)
    assert (table.victims_at("furnace"), table.victims_at("trash-compactor")) == (0, 1)
    table.girl(at="mess-hall").step("end-action-phase")
    assert table.state.girl.health == 6


# --- the girls


def test_jenette() -> None:
    """Her ultimate: an Enemy that comes takes 1 damage, once per turn. Her pistol reaches two spaces."""
    table = konrad("junction", "storage", "jenette").set(ultimate=True, phase="killer")
    table.run(lambda game: move_killer(game, "evomorph", "junction", 2))
    assert table.body.health == 3
    table.run(lambda game: place_killer(game, "evomorph", "junction"))
    assert table.body.health == 3
    pistol = konrad("junction", "storage", "jenette").item("smart-pistol").hand("weak-attack").dice(5, 5)
    pistol.play("weak-attack")
    assert pistol.body.health == 2


def test_ellen() -> None:
    """Her ultimate: four follow, also to the Killer. Her harness pulls a Victim in."""
    table = konrad("junction", "aft-corridor").victims(junction=4).set(ultimate=True)
    table.run(lambda game: move_girl(game, 1), "move:aft-corridor", "follow:4")
    assert table.victims_at("aft-corridor") == 4
    table.item("hauling-harness", "pack").victims(hangar=1).act("use:hauling-harness")
    assert table.victims_at("aft-corridor") == 5
    assert table.state.time == 5
