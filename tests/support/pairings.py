"""The generated table of docs/pairings.md: what lies on the table when a Killer comes to a location.

Written anew by `python -m tests.support.pairings`; a test compares.
"""

from collections import Counter
from pathlib import Path

from engine.core.compose import Setup
from engine.core.content import Content, load
from engine.core.ids import base
from engine.core.state import State
from engine.core.table import Table

PAGE = Path(__file__).parents[2] / "docs" / "pairings.md"
BEGIN, END = "<!-- generated: begin -->", "<!-- generated: end -->"
SEEDS = ("a", "b", "c", "d", "e", "f", "g", "h")
"""What lies there in every one of these games is the pairing's, not chance."""
HEAD = """| Killer | location | Killer starts | Terror cards | Action cards beside the core's | tokens in every game |
|---|---|---|---|---|---|"""


def opening(content: Content, killer: str, location: str, seed: str) -> State:
    """The state at a game's first question."""
    girl = next(iter(content.girls()))
    return Table.new(content, Setup(killer, location, girl, seed=seed), "pairings", seed.encode() * 32).state


def row(content: Content, killer: str, location: str) -> str:
    """One pairing as a line of the table."""
    states = [opening(content, killer, location, seed) for seed in SEEDS]
    state = states[0]
    cards = sorted(set(state.tableau) - core_cards(content))
    tokens = Counter(base(token) for token in set.intersection(*(set(s.tokens) for s in states)))
    names = (content.killers()[killer].killer, content.locations()[location].location)
    return "| {} | {} | {} | {} | {} | {} |".format(
        *(found.name for found in names if found),
        start(state),
        len(state.decks["terror"]),
        ", ".join(content.cards[card].face.name for card in cards) or "-",
        ", ".join(f"{name.replace('-', ' ')}{f' x{n}' if n > 1 else ''}" for name, n in sorted(tokens.items())) or "-",
    )


def core_cards(content: Content) -> set[str]:
    """Action cards that are always there."""
    return {card.id for card in content.cards.values() if card.kind == "action" and card.part == "core"}


def start(state: State) -> str:
    """How the Killer begins."""
    if any(killer.at for killer in state.killers.values()):
        return "on the board"
    return "hidden among the Victims" if all(k.status == "away" for k in state.killers.values()) else "Concealed"


def table(content: Content) -> str:
    """All pairings."""
    rows = [row(content, killer, location) for location in content.locations() for killer in content.killers()]
    return "\n".join([HEAD, *rows])


def page(text: str, content: Content) -> str:
    """The page with its generated part as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table(content)}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(), load()))
