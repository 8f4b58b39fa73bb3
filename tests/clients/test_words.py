"""The words: both languages are complete and fit each other; everything the server can say has a sentence."""

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from clients.terminal.sentences import Sentences
from clients.terminal.words import Words
from engine.cards.notation import WORDS
from engine.core.achievements import all_achievements
from engine.core.compose import Setup
from engine.core.content import load
from engine.core.facts import Fact
from engine.core.table import Table
from protocol.errors import CLOSES, ERRORS
from server.http.content import content_part
from server.views.parts import film

CLIENTS = Path(__file__).parents[2] / "clients"
ENGLISH = json.loads((CLIENTS / "words" / "en.json").read_text())
GERMAN = json.loads((CLIENTS / "words" / "de.json").read_text())
SHOWN = ("fact.", "decision.", "option.", "effect.")


def facts(kind: type = Fact) -> list[type]:
    """All kinds of facts, those of the films included, without what other tests made up."""
    found = [one for sub in kind.__subclasses__() for one in (sub, *facts(sub))]
    return [one for one in found if one.__module__.startswith("engine.")]


def slots(text: str) -> set[str]:
    """Names of the arguments of a sentence."""
    return set(re.findall(r"\{([a-z_]+)[?|+}-]", text))


def test_both_languages_have_the_same_keys_and_arguments() -> None:
    """German says everything English says, with the same arguments."""
    assert ENGLISH.keys() == GERMAN.keys()
    different = {key for key in ENGLISH if slots(GERMAN[key]) - slots(ENGLISH[key])}
    assert different == set()
    assert [key for key in ENGLISH if ENGLISH[key].count("{") != ENGLISH[key].count("}")] == []
    assert [key for key in GERMAN if GERMAN[key].count("{") != GERMAN[key].count("}")] == []


def test_german_is_german() -> None:
    """Hardly a sentence is the same in both languages."""
    same = [key for key, text in GERMAN.items() if text == ENGLISH[key] and len(text) > 12 and "{" not in text]
    assert len(same) < 5, same


def test_every_hint_and_rule_button_opens_a_rule() -> None:
    """The page's table names rules that have a title and a text, for decisions there are and each one with a hint."""
    table = re.search(r"RULES = \{(.*?)\};", (CLIENTS / "web" / "hints.js").read_text(), re.DOTALL)
    assert table is not None
    rules = dict(re.findall(r'"?([a-z-]+)"?: "([a-z-]+)"', table[1]))
    assert {f"decision.{kind}" for kind in rules} <= ENGLISH.keys()
    assert {key.removeprefix("hint.") for key in ENGLISH if key.startswith("hint.")} <= rules.keys()
    assert {f"rule.{rule}{part}" for rule in rules.values() for part in ("", ".title")} <= ENGLISH.keys()


def test_every_fact_has_a_sentence_with_its_own_arguments() -> None:
    """A fact that nobody has words for would be shown as raw data."""
    load()
    kinds = {kind.__name__: {field.name for field in msgspec.structs.fields(kind)} for kind in facts()}
    missing = [name for name in kinds if f"fact.{name}" not in ENGLISH]
    assert missing == []
    for name, fields in kinds.items():
        assert slots(ENGLISH[f"fact.{name}"]) <= fields | {"girl"}, name


def test_every_effect_error_and_closing_has_words() -> None:
    """Effects of all cards, refusals, reasons for closing."""
    load()
    assert [name for name in WORDS if f"effect.{name}" not in ENGLISH and name not in ("KA",)] == []
    assert [code for code in ERRORS if f"error.{code}" not in ENGLISH] == []
    assert [
        close.number for close in CLOSES.values() if not close.reconnect and f"close.{close.number}" not in ENGLISH
    ] == []


@pytest.mark.parametrize("folder", ["engine/rules", "engine/films"])
def test_every_question_has_words(folder: str) -> None:
    """Whatever the rules ask, the panel has a heading for it."""
    source = "".join(path.read_text() for path in sorted((CLIENTS.parent / folder).rglob("*.py")))
    kinds = set(re.findall(r'\.choose\(\s*"([a-z-]+)"', source))
    assert [kind for kind in sorted(kinds) if f"decision.{kind}" not in ENGLISH] == []


def test_every_word_the_page_asks_for_exists() -> None:
    """Literal keys in the client's modules."""
    wanted: set[str] = set()
    for path in sorted((CLIENTS / "web").rglob("*.js")):
        if "vendor" not in path.parts:
            wanted |= set(re.findall(r'word\(\s*"([a-z]+\.[A-Za-z_.-]+)"', path.read_text()))
    assert [key for key in sorted(wanted) if key not in ENGLISH] == []
    assert len(wanted) > 100


def test_german_prose_is_for_what_is_there() -> None:
    """Texts of cards, girls, killers, locations and achievements: none for what is gone, few missing."""
    content = load()
    parts = [face for film in content.films.values() for face in (film.killer, film.location) if face]
    wanted = {card.face.text for card in content.cards.values()} | {face.text for face in parts}
    wanted |= {girl.ultimate for film in content.films.values() for girl in film.girls.values()}
    wanted |= {one.text for all_of_film in all_achievements().values() for one in all_of_film}
    wanted -= {""}
    german = json.loads((CLIENTS / "words" / "de.texts.json").read_text())
    assert sorted(german.keys() - wanted) == []
    assert len(wanted - german.keys()) < 20, sorted(wanted - german.keys())


def test_every_end_has_words() -> None:
    """However a game ends, the page says why."""
    ends = set()
    for path in sorted((CLIENTS.parent / "engine").rglob("*.py")):
        for why in re.findall(r'end_game\(game, .*?("[a-z-]+"|[A-Z_]+)\)$', path.read_text(), re.MULTILINE):
            module = import_module(".".join(path.relative_to(CLIENTS.parent).with_suffix("").parts))
            ends.add(why.strip('"') if '"' in why else getattr(module, why))
    assert len(ends) > 5
    assert [why for why in sorted(ends) if f"outcome.{why}" not in ENGLISH] == []


@cache
def played() -> list[Table]:
    """A game of every Killer at every location, two hundred answers at random."""
    content, tables = load(), []
    for number, (killer, location) in enumerate((k, place) for k in content.killers() for place in content.locations()):
        dice = random.Random(number)
        tables.append(Table.new(content, Setup(killer, location, "ava"), f"g{number}", bytes([number]) * 32))
        for _ in range(200):
            if (request := tables[-1].request) is None:
                break
            tables[-1].answer(dice.choice(request.options), tables[-1].number)
    return tables


def remembered() -> Iterator[str]:
    """Keys of what the films remember in the open."""
    for table in played():
        yield from film(table.state, table.rules)


def test_everything_that_films_remember_is_drawn_or_said() -> None:
    """A countdown, passengers, locks: each has a strip beside the board or a word of its own."""
    strips = (CLIENTS / "web" / "table" / "strips.js").read_text()
    drawn = set(re.findall(r'"([a-z.-]+)"', strips[strips.index("DRAWN") : strips.index("]);")]))
    assert [key for key in sorted(set(remembered())) if key not in drawn and f"film.{key}" not in ENGLISH] == []


def test_every_reason_has_a_title() -> None:
    """Behind each line of the log stands a card or a rule with a title and a text."""
    steps = {f"rule.{step.name}" for table in played() for step in table.rules.steps}
    causes = {str(getattr(fact, "because", "")) for table in played() for fact in table.facts}
    wanted = steps | {cause for cause in causes if cause.startswith("rule.")}
    assert [key for key in sorted(wanted) if key not in ENGLISH or f"{key}.title" not in ENGLISH] == []


def test_no_sentence_is_left_open() -> None:
    """Facts of whole games, said in both languages: no empty argument leaves a hole, no mark stands twice."""
    for words in (Words("en"), Words("de")):
        for table in played():
            setup = {"killer": table.header.killer, "girl": table.header.girl}
            reader = Sentences(words, content_part(table.content), {}, setup)
            said = {reader.fact({"fact": type(fact).__name__, **msgspec.to_builtins(fact)}) for fact in table.facts}
            wrong = [one for one in said if re.search(r" [.,!?]|[?!]\.$|\.{4}|  |\{|\}|undefined|[+−]0", one)]
            assert wrong == []
