"""The Volk'ar's cases, and the worked examples of Liz and Maggie step by step."""

from typing import Any

import pytest

from engine.cards.notation import parse
from engine.core.facts import AttackMade, CardShown, KillerMoved
from engine.core.state import Deck
from engine.films.the_green_terror.killer import branch
from engine.films.the_green_terror.path import add_hidden, concealed, path
from engine.films.the_green_terror.walk import resolve_path
from engine.rules import killer_action, killer_phase
from engine.rules.setup import set_up_decks
from server.views.render import render
from tests.support.boards import content
from tests.support.table import Table

GREEN = {"killer": "volkar", "location": "pesadilla-verde", "girl": "alois"}
FLOW = "fern-hollow"


def name(number: int) -> str:
    return f"movement-{number:02}"


def hide(table: Table, origin: str, *cards: int) -> Table:
    """A Concealed Volk'ar with a Path: positive numbers lie faceup, negative ones facedown, 0 is not decided yet."""
    state = table.state
    table.killer(at="")
    state.tokens["origin"] = origin
    pool = state.decks["movement"].parent
    for i, card in enumerate(cards, 1):
        if card > 0:
            state.pools[pool].remove(name(card))
            state.decks[f"path-{i}"] = Deck(pool, 0, [], [name(card)], [], True)
        else:
            state.decks[f"path-{i}"] = Deck(pool, 1)
            if card:
                table.draws(f"path-{i}", name(-card))
        state.decks["movement"].blanks -= 1
    table.game.forget_listeners()
    return table


def green(**who: Any) -> Table:
    return Table(**{**GREEN, **who})


def visible(at: str = "rebel-camp", **who: Any) -> Table:
    return green(**who).killer(at=at)


# --- set-up


def test_setup() -> None:
    """G-01 figure on the Finale, Origin markers on the start space and the one facedown card; Tracks, Trains, Huey."""
    table = green()
    table.state.tableau.clear()
    table.state.pools, table.state.decks = {}, {}
    table.draws("setup", "river-rats").draws("events", "supply-drop")

    def set_up(game: Any) -> None:
        for step in game.rules.steps[: game.rules.first - 2]:
            step.run(game)

    table.run(set_up)
    state = table.state
    assert (table.body.at, state.tokens) == ("", {"origin": "fern-hollow", "huey": "clearing"})
    assert path(table.game) == ["path-1"]
    assert (state.decks["path-1"].blanks, table.left("movement")) == (1, 21)
    assert (state.tableau["track"], state.tableau["train"]) == (2, 2)
    assert state.marks["soldiers.unlocked"] == ["attack-1", "move-1"]


def test_the_movement_deck_of_22() -> None:
    """G-01 (kind) 22 Movement cards, 9 of them with an attack, each with an Ambush Penalty."""
    table = green()
    cards = [card for card in table.rules.cards.values() if card.kind == "movement"]
    assert len(cards) == 22
    assert sum("atk" in card.face.action for card in cards) == 9
    assert all(card.effect for card in cards)


# --- Liz


def liz() -> Table:
    """Path 5 facedown, 4 faceup, 20 (panic 6) faceup, 1 facedown from the space O; the girl is at the Ruins."""
    table = hide(green(), FLOW, -5, 4, 20, -1)
    return table.girl(at="ancient-ruins").victims(rebel_camp=1, strangler_fig=1).set(horror=2)


def test_liz_the_whole_path() -> None:
    """G-02 the printed path: Rebel Camp, back to O, one left, Ancient Ruins; one Victim dies, the girl is attacked."""
    table = liz().terror("out-of-the-shadows#1")
    moves = [(fact.to, fact.how) for fact in table.facts("KillerMoved") if isinstance(fact, KillerMoved)]
    assert moves[0] == (FLOW, "place")
    assert [to for to, _ in moves[1:]] == [
        "bamboo-grove",
        "rebel-camp",
        "bamboo-grove",
        FLOW,
        "strangler-fig",
        "ancient-ruins",
    ]
    assert table.body.at == "ancient-ruins"
    assert table.victims_at("rebel-camp") == 0
    assert table.victims_at("strangler-fig") == 1
    assert table.state.bloodlust == 2
    assert table.state.girl.health == 4
    assert "origin" not in table.state.tokens
    assert path(table.game) == []


def test_liz_card_by_card() -> None:
    """G-02 the cards are shown one after another, Origin card first, and discarded at the end."""
    table = liz().terror("out-of-the-shadows#1")
    shown = [fact.card for fact in table.facts("CardShown") if isinstance(fact, CardShown)]
    assert shown == ["out-of-the-shadows#1", name(5), name(4), name(20), name(1)]
    assert sorted(table.state.marks["volkar.discard"]) == sorted([name(5), name(4), name(20), name(1)])


def test_liz_may_react() -> None:
    """G-02 the attack at the Ruins is an attack like others: Reactions are allowed."""
    table = liz().hand("guard").terror("out-of-the-shadows#1")
    assert table.asked == "reaction"
    table.dice(5, 5).choose("play:guard")
    assert table.state.girl.health == 5


# --- Maggie


def maggie() -> Table:
    """One facedown card #7; the Cave one south of the Origin; Furious Strike with the M16 at the Supply Depot."""
    table = hide(green(), "stony-ridge", -7).girl(at="clearing").hand("furious-strike").item("m16")
    return table.dice(5, 6)


def test_maggie_attacks_a_guess() -> None:
    """G-03 4 damage on the wrong space: she stops at the Cave and attacks nobody; Ambush Penalty Horror +1."""
    table = maggie().play("furious-strike", "attack:volkar:m16:supply-depot")
    assert table.body.at == "cave"
    assert table.body.health == 10
    assert table.state.horror == 4
    assert "crosshair" not in table.state.tokens
    assert "volkar.damage" not in table.state.phase_marks
    damage = [fact.damage for fact in table.facts("AttackMade") if isinstance(fact, AttackMade)]
    assert damage == [4]


def test_maggie_lowers_horror_first() -> None:
    """G-03 the card's own Horror -1 comes before the Path is resolved."""
    table = maggie().play("furious-strike", "attack:volkar:m16:supply-depot")
    told = [type(fact).__name__ for fact in table.facts()]
    assert told.index("HorrorChanged") < told.index("KillerMoved")


def test_a_miss_costs_the_last_cards_penalty() -> None:
    """G-03 (kind) of a Path of several cards only the last one's Ambush Penalty is paid."""
    table = hide(green(), "cave", 17, 21, 19).girl(at="waterfall").hand("weak-attack").dice(5, 5).play("weak-attack")
    assert (table.state.time, table.state.horror) == (6, 5)


def test_every_space_in_range_can_be_guessed() -> None:
    """G-06 any space within range can be targeted, occupied or not."""
    table = maggie().run(lambda game: None)
    table.act("play:furious-strike")
    bare = [option for option in table.options if ":bare" in option]
    far = [option.split(":")[3] for option in table.options if ":m16" in option]
    assert bare == ["attack:volkar:bare:clearing"]
    assert far == ["central-river", "clearing", "lower-river", "supply-depot"]


def test_no_damage_no_reveal() -> None:
    """G-04 concealed, Weak Attack fails: the card's result applies, the Path stays, no ambush."""
    table = hide(green(), "stony-ridge", 0).girl(at="clearing").hand("weak-attack").dice(1, 2)
    table.play("weak-attack")
    assert table.state.girl.health == 4
    assert concealed(table.game)
    assert path(table.game) == ["path-1"]
    assert table.state.horror == 4
    assert "crosshair" not in table.state.tokens


def test_hit() -> None:
    """G-05 her last space is the one attacked: damage after the Path, Minor Dark Powers first."""
    table = hide(green(), "stony-ridge", -6).girl(at="cave").hand("critical-blow").power("collector", 2).dice(5, 5)
    table.play("critical-blow")
    assert table.body.at == "cave"
    assert table.body.health == 9
    assert table.state.powers == {}


def test_a_guess_costs_a_use() -> None:
    """G-05 (kind) a weapon with uses loses one by hitting a guess, right or wrong; a failed attack costs none."""
    for dice, uses in (((5, 5), 1), ((1, 1), 2)):
        table = hide(green(location="station-2891"), "lab", -22).girl(at="lab").item("station-flamethrower#1")
        table.hand("weak-attack").dice(*dice).play("weak-attack", "attack:volkar:station-flamethrower#1:west-hallway")
        assert table.state.uses["station-flamethrower#1"] == uses


def test_simultaneous() -> None:
    """G-07 girl hp 1 blank attacks her own space for 2, hp 2; the last card attacks there: both dead, a win."""
    table = hide(green(), "stony-ridge", 6).girl(at="cave", health=1).killer(health=2).hand("furious-strike")
    table.draws("final-health", "blank#1", "blank#2").dice(5, 5, 1).play("furious-strike")
    assert table.won
    assert table.body.status == "dead"


def test_simultaneous_girl_comes_back() -> None:
    """G-07 (kind) the girl is revived, she is not dead: the damage counts, then the phase ends."""
    table = hide(green(), "stony-ridge", 6).girl(at="cave", health=1).killer(health=5).hand("furious-strike")
    table.dice(5, 5, 1).draws("final-health", "hearts-2").play("furious-strike")
    assert table.body.health == 3
    assert table.state.girl.health == 3
    assert table.phase_ended


def test_fallen_before_the_last_card() -> None:
    """G-07 (derived) she falls to an earlier card: her token is looked at before the damage of the guess."""
    table = hide(green(), "stony-ridge", 6, 21).girl(at="cave", health=1, token="white").hand("furious-strike")
    table.killer(health=1, token="white").dice(5, 5, 1, 1).play("furious-strike")
    assert table.lost


def test_tokens_wait_for_the_end_of_the_path() -> None:
    """G-08 the first card takes the girl's last health: all cards are resolved before the token is looked at."""
    table = hide(green(), "stony-ridge", 6, 21, 22).girl(at="cave", health=1).killer(health=5)
    table.draws("final-health", "hearts-1").set(phase="killer").resolve("path reveal")
    told = [type(fact).__name__ for fact in table.facts()]
    assert told.count("CardShown") == 3
    assert told.index("TokenRevealed") > max(i for i, t in enumerate(told) if t == "CardShown")
    assert table.body.health == 7
    assert table.phase_ended


def test_damage_on_the_way_waits_too() -> None:
    """G-08 (kind) a trap takes her last health by damage: the Path goes on to its end, then she is revived."""
    table = hide(green(), "cave", 1, 13).girl(at="waterfall").killer(health=2).token("booby-trap-token", "stony-ridge")
    table.draws("final-health", "hearts-1").set(phase="killer").resolve("path reveal")
    assert [fact.to for fact in table.facts("KillerMoved")] == ["cave", "stony-ridge", "supply-depot"]
    assert (table.body.health, table.body.at, table.phase_ended) == (2, "supply-depot", True)


# --- the Path grows


def test_sixth_card_during_a_terror_card() -> None:
    """G-10 the whole card first (seven cards), then the Path is resolved."""
    table = hide(green(), "cave", 0, 0, 0, 0, 0).terror("sneak#1")
    told = [type(fact).__name__ for fact in table.facts()]
    assert told.count("PathExtended") == 2
    assert told.index("HorrorChanged") < told.index("KillerMoved")
    assert path(table.game) == []
    assert not concealed(table.game)


def test_sixth_card_by_the_finales_action() -> None:
    """G-10 (kind) the Killer Action is finished before the Path is resolved."""
    table = hide(green(), "cave", 0, 0, 0, 0, 0).finale("guerilla-warfare").set(phase="killer")
    table.run(lambda game: (killer_phase.begin_killer_phase(game), killer_phase.finale_action(game)))
    told = [type(fact).__name__ for fact in table.facts()]
    assert told.count("PathExtended") == 2
    assert told.count("CardShown") == 7


def test_concealed_symbol_while_visible() -> None:
    """G-11 she vanishes: Origin in her space, the new facedown card is the Origin card; Concealed: just one more."""
    table = visible("rebel-camp").resolve("path down")
    assert concealed(table.game)
    assert table.state.tokens["origin"] == "rebel-camp"
    assert path(table.game) == ["path-1"]
    table.resolve("path down")
    assert path(table.game) == ["path-1", "path-2"]


def test_open_card() -> None:
    """G-11 (kind) the eye adds a faceup card, seen by all; RULING: with no Path it does nothing."""
    table = hide(green(), "cave", 0).draws("movement", name(3)).resolve("path up")
    assert table.state.decks["path-2"].top == [name(3)]
    assert table.state.decks["path-2"].faceup
    other = visible().resolve("path up")
    assert path(other.game) == []


def test_which_line_of_the_finale() -> None:
    """G-12 Visible at the start, Concealed by the lower line: the upper line is not resolved too."""
    table = visible("rebel-camp").girl(at="cave").finale("guerilla-warfare")
    table.run(lambda game: (killer_phase.begin_killer_phase(game), killer_phase.finale_action(game)))
    assert path(table.game) == ["path-1"]
    hidden = visible("rebel-camp").girl(at="cave").finale("self-destruct").run(killer_phase.begin_killer_phase)
    hidden.resolve("path down").run(killer_phase.finale_action)
    assert path(hidden.game) == ["path-1", "path-2"], "the lower line, a facedown card by now; the upper one adds two"


def test_start_action() -> None:
    """G-12 (kind) the Finale's back: Concealed a facedown card, Visible near, two spaces, attack."""
    table = hide(green(), "cave", 0)
    table.run(lambda game: (killer_phase.begin_killer_phase(game), killer_phase.finale_action(game)))
    assert path(table.game) == ["path-1", "path-2"]
    other = visible("cave").girl(at="supply-depot")
    other.run(lambda game: (killer_phase.begin_killer_phase(game), killer_phase.finale_action(game)))
    assert (other.body.at, other.state.girl.health) == ("supply-depot", 4)


def test_killer_action_while_concealed() -> None:
    """G-13 two Killer Action lines on a Terror card: two facedown cards; the clause is still checked."""
    table = hide(green(location="wingard-cottage"), "porch", 0).victims(foyer=1).terror("what-is-happening-to-us")
    assert len(path(table.game)) == 3
    assert table.victims_at("foyer") == 1
    none = hide(green(location="wingard-cottage"), "porch", 0).terror("what-is-happening-to-us")
    assert none.signal == "next"
    assert len(path(none.game)) == 1


def test_placing_while_concealed() -> None:
    """G-14 the placement is ignored, Horror +1 is resolved."""
    table = hide(green(location="wingard-cottage"), "foyer", 0).terror("is-tammy-home")
    assert concealed(table.game)
    assert table.state.tokens["origin"] == "foyer"
    assert table.state.horror == 5


def test_counting_while_concealed() -> None:
    """G-15 spaces are counted from the Origin marker."""
    table = hide(green(), "cave", 0)
    assert killer_action.counted_at(table.game, "volkar") == "cave"
    table.killer(at="clearing")
    assert killer_action.counted_at(table.game, "volkar") == "clearing"


def test_no_panic_while_concealed() -> None:
    """G-16 nobody panics in the Panic phase; another panic effect works."""
    table = hide(green(), "cave", 21).victims(cave=2).set(turn_marks={"deaths": 1}).phase("panic")
    assert table.facts("Panicked") == []
    table.dice(1, 4).resolve("panic all")
    assert len(table.facts("Panicked")) == 2


def test_panic_while_visible() -> None:
    """G-16 (kind) Visible she frightens like others."""
    table = visible("cave").victims(cave=1).set(turn_marks={"deaths": 1}).dice(2).phase("panic")
    assert table.victims_at("stony-ridge") == 1


# --- Movement cards


def test_stays() -> None:
    """G-19 #21 at hp 10 of 10: no move, the heal is lost, no penalty without a missed guess."""
    table = hide(green(), "cave", 21).girl(at="clearing").hand("walk").resolve("path reveal")
    assert (table.body.at, table.body.health) == ("cave", 10)
    assert table.state.hand == {"walk": 1}


def test_empty_movement_deck() -> None:
    """G-20 the discard pile is shuffled; facedown cards keep the pool they came from; nobody sees the pile."""
    table = hide(green(), "cave", 0)
    pool = table.state.pools["movement"]
    table.mark("volkar.discard", pool[5:])
    del pool[5:]
    table.state.decks["movement"].blanks = 4
    for _ in range(5):
        table.run(add_hidden)
    assert table.state.decks["path-6"].parent == "movement-2"
    assert table.state.decks["path-5"].parent == "movement"
    assert len(table.state.pools["movement-2"]) == 17
    assert table.left("movement") == 16
    assert "volkar.discard" not in table.rules.public_marks


def test_every_new_movement_deck_has_a_pile_of_its_own() -> None:
    """G-20 (kind) shuffled a second time: a card that lies facedown from the deck before is none of the new ones."""
    table = hide(green(), "cave", 0)
    for number in (2, 3):
        table.state.decks["movement"].blanks = 0
        table.mark("volkar.discard", [name(1), name(2)]).run(add_hidden)
        assert table.state.decks[f"path-{number}"].parent == f"movement-{number}"


def test_nobody_looks_through_the_discard_pile() -> None:
    """G-20 what was discarded is in no view: not the player's, not with open hands."""
    table = hide(green(), "cave", 21).girl(at="waterfall").resolve("path reveal")
    assert table.state.marks["volkar.discard"] == [name(21)]
    for role in ("player", "advisor", "spectator"):
        for open_hand in (False, True):
            assert name(21) not in str(render(table.state, table.rules, {}, role, open_hand))


@pytest.mark.parametrize(
    ("card", "start", "end"),
    [
        (2, "strangler-fig", "central-river"),
        (3, "supply-depot", "clearing"),
        (6, "central-river", "strangler-fig"),
        (8, "rebel-camp", "steep-slope"),
        (9, "clearing", "central-river"),
        (13, "clearing", "lower-river"),
        (19, "cave", "cave"),
        (17, "fern-hollow", "fern-hollow"),
    ],
)
def test_movement_cards(card: int, start: str, end: str) -> None:
    """G-02 (kind) towards named, Search and Exit spaces, and by panic numbers; a number that is missing stays."""
    table = hide(green(), start, card).girl(at="north-west-trail").resolve("path reveal")
    assert table.body.at == end


def test_the_highest_panic_number_breaks_the_tie() -> None:
    """G-02 (kind) from the Kitchen two Exits are as close: by the highest panic number at each step."""
    table = hide(green(location="wingard-cottage"), "kitchen", 7).girl(at="boathouse").resolve("path reveal")
    assert [fact.to for fact in table.facts("KillerMoved")] == ["kitchen", "garage", "gravel-drive"]


def test_exit_counts_the_huey() -> None:
    """G-02 (kind) the space with the Huey is an Exit for her Path as well."""
    table = hide(green(), "supply-depot", 6).token("huey", "clearing").girl(at="waterfall").resolve("path reveal")
    assert table.body.at == "clearing"


def test_surplus_movement_is_lost() -> None:
    """G-03 (kind) she stops where she arrives."""
    table = hide(green(), "stony-ridge", 7).girl(at="waterfall").resolve("path reveal")
    assert table.body.at == "cave"


# --- Track


def track(*path_cards: int) -> Table:
    return hide(green(), "cave", *path_cards).hand("track")


def test_track_three_successes() -> None:
    """G-21 the Origin card, or up to 2 others (only card 2 is facedown)."""
    table = track(0, 0, 5).set(horror=0).dice(5, 5, 6).play("track")
    assert table.options == ["line:1", "line:2"]
    table.draws("path-1", name(9)).choose("line:1")
    assert table.state.decks["path-1"].top == [name(9)]
    assert not table.state.decks["path-1"].faceup
    assert table.state.decks["path-2"].blanks == 1


def test_track_two_and_one() -> None:
    """G-21 two successes: up to 2 others; one: 1 other of her choice."""
    table = track(0, 0, 5).dice(5, 5).play("track")
    assert table.state.decks["path-1"].blanks == 1
    assert table.state.decks["path-2"].blanks == 0
    other = track(0, 0, 0).dice(5, 1).play("track")
    assert other.options == ["track:path-2", "track:path-3"]
    other.choose("track:path-3")
    assert other.state.decks["path-2"].blanks == 1
    assert other.state.decks["path-3"].blanks == 0


def test_track_fails() -> None:
    """G-21 none: Horror +1, then a facedown card; as the sixth it resolves the Path after the card."""
    table = track(0, 0, 0).dice(1, 1).play("track")
    assert (len(path(table.game)), table.state.horror) == (4, 5)
    six = track(21, 21 - 1, 19, 17, 13).dice(1, 1).play("track")
    assert path(six.game) == []
    assert not concealed(six.game)


def test_who_knows_a_tracked_card() -> None:
    """G-21 (views) the player knows what she has tracked; advisors and spectators see a back, as for the others."""
    table = track(0, 0, 5).dice(5, 1).draws("path-2", name(9)).play("track")
    views = {role: render(table.state, table.rules, {}, role, False) for role in ("player", "advisor", "spectator")}
    assert views["player"]["looked_at"] == {"path-2": {"top": [name(9)]}}
    for role in ("advisor", "spectator"):
        assert "looked_at" not in views[role]
        assert views[role]["decks"]["path-2"] == views[role]["decks"]["path-1"] == {"left": 1}
        assert views[role]["decks"]["path-3"]["top"] == name(5)
        assert name(9) not in str(views[role])
    assert not [fact for fact in table.facts() if name(9) in str(fact.seen_by("spectator", True))]


def test_track_while_visible() -> None:
    """G-22 playable, shows nothing; on a failed roll the facedown card conceals her."""
    table = visible().hand("track").dice(5, 5).play("track")
    assert not concealed(table.game)
    other = visible().hand("track").dice(1, 1).play("track")
    assert concealed(other.game)
    assert other.state.horror == 5


# --- cards


def test_psy_ops() -> None:
    """G-23 Visible: the next card; Concealed: all Tracks in hand are discarded, no Time for them."""
    table = visible().hand("track", "track").terror("psy-ops")
    assert table.signal == "next"
    other = hide(green(), "cave", 0).hand("track", "track", "walk").terror("psy-ops")
    assert other.state.hand == {"walk": 1}
    assert other.state.time == 6


def test_blades_in_the_dark() -> None:
    """G-24 the Path ends at the Upper River: 1 Victim in each adjacent space dies, the Waterfall included."""
    table = hide(green(), "upper-river", 21).dark_power("blades-in-the-dark").girl(at="cave")
    table.victims(upper_river=1, waterfall=2, bamboo_grove=1, steep_slope=1, central_river=1).resolve("path reveal")
    assert [table.victims_at(s) for s in ("upper-river", "waterfall", "bamboo-grove", "central-river")] == [1, 1, 0, 0]
    assert len(table.state.dead) == 4


def test_merciless_ambush() -> None:
    """G-25 the penalty of every card, in order; the last card's is not doubled by a miss."""
    table = hide(green(), "cave", 21, 22, 3).dark_power("merciless-ambush").girl(at="waterfall").hand("walk")
    table.resolve("path reveal")
    assert (table.state.hand, table.state.horror, table.state.time) == ({}, 6, 4)
    missed = hide(green(), "cave", 22).dark_power("merciless-ambush").girl(at="waterfall").hand("weak-attack")
    missed.dice(5, 5).play("weak-attack")
    assert missed.state.horror == 6


def test_ambush_hits_you_whoever_attacked() -> None:
    """G-26 Soldiers that were ordered guessed wrong: the girl takes the penalty."""
    table = hide(green(), "cave", 22).girl(at="waterfall").victims(clearing=2)
    soldiers(table).dice(5, 5).act("use:soldiers:attack-1:clearing")
    assert table.state.horror == 6
    assert not concealed(table.game)


def soldiers(table: Table, *more: str) -> Table:
    """The Soldiers card with its tokens, and more of them unlocked."""
    table.state.shown.append("soldiers")
    table.mark("soldiers.unlocked", ["attack-1", "move-1", *more]).mark("soldiers.cubes", {})
    table.game.forget_listeners()
    return table


def test_regenerative_cloaking() -> None:
    """G-11 (kind) the epic Finale heals her whenever she becomes Concealed, a number of times."""
    table = visible().killer(health=5).finale("regenerative-cloaking").mark("volkar.mending", 1).resolve("path down")
    assert (table.body.health, table.state.marks["volkar.mending"]) == (6, 0)
    spent = visible().killer(health=5).finale("regenerative-cloaking").mark("volkar.mending", 0).resolve("path down")
    assert (spent.body.health, spent.state.girl.health) == (5, 4)


def test_chameleon_of_death() -> None:
    """Reconstructed: becoming Concealed, the Origin marker slips away by a panic number; a Victim there dies."""
    table = visible("fern-hollow").dark_power("chameleon-of-death").victims(strangler_fig=1).dice(6)
    table.resolve("path down")
    assert table.state.tokens["origin"] == "strangler-fig"
    assert table.victims_at("strangler-fig") == 0


def test_stress_of_the_unknown() -> None:
    """Reconstructed: three unseen cards in Upkeep are Horror +1, two are not."""
    table = hide(green(), "cave", 0, 0, 0).dark_power("stress-of-the-unknown").step("upkeep-effects")
    assert table.state.horror == 5
    other = hide(green(), "cave", 0, 0, 3).dark_power("stress-of-the-unknown").step("upkeep-effects")
    assert other.state.horror == 4


def test_self_destruct() -> None:
    """Reconstructed: at 0 Victims within 2 of the Origin marker die, the girl there loses 3."""
    table = hide(green(), "cave", 0).finale("self-destruct").mark("volkar.countdown", 1).girl(at="stony-ridge")
    table.victims(supply_depot=1, clearing=1).step("upkeep-effects")
    assert table.victims_at("supply-depot") == 0
    assert table.victims_at("clearing") == 1
    assert (table.state.girl.health, table.state.marks["volkar.countdown"]) == (2, 3)


def test_guerilla_warfare_doubles_the_ambush() -> None:
    """Reconstructed: with Guerilla Warfare an Ambush Penalty is paid twice."""
    table = hide(green(), "cave", 19).finale("guerilla-warfare").girl(at="waterfall").hand("weak-attack")
    table.dice(5, 5).play("weak-attack")
    assert table.state.horror == 6


def test_bait_n_switch() -> None:
    """Reconstructed: first and last card change places."""
    table = hide(green(), "cave", 5, 0).terror("bait-n-switch")
    assert table.state.decks["path-1"].blanks == 1
    assert table.state.decks["path-3"].top == [name(5)]


def test_shifting_shadows() -> None:
    """Reconstructed: known cards are replaced by facedown ones."""
    table = hide(green(), "cave", 5, 0).terror("shifting-shadows")
    assert all(table.state.decks[slot].blanks == 1 for slot in path(table.game))
    assert table.state.marks["volkar.discard"] == [name(5)]


def test_evasion() -> None:
    """Reconstructed: damaged by an attack she vanishes again."""
    table = visible("cave").girl(at="cave").power("evasion", 1).hand("critical-blow").dice(5, 5).play("critical-blow")
    assert table.body.health == 8
    assert not concealed(table.game)
    again = visible("cave").girl(at="cave").power("evasion", 0).hand("critical-blow").dice(5, 5).play("critical-blow")
    assert concealed(again.game)
    assert again.state.tokens["origin"] == "cave"


def test_energy_shield() -> None:
    """Reconstructed: the first damage of a turn is 1 less; an attack that fails does not use it up, a trap does."""
    table = visible("cave").girl(at="cave").power("energy-shield", 0).hand("furious-strike", "weak-attack")
    table.dice(5, 5, 5, 5).play("furious-strike").play("weak-attack")
    assert table.body.health == 8
    missed = visible("cave").girl(at="cave").power("energy-shield", 0).hand("weak-attack", "furious-strike")
    missed.dice(1, 1, 5, 5).play("weak-attack").play("furious-strike")
    assert missed.body.health == 9
    trap = visible("stony-ridge").girl(at="cave").power("energy-shield", 0).token("booby-trap-token", "cave")
    trap.resolve("G mv").hand("furious-strike").dice(5, 5).play("furious-strike")
    assert trap.body.health == 7


def test_branches_can_be_read() -> None:
    """Every `visible ... / concealed ...` line of the film parses."""
    for card in content().cards.values():
        for line in card.effect:
            for effect in line:
                if effect.word == "visible":
                    assert all(branch(side) for side in effect.args)
    assert parse("track origin | track 2", "f", "c", "k")


def test_movement_deck_anywhere() -> None:
    """Killer and location are free: the Movement deck is made wherever she hunts."""
    table = Table(killer="volkar", location="wingard-cottage", girl="ava")
    table.state.pools, table.state.decks = {}, {}
    table.run(set_up_decks)
    assert table.left("movement") == 22


def test_phase_end_clears_the_path() -> None:
    """A phase that ends in the middle of the Path leaves neither cards nor Attack token behind."""
    table = hide(green(), "cave", 0, 0).mark("x").set(phase="killer")
    table.state.phase_marks["volkar.resolving"] = True
    table.killer(at="cave").step("after-killer-phase")
    assert path(table.game) == []


def test_resolving_a_path_twice() -> None:
    """Visible she has no Path to reveal."""
    table = visible().resolve("path reveal")
    assert table.facts() == []
    again = hide(table, "cave", 22).run(resolve_path)
    assert again.body.at == "cave"
