"""Rules cases of Into the Void with other films. Each docstring names its case; a film that is missing is skipped."""

from importlib import import_module

from engine.core.content import load
from engine.films.into_the_void import maintenance
from engine.films.into_the_void.evolution import STAGE, appear, vanished
from engine.films.into_the_void.ship import BREACH
from engine.rules.killer_action import move_killer, place_killer, step_killer
from engine.rules.terror import resolve_terror_card
from engine.rules.victims import move_victim
from tests.engine.films.test_green_volkar import hide
from tests.support.table import Table

CONTENT = load()


def konrad(killer: str) -> Table:
    """A Killer of another film on the USS Konrad."""
    return Table(killer, "uss-konrad", "ellen").girl(at="bridge")


def intruders(**at: str) -> Table:
    """The Intruders on the ship, Trish Active."""
    table = konrad("intruders").set(active="trish")
    for killer in ("trish", "baghead", "zeke"):
        table.killer(killer, at=at.get(killer, "junction"))
    return table


def blast(table: Table) -> Table:
    """The last step of the countdown, with the girl in a pod."""
    table.mark("konrad.active", [maintenance.SELF_DESTRUCT]).mark("konrad.countdown", 1)
    return table.girl(at="upper-right-pod").step("upkeep-effects")


def test_intruders_in_the_airlock() -> None:
    """M-20 two on their sides, Zeke Active, tokens after the phase; a revived one stands up in the Hangar."""
    table = intruders(trish="hangar", baghead="hangar").mark("konrad.airlock-opens")
    table.run(maintenance.open_airlock)
    assert not table.phase_ended
    assert [k.status for k in table.state.killers.values()] == ["down", "down", "up"]
    assert table.state.active == "zeke"
    table.draws("final-health", "hearts-1", "blank#1").step("after-action-phase")
    assert [k.status for k in table.state.killers.values()] == ["up", "dead", "up"]
    assert table.state.killers["trish"].at == "hangar"
    assert intruders(trish="hangar").girl(at="hangar").run(maintenance.open_airlock).lost


def test_intruders_and_self_destruct() -> None:
    """M-21 all three die at once; the girl in a pod: win."""
    table = blast(intruders(trish="hangar"))
    assert table.won
    assert {k.status for k in table.state.killers.values()} == {"dead"}


def test_intruders_and_the_hull_breach() -> None:
    """M-22 on his side, token after the phase; revived: at the Junction."""
    table = (
        intruders(baghead="aft-corridor", trish="bridge", zeke="bridge").token(BREACH, "storage").set(phase="killer")
    )
    table.run(lambda game: step_killer(game, "baghead", "storage"))
    assert table.signal is True
    assert table.state.killers["baghead"].status == "down"
    table.draws("final-health", "hearts-2").step("after-killer-phase")
    assert (table.state.killers["baghead"].status, table.state.killers["baghead"].at) == ("up", "junction")


def razorface() -> Table:
    """Razorface on the ship with an Affliction in play."""
    table = konrad("razorface").killer(at="aft-corridor").set(phase="killer")
    afflictions = [card.id for card in CONTENT.cards.values() if card.kind == "affliction"]
    table.state.shown = [*(c for c in table.state.shown if c not in afflictions), afflictions[0]]
    table.game.forget_listeners()
    return table


def test_razorface_and_the_crusher() -> None:
    """M-25 damage at his last health is ignored while an Affliction is in play."""
    table = razorface().killer(at="trash-compactor", health=1).run(maintenance.crush)
    assert table.body.health == 1
    assert not table.state.outcome


def test_razorface_and_the_hull_breach() -> None:
    """M-26 the kill would reveal the token, so it is ignored; again without effect."""
    table = razorface().token(BREACH, "storage").run(lambda game: move_killer(game, "razorface", "storage", 2))
    assert (table.body.at, table.body.health) == ("storage", 1)
    table.step("after-killer-phase")
    assert table.body.health == 1


def test_razorface_and_self_destruct() -> None:
    """M-27 no token is involved, everything dies: a win in a pod."""
    assert blast(razorface()).won


def test_volkar_keeps_out_of_the_shafts_and_dies_in_the_breach() -> None:
    """M-05 the breach on her way kills her: the token is checked, the Junction if she comes back."""
    table = konrad("volkar").killer(at="aft-corridor").token(BREACH, "storage").set(phase="killer")
    assert table.rules.graph(table.game, "killer").distance("bridge", "lower-left-pod") > 1
    table.draws("final-health", "hearts-1").run(lambda game: step_killer(game, "volkar", "storage"))
    assert table.phase_ended
    assert (table.body.at, table.body.health) == ("junction", 2)


def test_volkar_goes_to_the_pods_by_the_corridors() -> None:
    """M-05 the closest Exits are the pods; a shaft is no way on her Path, not even an open one."""
    for opened in ([], ["shaft-1"]):
        table = hide(konrad("volkar").mark("konrad.shafts", opened), "bridge", 8).girl(at="hangar")
        table.set(phase="killer").resolve("path reveal")
        assert [fact.to for fact in table.facts("KillerMoved")][:2] == ["bridge", "forward-corridor"]


def test_volkars_path_through_the_breach() -> None:
    """M-05 on her Path: it stops in the breach, the token is checked at once, the cards left over are discarded."""
    table = hide(konrad("volkar").token(BREACH, "storage"), "aft-corridor", 9, 21).set(phase="killer")
    table.draws("final-health", "hearts-1").resolve("path reveal")
    assert table.phase_ended
    assert (table.body.at, table.body.health) == ("junction", 2), "no heal by the second card"
    assert len(table.facts("CardShown")) == 1
    assert not [deck for deck in table.state.decks if deck.startswith("path")]


def test_volkar_concealed_and_self_destruct() -> None:
    """M-06 she is always somewhere on the board: dead."""
    assert blast(konrad("volkar").killer(at="")).won


def test_exposed_victim_in_the_crusher() -> None:
    """M-34 (kind) the Crusher works once, on who was there: the Organism that shows itself is not crushed as well."""
    table = konrad("organism").special("exposed-red", "trash-compactor").special("exposed-grey", "bridge")
    table.draws("test-results", "assimilated").draws("mutated-organisms", "tough-organism").run(maintenance.crush)
    body = table.state.killers["tough-organism"]
    assert (body.at, body.health) == ("trash-compactor", 7)


def test_exposed_victim_in_the_breach() -> None:
    """M-34 an Exposed one that is an Organism is killed as a Killer; one that is SAFE dies as a Victim."""
    table = konrad("organism").token(BREACH, "storage").set(phase="panic")
    table.state.victims["exposed-red"] = "aft-corridor"
    table.game.forget_listeners()
    table.draws("test-results", "safe#1").run(lambda game: move_victim(game, "exposed-red", "storage"))
    assert table.state.dead == ["v1"]
    other = konrad("organism").token(BREACH, "storage").set(phase="panic")
    other.state.victims |= {"exposed-red": "aft-corridor", "exposed-grey": "bridge"}
    other.game.forget_listeners()
    other.draws("test-results", "assimilated").draws("final-health", "hearts-1")
    other.run(lambda game: move_victim(game, "exposed-red", "storage"))
    while other.request:
        other.choose(other.options[0])
    at = [killer.at for killer in other.state.killers.values() if killer.status == "up" and killer.at]
    assert at == ["junction"]


def test_dark_power_with_a_finale_that_ends_the_phase() -> None:
    """V-18, V-30 (kind) called out of hiding into the breach it comes back to life: the Dark Power is revealed too."""
    table = Table("evomorph", "uss-konrad").girl(at="bridge").killer(at="", status="away").mark(STAGE, "youngling")
    table.token(BREACH, "forward-corridor").token("scan-token#1", "bridge").draws("final-health", "hearts-1")
    table.state.pools |= {"finale": ["blitz-of-death"], "dark-power": ["acid-blood"]}
    table.state.decks["terror"].blanks = 0
    table.step("begin-upkeep")
    assert (table.state.finale, table.state.dark_power, table.body.at) == ("blitz-of-death", "acid-blood", "junction")


# --- the Evomorph elsewhere


def test_evomorph_at_wingard() -> None:
    """M-19 vanished, a card that places the Killer does nothing."""
    table = Table("evomorph", "wingard-cottage").killer(at="", status="away")
    table.run(lambda game: place_killer(game, "evomorph", "porch"))
    assert table.signal is False
    assert vanished(table.game)
    table.set(phase="killer").run(lambda game: resolve_terror_card(game, "is-tammy-home"))
    assert vanished(table.game)
    assert table.state.horror == 5


def test_evomorph_at_hellscape() -> None:
    """M-18 placement: reachable spaces first; walls do not matter for being placed."""
    table = Table("evomorph", "hellscape").mark(STAGE, "youngling").killer(at="", status="away")
    here = table.state.girl.at
    reachable = set(table.rules.graph(table.game, "girl").distances(here))
    table.run(lambda game: appear(game, here))
    assert table.body.at == here
    table.killer(at="", status="away").token("scan-token#1", here).resolve("appear closest")
    while table.request:
        table.choose(table.options[0])
    assert table.body.at in reachable - {here}


def frozen(**what: object) -> Table:
    """The Evomorph at Station 2891 with a Frostbite token; the girl indoors."""
    frostbite = import_module("engine.films.panic_at_station_2891.frostbite")
    table = Table("evomorph", "station-2891").girl(at="kitchen").killer(**what).mark(frostbite.TOKENS, ["evomorph"])
    return table.set(phase="killer").run(frostbite.freeze)


def outside() -> str:
    """A space outdoors."""
    return Table("evomorph", "station-2891").rules.board.named("outdoors")[0]


def test_evomorph_vanished_and_frostbite() -> None:
    """M-15 vanished it is neither outdoors nor indoors: no loss, and its token stays over Upkeep."""
    table = frozen(at="", status="away")
    assert table.body.health == 4
    table.step("upkeep-effects")
    assert table.state.marks["frostbite.tokens"] == ["evomorph"]


def test_evomorph_outdoors_and_frostbite() -> None:
    """M-16 a Hatchling outdoors with a token loses 1 health; its last one reveals the Final Health token."""
    assert frozen(at=outside()).body.health == 3
    table = frozen(at=outside(), health=1)
    assert table.phase_ended
    table.draws("final-health", "blank#1").step("after-killer-phase")
    assert table.won
