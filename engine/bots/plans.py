"""What is special about a film: the `use:` options that its cards and Killers offer, and Items not worth a hand."""

from engine.bots.seen import Seen


def using(seen: Seen, what: str) -> float:
    """What an Item's or a board's own action is worth in the Action phase."""
    return 20.0


def stowing(seen: Seen, item: str) -> float:
    """What it is worth to put an Item away so that a better one finds a hand."""
    return 0.0
