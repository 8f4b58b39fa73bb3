"""Card faces, boards and set-ups as they stand in the films' files, decoded and checked when they are loaded.

Every error names file, card, key and what was expected. A folder of a player's own cards (`--content DIR`) may
replace faces by id. This is the engine's one place that reads files.
"""

import hashlib
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct, field

from engine.cards.notation import Lines, parse
from engine.core.errors import ContentError

FILMS = Path(__file__).parent.parent / "films"
CORE_CARDS = Path(__file__).parent.parent / "cards"

Provenance = Literal["rulebook", "reported", "reconstructed"]
KINDS = (
    "action",
    "terror",
    "event",
    "item",
    "crafted",
    "supply",
    "finale",
    "epic-finale",
    "dark-power",
    "epic-dark-power",
    "minor-dark-power",
    "special-victim",
    "affliction",
    "ambush",
    "movement",
    "test-result",
    "maintenance",
    "other",
)


Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """How an Item modifies an attack: range in spaces (lowest, highest), damage added, for which Action cards."""

    damage: int = 0
    range: tuple[int, int] = (0, 0)
    only: tuple[str, ...] = ()
    """Names of the Action cards it may modify; empty for all."""


class Face(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card as written in a file."""

    name: str
    provenance: Provenance
    copies: Count = 1
    cost: int = 0
    reaction: bool = False
    effect: str = ""
    """What happens when it is resolved (Terror, Event) or revealed (Finale, Dark Power)."""
    rows: dict[str, str] = {}
    """Result rows of an Action card by number of successes: 3, 2, 1, 0."""
    action: str = ""
    """The Killer Action of a Finale."""
    stays: bool = False
    """An Event that stays in play after its effect."""
    hands: Count = 0
    uses: Count = 0
    weapon: Weapon | None = None
    discard: str = ""
    """What an Item does when discarded in the Action phase."""
    health: Count = 0
    """Health of a Minor Dark Power."""
    needs: tuple[str, ...] = ()
    """What crafting takes, by card name ids."""
    time: int = 0
    text: str = ""
    """What it does beyond its icons, in this project's own words."""
    values: dict[str, Any] = {}
    """Numbers and lists of a kind of its own (Ambush sides, Movement cards ...)."""


class Card(Struct, frozen=True, kw_only=True):
    """A card with its effects decoded. `id` is its slug; copies share it (`knife#2` is a copy of `knife`)."""

    id: str
    kind: str
    film: str
    part: str
    """The half of the film it belongs to: killer, location or girls (core for the core box)."""
    face: Face
    effect: Lines = ()
    rows: dict[int, Lines] = field(default_factory=dict)
    action: Lines = ()
    discard: Lines = ()
    attacks: bool = False
    """Whether a row shows damage."""


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Bloodlust track."""

    attack: int
    move: int = 0
    effect: str = ""


class BodyDef(Struct, frozen=True, forbid_unknown_fields=True):
    """One Killer figure with its starting health."""

    id: str
    name: str
    health: int
    status: str = "up"
    """How it starts: up, or away for one that comes later."""


class KillerDef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Killer board."""

    id: str
    name: str
    provenance: Provenance
    horror: int
    bodies: tuple[BodyDef, ...]
    track: tuple[Row, ...]
    beyond: str
    start_action: str
    terror_cards: int = 10
    placed: bool = True
    """Whether its figures start on the Setup card's space."""
    film: str = ""
    text: str = ""


class LocationDef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A location: its Item decks stand at these spaces."""

    id: str
    name: str
    provenance: Provenance
    item_decks: tuple[str, ...]
    film: str = ""
    actions: dict[str, int] = {}
    """Film-specific Action cards that join the tableau, with copies."""
    text: str = ""


class GirlDef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Final Girl: rescue places with their rewards, the reward for every further rescue, the ultimate."""

    id: str
    name: str
    provenance: Provenance
    health: int
    places: tuple[str, ...]
    after: str
    bonus: str
    """Id of her personal Item."""
    ultimate: str
    """What her ultimate does, in this project's own words."""
    film: str = ""


class SetupDef(Struct, frozen=True, kw_only=True):
    """A Setup card of a location."""

    name: str
    girl: str
    killer: str
    victims: dict[str, int]
    idea: str = ""
    provenance: Provenance = "reconstructed"
    extra: dict[str, Any] = {}


class Film(Struct):
    """All content of one film."""

    id: str
    killer: KillerDef | None = None
    location: LocationDef | None = None
    girls: dict[str, GirlDef] = field(default_factory=dict)
    board: dict[str, Any] = field(default_factory=dict)
    setups: dict[str, SetupDef] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)


class Content(Struct):
    """Everything that can be played: films, and cards by id."""

    films: dict[str, Film] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)
    digest: str = ""

    def killers(self) -> dict[str, Film]:
        """Killer id to its film."""
        return {film.killer.id: film for film in self.films.values() if film.killer}

    def locations(self) -> dict[str, Film]:
        """Location id to its film."""
        return {film.location.id: film for film in self.films.values() if film.location}

    def girls(self) -> dict[str, Film]:
        """Girl id to her film."""
        return {girl: film for film in self.films.values() for girl in film.girls}


def copies(card: Card) -> list[str]:
    """Ids of the copies of a card."""
    number = card.face.copies
    return [card.id] if number == 1 else [f"{card.id}#{i + 1}" for i in range(number)]


def load(folder: Path | None = None) -> Content:
    """Load the films that ship with the project, then a folder of faces over them. Raises ContentError."""
    import engine.rules.words  # noqa: F401  registers the core's effect words
    from engine.core.compose import import_films

    import_films()
    content = Content()
    seen = hashlib.sha256()
    _load_cards(content, "core", CORE_CARDS / "actions.toml", seen)
    for path in sorted(p for p in FILMS.iterdir() if (p / "__init__.py").exists()):
        content.films[path.name] = _load_film(content, path, seen)
    if folder is not None:
        _load_own(content, folder, seen)
    content.digest = seen.hexdigest()[:16]
    return content


def read(path: Path, seen: Any = None) -> dict[str, Any]:
    """A TOML file as a dict. Raises ContentError."""
    try:
        data = path.read_bytes()
        if seen is not None:
            seen.update(data)
        return tomllib.loads(data.decode())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ContentError(str(path), "-", "-", "a readable TOML file", str(error)) from None


def _convert(value: Any, kind: Any, path: Path, card: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at ")
        raise ContentError(path.name, card, where.strip("`$.") or "-", message, _short(value)) from None


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) < 80 else text[:77] + "..."


def _load_film(content: Content, path: Path, seen: Any) -> Film:
    film = Film(path.name)
    for file in sorted(path.glob("*.toml")):
        if file.name == "board.toml":
            film.board = read(file, seen)
        elif file.name == "setups.toml":
            film.setups = _load_setups(file, seen)
        else:
            cards, data = _load_cards(content, film.id, file, seen)
            film.cards |= cards
            _load_boards(film, data, file)
    return film


def _load_boards(film: Film, data: dict[str, Any], file: Path) -> None:
    if "killer" in data:
        film.killer = _convert({**data["killer"], "film": film.id}, KillerDef, file, "killer")
        for row in (*film.killer.track, Row(0, 0, film.killer.beyond)):
            parse(row.effect, file.name, "killer", "track")
    if "location" in data:
        film.location = _convert({**data["location"], "film": film.id}, LocationDef, file, "location")
    for girl, face in data.get("girls", {}).items():
        made = _convert({**face, "id": girl, "film": film.id}, GirlDef, file, girl)
        for reward in (*made.places, made.after):
            parse(reward, file.name, girl, "places")
        film.girls[girl] = made


def _load_setups(file: Path, seen: Any) -> dict[str, SetupDef]:
    setups = {}
    for name, face in read(file, seen).items():
        known = {f: face[f] for f in SetupDef.__struct_fields__ if f in face}
        extra = {key: value for key, value in face.items() if key not in known}
        setups[name] = _convert({**known, "extra": extra}, SetupDef, file, name)
    return setups


def _load_cards(content: Content, film: str, file: Path, seen: Any) -> tuple[dict[str, Card], dict[str, Any]]:
    data = read(file, seen)
    cards: dict[str, Card] = {}
    for kind, faces in data.items():
        if kind in ("killer", "location", "girls"):
            continue
        if kind not in KINDS:
            raise ContentError(file.name, kind, "-", f"a kind of card ({', '.join(KINDS)})", kind)
        for name, face in faces.items():
            if name in content.cards:
                raise ContentError(file.name, name, "-", "an id of its own", "one that another card has")
            content.cards[name] = cards[name] = decode_card(name, kind, film, face, file)
    return cards, data


def _load_own(content: Content, folder: Path, seen: Any) -> None:
    if not folder.is_dir():
        raise ContentError(str(folder), "-", "-", "a folder", "none")
    for file in sorted(folder.rglob("*.toml")):
        for kind, faces in read(file, seen).items():
            if not isinstance(faces, dict):
                raise ContentError(file.name, kind, "-", "a table of cards by id", faces)
            for name, face in faces.items():
                old = content.cards.get(name)
                if old is None or old.kind != kind:
                    raise ContentError(file.name, name, "-", f"the id of a card of kind {kind} to replace", name)
                new = msgspec.structs.replace(decode_card(name, kind, old.film, face, file), part=old.part)
                content.cards[name] = new
                if old.film in content.films:
                    content.films[old.film].cards[name] = new


def decode_card(name: str, kind: str, film: str, data: Any, file: Path) -> Card:
    """One face from a file, its effect texts parsed."""
    face: Face = _convert(data, Face, file, name)
    where = (file.name, name)
    if wrong := face.rows.keys() - {"0", "1", "2", "3"}:
        raise ContentError(*where, "rows", "numbers of successes from 0 to 3", min(wrong))
    rows = {int(number): parse(text, *where, f"rows.{number}") for number, text in face.rows.items()}
    return Card(
        id=name,
        kind=kind,
        film=film,
        part="core" if film == "core" else file.stem,
        face=face,
        effect=parse(face.effect, *where, "effect"),
        rows=rows,
        attacks=any(effect.word == "dmg" for lines in rows.values() for line in lines for effect in line),
        action=parse(face.action, *where, "action"),
        discard=parse(face.discard, *where, "discard"),
    )
