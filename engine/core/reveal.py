"""What the draws of a record follow from, once its secrets are published, and whether they do."""

from typing import NamedTuple

from msgspec import Struct

from engine.core.dealer import Dealer, commitment
from engine.core.errors import RecordError
from engine.core.record import AnyEntry, Draw, End, Header, Rekey


class Gap(Struct):
    """Draws that follow from a secret which is not published; only the digests speak for them."""

    first: int
    last: int
    """Entries, both included."""
    draws: int
    why: str


class Era(NamedTuple):
    """A part of a record whose draws follow from one secret; None with the reason if it is not published."""

    first: int
    secret: bytes | None
    why: str


def eras_of(header: Header, entries: list[AnyEntry], end: End | None) -> list[Era]:
    """What the draws follow from, part by part; nothing while the game runs or its seed is closed.

    Raises RecordError for a published secret that is none, or is not the one behind its commitment.
    """
    if end is None or not end.secret:
        return []
    at = entries.index(end) + 1
    keyed = [(n, entry) for n, entry in enumerate(entries, 1) if isinstance(entry, Header | Rekey)]
    published = [*end.earlier, end.secret]
    if len(published) != len(keyed):
        raise RecordError(at, f"a place for {len(keyed)} secrets", str(len(published)))
    eras = [_era(at, n, entry, secret) for (n, entry), secret in zip(keyed, published, strict=True)]
    if header.copied:
        eras[0] = eras[0]._replace(first=2 + header.copied)
        eras.insert(0, Era(1, None, f"they come from {header.parent}"))
    return eras


def _era(end: int, number: int, entry: Header | Rekey, published: str) -> Era:
    if not published:
        return Era(number, None, f"the {'first key' if number == 1 else f'key of entry {number}'} is not known")
    try:
        secret = bytes.fromhex(published)
    except ValueError:
        raise RecordError(end, "a secret in hex digits", published) from None
    if commitment(secret) != entry.commitment:
        raise RecordError(end, f"a secret of commitment {entry.commitment}", f"one of {commitment(secret)}")
    return Era(number, secret, "")


def check_draws(eras: list[Era], entries: list[AnyEntry]) -> list[Gap]:
    """Derive the draws from the published secrets; returns those that cannot be. Counts go on from era to era."""
    gaps, counts = [], dict[str, int]()
    for place, era in enumerate(eras):
        last = eras[place + 1].first - 1 if place + 1 < len(eras) else len(entries)
        draws = [(n, e) for n, e in enumerate(entries[era.first - 1 : last], era.first) if isinstance(e, Draw)]
        dealer = Dealer(era.secret or b"", counts)
        for number, draw in draws:
            expected = deal_again(dealer, draw)
            if era.secret is not None and expected != draw.result:
                raise RecordError(number, f"{draw.purpose}: {expected}", str(draw.result))
        counts = dealer.counts
        if era.secret is None and draws:
            gaps.append(Gap(draws[0][0], draws[-1][0], len(draws), era.why))
    return gaps


def deal_again(dealer: Dealer, draw: Draw) -> str | list[int]:
    """What a dealer gives for a recorded draw."""
    if isinstance(draw.options, int):
        assert isinstance(draw.result, list)
        return [dealer.index(draw.purpose, draw.options) + 1 for _ in draw.result]
    return draw.options[dealer.index(draw.purpose, len(draw.options))]
