"""Plays random games of a film until every card, space, ultimate and Setup card of it has been used.

Set-ups are legal positions, draws and answers lean towards what has not been seen yet. A card counts as used when its
effect is seen: a fact it caused, a value it changed, a use of it. `python -m tests.support.runner FILM --seed N`
repeats a run.
"""

import argparse
import sys
import traceback
from collections.abc import Callable
from random import Random
from typing import Any

from engine.core import decks
from engine.core.compose import Rules, Setup, compose
from engine.core.content import Content, Film, load
from engine.core.dealer import Dealer
from engine.core.facts import (
    ActionCardMoved,
    ActionCardPlayed,
    CardShown,
    CardTakenUp,
    Fact,
    GirlMoved,
    HealthChanged,
    ItemGained,
    ItemLost,
    ItemUsed,
    KillerMoved,
    PlaceCovered,
    PoolDrawn,
    SetupDrawn,
    TokenPlaced,
    UltimateReached,
    VictimAdded,
    VictimMoved,
    VictimSaved,
)
from engine.core.game import Game
from engine.core.ids import base
from engine.core.run import play
from engine.core.state import State
from engine.core.tape import Request
from engine.rules.hand import HAND_LIMIT, hand_size
from engine.rules.items import free_hands, item_decks
from engine.rules.setup import new_state

ANNOUNCED = {
    "CardShown",
    "CardDone",
    "CardSkipped",
    "CardLaidOut",
    "CardTakenUp",
    "EventStayed",
    "EventLeft",
    "PowerGained",
    "FinaleRevealed",
    "DarkPowerRevealed",
    "ItemGained",
    "ItemLost",
    "ItemUsed",
    "Rolled",
}
"""Facts that name a card without showing what it does."""
BOARDS = ("other", "maintenance")
"""Kinds that lie on the table from the start, or name tokens."""
SHOWN_IS_USED = ("movement", "ambush", "test-result")
"""Kinds of cards that are looked up rather than played."""
LEANING = 0.7
"""How often an answer goes for something new where it can."""


class Covered:
    """What of a film has been used, and what is left."""

    def __init__(self, content: Content, film: Film) -> None:
        self.content = content
        cards = [card.id for card in film.cards.values() if card.kind not in BOARDS]
        spaces = [f"space:{space}" for space in film.board["spaces"]]
        setups = [f"setup:{name}" for name in film.setups]
        self.left = {*cards, *spaces, *setups, *(f"girl:{girl}" for girl in film.girls)}

    def see(self, name: str) -> None:
        """Something has been used."""
        self.left.discard(name)

    def new(self, option: str) -> bool:
        """Whether an option of a request or a draw names something not yet used."""
        return any(base(part) in self.left or f"space:{part}" in self.left for part in option.split(":"))

    def look(self, fact: Fact) -> None:
        """Note what a fact shows."""
        cause = base(fact.because)  # type: ignore[attr-defined]
        if type(fact).__name__ not in ANNOUNCED:
            self.see(cause)
            self.see(f"girl:{cause}")
        for name in _used(self.content, fact):
            self.see(name)


def _used(content: Content, fact: Fact) -> list[str]:
    """What a fact of a certain class shows to be used."""
    if isinstance(fact, ItemUsed | ItemLost):
        card = content.cards.get(base(fact.item))
        ingredient = card is not None and card.kind == "supply"
        by_itself = base(fact.because) == base(fact.item)
        return [base(fact.item)] if isinstance(fact, ItemUsed) or ingredient or by_itself else []
    if isinstance(fact, TokenPlaced):
        return [fact.token, base(fact.token)]
    if isinstance(fact, ActionCardPlayed):
        return [fact.card]
    if isinstance(fact, GirlMoved | KillerMoved | VictimMoved):
        return [f"space:{fact.to}"]
    if isinstance(fact, VictimAdded):
        return [f"space:{fact.at}", fact.victim]
    if isinstance(fact, SetupDrawn):
        return [f"setup:{fact.card}"]
    if isinstance(fact, CardShown):
        card = content.cards.get(base(fact.card))
        return [card.id] if card is not None and card.kind in SHOWN_IS_USED else []
    return []


class Watched(Game):
    """A game whose draws and answers lean towards what has not been used."""

    def __init__(self, rules: Rules, covered: Covered, pick: Random) -> None:
        super().__init__(rules, State(), Dealer(pick.randbytes(32)), self._answer)
        self.covered = covered
        self.pick = pick
        self.state = new_state(self)

    def _answer(self, _: Game, request: Request) -> str:
        new = [option for option in request.options if self.covered.new(option)]
        return self.pick.choice(new if new and self.pick.random() < LEANING else request.options)

    def draw(self, purpose: str, options: list[str]) -> str:
        new = [option for option in options if self.covered.new(option) or f"setup:{option}" in self.covered.left]
        if len(options) > 1 and new and self.pick.random() < LEANING:
            drawn = self.pick.choice(new)
            self.chance = Forced(options.index(drawn), self.chance)
        return super().draw(purpose, options)

    def tell(self, fact: Fact) -> None:
        super().tell(fact)
        self.covered.look(fact)

    def modify(self, moment: str, value: Any, *args: Any) -> Any:
        for card, hook in self.rules.listeners(self.state).modifying(moment):
            before, value = value, hook(self, card, value, *args)
            if value != before:
                self.covered.see(base(card))
                self.covered.see(f"girl:{card}")
        return value


class Forced:
    """One draw laid out beforehand; afterwards the game draws as before."""

    def __init__(self, index: int, behind: Any) -> None:
        self.first: int | None = index
        self.behind = behind

    def index(self, purpose: str, options: int) -> int:
        if self.first is not None:
            first, self.first = self.first, None
            return first
        return int(self.behind.index(purpose, options))


# --- positions to start from


def give_items(game: Watched) -> None:
    """Items on top of their decks, from those that lie in no deck, and cards that lie open to be gained."""
    for deck in item_decks(game):
        if game.covered.new(decks.top_card(game, deck)):
            _put(game, decks.draw_top(game, deck))
    unseen = game.state.pools.get("items", [])
    spare = len(unseen) - sum(deck.blanks for deck in game.state.decks.values() if deck.parent == "items")
    wanted = sorted(unseen, key=lambda item: (not game.covered.new(item), game.pick.random()))
    for item in wanted[: min(3, spare)]:
        game.tell(PoolDrawn("items", item))
        _put(game, item)
    for card in game.state.shown[:]:
        if game.rules.card(card).kind in ("supply", "crafted") and game.pick.random() < 0.7:
            game.tell(CardTakenUp(card))
            _put(game, card)


def _put(game: Watched, item: str) -> None:
    face = game.rules.card(item).face
    slot = "hand" if 0 < face.hands <= free_hands(game) else "pack"
    game.tell(ItemGained(item, slot, face.uses))


def give_cards(game: Watched) -> None:
    """A full hand."""
    while hand_size(game) < HAND_LIMIT and game.state.tableau:
        game.tell(ActionCardMoved(game.pick.choice(sorted(game.state.tableau)), "tableau", "hand"))


def shorten_terror(game: Watched) -> None:
    """The Terror deck is nearly used up."""
    while decks.size(game, "terror") > game.pick.randint(1, 3):
        decks.discard_top(game, "terror")


def reach_ultimate(game: Watched) -> None:
    """All rescue places are covered."""
    places = game.rules.girl.places
    ordinary = [victim for victim in game.state.victims if victim[0] == "v" and victim[1:].isdigit()]
    for number, victim in zip(range(len(places)), ordinary, strict=False):
        game.tell(VictimSaved(victim, game.state.victims[victim]))
        game.tell(PlaceCovered(str(number + 1), victim, places[number]))
    if len(game.state.places) == len(places):
        game.tell(UltimateReached())


def weaken_killers(game: Watched) -> None:
    """Every Killer is on its last health or close to it."""
    for name, killer in game.state.killers.items():
        to = game.pick.randint(1, 2)
        if killer.health > to:
            game.tell(HealthChanged(name, to, to - killer.health, "lose"))


def meet_killers(game: Watched) -> None:
    """The girl stands with a Killer."""
    spaces = [killer.at for killer in game.state.killers.values() if killer.at and killer.status == "up"]
    if spaces:
        game.tell(GirlMoved(game.pick.choice(spaces), "place"))


def go_somewhere(game: Watched) -> None:
    """The girl stands in any space."""
    spaces = sorted(game.rules.board.spaces)
    new = [space for space in spaces if f"space:{space}" in game.covered.left]
    game.tell(GirlMoved(game.pick.choice(new or spaces), "place"))


POSITIONS: tuple[Callable[[Watched], None], ...] = (
    give_items,
    give_cards,
    shorten_terror,
    reach_ultimate,
    weaken_killers,
    meet_killers,
    go_somewhere,
)


def arrange(game: Watched) -> None:
    """A legal position in the first Action phase: some of the above."""
    game.source = "rule.position"
    for position in POSITIONS:
        if game.pick.random() < 0.4:
            position(game)


# --- running


def cover(film: str, seed: int, games: int) -> set[str]:
    """Play until everything is used or the games are spent. Returns what is left; a failure names the command."""
    content = load()
    found = content.films[film]
    covered = Covered(content, found)
    pick = Random(f"{film}:{seed}")
    for number in range(games):
        if not covered.left:
            break
        try:
            play_one(content, found, covered, pick)
        except Exception:
            print(f"game {number}; repeat with: python -m tests.support.runner {film} --seed {seed}", file=sys.stderr)
            raise
    return covered.left


def play_one(content: Content, film: Film, covered: Covered, pick: Random) -> Watched:
    """One game of the film, from a legal position."""
    assert film.killer is not None
    assert film.location is not None
    girl, epic, extreme = pick.choice(sorted(film.girls)), pick.random() < 0.4, pick.random() < 0.2
    game = Watched(compose(content, Setup(film.killer.id, film.location.id, girl, extreme, epic)), covered, pick)
    arranged = False

    def boundary(game_: Game) -> None:
        nonlocal arranged
        if not arranged and game_.rules.steps[game_.state.step].name == "take-action":
            arranged = True
            arrange(game)

    play(game, boundary)
    return game


def main() -> int:
    """The command that a failure prints."""
    parser = argparse.ArgumentParser("tests.support.runner", description=__doc__)
    parser.add_argument("film")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, default=2000)
    arguments = parser.parse_args()
    try:
        left = cover(arguments.film, arguments.seed, arguments.games)
    except Exception:
        traceback.print_exc()
        return 1
    print("everything has been used" if not left else f"not used: {', '.join(sorted(left))}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
