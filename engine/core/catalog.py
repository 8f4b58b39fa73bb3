"""What the content consists of: checked against itself, counted, and compared with the manifest of the sources.

`engine/films/manifest.toml` lists names and numbers of cards that the sources name, by film, half and kind.
"""

from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.cards.notation import WORDS, Word
from engine.core.board import decode_board
from engine.core.content import FILMS, Card, Content, Film, load, read
from engine.core.errors import ContentError

MANIFEST = FILMS / "manifest.toml"
BY_RULE = ("close-call",)
"""Cards of the core box that a chapter of the rules knows by name."""
EFFECTLESS = ("other", "supply")
"""Kinds that need no effect: tokens, ingredients."""
Missing = dict[str, str]


def check(folder: Path | None = None) -> list[ContentError]:
    """Load everything, a folder of a player's own faces included, and look for references that lead nowhere."""
    try:
        content = load(folder)
    except ContentError as error:
        return [error]
    problems = [problem for film in content.films.values() for problem in _check_film(content, film)]
    return problems + _check_hooks(content)


def _check_film(content: Content, film: Film) -> list[ContentError]:
    problems = []
    for card in film.cards.values():
        for need in card.face.needs:
            if need not in content.cards:
                problems.append(ContentError(f"{card.part}.toml", card.id, "needs", "the id of a card", need))
    for girl in film.girls.values():
        if girl.bonus not in content.cards:
            problems.append(ContentError("girls.toml", girl.id, "bonus", "the id of an Item", girl.bonus))
    return problems + _check_places(film)


def _check_places(film: Film) -> list[ContentError]:
    if film.location is None:
        return []
    spaces = decode_board(film.board).spaces
    named = [("location.toml", film.location.id, "item_decks", space) for space in film.location.item_decks]
    for name, setup in film.setups.items():
        named += [("setups.toml", name, "girl", setup.girl), ("setups.toml", name, "killer", setup.killer)]
        named += [("setups.toml", name, "victims", space) for space in setup.victims]
    return [ContentError(f, c, k, "a space of the board", space) for f, c, k, space in named if space not in spaces]


def _check_hooks(content: Content) -> list[ContentError]:
    known = {"core", "rulings", *content.cards, *content.killers(), *content.locations(), *content.girls()}
    problems = []
    for film in content.films:
        for half in ("killer", "location", "girls"):
            for card in sorted(_hooked(film, half) - known):
                problems.append(ContentError(f"{film}/{half}.py", card, "hook", "the id of a card", card))
    return problems


def _hooked(film: str, half: str) -> set[str]:
    """Ids of everything that a half of a film has functions for."""
    if not (FILMS / film / f"{half}.py").exists():
        return set()
    hooks = getattr(import_module(f"engine.films.{film}.{half}"), "HOOKS", None)
    return hooks.cards() if hooks else set()


# --- counting


def report(content: Content) -> dict[str, Any]:
    """Cards by film and kind (copies counted), by provenance, and what is missing compared with the manifest."""
    kinds: dict[str, Counter[str]] = {}
    provenance: Counter[str] = Counter()
    for card in content.cards.values():
        kinds.setdefault(card.film, Counter())[card.kind] += card.face.copies
        provenance[card.face.provenance] += card.face.copies
    for film in content.films.values():
        boards = [b for b in (film.killer, film.location) if b is not None]
        for face in (*film.setups.values(), *film.girls.values(), *boards):
            provenance[face.provenance] += 1
        kinds.setdefault(film.id, Counter()).update(setup=len(film.setups), girl=len(film.girls))
    cards = {film: dict(sorted(found.items())) for film, found in kinds.items()}
    return {"cards": cards, "by_provenance": dict(sorted(provenance.items())), "missing": missing(content)}


def missing(content: Content) -> list[Missing]:
    """Cards that the manifest names and the content lacks, and cards that do nothing."""
    hooked = {
        card for film in content.films for half in ("killer", "location", "girls") for card in _hooked(film, half)
    }
    idle = [c for c in content.cards.values() if not does_something(c, hooked)]
    found = [_lack(card.film, card.part, card.kind, card.face.name, "no effect") for card in idle]
    for film, halves in read(MANIFEST).items():
        for half, kinds in halves.items():
            for kind, names in kinds.items():
                found += _compare(content, film, half, kind, names)
    return found


def does_something(card: Card, hooked: set[str]) -> bool:
    """Whether a card has an effect at all: icons, numbers of its own, or a function."""
    face = card.face
    icons = (card.effect, card.rows, card.action, card.discard, face.weapon, face.values)
    return any(icons) or card.id in hooked or card.id in BY_RULE or card.kind in EFFECTLESS or face.weapon is not None


def _compare(content: Content, film: str, half: str, kind: str, names: dict[str, int]) -> list[Missing]:
    there = _there(content, film, half, kind)
    lacks = []
    for name, number in names.items():
        found = there.get(plain(name), 0)
        if found != number:
            lacks.append(_lack(film, half, kind, name, f"{number} expected, {found} found"))
    return lacks


def _there(content: Content, film: str, half: str, kind: str) -> dict[str, int]:
    """Names (plain) of what a half of a film has of a kind, with copies."""
    found = content.films.get(film)
    if found is None:
        return {}
    if kind == "setup":
        return {plain(setup.name): 1 for setup in found.setups.values()}
    if kind == "girl":
        return {plain(girl.name): 1 for girl in found.girls.values()}
    cards = (card for card in found.cards.values() if card.kind == kind and card.part == half)
    return {plain(card.face.name): card.face.copies for card in cards}


def plain(name: str) -> str:
    """A name without case, signs and spaces, as sources differ in them."""
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def _lack(film: str, half: str, kind: str, card: str, why: str) -> Missing:
    return {"film": film, "half": half, "kind": kind, "card": card, "why": why}


# --- the notation as a table


def words_table() -> str:
    """Every effect word by chapter, as Markdown: how it is written, an example, what it does."""
    chapters: dict[str, list[Word]] = {}
    for found in WORDS.values():
        chapters.setdefault(found.run.__module__, []).append(found)
    return "\n\n".join(_chapter(module, chapters[module]) for module in sorted(chapters, key=_core_first))


def _core_first(module: str) -> tuple[bool, str]:
    return ".films." in module, module


def _chapter(module: str, words: list[Word]) -> str:
    where = module.removeprefix("engine.").replace(".", "/") + ".py"
    rows = [f"| `{_cell(w.example)}` | {w.name} | {_cell(_sentence(w))} |" for w in words]
    return "\n".join([f"### `engine/{where}`", "", "| example | word | effect |", "|---|---|---|", *rows])


def _sentence(found: Word) -> str:
    return " ".join((found.run.__doc__ or "").split())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
