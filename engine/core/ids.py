"""Ids: slugs; copies of a card share what stands before the `#`."""


def base(card: str) -> str:
    """The id that copies of a card share: `knife#2` is `knife`."""
    return card.partition("#")[0]


def is_ordinary(victim: str) -> bool:
    """Whether a Victim is one of the ordinary ones (v1, v2 ...); special ones carry their name."""
    return victim[0] == "v" and victim[1:].isdigit()
