"""Words by key, as in the browser: `{to}` an argument, `{n|one|# many}` by number, `{how?a:x|b:y|else}` by value,
`{by+}` with its sign, `{by-}` without. See `clients/web/words.js`."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

Args = dict[str, Any]
Namer = Callable[[str], str]
FOLDER = Path(__file__).parent.parent / "words"


class Words:
    """One language, English where it has no word."""

    def __init__(self, language: str = "en") -> None:
        self.table: dict[str, str] = json.loads((FOLDER / "en.json").read_text())
        if language != "en":
            self.table |= json.loads((FOLDER / f"{language}.json").read_text())

    def has(self, key: str) -> bool:
        """Whether a key has a sentence."""
        return key in self.table

    def say(self, key: str, args: Args | None = None, name: Namer | None = None) -> str:
        """The sentence of a key; one that nobody has written is shown as a name made from its last part."""
        text = self.table.get(key)
        return titled(key.partition(".")[2] or key) if text is None else fill(text, args or {}, name or titled)


def titled(slug: str) -> str:
    """A readable name made from a slug: `back-lawn` is "Back Lawn", `VictimMoved` is "Victim Moved"."""
    spaced = re.sub(r"([a-z])([A-Z])", r"\1 \2", re.sub(r"#\d+$", "", slug))
    return re.sub(r"(^|\s)\S", lambda found: found.group().upper(), re.sub(r"[-_.:]+", " ", spaced).strip())


def fill(text: str, args: Args, name: Namer) -> str:
    """A sentence with its slots filled."""
    out, at = "", 0
    while (begin := text.find("{", at)) >= 0:
        end = _matching(text, begin)
        out += text[at:begin] + _slot(text[begin + 1 : end], args, name)
        at = end + 1
    return out + text[at:]


def _matching(text: str, begin: int) -> int:
    depth = 0
    for at in range(begin, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if not depth:
            return at
    return len(text)


def _slot(inside: str, args: Args, name: Namer) -> str:
    choice, plural = inside.find("?"), inside.find("|")
    if choice > 0 and (plural < 0 or choice < plural):
        return _select(inside[:choice], inside[choice + 1 :], args, name)
    if plural > 0:
        return _number(inside[:plural], inside[plural + 1 :], args, name)
    sign = inside[-1:]
    value = args.get(inside[:-1] if sign in "+-" else inside)
    if isinstance(value, int) and not isinstance(value, bool):
        return (f"{value:+}" if sign == "+" else str(abs(value) if sign == "-" else value)).replace("-", "−")
    return show(value, name)


def show(value: Any, name: Namer) -> str:
    """An argument in words."""
    if value is None or value == "":
        return ""
    if isinstance(value, list):
        return ", ".join(show(one, name) for one in value)
    return name(value) if isinstance(value, str) else str(value)


def _select(key: str, rest: str, args: Args, name: Namer) -> str:
    value = args.get(key, "")
    value = "" if value in ([], None) else value
    wanted = str(value).lower() if isinstance(value, bool) else str(value)
    *branches, other = _split(rest)
    for branch in branches:
        label, _, text = branch.partition(":")
        if label == wanted:
            return fill(text, args, name)
    return fill(other, args, name)


def _number(key: str, rest: str, args: Args, name: Namer) -> str:
    branches = _split(rest)
    number = abs(int(args.get(key) or 0))
    return fill(branches[0 if number == 1 else -1].replace("#", str(number)), args, name)


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if letter == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
