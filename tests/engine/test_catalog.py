"""The catalog of the content: checked, counted, documented."""

import ast
import re
from pathlib import Path

import pytest

from engine.cards.notation import WORDS, parse
from engine.core.catalog import check, does_something, missing, plain, report, words_table
from engine.core.content import load
from server.cli import main

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = ROOT / "docs" / "content.md"
BETWEEN = re.compile(r"(?<=<!-- words -->\n).*(?=<!-- /words -->)", re.DOTALL)
CONTENT = load()


def test_every_effect_word_is_documented(request: pytest.FixtureRequest) -> None:
    """docs/content.md holds the table of all words as the code has them; `make goldens` writes it."""
    text = DOCUMENT.read_text()
    fresh = BETWEEN.sub(lambda _: f"\n{words_table()}\n\n", text)
    if request.config.getoption("--goldens"):
        DOCUMENT.write_text(fresh)
    assert fresh == text or request.config.getoption("--goldens"), "make goldens writes the table anew"


@pytest.mark.parametrize("name", sorted(WORDS))
def test_a_word_has_an_example_and_a_sentence(name: str) -> None:
    """The example is read as the word itself; the sentence is the docstring."""
    word = WORDS[name]
    ((effect,),) = parse(word.example, "docs", name, "example")
    assert effect.word == name
    assert (word.run.__doc__ or "").strip()


def test_content_is_sound() -> None:
    """Every reference of every film leads somewhere."""
    assert [str(problem) for problem in check()] == []


def test_nothing_is_missing_of_a_knock_at_the_door() -> None:
    """Names and numbers are those of the sources, and every card does something."""
    assert [lack for lack in missing(CONTENT) if lack["film"] == "knock_at_the_door"] == []


def test_report() -> None:
    """Cards by film and kind with copies, by provenance, and what is missing."""
    found = report(CONTENT)
    cards = found["cards"]["knock_at_the_door"]
    assert cards["terror"] + cards["minor-dark-power"] == 16 + 8
    assert (cards["finale"], cards["epic-finale"], cards["dark-power"], cards["epic-dark-power"]) == (3, 1, 3, 1)
    assert (cards["event"], cards["setup"], cards["item"], cards["crafted"], cards["supply"]) == (10, 5, 16 + 2, 10, 4)
    assert found["cards"]["core"]["action"] == 23
    assert set(found["by_provenance"]) == {"rulebook", "reported", "reconstructed"}


def test_a_card_without_effect_is_missing(tmp_path: Path) -> None:
    """A face that does nothing is named, so is one whose number is not that of the sources."""
    face = '[crafted.spear]\nname = "Spear"\nprovenance = "reported"\ncopies = 2\n'
    (tmp_path / "mine.toml").write_text(face)
    lacks = [lack["why"] for lack in missing(load(tmp_path)) if lack["card"] == "Spear"]
    assert lacks == ["no effect", "1 expected, 2 found"]
    assert does_something(CONTENT.cards["spear"], set())


def test_names_are_compared_without_signs() -> None:
    """Sources differ in case, signs and spaces."""
    assert plain("You're Gonna Die!") == plain("you re gonna die")


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`content check` fails on a wrong folder and says where; `content report` prints one object."""
    (tmp_path / "mine.toml").write_text('[terror.go-away]\nname = "X"\nprovenance = "reported"\neffect = "sing"\n')
    assert main(["content", "check", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert all(part in said for part in ("mine.toml", "go-away", "effect", "sing"))
    assert main(["content", "check", str(tmp_path / "nowhere")]) == 1
    assert main(["content", "report", "--json"]) == 0
    assert '"missing"' in capsys.readouterr().out


CALLS = {"react", "modify", "instead", "handle", "reactions"}


def moments(path: Path) -> tuple[set[str], set[str]]:
    """Moments that a file registers functions for, and moments that it calls."""
    tree = ast.parse(path.read_text())
    decorators = {
        id(call)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for call in node.decorator_list
        if isinstance(call, ast.Call)
    }
    given: set[str] = set()
    called: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in CALLS:
            words = [str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)]
            if id(node) in decorators:
                given.update(words[:1])
            else:
                called.update(words)
    return given, called


def test_every_moment_is_asked_for() -> None:
    """A function registered for a moment that nobody calls would never run: the moment's name is spelled wrong."""
    found = [moments(path) for path in (ROOT / "engine").rglob("*.py")]
    given = set().union(*(registered for registered, _ in found))
    called = set().union(*(asked for _, asked in found))
    assert sorted(given - called) == []
