"""The Organism: who holds Minor Dark Powers, the Finales, what ends the game."""

from engine.films.panic_at_station_2891.exposed import EXPOSED
from engine.rules import health
from engine.rules.victims import kill_victim
from tests.engine.films.test_station_organism import COLD, FAST, STRONG, TOUGH, lab, organisms
from tests.support.table import Table

# --- powers


def test_a_power_goes_to_the_weakest() -> None:
    """Ruling: lowest health, then the leftmost; only damage to its holder is taken by it."""
    table = organisms(lab(), fast="kitchen", tough="lab").killer(FAST, health=3).killer(TOUGH, health=2)
    table.terror("thick-skin")
    assert table.state.marks["organism.holders"] == {"thick-skin": TOUGH}
    table.run(lambda game: health.hurt_killer(game, FAST, 2))
    assert (table.state.powers["thick-skin"], table.state.killers[FAST].health) == (2, 1)
    table.run(lambda game: health.hurt_killer(game, TOUGH, 2))
    assert (table.state.powers["thick-skin"], table.state.killers[TOUGH].health) == (1, 2)


def test_acid_of_its_holder() -> None:
    """Reconstructed: damaged by her attack in her space, its holder burns her, unless it is the end of it."""
    table = organisms(lab(), tough="lab").hand("weak-attack").dice(5, 5).power("acidic-body-fluids")
    table.mark("organism.holders", {"acidic-body-fluids": TOUGH}).power("acidic-body-fluids", 0).play("weak-attack")
    assert (table.state.killers[TOUGH].health, table.state.girl.health) == (6, 5)
    last = organisms(lab(), tough="lab").killer(TOUGH, health=1, token="white").girl(health=1, token="white")
    last.mark("organism.holders", {"acidic-body-fluids": TOUGH}).power("acidic-body-fluids", 0)
    last.hand("weak-attack").dice(5, 5, 5, 5).play("weak-attack")
    assert last.won


def test_a_power_without_an_organism() -> None:
    """Ruling: nobody to hold it: discarded, the next Terror card is drawn."""
    table = lab().deck("terror", "extra-legs", "have-you-seen-it").step("terror-card")
    assert table.state.powers == {}
    assert table.state.horror == 5
    assert table.left("terror") == 0


# --- Finales


def test_regenerative_assimilation() -> None:
    """Rulebook: all Exposed assimilated; Horror +1 with a single Organism; lost above Horror 6."""
    table = lab().special("exposed-red", "kitchen").special("exposed-grey", "armory")
    table.state.decks["terror"].blanks = 0
    table.draws("finale", "regenerative-assimilation").draws("mutated-organisms", FAST, STRONG).phase("upkeep")
    assert [table.state.killers[k].at for k in (FAST, STRONG)] == ["kitchen", "armory"]
    table.step("begin-killer-phase")
    assert table.state.horror == 4
    table.killer(FAST, status="dead").step("begin-killer-phase")
    assert table.state.horror == 5
    table.resolve("H+2")
    assert table.lost
    assert table.state.outcome[1] == "assimilated"


def test_horror_7_is_no_loss_before() -> None:
    """Wrong belief 4: above Horror 6 loses with that one Finale alone."""
    assert not lab().set(horror=6).resolve("H+2").state.outcome
    assert not lab().set(horror=6).finale("cognitive-assimilation").resolve("H+1").state.outcome


def test_finales_settle_the_exposed() -> None:
    """Ruling: Cognitive tests them, Reductive clears them after at least one was assimilated."""
    table = lab().special("exposed-red", "kitchen").special("exposed-grey", "armory")
    table.state.decks["terror"].blanks = 0
    table.draws("finale", "cognitive-assimilation").draws("test-results", "safe#1", "assimilated").phase("upkeep")
    assert not [v for v in table.state.victims if v in EXPOSED]
    assert len(table.state.marks["organism.order"]) == 1
    table = lab().special("exposed-red", "kitchen").special("exposed-grey", "armory")
    table.state.decks["terror"].blanks = 0
    table.draws("finale", "reductive-assimilation").draws("assimilated-victim", "exposed-red").phase("upkeep")
    assert table.state.victims == {"v1": "armory"}
    assert len(table.state.marks["organism.order"]) == 1


def test_final_assimilation() -> None:
    """Epic: all assimilated, healed, stronger, Horror each Upkeep after."""
    table = Table("organism", COLD, "kate", epic=True).girl(at="lab").special("exposed-red", "kitchen")
    organisms(table, tough="armory").killer(TOUGH, health=2)
    table.state.decks["terror"].blanks = 0
    table.draws("mutated-organisms", FAST).phase("upkeep")
    assert table.state.killers[TOUGH].health == 7
    assert table.state.horror == 4
    assert table.state.finale == "final-assimilation"
    table.phase("upkeep")
    assert table.state.horror == 5


def test_after_the_finale_with_no_victims() -> None:
    """Ruling: an Organism that can reach no Victim goes for the girl once the Finale is revealed."""
    table = organisms(lab(), tough="rec-room")
    table.step("killer-action")
    assert table.state.killers[TOUGH].at == "rec-room"
    table.finale("cognitive-assimilation").step("killer-action")
    assert table.state.killers[TOUGH].at == "west-hallway"


def test_facts_name_the_source_of_a_test() -> None:
    """A test says where it came from: the Lab, a kit, a death."""
    table = lab().special("exposed-red", "lab").draws("test-results", "safe#1").act("use:organism:exposed-red")
    assert [f.because for f in table.facts("CardShown")] == ["organism"]


def test_killed_and_safe_with_an_empty_supply() -> None:
    """O-14, C-045 (kind) no yellow figure is left to replace it: killed and SAFE it is dead, Bloodlust +1."""
    table = lab().set(supply=0).special("exposed-red", "helipad").special("exposed-grey", "lab")
    table.draws("test-results", "safe#1").run(lambda game: kill_victim(game, "exposed-red", "rule.frostbite"))
    assert (table.state.dead, table.state.bloodlust, table.state.supply) == (["exposed-red"], 2, 0)
    assert table.state.turn_marks["deaths"] == 1
    assert table.state.victims == {"exposed-grey": "lab"}


def test_all_are_assimilated_even_if_the_phase_ends() -> None:
    """Rulebook: any Exposed Victim left is assimilated, though the first Organism's effects cost her last health."""
    table = lab().girl(health=1).special("exposed-red", "lab").special("exposed-grey", "armory").set(bloodlust=8)
    table.state.decks["terror"].blanks = 0
    table.draws("finale", "regenerative-assimilation").draws("mutated-organisms", STRONG, TOUGH)
    table.draws("final-health", "hearts-3").step("begin-upkeep")
    assert table.state.girl.health == 4
    assert not [victim for victim in table.state.victims if victim in EXPOSED]
    assert [table.state.killers[killer].status for killer in (STRONG, TOUGH)] == ["up", "up"]
