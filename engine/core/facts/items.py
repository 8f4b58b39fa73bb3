"""Items in hand and backpack."""

from engine.core.facts.base import Fact
from engine.core.state import State, dropped


class ItemGained(Fact, tag=True):
    sight = "all"
    barrier = True
    sources = True
    item: str
    slot: str
    uses: int = 0
    because: str = ""

    def apply(self, state: State) -> None:
        state.items = {**state.items, self.item: self.slot}
        if self.uses:
            state.uses = {**state.uses, self.item: self.uses}


class ItemSlotted(Fact, tag=True):
    """Moved between hand and pack."""

    sight = "all"
    sources = True
    item: str
    slot: str
    because: str = ""

    def apply(self, state: State) -> None:
        state.items = {**state.items, self.item: self.slot}


class ItemUsed(Fact, tag=True):
    """One use of an Item; `left` is 0 for one that counts none."""

    sight = "all"
    item: str
    left: int = 0
    because: str = ""

    def apply(self, state: State) -> None:
        if self.item in state.uses:
            state.uses = {**state.uses, self.item: self.left}


class ItemLost(Fact, tag=True):
    sight = "all"
    sources = True
    item: str
    to: str = "discard"
    because: str = ""

    def apply(self, state: State) -> None:
        state.items = dropped(state.items, self.item)
        if self.item in state.uses:
            state.uses = dropped(state.uses, self.item)
