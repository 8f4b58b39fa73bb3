"""Exposed Victims: three figures among the Victims, Test Kits, the Lab, the Test Results (rulebook 004)."""

from engine.core import decks
from engine.core.content import SetupDef, copies
from engine.core.facts import CardDone, CardShown, TokenPlaced, TokenRemoved, VictimAdded, VictimDied, VictimRemoved
from engine.core.game import Game
from engine.core.hooks import Hooks
from engine.core.ids import base, is_ordinary
from engine.core.tape import PhaseEnded
from engine.films.panic_at_station_2891.organisms import ORGANISM, catch_up, lay_cards, reveal
from engine.rules.bloodlust import raise_bloodlust
from engine.rules.health import judge
from engine.rules.items import gain_item, held, item_decks, lose_item
from engine.rules.victims import add_victims, at, kill_victim

HOOKS = Hooks()
EXPOSED = ("exposed-red", "exposed-black", "exposed-grey")
RESULTS = "test-results"
SAFE, ASSIMILATED = "safe", "assimilated"
KIT = "test-kit"
LAB = "lab"
LAB_TOKEN = "lab-token"


def exposed(game: Game) -> list[str]:
    """Exposed Victims on the board."""
    return [victim for victim in EXPOSED if victim in game.state.victims]


def lab(game: Game) -> str:
    """The space of the Lab: printed at Station 2891, elsewhere where its token lies."""
    return LAB if LAB in game.rules.board.spaces else game.state.tokens.get(LAB_TOKEN, "")


# --- set-up


@HOOKS.react("before_item_decks", ORGANISM)
def set_up_tests(game: Game, _: str = ORGANISM) -> None:
    """Organism cards and Test Results facedown, a Test Kit above each Item deck."""
    rules = game.rules
    lay_cards(game)
    results = rules.pile(rules.killer.film, "killer", "test-result")
    decks.make_pool(game, RESULTS, results)
    decks.make_deck(game, RESULTS, RESULTS, len(results))
    for kit, space in zip(copies(rules.cards[KIT]), rules.location.item_decks, strict=False):
        game.tell(TokenPlaced(kit, space))


@HOOKS.react("after_pieces", ORGANISM)
def hide(game: Game, _: str, setup: SetupDef) -> None:
    """Three Victims at random are replaced by the red, black and grey figures; without a Lab its token is placed."""
    for meeple in EXPOSED:
        ordinary = sorted((v for v in game.state.victims if is_ordinary(v)), key=lambda v: int(v[1:]))
        victim = game.draw("exposed-victim", ordinary)
        space = game.state.victims[victim]
        game.tell(VictimRemoved(victim, back=True))
        game.tell(VictimAdded(meeple, space))
    if LAB not in game.rules.board.spaces:
        game.tell(TokenPlaced(LAB_TOKEN, setup.killer))


# --- what sets them apart


@HOOKS.modify("targetable", ORGANISM, stage="cap")
@HOOKS.modify("replaceable", ORGANISM, stage="cap")
def _never_these(_game: Game, _: str, victims: list[str]) -> list[str]:
    return [victim for victim in victims if victim not in EXPOSED]


@HOOKS.modify("may_save", ORGANISM, stage="cap")
@HOOKS.modify("may_board", ORGANISM, stage="cap")
def _not_before_a_test(_game: Game, _: str, may: bool, victim: str) -> bool:
    return may and victim not in EXPOSED


@HOOKS.modify("panicking", ORGANISM)
def _always_panic(game: Game, _: str, scared: list[str]) -> list[str]:
    """Every Panic phase, deaths or not, wherever they are (RULING O-09)."""
    return [*scared, *(victim for victim in exposed(game) if victim not in scared)]


@HOOKS.modify("may_win", ORGANISM, stage="cap")
def _all_must_be_known(game: Game, _: str, may: bool) -> bool:
    """Every Exposed Victim must be tested before the game is won (RULING O-14)."""
    return may and not exposed(game)


@HOOKS.react("instead_of_death", *EXPOSED)
def _killed_is_tested(game: Game, card: str, victim: str, by: str) -> bool:
    """A SAFE one was an ordinary Victim and truly dies; an ASSIMILATED one shows itself."""
    if victim != card:
        return False
    named, space = game.state.born, game.state.victims[victim]
    if examine(game, victim) == SAFE:
        if game.state.born > named:
            kill_victim(game, f"v{game.state.born}", by)
        else:
            _dies_as_it_is(game, victim, space, by)
    judge(game, girl_dead=False)
    return True


def _dies_as_it_is(game: Game, victim: str, space: str, by: str) -> None:
    """A SAFE one that was killed is dead also where the supply has no yellow figure left to take its place."""
    game.tell(VictimAdded(victim, space))
    game.tell(VictimDied(victim, by, space))
    game.react("after_victim_dies", victim, by)
    raise_bloodlust(game, 1, by)


# --- tests


def examine(game: Game, victim: str) -> str:
    """Draw a Test Results card for an Exposed Victim and apply it. Returns `safe` or `assimilated`.

    With none left the ASSIMILATED one that is being resolved for another Exposed Victim counts again.
    """
    result = decks.draw_top(game, RESULTS) if decks.size(game, RESULTS) else ASSIMILATED
    game.tell(CardShown(result, "test-result"))
    game.handle(result, "resolve", victim)
    return base(result)


@HOOKS.react("resolve", SAFE)
def _safe(game: Game, result: str, victim: str) -> None:
    game.tell(CardDone(result, "game"))
    clear(game, victim)


@HOOKS.react("resolve", ASSIMILATED)
def _assimilated(game: Game, result: str, victim: str) -> None:
    """The card is shuffled back at the end, even where the Organism's first effects end the phase."""
    try:
        assimilate(game, victim)
    except PhaseEnded:
        _shuffle_back(game, result)
        raise
    _shuffle_back(game, result)


def _shuffle_back(game: Game, result: str) -> None:
    if result in game.state.resolving:
        game.tell(CardDone(result, RESULTS))
        decks.shuffle(game, RESULTS, [result])


def assimilate(game: Game, victim: str) -> None:
    """An Organism takes the Exposed Victim's place and catches up with Bloodlust."""
    catch_up(game, reveal(game, victim))


def clear(game: Game, victim: str) -> None:
    """The Exposed Victim is an ordinary Victim from now on."""
    space = game.state.victims[victim]
    game.tell(VictimRemoved(victim))
    if add_victims(game, space, 1):
        game.react("after_replaced", victim, f"v{game.state.born}")


def examine_living(game: Game, victim: str) -> None:
    """A test of a living one; with the last of them known the game may be won."""
    examine(game, victim)
    judge(game, girl_dead=False)


# --- where tests come from


@HOOKS.react("after_search", ORGANISM)
def _take_kit(game: Game, _: str, deck: str, item: str | None) -> None:
    """Taking an Item by a Search, she may also take the Test Kit that lies there (O-12)."""
    kit = next((k for k, space in game.state.tokens.items() if base(k) == KIT and space == deck), "")
    if item and kit and deck in item_decks(game) and game.choose("test-kit", [f"take:{kit}", "leave"]) != "leave":
        game.tell(TokenRemoved(kit))
        gain_item(game, kit)


@HOOKS.react("offer_action", KIT)
def _may_use_kit(game: Game, card: str) -> list[str]:
    """One of several kits is offered; copies are alike."""
    mine = held(game, KIT)
    return _testable(game) if mine[:1] == [card] else []


def _testable(game: Game) -> list[str]:
    return [victim for victim in at(game, game.state.girl.at) if victim in EXPOSED]


@HOOKS.react("use", KIT)
def _use_kit(game: Game, card: str, victim: str) -> None:
    lose_item(game, card)
    examine_living(game, victim)


@HOOKS.react("offer_action", ORGANISM)
def _may_use_lab(game: Game, _: str) -> list[str]:
    """In the Lab a test costs nothing at all."""
    return _testable(game) if game.state.girl.at == lab(game) else []


@HOOKS.react("use", ORGANISM)
def _use_lab(game: Game, _: str, victim: str) -> None:
    examine_living(game, victim)
