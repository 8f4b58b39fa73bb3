"""What happened: the only way the state changes, and all that the record, the log and the animation tell.

`Game.tell` calls `apply` and keeps the fact. Each class declares who may see it (`sight`); one that declares
nothing is hidden from everybody. `because` names the card or rule that caused the fact.
"""

from typing import Any, ClassVar

import msgspec

from engine.core.state import Deck, State


class Fact(msgspec.Struct, tag_field="fact", omit_defaults=True, gc=False):
    """Base of all facts. Past tense; complete enough to redraw and to narrate."""

    sight: ClassVar[str] = "none"
    """all; team (player and advisors, spectators only with an open hand); none (inside the server)."""
    cut: ClassVar[bool] = False
    """Whether everybody's picture is brought up to date right after it, whatever follows."""
    barrier: ClassVar[bool] = False
    """Whether it tells player or advisors something that no take-back can make them forget (as draws do)."""
    sources: ClassVar[bool] = False
    """Whether it changes which cards listen."""

    watched: ClassVar[bool] = False
    """Whether any of the three."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.watched = cls.cut or cls.barrier or cls.sources

    def apply(self, state: State) -> None:
        """Change the state. Most facts set what they say; some only tell."""

    def seen_by(self, role: str, open_hand: bool) -> "Fact | None":
        """The fact as a role may know it: itself, a redacted one, or nothing."""
        if self.sight == "all" or (self.sight == "team" and (role != "spectator" or open_hand)):
            return self
        return self.redacted() if self.sight == "team" else None

    def redacted(self) -> "Fact | None":
        """What a closed-hand spectator gets of a `team` fact."""
        return None


def _shift(zone: dict[str, int], card: str, by: int) -> None:
    left = zone.get(card, 0) + by
    if left:
        zone[card] = left
    else:
        del zone[card]


# --- the turn


class TurnBegan(Fact, tag=True):
    sight = "all"
    turn: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.turn = self.turn
        state.turn_marks = {}


class PhaseBegan(Fact, tag=True):
    sight = "all"
    phase: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.phase = self.phase
        state.phase_marks = {}


class StepBegan(Fact, tag=True):
    step: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.step = self.step


class PhaseSkipped(Fact, tag=True):
    """The Action phase is skipped, since Time is below zero."""

    sight = "all"
    phase: str
    because: str = ""


class GameEnded(Fact, tag=True):
    sight = "all"
    won: bool
    why: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.phase = "over"
        state.outcome = ["won" if self.won else "lost", self.why]


# --- tracks


class TimeChanged(Fact, tag=True):
    sight = "all"
    to: int
    by: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.time = self.to


class HorrorChanged(Fact, tag=True):
    sight = "all"
    to: int
    by: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.horror = self.to


class BloodlustRaised(Fact, tag=True):
    sight = "all"
    to: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.bloodlust = self.to


class Rolled(Fact, tag=True):
    """Dice as they lie now; told again after each re-roll or conversion. `successes` counts those so far."""

    sight = "all"
    cut = True
    purpose: str
    dice: list[int]
    successes: int = -1
    converted: list[int] = []
    """Positions of the dice that discarded cards have turned into successes."""
    because: str = ""


# --- pieces


class GirlMoved(Fact, tag=True):
    sight = "all"
    to: str
    how: str = "move"
    """move (one step along a line), panic, place, ride."""
    because: str = ""

    def apply(self, state: State) -> None:
        state.girl.at = self.to


class KillerMoved(Fact, tag=True):
    sight = "all"
    killer: str
    to: str
    how: str = "move"
    because: str = ""

    def apply(self, state: State) -> None:
        state.killers[self.killer].at = self.to


class KillerStood(Fact, tag=True):
    """A Killer's status changed: up, down, away or dead."""

    sight = "all"
    sources = True
    killer: str
    status: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.killers[self.killer].status = self.status


class ActiveChanged(Fact, tag=True):
    sight = "all"
    killer: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.active = self.killer


class VictimAdded(Fact, tag=True):
    sight = "all"
    sources = True
    victim: str
    at: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.victims[self.victim] = self.at
        if self.victim == f"v{state.born + 1}":
            state.born += 1
            state.supply -= 1


class VictimMoved(Fact, tag=True):
    sight = "all"
    victim: str
    to: str
    how: str = "follow"
    """follow, panic, move, place, ride."""
    because: str = ""

    def apply(self, state: State) -> None:
        state.victims[self.victim] = self.to


class VictimDied(Fact, tag=True):
    sight = "all"
    sources = True
    victim: str
    by: str
    """The Killer's id, or the card or rule that killed."""
    at: str = ""
    because: str = ""

    def apply(self, state: State) -> None:
        del state.victims[self.victim]
        state.dead.append(self.victim)
        state.turn_marks["deaths"] = state.turn_marks.get("deaths", 0) + 1


class VictimSaved(Fact, tag=True):
    sight = "all"
    sources = True
    victim: str
    at: str = ""
    because: str = ""

    def apply(self, state: State) -> None:
        self_at = state.victims.pop(self.victim, "")
        assert self_at or not self.at
        state.saved.append(self.victim)


class VictimRemoved(Fact, tag=True):
    """Off the board without dying or being saved (replaced, or taken elsewhere)."""

    sight = "all"
    sources = True
    victim: str
    back: bool = False
    """Whether its figure, an ordinary one, goes back to the supply."""
    because: str = ""

    def apply(self, state: State) -> None:
        del state.victims[self.victim]
        state.supply += self.back


class Panicked(Fact, tag=True):
    """Somebody's panic die: where it led is told by the move that follows, if any."""

    sight = "all"
    who: str
    die: int
    because: str = ""


class TokenPlaced(Fact, tag=True):
    sight = "all"
    sources = True
    token: str
    at: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.tokens[self.token] = self.at


class TokenRemoved(Fact, tag=True):
    sight = "all"
    sources = True
    token: str
    because: str = ""

    def apply(self, state: State) -> None:
        del state.tokens[self.token]


# --- health


class HealthChanged(Fact, tag=True):
    """`who` is girl or a Killer. `how`: damage, lose, heal, restore."""

    sight = "all"
    who: str
    to: int
    by: int
    how: str
    because: str = ""

    def apply(self, state: State) -> None:
        body = state.girl if self.who == "girl" else state.killers[self.who]
        body.health = self.to
        body.max = max(body.max, self.to)


class BodySet(Fact, tag=True):
    """Starting or changed health: of the girl or a Killer, with its highest value and its token."""

    sight = "all"
    who: str
    health: int
    max: int
    token: str
    because: str = ""

    def apply(self, state: State) -> None:
        body = state.girl if self.who == "girl" else state.killers[self.who]
        body.health, body.max, body.token = self.health, self.max, self.token


class TokenDue(Fact, tag=True):
    """The last health is gone, but the Final Health token is looked at later."""

    sight = "all"
    who: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.due.append(self.who)


class TokenSettled(Fact, tag=True):
    """A due token has been looked at."""

    who: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.due.remove(self.who)


class TokenRevealed(Fact, tag=True):
    """A Final Health token was turned: 0 hearts is death, -1 a white token lost."""

    sight = "all"
    barrier = True
    cut = True
    who: str
    hearts: int
    because: str = ""


class AttackMade(Fact, tag=True):
    """An attack is on its way: by a Killer on the girl or a Victim, or by the girl on an Enemy."""

    sight = "all"
    cut = True
    by: str
    on: str
    damage: int
    because: str = ""


class PowerGained(Fact, tag=True):
    sight = "all"
    sources = True
    power: str
    health: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.powers[self.power] = self.health


class PowerHurt(Fact, tag=True):
    sight = "all"
    power: str
    to: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.powers[self.power] = self.to


class PowerLost(Fact, tag=True):
    sight = "all"
    sources = True
    power: str
    because: str = ""

    def apply(self, state: State) -> None:
        del state.powers[self.power]


# --- Action cards


class ActionCardMoved(Fact, tag=True):
    """From hand, tableau or discard to another of them (or `game`: in or out of it)."""

    sight = "team"
    card: str
    origin: str
    to: str
    because: str = ""

    def apply(self, state: State) -> None:
        if self.origin != "game":
            _shift(getattr(state, self.origin), self.card, -1)
        if self.to != "game":
            _shift(getattr(state, self.to), self.card, 1)

    def redacted(self) -> Fact:
        return ActionCardMoved("", self.origin, self.to, self.because)


class ActionCardPlayed(Fact, tag=True):
    """From the hand onto the discard pile, shown to all."""

    sight = "all"
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        _shift(state.hand, self.card, -1)
        _shift(state.discard, self.card, 1)


class DiscardReturned(Fact, tag=True):
    """The whole discard pile goes back to the tableau."""

    sight = "all"
    because: str = ""

    def apply(self, state: State) -> None:
        for card, number in state.discard.items():
            state.tableau[card] = state.tableau.get(card, 0) + number
        state.discard = {}


# --- cards


class CardShown(Fact, tag=True):
    """A Terror, Event or other card is turned over and will be resolved now."""

    sight = "all"
    barrier = True
    cut = True
    card: str
    kind: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.resolving.append(self.card)


class CardDone(Fact, tag=True):
    """The card being resolved has left; `to` says where: discard, play, game (out of it)."""

    sight = "all"
    card: str
    to: str = "discard"
    because: str = ""

    def apply(self, state: State) -> None:
        state.resolving.remove(self.card)


class CardSkipped(Fact, tag=True):
    """A card's test fails: it is discarded and the next one drawn."""

    sight = "all"
    card: str
    because: str = ""


class EventStayed(Fact, tag=True):
    sight = "all"
    sources = True
    event: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.events.append(self.event)


class EventLeft(Fact, tag=True):
    sight = "all"
    sources = True
    event: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.events.remove(self.event)


class FinaleRevealed(Fact, tag=True):
    sight = "all"
    barrier = True
    sources = True
    cut = True
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.finale = self.card


class DarkPowerRevealed(Fact, tag=True):
    sight = "all"
    barrier = True
    sources = True
    cut = True
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.dark_power = self.card


class CardLaidOut(Fact, tag=True):
    """A card lies open beside the board from now on."""

    sight = "all"
    sources = True
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.shown.append(self.card)


class CardTakenUp(Fact, tag=True):
    """A card no longer lies open beside the board."""

    sight = "all"
    sources = True
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.shown.remove(self.card)


# --- decks


class PoolMade(Fact, tag=True):
    """A pile of unseen cards, sorted by id."""

    pool: str
    cards: list[str]
    because: str = ""

    def apply(self, state: State) -> None:
        state.pools[self.pool] = self.cards[:]


class PoolDrawn(Fact, tag=True):
    """One card of a pile has been decided."""

    pool: str
    card: str
    because: str = ""

    def apply(self, state: State) -> None:
        pool = state.pools[self.pool][:]
        pool.remove(self.card)
        state.pools[self.pool] = pool


class DeckMade(Fact, tag=True):
    deck: str
    parent: str
    blanks: int
    because: str = ""

    def apply(self, state: State) -> None:
        state.decks[self.deck] = Deck(self.parent, self.blanks)


class DeckChanged(Fact, tag=True):
    """A deck as it is now, inside the server; what people see of it is told by the fact beside it."""

    deck: str
    value: Deck
    because: str = ""

    def apply(self, state: State) -> None:
        state.decks[self.deck] = self.value.copy()


class DeckShown(Fact, tag=True):
    """What lies open of a deck: how many cards are left and the top one if it is faceup."""

    sight = "all"
    deck: str
    left: int
    top: str = ""
    because: str = ""


class CardsSeen(Fact, tag=True):
    """Cards that the player alone has looked at."""

    barrier = True
    deck: str
    cards: list[str]
    because: str = ""


# --- Items


class ItemGained(Fact, tag=True):
    sight = "all"
    barrier = True
    sources = True
    item: str
    slot: str
    uses: int = 0
    because: str = ""

    def apply(self, state: State) -> None:
        state.items[self.item] = self.slot
        if self.uses:
            state.uses[self.item] = self.uses


class ItemSlotted(Fact, tag=True):
    """Moved between hand and pack."""

    sight = "all"
    sources = True
    item: str
    slot: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.items[self.item] = self.slot


class ItemUsed(Fact, tag=True):
    """One use of an Item; `left` is 0 for one that counts none."""

    sight = "all"
    item: str
    left: int = 0
    because: str = ""

    def apply(self, state: State) -> None:
        if self.item in state.uses:
            state.uses[self.item] = self.left


class ItemLost(Fact, tag=True):
    sight = "all"
    sources = True
    item: str
    to: str = "discard"
    because: str = ""

    def apply(self, state: State) -> None:
        del state.items[self.item]
        state.uses.pop(self.item, None)


# --- rescue


class PlaceCovered(Fact, tag=True):
    """A rescue place is covered by the Victim just saved; its reward follows."""

    sight = "all"
    place: str
    victim: str
    reward: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.places[self.place] = self.victim


class UltimateReached(Fact, tag=True):
    """All rescue places are covered: the card is turned, the ultimate works from now on."""

    sight = "all"
    sources = True
    cut = True
    because: str = ""

    def apply(self, state: State) -> None:
        state.ultimate = True


# --- memory of cards


class Marked(Fact, tag=True):
    """A card or rule remembers something, for the game, the turn or the phase. None forgets it.

    Values are replaced, never changed in place.
    """

    key: str
    value: Any
    scope: str = "game"
    because: str = ""

    def apply(self, state: State) -> None:
        scope = self.scope
        marks = state.marks if scope == "game" else state.turn_marks if scope == "turn" else state.phase_marks
        if self.value is None:
            marks.pop(self.key, None)
        else:
            marks[self.key] = self.value
