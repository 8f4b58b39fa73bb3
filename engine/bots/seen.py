"""What a policy may look at: the table as the player sees it, never a pile or an undecided card."""

from engine.core.board import FAR, Graph
from engine.core.content import Card
from engine.core.game import Game
from engine.core.state import Girl
from engine.rules.rescue import is_exit


class Seen:
    """The player's eyes on a game under way."""

    def __init__(self, game: Game) -> None:
        self._game = game
        state = game.state
        self.girl: Girl = state.girl
        self.turn = state.turn
        self.time = state.time
        self.horror = state.horror
        self.hand = state.hand
        self.items = state.items
        self.victims = state.victims
        self.ultimate = state.ultimate
        self.finale = bool(state.finale)
        self.killers = {name: k for name, k in state.killers.items() if k.status == "up" and k.at}

    def card(self, card: str) -> Card:
        """A card's face."""
        return self._game.rules.card(card)

    @property
    def graph(self) -> Graph:
        """The ways open to the girl."""
        return self._game.rules.graph(self._game, "girl")

    def distance(self, space: str) -> int:
        """Steps from the girl."""
        return self.graph.distance(self.girl.at, space)

    def threat(self, space: str) -> bool:
        """Whether a Killer stands there."""
        return any(killer.at == space for killer in self.killers.values())

    def killer_distance(self, space: str) -> int:
        """Steps from the nearest Killer to a space."""
        graph = self._game.rules.graph(self._game, "killer")
        return min((graph.distance(killer.at, space) for killer in self.killers.values()), default=FAR)

    def with_girl(self, space: str = "") -> int:
        """Victims in a space (the girl's)."""
        here = space or self.girl.at
        return sum(at == here for at in self.victims.values())

    def exits(self) -> list[str]:
        """Where Victims can be saved now."""
        return [space for space in self._game.rules.board.spaces if is_exit(self._game, space)]

    def search_spaces(self) -> list[str]:
        """Spaces with an Item deck that is not empty (decks lie open to the eye, their cards do not)."""
        decks = self._game.state.decks
        return [space for space in self._game.rules.location.item_decks if space in decks and len(decks[space])]

    def weapons(self) -> list[str]:
        """Weapons in hand."""
        return [i for i, slot in self.items.items() if slot == "hand" and self.card(i).face.weapon is not None]

    @property
    def places_left(self) -> int:
        """Rescue places still open."""
        return len(self._game.rules.places) - len(self._game.state.places)

    def reward(self, place: int) -> str:
        """What a rescue place gives."""
        return self._game.rules.girl.places[place - 1]
