"""Pairs of The Green Terror with other films: the M- cases that concern it."""

import pytest

from engine.films.into_the_void import maintenance
from engine.rules.attack import declare
from tests.engine.films.test_green_pesadilla import cubes, jungle
from tests.engine.films.test_green_volkar import concealed, green, hide, path
from tests.engine.films.test_station_organism import organisms
from tests.support.table import Table


def cottage() -> Table:
    """Concealed at Wingard, the girl in the Kitchen with Weak Attack in hand; the Event does nothing to speak of."""
    table = hide(green(location="wingard-cottage"), "porch", 0).girl(at="kitchen").hand("weak-attack")
    table.state.decks["events"].blanks = 0
    return table


def test_stand_up_to_her_while_concealed() -> None:
    """M-08 an Event, the placement is ignored; Weak Attack may be played as a guess."""
    table = cottage().deck("events", "kick-scooter").terror("get-out-of-my-house")
    assert table.state.events == ["kick-scooter"]
    assert table.options == ["play:weak-attack", "take"]
    assert table.state.tokens["origin"] == "porch"
    table.dice(5, 5).draws("path-1", "movement-22").choose("play:weak-attack")
    assert (table.body.at, table.state.horror) == ("porch", 6)


def test_do_not_stand_up_to_her() -> None:
    """M-08 otherwise the Killer Action line is a facedown card."""
    table = cottage().terror("get-out-of-my-house", "take")
    assert len(path(table.game)) == 2
    assert concealed(table.game)


def test_exposed_victims_are_no_soldiers() -> None:
    """M-11 an Exposed Victim takes no order and is not counted for damage, nor shot."""
    table = jungle(killer="organism").special("exposed-red", "clearing").girl(at="clearing")
    assert not [option for option in table.actions() if "soldiers" in option]
    table.victims(clearing=1).act("use:soldiers:move-1:clearing", "to:supply-depot")
    assert (table.state.victims["exposed-red"], table.victims_at("supply-depot")) == ("clearing", 1)
    attack = organisms(jungle(killer="organism"), tough="cave").victims(cave=2)
    attack.special("exposed-red", "cave").special("exposed-grey", "cave").dice(6, 6).act("use:soldiers:attack-1:cave")
    assert attack.state.killers["tough-organism"].health == 6
    assert len(attack.facts("Rolled")[0].dice) == 2


def test_a_safe_one_is_a_soldier() -> None:
    """M-11 a SAFE result makes it a Soldier: it takes orders."""
    table = jungle(killer="organism").girl(at="clearing").token("lab-token", "clearing")
    table.special("exposed-red", "clearing").special("exposed-grey", "cave").draws("test-results", "safe#1")
    table.act("use:organism:exposed-red").act("use:soldiers:move-1:clearing", "to:supply-depot")
    assert table.state.victims == {"exposed-grey": "cave", "v1": "supply-depot"}


def test_exposed_victims_do_not_follow_into_the_killers_space() -> None:
    """M-11 they refuse as other Victims do elsewhere."""
    table = jungle(killer="organism").special("exposed-red", "clearing").girl(at="clearing").victims(clearing=1)
    name = next(iter(table.state.killers))
    table.killer(name, at="supply-depot", health=5, status="up").hand("walk").dice(5, 1)
    table.play("walk", "move:supply-depot")
    assert table.options == ["follow:1", "follow:none"]


def test_an_order_names_one_killer() -> None:
    """M-13 Soldiers and two Enemies in one space: the attack names one of them, no splitting."""
    table = jungle(killer="intruders").victims(cave=4)
    table.killer("trish", at="cave").killer("zeke", at="cave").act("use:soldiers:attack-1:cave")
    assert table.options == ["target:trish:cave", "target:zeke:cave"]
    table.dice(6, 6, 6, 6).choose("target:trish:cave")
    assert (table.state.killers["trish"].health, table.state.killers["zeke"].health) == (4, 6)
    two = organisms(jungle(killer="organism"), fast="cave", tough="cave").victims(cave=2)
    two.act("use:soldiers:attack-1:cave")
    assert two.options == ["target:fast-organism:cave", "target:tough-organism:cave"]
    two.dice(6, 6).choose("target:tough-organism:cave")
    assert [two.state.killers[f"{name}-organism"].health for name in ("fast", "tough")] == [5, 6]


def test_soldiers_damage_is_dealt_by_your_orders() -> None:
    """M-28 damage of ordered Soldiers in the Action phase counts for The Gift of Pain."""
    table = jungle().killer(at="cave").victims(cave=6).dice(*[6] * 6).act("use:soldiers:attack-1:cave")
    hurt = [fact for fact in table.facts("HealthChanged") if fact.who == "razorface" and fact.how == "damage"]
    assert sum(-fact.by for fact in hurt) == 3


def test_huey_and_helicopter_never_meet() -> None:
    """M-32 each belongs to its own location."""
    station = green(location="station-2891")
    assert "huey" not in station.state.tokens
    assert not [card for card in station.rules.sources(station.state) if "huey" in card]


def test_no_soldiers_elsewhere() -> None:
    """M-31 (kind) nobody takes orders at another location."""
    table = green(location="wingard-cottage").victims(porch=2)
    assert not [option for option in table.actions() if "soldiers" in option]


def test_orders_against_the_evomorph_that_vanished() -> None:
    """M-11 (kind) a Killer that is not on the board cannot be attacked."""
    table = jungle(killer="evomorph").killer(at="").victims(cave=2)
    assert [option for option in table.actions() if "soldiers" in option] == ["use:soldiers:move-1:cave"]
    assert cubes(table) == {}


def test_items_of_the_cottage_on_a_guess() -> None:
    """G-05 (kind) Nailgun and Shotgun reveal a Concealed Volk'ar too: a hit is damage, a miss an ambush."""
    hit = hide(green(location="wingard-cottage"), "porch", 0).girl(at="foyer").item("nailgun")
    hit.draws("path-1", "movement-22").act("use:nailgun:volkar:porch")
    assert (hit.body.at, hit.body.health, hit.state.horror) == ("porch", 9, 4)
    assert "crosshair" not in hit.state.tokens
    miss = hide(green(location="wingard-cottage"), "porch", 0).girl(at="foyer").item("nailgun")
    miss.draws("path-1", "movement-22").act("use:nailgun:volkar:family-room")
    assert (miss.body.at, miss.body.health, miss.state.horror) == ("porch", 10, 6)
    blast = hide(green(location="wingard-cottage"), "porch", 0).girl(at="porch").item("shotgun").hand("walk", "walk")
    blast.draws("path-1", "movement-22").dice(5, 5, 5, 1, 4, 4).act("use:shotgun")
    assert (blast.body.at, blast.body.health) == ("porch", 7)
    bat = hide(green(location="wingard-cottage"), "porch", -22).girl(at="porch").item("wooden-bat#1")
    bat.power("collector", 2).power("evasion", 1).hand("weak-attack").dice(5, 5).set(phase="action")
    bat.play("weak-attack", "attack:volkar:wooden-bat#1:porch", "power:collector", "power:evasion")
    assert (bat.state.powers, bat.body.health) == ({}, 10)
    none = hide(green(location="wingard-cottage"), "porch", 0).girl(at="porch").item("shotgun").hand("walk", "walk")
    none.dice(3, 3, 3, 1, 4, 4).act("use:shotgun")
    assert concealed(none.game)


def test_closer_to_a_concealed_killer() -> None:
    """G-15 an effect that counts from the Killer counts from the Origin marker: the Curious Wretch goes there."""
    table = Table("volkar", "hellscape", "kenzie").girl(at="bone-gate").killer(at="").token("origin", "nexus")
    table.special("curious-wretch", "ash-gate").step("upkeep-effects")
    assert table.state.victims["curious-wretch"] == "ash-walk"


def test_sacrifice_that_kills_nobody() -> None:
    """G-39 (kind) an Exposed Victim at the Temple shows itself and does not die: the 2 closest die instead."""
    table = jungle(killer="organism").special("exposed-red", "cursed-temple").special("exposed-grey", "cave")
    table.victims(vine_thicket=2).draws("test-results", "assimilated").draws("mutated-organisms", "tough-organism")
    table.terror("cursed-sacrifice")
    assert table.state.killers["tough-organism"].status == "up"
    assert table.state.dead == ["v1", "v2"]


def test_nobody_is_hauled_upriver() -> None:
    """G-36 (kind) Ellen's Harness pulls a Victim from an adjacent space that has a way to hers, on the river too."""
    table = jungle(girl="ellen").girl(at="central-river").item("hauling-harness", "pack")
    table.victims(lower_river=1, waterfall=1, strangler_fig=1, upper_river=1)
    table.act("use:hauling-harness")
    assert table.options == ["victim:strangler-fig", "victim:upper-river"]


def test_sacrifice_with_one_life_bought() -> None:
    """G-39 (kind) the 2 closest are two Victims: one that Christie shields is not asked for a second time."""
    table = jungle(girl="christie").set(ultimate=True).girl(at="strangler-fig").hand("walk", "walk", "focus", "focus")
    table.victims(strangler_fig=1, cave=1).terror("cursed-sacrifice", "shield")
    while table.asked == "shield-cost":
        table.choose(table.options[0])
    assert table.request is None
    assert (table.state.dead, table.victims_at("ancient-ruins")) == (["v2"], 1)


def test_who_shows_itself_among_the_piranhas() -> None:
    """C-159, M-34 (kind) everyone there loses 1 at once: an Exposed Victim is tested, what it becomes is not bitten."""
    table = jungle(killer="organism").special("exposed-red", "upper-river").special("exposed-grey", "cave")
    table.draws("test-results", "assimilated").draws("mutated-organisms", "tough-organism").dice(5)
    table.draw_event("piranhas")
    assert (table.state.killers["tough-organism"].at, table.state.killers["tough-organism"].health) == (
        "upper-river",
        7,
    )


def test_her_path_ends_among_the_piranhas() -> None:
    """M-05 (kind) a bite that takes her last health ends the Path there: she attacks nobody any more."""
    table = hide(green(), "clearing", 10, 21).girl(at="cave").killer(health=1).token("piranhas-token", "central-river")
    table.victims(central_river=1).draws("final-health", "hearts-1").set(phase="killer").resolve("path reveal")
    assert table.phase_ended
    assert (table.body.at, table.body.health, table.state.dead) == ("central-river", 2, [])


def test_her_path_ends_in_a_snare() -> None:
    """C-103 (kind) a Snare on the Volk'ar's Path: for the rest of the phase she neither moves nor attacks."""
    table = hide(green(location="wingard-cottage"), "porch", 9, 10).girl(at="shed").token("set-snare", "foyer")
    table.victims(foyer=1).set(phase="killer").resolve("path reveal")
    assert (table.body.at, table.state.dead, path(table.game)) == ("foyer", [], [])


def on_the_ship(card: int, girl: str) -> Table:
    """Concealed at the USS Konrad, her Path one card from the Trash Compactor; the girl with the Flamethrower."""
    table = hide(green(location="uss-konrad"), "trash-compactor", card).girl(at=girl)
    return table.item("konrad-flamethrower").hand("weak-attack")


def test_the_crusher_passes_her_by_while_concealed() -> None:
    """RULING what hurts everyone in a room does nothing to her there: her space is not known."""
    table = on_the_ship(22, "junction").victims(trash_compactor=1)
    table.run(maintenance.crush)
    assert (table.body.health, len(table.state.dead), concealed(table.game)) == (10, 1, True)


@pytest.mark.parametrize("at", ["trash-compactor", "junction"])
def test_flames_on_a_guess_burn_in_her_own_space(at: str) -> None:
    """RULING with the Konrad's Flamethrower at her own space the girl loses 1 health, hit or miss; elsewhere none."""
    own = on_the_ship(22, at).dice(5, 5)
    own.play("weak-attack", f"attack:volkar:konrad-flamethrower:{at}")
    assert own.state.girl.health == own.state.girl.max - 1
    assert own.body.health == (7 if at == "trash-compactor" else 10)


def test_flames_on_a_guess_elsewhere() -> None:
    """One space away nobody but the one aimed at is burnt."""
    table = on_the_ship(22, "trash-compactor").dice(5, 5)
    aimed = next(o for o in table.run(lambda game: declare(game, "weak-attack")).options if not o.endswith("compactor"))
    table = on_the_ship(22, "trash-compactor").dice(5, 5).play("weak-attack", aimed)
    assert table.state.girl.health == table.state.girl.max


def test_flames_and_path_together() -> None:
    """G-07 (kind) her last health burns, and she is hit for her last: both tokens after the Path, a win."""
    table = on_the_ship(22, "trash-compactor").girl(health=1).killer(health=2).dice(5, 5, 1)
    table.draws("final-health", "blank#1", "blank#2")
    table.play("weak-attack", "attack:volkar:konrad-flamethrower:trash-compactor")
    assert table.won
