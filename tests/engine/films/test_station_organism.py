"""The Organism: Exposed Victims, tests, Mutated Organisms, Finales. Each docstring names its case (O-...)."""

from engine.bots.simulate import new_game
from engine.core.compose import Setup, compose
from engine.core.game import Game
from engine.core.ids import base, is_ordinary
from engine.films.panic_at_station_2891.exposed import EXPOSED, examine
from engine.rules import health
from engine.rules.killer_action import find_target
from engine.rules.rolls import number_of_dice
from engine.rules.victims import kill_victim
from tests.support.boards import content
from tests.support.table import Table

FAST, STRONG, TOUGH = "fast-organism", "strong-organism", "tough-organism"
COLD = "station-2891"


def started(location: str = COLD, girl: str = "kate", seed: bytes = b"1", killer: str = "organism") -> Game:
    """A game set up, before its first Action phase."""
    rules = compose(content(), Setup(killer, location, girl))
    game = new_game(rules, seed, lambda game, request: request.options[0])
    for step in rules.steps[: rules.first]:
        step.run(game)
    return game


def lab(**girl: object) -> Table:
    """Kate in the Lab; no Victims."""
    return Table("organism", COLD, "kate").girl(at="lab", health=6, max=6, **girl)


def organisms(table: Table, **spaces: str) -> Table:
    """Organisms in play, the leftmost first: fast="lab" ..."""
    for name, space in spaces.items():
        table.killer(f"{name}-organism", at=space, status="up")
    return table.mark("organism.order", [f"{name}-organism" for name in spaces])


# --- set-up


def test_setup() -> None:
    """O-01 three Exposed, no Killer, Test deck of 3, kits, helicopter, Skidozer, radio."""
    game = started()
    state = game.state
    assert sorted(v for v in state.victims if not is_ordinary(v) and v.startswith("exposed")) == sorted(EXPOSED)
    assert len(state.victims) + len(state.dead) >= 10
    assert {k.status for k in state.killers.values()} == {"away"}
    assert not any(k.at for k in state.killers.values())
    assert len(state.decks["test-results"]) == 3
    assert len(state.pools["mutated-organisms"]) == 3
    kits = {space for token, space in state.tokens.items() if base(token) == "test-kit"}
    assert kits == set(game.rules.location.item_decks)
    assert state.tokens["helicopter"] == "helipad"
    assert state.tokens["skidozer"] in ("behind-the-lab", "east-snowfield")
    assert "two-way-radio#1" in state.items
    assert all("two-way-radio#1" not in (*d.top, *d.own) for d in state.decks.values())


def test_yellow_figures_go_back_to_the_supply() -> None:
    """O-01 (kind) the three yellow Victims that were replaced are in the supply again."""
    game = started(seed=b"4")
    ordinary = [v for v in (*game.state.victims, *game.state.dead) if is_ordinary(v)]
    removed = [f for f in game.facts if type(f).__name__ == "VictimRemoved" and not f.back and is_ordinary(f.victim)]
    assert len(ordinary) + len(removed) + game.state.supply == 21
    assert sum(f.back for f in game.facts if type(f).__name__ == "VictimRemoved" and is_ordinary(f.victim)) == 3


def test_the_lab_elsewhere() -> None:
    """O-01 (kind) elsewhere the Lab token lies where the Killer would start; kits only above Item decks."""
    game = started("wingard-cottage")
    setup = game.rules.setups[game.state.marks["setup-card"]]
    assert game.state.tokens["lab-token"] == setup.killer
    kits = [token for token in game.state.tokens if base(token) == "test-kit"]
    assert len(kits) == 3


# --- tests


def test_safe() -> None:
    """O-02 (rulebook example, Uki): Walk to the Lab with the red one, test, SAFE; free; then an ordinary Victim."""
    table = Table("organism", COLD, "uki").girl(at="west-hallway", health=5, max=5).hand("walk")
    table.special("exposed-red", "west-hallway").dice(5, 6)
    table.play("walk", "move:lab", "follow:exposed-red", "stop")
    assert table.state.victims == {"exposed-red": "lab"}
    time = table.state.time
    table.draws("test-results", "safe#1").act("use:organism:exposed-red")
    assert table.state.time == time
    assert table.state.victims == {"v1": "lab"}
    assert table.left("test-results") == 2
    assert (table.state.dead, table.state.bloodlust) == ([], 1)
    assert find_target(organisms(table, fast="lab").game, FAST, "V") == "lab"


def test_assimilated() -> None:
    """O-03 (rulebook example, Kate): Tough at Bloodlust 4: moves 2, does not move again, Event; card shuffled back."""
    table = Table("organism", COLD, "kate").girl(at="commanders-hut", health=6, max=6).set(bloodlust=4)
    table.special("exposed-grey", "commanders-hut").victims(west_entry=1).hand("search")
    table.deck("commanders-hut", "flare-gun#1").token("test-kit#3", "commanders-hut").dice(5, 1)
    table.play("search", "done", "take:test-kit#3", "done")
    assert set(table.state.items) >= {"flare-gun#1", "test-kit#3"}
    assert "test-kit#3" not in table.state.tokens
    table.state.hand = {"focus": 1}
    time = table.state.time
    table.draws("test-results", "assimilated").draws("mutated-organisms", TOUGH).draws("events", "fire-alarm")
    table.dice(6).act("use:test-kit#3:exposed-grey")
    body = table.state.killers[TOUGH]
    assert (body.health, body.status, body.at) == (7, "up", "west-entry")
    assert [f.to for f in table.facts("KillerMoved")] == ["commanders-hut", "west-snowfield", "west-entry"]
    shown = [f.card for f in table.facts("CardShown")]
    assert shown == ["assimilated", "fire-alarm"]
    assert table.state.time == time - 1, "by the Event alone"
    deck = table.state.decks["test-results"]
    assert (len(deck), deck.own) == (3, ["assimilated"])
    assert "test-kit#3" not in table.state.items
    assert table.state.victims.keys() == {"v1"}


def test_bloodlust_raised_on_the_way_up() -> None:
    """O-04 Fast at row 4 kills with its attack: row 5 happens once, by the increase."""
    table = lab().set(bloodlust=4).special("exposed-red", "bunk-room").victims(bunk_room=1)
    table.draws("test-results", "assimilated").draws("mutated-organisms", FAST).dice(6, 6, 6)
    table.run(lambda game: examine(game, "exposed-red"))
    assert table.state.bloodlust == 5
    assert table.state.dead == ["v1"]
    assert len(table.facts("Panicked")) == 3, "rows 2, 3 and 5"


def test_exposed_is_no_shield() -> None:
    """O-07 girl and an Exposed Victim in the Organism's space: the girl is attacked."""
    table = organisms(lab(), tough="lab").special("exposed-red", "lab").resolve("near atk")
    assert table.state.girl.health == 5
    assert "exposed-red" in table.state.victims


def test_exposed_do_not_count_for_a_tie() -> None:
    """O-08 two Exposed and 1 ordinary Victim against 2 ordinary ones: goes to the 2."""
    table = organisms(lab(), tough="west-hallway").victims(kitchen=1, rec_room=2)
    table.special("exposed-red", "kitchen").special("exposed-grey", "kitchen")
    assert find_target(table.game, TOUGH, "V") == "rec-room"


def test_exposed_always_panic() -> None:
    """O-09 no death, no Organism: all three panic in the Panic phase, wherever they are; nobody else."""
    table = lab().victims(kitchen=1)
    for meeple, space in zip(EXPOSED, ("kitchen", "armory", "helipad"), strict=True):
        table.special(meeple, space)
    table.dice(6, 6, 6).phase("panic")
    while table.asked == "panic-order":
        table.choose(table.options[0])
    assert sorted(f.who for f in table.facts("Panicked")) == sorted(EXPOSED)


def test_exposed_may_not_board() -> None:
    """O-11 the helicopter takes ordinary Victims alone."""
    table = lab().token("helicopter", "helipad").special("exposed-red", "helipad")
    assert "use:helicopter:load" not in table.actions()
    table.victims(helipad=1).act("use:helicopter:load")
    assert table.state.victims == {"exposed-red": "helipad"}
    assert table.state.marks["helicopter.aboard"] == ["v1"]


def test_exposed_are_neither_saved_nor_replaced() -> None:
    """O-11 (kind) no saving at an Exit elsewhere, no special Victim in their place."""
    table = Table("organism", "wingard-cottage", "kate").girl(at="driveway")
    table.special("exposed-red", "driveway")
    assert not [option for option in table.actions() if option.startswith("save")]
    table = lab().special("exposed-red", "lab").draw_event("whats-up-doc")
    assert table.state.victims == {"exposed-red": "lab"}
    assert table.state.events == []


def test_kit_from_search_only() -> None:
    """O-12 a reward gives no kit; a Search with an Item may; an empty deck or a row without Item gives none."""
    table = Table("organism", COLD, "kate").girl(at="tool-shed")
    table.deck("tool-shed", "lucky-dice", "skidozer-keys").token("test-kit#4", "tool-shed")
    table.resolve("item any", "deck:tool-shed")
    assert table.request is None
    table.resolve("search 1")
    assert table.options == ["take:test-kit#4", "leave"]
    table.choose("leave")
    assert "test-kit#4" in table.state.tokens
    table.resolve("search 1")
    assert table.request is None
    assert "test-kit#4" in table.state.tokens
    failed = Table("organism", COLD, "kate").girl(at="tool-shed").hand("search").token("test-kit#4", "tool-shed")
    failed.dice(1, 1).play("search", "line:2")
    assert failed.request is None
    assert "test-kit#4" in failed.state.tokens


def test_no_test_in_the_middle_of_a_move() -> None:
    """O-13 passing through the Lab nothing is tested."""
    table = Table("organism", COLD, "kate").girl(at="west-hallway").hand("walk").item("test-kit#1", "pack")
    table.special("exposed-red", "west-hallway").dice(5, 6).play("walk", "move:lab", "follow:exposed-red")
    assert table.asked == "move"
    assert all(option.startswith(("move", "stop")) for option in table.options)


def test_winning() -> None:
    """O-14 the last Organism dies with Exposed untested: the game goes on; the last SAFE ends it."""
    table = organisms(lab(), tough="lab").killer(TOUGH, health=1, token="white").special("exposed-red", "lab")
    table.special("exposed-grey", "lab").run(lambda game: health.hurt_killer(game, TOUGH, 1))
    assert not table.state.outcome
    assert table.state.killers[TOUGH].status == "dead"
    table.draws("test-results", "safe#1").act("use:organism:exposed-red")
    assert not table.state.outcome
    table.draws("test-results", "safe#2").act("use:organism:exposed-grey")
    assert table.won


def test_winning_before_the_last_organism() -> None:
    """O-14 (kind) the Exposed are known first: the death of the last Organism wins; those never found do not count."""
    table = organisms(lab(), tough="lab").killer(TOUGH, health=1, token="white")
    table.run(lambda game: health.hurt_killer(game, TOUGH, 1))
    assert table.won


def test_order_of_two() -> None:
    """O-16 the left one acts completely, then the next; after the Finale action and F action each."""
    table = organisms(lab(), strong="kitchen", tough="armory").girl(at="infirmary").victims(kitchen=2, armory=2)
    table.step("killer-action")
    assert [f.by for f in table.facts("AttackMade")] == [STRONG, TOUGH]
    table = organisms(lab(), strong="kitchen", tough="armory").girl(at="infirmary").victims(kitchen=2, armory=2)
    table.finale("cognitive-assimilation").step("killer-action")
    assert [f.by for f in table.facts("AttackMade")] == [STRONG, STRONG, TOUGH, TOUGH]
    table = organisms(lab(), strong="kitchen", tough="armory").girl(at="infirmary").victims(kitchen=2, armory=2)
    table.resolve("near atk; near atk")
    assert [f.by for f in table.facts("AttackMade")] == [STRONG, TOUGH, STRONG, TOUGH]


def test_revealed_from_the_right() -> None:
    """O-16 (kind) a later Organism lies to the left of the earlier ones and acts before them."""
    table = lab().special("exposed-red", "lab").special("exposed-grey", "lab")
    table.draws("test-results", "assimilated", "assimilated").draws("mutated-organisms", FAST, TOUGH)
    table.act("use:organism:exposed-red").act("use:organism:exposed-grey")
    assert table.state.marks["organism.order"] == [TOUGH, FAST]


def test_both_columns() -> None:
    """O-17 row 3: Fast panics, Strong Horror +1; beyond the top one Terror card, however many."""
    table = organisms(lab(), fast="bunk-room", strong="armory").set(bloodlust=2).dice(6).resolve("BL+1")
    assert [f.who for f in table.facts("Panicked")] == [FAST]
    assert [f.by for f in table.facts("HorrorChanged")] == [1]
    table = organisms(lab(), fast="bunk-room", strong="armory").set(bloodlust=8)
    left = table.left("terror")
    table.resolve("BL+1")
    assert table.left("terror") == left - 1


def test_beyond_with_no_organism() -> None:
    """O-17 (kind) the final effect stands on the Organisms' cards: without one there is none."""
    table = lab().set(bloodlust=8)
    left = table.left("terror")
    table.resolve("BL+1")
    assert (table.left("terror"), table.state.bloodlust) == (left, 8)


def test_death_with_another_alive() -> None:
    """O-18 Fast falls in the Action phase: on its side, the phase goes on, its token comes after it."""
    table = organisms(lab(), fast="lab", tough="kitchen").killer(FAST, health=1).hand("weak-attack", "focus")
    table.dice(5, 5, 1).play("weak-attack")
    assert not table.phase_ended
    assert table.state.killers[FAST].status == "down"
    assert table.state.due == [FAST]
    assert "play:furious-strike" not in table.hand("furious-strike").actions()
    acting = table.resolve("near atk")
    assert acting.state.girl.health == 6, "on its side it does not act"
    table.draws("final-health", "hearts-2").step("after-action-phase")
    body = table.state.killers[FAST]
    assert (body.status, body.health, body.token) == ("up", 3, "white")


def test_dead_when_blank() -> None:
    """O-18 (kind) a blank token after the phase: the Organism is gone, its powers with it."""
    table = organisms(lab(), fast="lab", tough="kitchen").killer(FAST, health=1)
    table.power("thick-skin", 0).mark("organism.holders", {"thick-skin": FAST})
    table.draws("final-health", "blank#1").run(lambda game: health.hurt_killer(game, FAST, 1))
    table.step("after-action-phase")
    assert table.state.killers[FAST].status == "dead"
    assert table.state.powers == {}
    assert not table.state.outcome


def test_adrenaline_once() -> None:
    """O-20 two Organisms on their last health: one die more, not two."""
    table = organisms(lab(), fast="armory", tough="kitchen").killer(FAST, health=1).killer(TOUGH, health=1)
    assert number_of_dice(table.game, "walk") == 3


def test_nobody_on_the_board() -> None:
    """O-22 Killer Actions are skipped, other icons are resolved."""
    table = lab().victims(kitchen=2).terror("have-you-seen-it")
    assert (table.state.horror, table.victims_at("kitchen")) == (5, 2)


def test_who_can_we_trust() -> None:
    """O-22 with nobody revealed the Exposed panic and Horror rises by 2; otherwise V, move, attack."""
    table = lab().special("exposed-red", "bunk-room").dice(6).terror("who-can-we-trust")
    assert [f.who for f in table.facts("Panicked")] == ["exposed-red"]
    assert table.state.horror == 6
    table = organisms(lab(), fast="kitchen").victims(kitchen=1).terror("who-can-we-trust")
    assert (table.state.horror, table.state.dead) == (4, ["v1"])


def test_killed_means_tested() -> None:
    """O-14 (rulebook) killed by an effect and SAFE: dead, Bloodlust +1; ASSIMILATED: an Organism stands there."""
    table = lab().special("exposed-red", "helipad").special("exposed-grey", "lab").draws("test-results", "safe#1")
    table.run(lambda game: kill_victim(game, "exposed-red", "rule.frostbite"))
    assert (table.state.dead, table.state.bloodlust) == (["v1"], 2)
    assert table.state.victims == {"exposed-grey": "lab"}
    table = lab().special("exposed-red", "helipad").special("exposed-grey", "lab")
    table.draws("test-results", "assimilated").draws("mutated-organisms", STRONG)
    table.run(lambda game: kill_victim(game, "exposed-red", "rule.frostbite"))
    assert (table.state.dead, table.state.bloodlust) == ([], 1)
    assert table.state.killers[STRONG].at == "helipad"


def test_the_last_card_is_certain() -> None:
    """O-14 (kind) with two SAFE gone the third test can only be ASSIMILATED; which Organism is drawn only then."""
    table = lab()
    for meeple in EXPOSED:
        table.special(meeple, "lab")
    table.draws("test-results", "safe#1", "safe#2").act("use:organism:exposed-red").act("use:organism:exposed-black")
    assert len(table.state.pools["mutated-organisms"]) == 3
    table.act("use:organism:exposed-grey")
    assert len(table.state.marks["organism.order"]) == 1
