"""What a policy may look at: the table as the player sees it, never a pile or an undecided card."""

from functools import cached_property

from engine.core.board import FAR, Graph
from engine.core.content import Card, Weapon
from engine.core.game import Game
from engine.core.state import Girl
from engine.rules.attack import Incoming, row_of
from engine.rules.bloodlust import row
from engine.rules.killer_action import attack_value, movement_value, targetable
from engine.rules.rescue import is_exit
from engine.rules.rolls import conversion, number_of_dice

ORIGIN = "origin"
"""The token that says where a Killer who is not seen set out."""

BREACH = "hull-breach"
STROLL = "explorers-of-the-flesh"
"""The Affliction that counts the different spaces entered in an Action phase."""
CLUTTERED, ORPHAN = "cluttered-shafts", "orphan-girl"
"""Shafts that are not open cost health and shake off who follows, unless she is with the girl."""
BARRED = ("exposed-red", "exposed-black", "exposed-grey")
"""Victims who cannot be saved before they are tested."""


class Seen:
    """The player's eyes on a game under way."""

    def __init__(self, game: Game) -> None:
        self._game = game
        state = game.state
        self.girl: Girl = state.girl
        self.turn = state.turn
        self.phase = state.phase
        self.time = state.time
        self.horror = state.horror
        self.hand = state.hand
        self.tableau = state.tableau
        self.discard = state.discard
        self.items = state.items
        self.victims = state.victims
        self.tokens = state.tokens
        self.ultimate = state.ultimate
        self.bloodlust = state.bloodlust
        self.strolled: list[str] = state.phase_marks.get(STROLL, [])
        self.shown = state.shown
        self.done_this_turn = state.turn_marks
        self.killer = game.rules.killer.id
        self.location = game.rules.location.id
        self.killers = {name: k for name, k in state.killers.items() if k.status == "up" and k.at}
        self.alive = {name: k for name, k in state.killers.items() if k.status == "up"}
        self.size = sum(state.hand.values())

    # --- cards

    def card(self, card: str) -> Card:
        """A card's face."""
        return self._game.rules.card(card)

    def attacks(self, card: str) -> bool:
        """Whether an Action card shows damage."""
        return self.card(card).attacks

    def lines(self, card: str, successes: int) -> tuple[tuple, ...]:  # type: ignore[type-arg]
        """The result row of an Action card."""
        face = self._game.rules.cards.get(card)
        return row_of(face, successes) if face is not None and face.rows else ()

    def dice(self, card: str) -> int:
        """Dice of the next roll for a card."""
        return number_of_dice(self._game, card)

    @cached_property
    def price(self) -> int:
        """Cards for one conversion."""
        return conversion(self._game)

    @cached_property
    def improvised(self) -> bool:
        """Whether 3s and 4s count now."""
        return bool(self._game.marked("improvise") or self._game.marked("improvise-once"))

    @property
    def incoming(self) -> int:
        """Damage of the attack on the girl that is being resolved."""
        attack = self._game.attack
        return attack.damage if isinstance(attack, Incoming) else 0

    @property
    def attacking(self) -> bool:
        """Whether an attack of either side is being resolved."""
        return self._game.attack is not None

    @cached_property
    def weapon(self) -> Weapon:
        """The strongest weapon in hand that fits every card; bare hands if there is none."""
        faces = [self.card(item).face.weapon for item in self.weapons()]
        fitting = [w for w in faces if w is not None and not w.only and w.range[0] == 0]
        return max(fitting, key=lambda w: w.damage, default=Weapon())

    def weapons(self) -> list[str]:
        """Weapons in hand."""
        return [i for i, slot in self.items.items() if slot == "hand" and self.card(i).face.weapon is not None]

    def top(self, deck: str) -> str:
        """The faceup Item on top of a deck; empty if it lies facedown."""
        pile = self._game.state.decks.get(deck)
        return pile.top[0] if pile is not None and pile.faceup and pile.top else ""

    # --- the board

    @cached_property
    def graph(self) -> Graph:
        """The ways open to the girl that cost no health."""
        crawls = CLUTTERED in self._game.state.events and self.victims.get(ORPHAN) != self.girl.at
        return self._game.rules.graph(self._game, "victim" if crawls else "girl")

    @cached_property
    def hunting(self) -> Graph:
        """The ways open to a Killer."""
        return self._game.rules.graph(self._game, "killer")

    def distance(self, space: str, start: str = "") -> int:
        """Steps from the girl, or from another space."""
        return self.graph.distance(start or self.girl.at, space)

    @cached_property
    def lairs(self) -> dict[str, str]:
        """Killer to where it stands or, unseen, set out."""
        found = {name: killer.at for name, killer in self.killers.items()}
        return found or ({ORIGIN: self.tokens[ORIGIN]} if ORIGIN in self.tokens else {})

    @cached_property
    def deadly(self) -> set[str]:
        """Spaces that kill whoever enters."""
        return {self.tokens[BREACH]} if BREACH in self.tokens else set()

    def threat(self, space: str) -> bool:
        """Whether a Killer stands there."""
        return space in self.lairs.values()

    def killer_distance(self, space: str) -> int:
        """Steps from the nearest Killer to a space."""
        return min((self.hunting.distance(at, space) for at in self.lairs.values()), default=FAR)

    def paths(self, start: str) -> dict[str, int]:
        """Steps with Victims in tow from a space: never through a Killer's."""
        found = {start: 0}
        front = [start]
        for space in front:
            for near in self.graph.steps[space]:
                if near not in found and not self.threat(near) and near not in self.deadly:
                    found[near] = found[space] + 1
                    front.append(near)
        return found

    @cached_property
    def savable(self) -> list[str]:
        """Victims that can be saved."""
        may = self._game.modify
        return [v for v in self.victims if may("may_board", True, v) and v not in BARRED]

    @cached_property
    def groups(self) -> dict[str, int]:
        """Space to the Victims there that can be saved."""
        found: dict[str, int] = {}
        for victim in self.savable:
            at = self.victims[victim]
            found[at] = found.get(at, 0) + 1
        return found

    def unlocked(self, upgrade: str) -> bool:
        """Whether an Upgrade of the Soldiers shows its Unlocked side."""
        return upgrade in (self._game.marked("soldiers.unlocked") or ())

    @property
    def aboard(self) -> int:
        """Victims aboard the helicopter."""
        return len(self._game.marked("helicopter.aboard") or [])

    @property
    def away(self) -> bool:
        """Whether the helicopter is off the board."""
        return self._game.marked("helicopter.at") is not None

    @cached_property
    def prey(self) -> dict[str, int]:
        """Space to the Victims there that a Killer may go for."""
        found: dict[str, int] = {}
        for victim in targetable(self._game):
            found[self.victims[victim]] = found.get(self.victims[victim], 0) + 1
        return found

    @cached_property
    def exits(self) -> list[str]:
        """Where Victims can be saved now."""
        return [space for space in self._game.rules.board.spaces if is_exit(self._game, space)]

    @cached_property
    def search_spaces(self) -> list[str]:
        """Spaces with an Item deck that is not empty (decks lie open to the eye, their cards do not)."""
        decks = self._game.state.decks
        return [space for space in self._game.rules.location.item_decks if space in decks and len(decks[space])]

    @property
    def lab(self) -> str:
        """Where Exposed Victims are tested without a kit."""
        return self.tokens.get("lab-token", "lab")

    # --- the Killers

    def attack_value(self, killer: str) -> int:
        """A Killer's Attack Value."""
        return attack_value(self._game, killer)

    @cached_property
    def warded(self) -> bool:
        """Whether an Affliction keeps the Killer's Final Health."""
        return any(self.card(card).kind == "affliction" for card in self.shown)

    @property
    def afflictions_left(self) -> int:
        """Afflictions that lie facedown; their number is no secret."""
        return len(self._game.state.pools.get("afflictions", ()))

    @cached_property
    def fiercest(self) -> int:
        """The highest Attack Value of those alive."""
        return max((self.attack_value(killer) for killer in self.alive), default=row(self._game).attack)

    @cached_property
    def swiftest(self) -> int:
        """The highest Movement Value of those alive."""
        return max((movement_value(self._game, killer) for killer in self.alive), default=1)

    @cached_property
    def weakest(self) -> int:
        """Least health of a standing Killer."""
        return min((killer.health for killer in self.killers.values()), default=FAR)

    # --- the girl

    @property
    def places_left(self) -> int:
        """Rescue places still open."""
        return len(self._game.rules.places) - len(self._game.state.places)

    def reward(self, place: int) -> str:
        """What a rescue place gives."""
        return self._game.rules.girl.places[place - 1]
