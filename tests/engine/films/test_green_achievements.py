"""The twenty achievements of The Green Terror: some by hand, all of them over random games."""

from engine.bots.simulate import play_game, random_policy
from engine.core.achievements import Story, achievements
from engine.core.compose import Setup
from engine.core.facts import Fact, GameEnded
from engine.films.the_green_terror.achievements import guesses
from tests.engine.films.test_green_pesadilla import jungle
from tests.support.boards import content
from tests.support.table import Table

FOUND = {achievement.id: achievement for achievement in achievements("the_green_terror")}


def story(table: Table, *more: Fact) -> Story:
    return Story(table.rules.setup, [*table.facts(), *more])


def earned(name: str, *stories: Story) -> bool:
    return FOUND[name].earned(list(stories))


def test_there_are_twenty() -> None:
    """Ten for each half of the film."""
    halves = [achievement.half for achievement in FOUND.values()]
    assert (halves.count("volkar"), halves.count("pesadilla-verde")) == (10, 10)


def test_upgrades_and_knives() -> None:
    """All eight Upgrades; 4 damage with two Bowie Knives."""
    rest = ("attack-2", "damage", "friendly-fire", "move-2", "range")
    assert earned("pesadilla-all-upgrades", story(jungle(*rest).resolve("unlock")))
    assert not earned("pesadilla-all-upgrades", story(jungle().resolve("unlock", "unlock:damage")))


def test_piranhas_bite() -> None:
    """An Enemy in the water."""
    table = jungle().killer(at="upper-river").dice(5).draw_event("piranhas")
    assert earned("pesadilla-piranhas", story(table))


def test_by_order() -> None:
    """Soldiers take the last health."""
    table = jungle("friendly-fire").killer(at="cave", health=1, token="white").victims(cave=4)
    table.act("use:soldiers:attack-1:cave")
    assert not earned("pesadilla-by-order", story(jungle()))
    assert earned("pesadilla-by-order", story(table))


def test_winning() -> None:
    """Wins count by location, killer and mode."""
    end = GameEnded(True, "killer-dead")
    table = jungle(extreme=True)
    assert earned("pesadilla-win", story(table, end))
    assert earned("pesadilla-alone", story(table, end))
    assert not earned("volkar-extreme", story(table, end))
    hers = Story(Setup("volkar", "pesadilla-verde", "alois", extreme=True), [end])
    assert all(earned(f"volkar-{name}", hers) for name in ("at-home", "extreme", "before-finale", "never-attacked"))
    assert not earned("volkar-five-places", hers)


def test_they_can_be_asked_of_any_game() -> None:
    """Predicates hold over whole records, facts of all films included."""
    everything = content()
    for number, killer in enumerate(k for k in everything.killers() if k != "tkiller"):
        setup = Setup(killer, "pesadilla-verde", "dakota")
        game = play_game(everything, setup, f"story {number}", random_policy(f"story {number}")).game
        told = Story(setup, game.facts)
        assert isinstance([FOUND[name].earned([told]) for name in FOUND], list)


def test_guesses_are_found() -> None:
    """A right guess in a random game is a hit; a wrong one is not."""
    everything = content()
    hits = []
    for number in range(40):
        setup = Setup("volkar", "pesadilla-verde", "alois")
        game = play_game(everything, setup, f"guess {number}", random_policy(f"guess {number}")).game
        hits += [guess.hit for guess in guesses(Story(setup, game.facts))]
    assert True in hits
    assert False in hits
