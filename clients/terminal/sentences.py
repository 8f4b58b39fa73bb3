"""What the server sends, as sentences: names of things, facts, options, the table."""

import re
from collections import Counter
from typing import Any

from clients.terminal.words import Words, titled

Map = dict[str, Any]


def base(card: str) -> str:
    """An id without the number of its copy."""
    return card.partition("#")[0]


class Sentences:
    """Words and names for one game."""

    def __init__(self, words: Words, content: Map, board: Map, game: Map) -> None:
        self.words = words
        self.content = content
        self.spaces: Map = board.get("spaces", {})
        self.game = game
        self.bodies = {body["id"]: body["name"] for k in content["killers"].values() for body in k["bodies"]}

    def name(self, thing: str) -> str:
        """What something is called."""
        if thing == "girl":
            return str(self.content["girls"][self.game["girl"]]["name"])
        if thing[:1] == "v" and thing[1:].isdigit():
            return self.words.say("name.victim")
        if thing in self.bodies:
            return str(self.bodies[thing])
        if thing in self.spaces:
            return str(self.spaces[thing]["name"])
        for part in ("cards", "girls", "killers", "locations"):
            if base(thing) in self.content[part]:
                return str(self.content[part][base(thing)]["name"])
        setups = self.content["locations"].get(self.game.get("location"), {}).get("setups", {})
        return str(setups[thing]["name"]) if thing in setups else self._other(thing)

    def _other(self, thing: str) -> str:
        if self.words.has(f"{thing}.title"):
            return self.words.say(f"{thing}.title")
        if self.words.has(f"name.{base(thing)}"):
            return self.words.say(f"name.{base(thing)}")
        if "+" in thing:
            return " + ".join(self.name(part) for part in thing.split("+"))
        return self.name(thing.partition(":")[2]) if ":" in thing else titled(thing)

    # --- facts

    def fact(self, fact: Map) -> str:
        """A fact as a sentence with its cause; empty for one that says nothing."""
        key = f"fact.{fact['fact']}"
        if self.words.has(key):
            text = self.words.say(key, {"girl": "girl", **fact}, self.name).strip()
            text = re.sub(r"([?!…]|\.\.\.)\.$", r"\1", text)  # after a name with a mark of its own ("Chow time!")
        else:
            told = [
                self.name(v) if isinstance(v, str) else str(v) for k, v in fact.items() if k not in ("fact", "because")
            ]
            text = f"{titled(fact['fact'])}: {', '.join(told)}"
        return text[:1].upper() + text[1:]

    def why(self, fact: Map) -> str:
        """The card or rule behind a fact."""
        because = fact.get("because", "")
        return self.name(because) if because else ""

    # --- decisions

    def question(self, decision: Map, view: Map) -> str:
        """What is asked."""
        args = {"time": view["girl"]["time"], **decision["args"]}
        key = f"decision.{decision['kind']}"
        text = self.words.say(key, args, self.name) if self.words.has(key) else titled(decision["kind"])
        dice = decision["args"].get("dice")
        return f"{text}  [{' '.join(map(str, dice))}]" if dice else text

    def option(self, decision: Map, option: Map) -> str:
        """An option with what it does."""
        verb, _, rest = option["id"].partition(":")
        first = base(rest.partition(":")[0])
        args = {"verb": verb, **option.get("args", {})}
        keys = (
            f"option.{decision['kind']}.{verb}",
            f"option.{verb}.{first}",
            option.get("key", ""),
            f"option.{verb}",
            f"option.{decision['kind']}",
        )
        key = next((key for key in keys if self.words.has(key)), "")
        label = self.words.say(key, args, self.name) if key else f"{titled(verb)} {self.name(rest) if rest else ''}"
        says = "; ".join(filter(None, (self.effect(effect) for effect in option.get("says", []))))
        if verb == "line" and says:
            return says[:1].upper() + says[1:]
        return f"{label} – {says}" if says else label

    def effect(self, effect: list[Any]) -> str:
        """One effect in words."""
        word, first, *rest = effect
        if word == "row":
            return f"{'★' * first or '☆'} {self.lines(rest[0]) or self.words.say('ui.nothing')}"
        if word == "lines":
            return self.lines(rest[0])
        args = {"n": first, **dict(zip("abc", rest, strict=False))}
        return self.words.say(f"effect.{word}", args, self.name)

    def lines(self, lines: list[Any]) -> str:
        """Alternatives in words."""
        return f" {self.words.say('ui.or')} ".join(", ".join(filter(None, map(self.effect, line))) for line in lines)

    # --- the table

    def table(self, view: Map) -> str:
        """Where everything stands, in a few lines."""
        girl = view["girl"]
        parts = [
            f"{self.words.say('fact.TurnBegan', {'turn': view['turn']})}, {self.words.say('phase.' + view['phase'])}",
            f"{self.name('girl')}: {self.name(girl.get('at', ''))}, health {girl['health']}/{girl['max']}, "
            f"Time {girl['time']}, Horror {girl['horror']} ({girl.get('dice', '?')} dice)",
            *(self._killer(name, body) for name, body in view["killers"].items()),
            self._row(view),
            self._victims(view),
        ]
        for key in ("hand", "items", "events", "powers", "shown"):
            if view.get(key):
                cards = (self._counted(card, n) for card, n in view[key].items())
                parts.append(f"{self.words.say('ui.' + key)}: {', '.join(cards)}")
        return "\n".join(parts)

    def _counted(self, card: str, value: Any) -> str:
        name = self.name(card)
        return f"{name} ×{value}" if isinstance(value, int) and value > 1 else name

    def _killer(self, name: str, body: Map) -> str:
        place = self.name(body["at"]) if body.get("at") else "–"
        active = " ◆" if body.get("active") and len(self.content["killers"][self.game["killer"]]["bodies"]) > 1 else ""
        status = "" if body["status"] == "up" else f" ({body['status']})"
        return f"{self.name(name)}{active}: {place}, health {body['health']}/{body['max']}{status}"

    def _row(self, view: Map) -> str:
        row, terror = view["bloodlust"], view.get("decks", {}).get("terror", {}).get("left", 0)
        return f"Bloodlust {row['row']}: attack {row['attack']}, move {row['move']}; Terror cards left: {terror}"

    def _victims(self, view: Map) -> str:
        groups = Counter((self.name(space), self.name(victim)) for victim, space in view.get("victims", {}).items())
        told = ", ".join(f"{place}: {n}× {who}" for (place, who), n in sorted(groups.items()))
        return f"{told or '–'}; saved {view['saved']}, dead {view['dead']}"
