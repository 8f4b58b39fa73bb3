"""Card faces are checked when they are loaded; a folder of one's own faces goes over them by id."""

from pathlib import Path

import pytest

from engine.cards.notation import Effect, parse
from engine.core.content import load
from engine.core.errors import ContentError


def own(folder: Path, text: str) -> Path:
    """A folder with one file of faces."""
    (folder / "mine.toml").write_text(text)
    return folder


def test_own_faces_replace_ours_by_id(tmp_path: Path) -> None:
    """A player's printed face takes the place of a reconstruction; the rest stays."""
    text = '[terror.go-away]\nname = "Mine"\nprovenance = "reported"\neffect = "H+1; EV"\n'
    mine, ours = load(own(tmp_path, text)), load()
    assert mine.cards["go-away"].face.name == "Mine"
    assert mine.cards["go-away"].effect == ((Effect("H+", 1), Effect("EV")),)
    assert mine.cards["go-away"].part == ours.cards["go-away"].part
    assert mine.cards.keys() == ours.cards.keys()
    assert mine.digest != ours.digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[terror.go-away]\nname = "X"\nprovenance = "reported"\neffect = "H+1; sing"\n',
            ["mine.toml", "go-away", "effect", "sing"],
        ),
        ('[terror.go-away]\nname = "X"\nprovenance = "guessed"\n', ["mine.toml", "go-away", "provenance"]),
        ('[terror.go-away]\nname = "X"\nprovenance = "reported"\ncolour = 3\n', ["mine.toml", "go-away", "colour"]),
        ('[terror.no-such-card]\nname = "X"\nprovenance = "reported"\n', ["mine.toml", "no-such-card", "to replace"]),
        ('[event.go-away]\nname = "X"\nprovenance = "reported"\n', ["mine.toml", "go-away", "kind event"]),
        (
            '[action.walk]\nname = "X"\nprovenance = "reported"\nrows = {a = "move 1"}\n',
            ["mine.toml", "walk", "rows", "0 to 3", "a"],
        ),
        ('[terror.go-away]\nname = "X"\nprovenance = "reported"\ncopies = -1\n', ["mine.toml", "go-away", "copies"]),
        ('[terror.go-away]\nname = "X"\nprovenance = "reported"\ncopies = 100000\n', ["mine.toml", "copies"]),
        ("[terror.go-away\n", ["mine.toml", "readable TOML"]),
        ("[terror]\ngo-away = 3\n", ["mine.toml", "go-away"]),
        ("terror = 3\n", ["mine.toml", "terror"]),
    ],
)
def test_a_wrong_face_is_named(tmp_path: Path, text: str, said: list[str]) -> None:
    """File, card, key and what was expected, in the message; nothing is loaded."""
    with pytest.raises(ContentError) as error:
        load(own(tmp_path, text))
    for part in said:
        assert part in str(error.value)


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    """A folder that does not exist is said, not passed over."""
    with pytest.raises(ContentError, match="a folder"):
        load(tmp_path / "nowhere")


def test_notation() -> None:
    """Effects left to right, alternatives, numbers and arguments."""
    assert parse("T-1; H+2 | near mv atk", "f", "c", "k") == (
        (Effect("T-", 1), Effect("H+", 2)),
        (Effect("KA", 0, ("near", "mv", "atk")),),
    )
    assert parse("", "f", "c", "k") == ()


def test_every_card_says_where_it_comes_from() -> None:
    """Provenance is part of every face."""
    assert {card.face.provenance for card in load().cards.values()} <= {"rulebook", "reported", "reconstructed"}
