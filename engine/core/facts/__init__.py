"""What happened: the only way the state changes, and all that the record, the log and the animation tell.

One module for each kind of thing; films add facts of their own beside their rules.
"""

from engine.core.facts.action_cards import ActionCardMoved, ActionCardPlayed, DiscardReturned
from engine.core.facts.base import Fact
from engine.core.facts.cards import (
    CardDone,
    CardLaidOut,
    CardShown,
    CardSkipped,
    CardTakenUp,
    DarkPowerRevealed,
    EventLeft,
    EventStayed,
    FinaleRevealed,
    SetupDrawn,
)
from engine.core.facts.decks import CardsSeen, DeckChanged, DeckMade, DeckShown, PoolDrawn, PoolMade
from engine.core.facts.health import (
    AttackMade,
    BodySet,
    HealthChanged,
    PowerGained,
    PowerHurt,
    PowerLost,
    TokenDue,
    TokenRevealed,
    TokenSettled,
)
from engine.core.facts.items import ItemGained, ItemLost, ItemSlotted, ItemUsed
from engine.core.facts.memory import Marked
from engine.core.facts.pieces import (
    ActiveChanged,
    GirlMoved,
    KillerMoved,
    KillerStood,
    Panicked,
    TokenPlaced,
    TokenRemoved,
    VictimAdded,
    VictimDied,
    VictimMoved,
    VictimRemoved,
    VictimSaved,
)
from engine.core.facts.rescue import PlaceCovered, UltimateReached
from engine.core.facts.tracks import BloodlustRaised, HorrorChanged, Rolled, TimeChanged
from engine.core.facts.turn import GameEnded, PhaseBegan, PhaseSkipped, StepBegan, TurnBegan

__all__ = [
    "ActionCardMoved",
    "ActionCardPlayed",
    "ActiveChanged",
    "AttackMade",
    "BloodlustRaised",
    "BodySet",
    "CardDone",
    "CardLaidOut",
    "CardShown",
    "CardSkipped",
    "CardTakenUp",
    "CardsSeen",
    "DarkPowerRevealed",
    "DeckChanged",
    "DeckMade",
    "DeckShown",
    "DiscardReturned",
    "EventLeft",
    "EventStayed",
    "Fact",
    "FinaleRevealed",
    "GameEnded",
    "GirlMoved",
    "HealthChanged",
    "HorrorChanged",
    "ItemGained",
    "ItemLost",
    "ItemSlotted",
    "ItemUsed",
    "KillerMoved",
    "KillerStood",
    "Marked",
    "Panicked",
    "PhaseBegan",
    "PhaseSkipped",
    "PlaceCovered",
    "PoolDrawn",
    "PoolMade",
    "PowerGained",
    "PowerHurt",
    "PowerLost",
    "Rolled",
    "SetupDrawn",
    "StepBegan",
    "TimeChanged",
    "TokenDue",
    "TokenPlaced",
    "TokenRemoved",
    "TokenRevealed",
    "TokenSettled",
    "TurnBegan",
    "UltimateReached",
    "VictimAdded",
    "VictimDied",
    "VictimMoved",
    "VictimRemoved",
    "VictimSaved",
]
