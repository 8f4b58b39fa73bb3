"""The words: both languages are complete and fit each other; everything the server can say has a sentence."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from engine.cards.notation import WORDS
from engine.core.content import load
from engine.core.facts import Fact
from protocol.errors import CLOSES, ERRORS

CLIENTS = Path(__file__).parents[2] / "clients"
ENGLISH = json.loads((CLIENTS / "words" / "en.json").read_text())
GERMAN = json.loads((CLIENTS / "words" / "de.json").read_text())
SHOWN = ("fact.", "decision.", "option.", "effect.")


def facts(kind: type = Fact) -> list[type]:
    """All kinds of facts, those of the films included, without what other tests made up."""
    load()
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


def test_every_fact_has_a_sentence_with_its_own_arguments() -> None:
    """A fact that nobody has words for would be shown as raw data."""
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
