"""Statements taken apart: each stated line as an amount of dry pounds under one claim, its CI resolved.

A CI pending line takes the CI of its lot's accepted report row, and becomes one part per lot it names (#46,
model.md 8). Everything else stays one part.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from hub.ledger.facts import Draw, Movement, StatedLine
from hub.ledger.keys import Key, lot_key
from hub.ledger.quantity import dry_lb_e4
from hub.ledger.rows import Event, Lot
from hub.ledger.terms import Claim, Commodity

__all__ = ["LotDraw", "Part", "lots_named", "parts_of"]


@dataclass(frozen=True, slots=True)
class LotDraw:
    """A lot and how much of it, in 0.0001 dry lb."""

    lot_key: Key
    farm_id: str
    crop_year: int
    dry_lb_e4: int


@dataclass(frozen=True, slots=True)
class Part:
    """One amount under one claim, as stated by one side."""

    root_event_id: str
    stated_no: int
    day: date
    claim: Claim
    ci_e6: int | None
    dry_lb_e4: int
    moisture_stated: bool
    was_pending: bool
    draws: tuple[LotDraw, ...]

    @property
    def is_claim(self) -> bool:
        """Whether a CI is claimed, stated or still to come; attestation and receipt are asked for claims only."""
        return self.claim in (Claim.REDUCED, Claim.PENDING)

    @property
    def matches_as(self) -> tuple[str, object]:
        """What the other side's part must show to be about the same thing (domain.md 3.5 #30)."""
        if self.claim is Claim.REDUCED:
            return ("ci", self.ci_e6)
        return ("lot", self.draws[0].lot_key) if self.claim is Claim.PENDING else ("conventional", None)


def lots_named(body: Movement) -> Iterator[Key]:
    """The keys of every lot a movement names."""
    for line in body.lines:
        for draw in line.draws:
            yield lot_key(draw.farm_id, body.commodity, draw.crop_year, draw.field_id)


def parts_of(event: Event, body: Movement, lots: Mapping[Key, Lot]) -> Iterator[Part]:
    """The parts of one movement, in line order."""
    for number, line in enumerate(body.lines):
        draws = _draws(line, body.commodity)
        pieces = [(draw,) for draw in draws] if line.ci_pending else [draws]
        for piece in pieces:
            yield _part(event, body, number, line, piece, lots)


def _part(
    event: Event,
    body: Movement,
    number: int,
    line: StatedLine,
    draws: tuple[LotDraw, ...],
    lots: Mapping[Key, Lot],
) -> Part:
    claim, ci_e6 = _claim(line, draws, lots)
    whole = dry_lb_e4(line.amount_e6, line.unit, line.moisture_pct_e3, body.commodity)
    return Part(
        root_event_id=str(event.root_event_id),
        stated_no=number,
        day=body.day,
        claim=claim,
        ci_e6=ci_e6,
        dry_lb_e4=sum(draw.dry_lb_e4 for draw in draws) if line.ci_pending else whole,
        moisture_stated=line.moisture_pct_e3 is not None or line.unit.is_standard,
        was_pending=line.ci_pending,
        draws=draws,
    )


def _claim(line: StatedLine, draws: tuple[LotDraw, ...], lots: Mapping[Key, Lot]) -> tuple[Claim, int | None]:
    if line.ci_pending:
        lot = lots.get(draws[0].lot_key)
        return (Claim.PENDING, None) if lot is None else (Claim.REDUCED, lot.ci_e6)
    if line.ci_e6 is None:
        return Claim.CONVENTIONAL, None
    return (Claim.SOLD_AS_CONVENTIONAL if line.as_conventional else Claim.REDUCED), line.ci_e6


def _draws(line: StatedLine, commodity: Commodity) -> tuple[LotDraw, ...]:
    """The line's draws in dry pounds; they add up to the line exactly, because running sums are what is rounded."""

    def dry(amount_e6: int) -> int:
        return dry_lb_e4(amount_e6, line.unit, line.moisture_pct_e3, commodity)

    draws, stated = [], 0
    for draw in line.draws:
        amount = line.amount_e6 if draw.amount_e6 is None else draw.amount_e6
        draws.append(_lot_draw(draw, commodity, dry(stated + amount) - dry(stated)))
        stated += amount
    return tuple(draws)


def _lot_draw(draw: Draw, commodity: Commodity, dry: int) -> LotDraw:
    key = lot_key(draw.farm_id, commodity, draw.crop_year, draw.field_id)
    return LotDraw(key, draw.farm_id, draw.crop_year, dry)
