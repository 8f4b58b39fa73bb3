"""Hell to Pay with the other films: other Killers among the tiles, Razorface elsewhere. Docstrings name the cases."""

import pytest

from engine.films.hell_to_pay import tiles
from engine.rules.health import hurt_killer
from tests.engine.films.test_green_volkar import hide
from tests.support.table import Table

GIFT = "the-gift-of-pain"
WALLED = {**tiles.UNDEALT, "north": "star:back", "south": "pillar:back"}
"""Nothing leads onto the Star in the north and the Pillar in the south."""


def razorface(location: str) -> Table:
    """Razorface with an Affliction in play at another location."""
    table = Table("razorface", location, "kenzie").set(shown=[GIFT])
    table._take_out(GIFT)
    return table


# --- the Volk'ar at Hellscape


def test_volkar_at_a_wall() -> None:
    """M-01 a direction that points into a wall: no move for that card, its attack still happens there."""
    table = Table("volkar", "hellscape", "kenzie").mark("tiles", tiles.UNDEALT).girl(at="ash-gate")
    hide(table, "wheel-purple", 10, 17).victims(wheel_purple=1).resolve("path reveal")
    assert [fact.to for fact in table.facts("KillerMoved")] == ["wheel-purple", "wheel-red"]
    assert table.state.dead == ["v1"]


def test_volkar_concealed_is_at_the_origin() -> None:
    """M-04 (CONTESTED) for Planes of Torment and Death Labyrinth the Killer's space is the Origin space."""
    table = Table("volkar", "hellscape", "kenzie").mark("tiles", tiles.UNDEALT).girl(at="ash-gate").killer(at="")
    table.token("origin", "wheel-red").resolve("H-4").run(
        lambda game: game.handle("planes-of-torment", "do"),
    )
    assert table.state.horror == 1
    labyrinth = Table("volkar", "hellscape", "kenzie").mark("tiles", tiles.UNDEALT).girl(at="ash-gate").killer(at="")
    labyrinth.token("origin", "nexus").victims(chain_bridge=1).dice(1)
    labyrinth.run(lambda game: game.handle("death-labyrinth", "do"))
    assert labyrinth.state.dead == ["v1"]


# --- the Evomorph at Hellscape


def test_evomorph_and_walls() -> None:
    """M-18 the closest space without a Scan token: reachable ones first; all of them scanned: walls do not count."""
    from engine.films.into_the_void.evolution import closest_unscanned

    table = Table("evomorph", "hellscape", "jenette").mark("tiles", WALLED).girl(at="star-red")
    table.token("scan-token#1", "star-red")
    assert table.run(closest_unscanned).signal == "star-purple"
    table.token("scan-token#2", "star-purple")
    assert table.run(closest_unscanned).signal == "house-of-mutilation"


# --- Razorface at the USS Konrad


def test_crusher() -> None:
    """M-25 damage of the Crusher at hp 1 with an Affliction in play is ignored."""
    from engine.films.into_the_void.maintenance import CRUSHER, FUNCTIONS, hit_room

    room = FUNCTIONS[CRUSHER].room
    table = razorface("uss-konrad").killer(at=room, health=1)
    table.run(lambda game: hit_room(game, CRUSHER, room, 2, 2))
    assert (table.body.health, table.state.outcome) == (1, [])


def test_hull_breach() -> None:
    """M-26 (CONTESTED) the kill would reveal the token, so it is ignored: hp 1, still there; again without effect."""
    from engine.films.into_the_void.ship import BREACH, kill_in_breach

    space = "hangar"
    table = razorface("uss-konrad").killer(at=space).token(BREACH, space)
    for _ in range(2):
        table.run(lambda game: kill_in_breach(game, BREACH, "razorface"))
        assert (table.body.health, table.body.at, table.facts("TokenRevealed")) == (1, space, [])


@pytest.mark.parametrize("safe", [True, False])
def test_self_destruct(safe: bool) -> None:
    """M-27 (CONTESTED) no token is involved: everything dies, Afflictions or not; a win in a pod, else a loss."""
    from engine.films.into_the_void.maintenance import explode

    table = razorface("uss-konrad")
    table.girl(at=table.rules.board.exits()[0] if safe else "bridge").run(explode)
    assert table.won == safe and table.lost != safe


# --- Razorface at Pesadilla Verde and the Station


def test_soldiers_deal_for_you() -> None:
    """M-28 (CONTESTED) damage of Soldiers that you ordered in the Action phase counts for The Gift of Pain."""
    from engine.films.the_green_terror.soldiers import order_attack

    table = razorface("pesadilla-verde").girl(at="rebel-camp").killer(at="rebel-camp").victims(rebel_camp=6)
    table.dice(6, 6, 6, 6, 6, 6).run(lambda game: order_attack(game, "rebel-camp"))
    assert table.state.phase_marks[GIFT] == 9 - table.body.health == 3


def test_an_affliction_that_needs_an_exit() -> None:
    """M-30 (CONTESTED) the helipad is an Exit like any other."""
    table = razorface("station-2891").set(shown=["you-call-i-come"]).hand("walk")
    space = table.rules.board.exits()[0]
    table.girl(at=space).killer(at=space)
    assert "use:you-call-i-come:purge" in table.actions()


def test_the_intruders_fall_one_by_one_at_hellscape() -> None:
    """Afflictions belong to Razorface: another Killer's last health can be lost."""
    table = Table("intruders", "hellscape", "kenzie").mark("tiles", tiles.UNDEALT)
    table.killer("trish", health=1).run(lambda game: hurt_killer(game, "trish", 1))
    assert table.state.killers["trish"].status == "down"


def test_brutal_reward_for_a_death_further_on() -> None:
    """H-31 the attack is warded off, but by way of Horror, Bloodlust and an Event a Victim dies: Time +1."""
    table = razorface("pesadilla-verde").girl(at="cave").killer(at="cave").item("cursed-idol", "pack")
    table.victims(rebel_camp=1).set(horror=6, bloodlust=7).deck("events", "rebel-raiding-party")
    table.terror("brutal-reward#1", "use:cursed-idol")
    assert (table.state.girl.health, table.state.dead, table.state.time) == (5, ["v1"], 7)


def test_chains_of_torment_in_a_snare() -> None:
    """H-33, C-103 (kind) Razorface walks into a Snare beside a Victim: caught, so no attack by the Finale either."""
    table = razorface("wingard-cottage").girl(at="kitchen").killer(at="porch").finale("chains-of-torment")
    table.token("set-snare", "foyer").victims(foyer=1).resolve("V mv mv atk")
    assert (table.body.at, table.state.dead) == ("foyer", [])


def test_next_to_him_on_the_river() -> None:
    """G-36 (kind) a Lamb to the Slaughter asks for an adjacent space: upriver is one, far downriver is none."""
    for space, met in (("upper-river", True), ("lower-river", True), ("waterfall", False)):
        table = razorface("pesadilla-verde").set(shown=["a-lamb-to-the-slaughter"]).hand("walk")
        table.girl(at=space).killer(at="central-river").victims(**{space.replace("-", "_"): 1})
        assert ("use:a-lamb-to-the-slaughter:purge" in table.actions()) is met
