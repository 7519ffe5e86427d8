"""Statements taken apart: each stated line as an amount of dry pounds under one claim, its CI resolved.

A CI pending line takes the CI of its lot's accepted report row, and becomes one part per lot it names (#46,
model.md 8). Everything else stays one part.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial

from hub.ledger.crush import carries_claim
from hub.ledger.facts import CrushRun, Draw, Movement, Receipt, StatedLine, Transfer
from hub.ledger.keys import Key, lot_key
from hub.ledger.quantity import DRY_LB_PER_STD_BU_E2, divide_half_even, dry_lb_e4, lb_e4
from hub.ledger.rows import Event, Lot, Run
from hub.ledger.terms import Claim, Commodity, Form

__all__ = ["Known", "LotDraw", "Part", "RunId", "holder_of", "lots_named", "parts_of", "runs_named"]

RunId = tuple[str, str]
"""A crusher and its own id of a run."""


@dataclass(frozen=True, slots=True)
class Known:
    """What statements refer to, as far as the books have it."""

    lots: Mapping[Key, Lot]
    runs: Mapping[RunId, Run]


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
    form: Form = Form.CROP
    product_lb_e4: int = 0
    crush_run_id: str | None = None
    crushing_yield_e4: int | None = None
    claims_coproduct: bool = False
    """A CI was stated for what carries none (#24): nothing is claimed, and that is told."""

    @property
    def lacks_product_input(self) -> bool:
        """Oil under a CI that does not say which run it came of and at what yield (2100.033(b))."""
        return self.is_claim and self.product_lb_e4 > 0 and None in (self.crush_run_id, self.crushing_yield_e4)

    @property
    def is_claim(self) -> bool:
        """Whether a CI is claimed, stated or still to come; attestation and receipt are asked for claims only."""
        return self.claim in (Claim.REDUCED, Claim.PENDING)

    @property
    def matches_as(self) -> tuple[str, object]:
        """What the other side's part must show to be about the same thing (domain.md 3.5 #30)."""
        if self.claim is Claim.REDUCED:
            return (f"ci {self.form}", self.ci_e6)
        return ("lot", self.draws[0].lot_key) if self.claim is Claim.PENDING else (f"conventional {self.form}", None)


def lots_named(body: Movement) -> Iterator[Key]:
    """The keys of every lot a movement names."""
    for line in body.lines:
        for draw in line.draws:
            yield lot_key(draw.farm_id, body.commodity, draw.crop_year, draw.field_id)


def runs_named(body: Movement) -> Iterator[RunId]:
    """The crush runs a movement's lines name."""
    return (_run_named(body, line) for line in body.lines if line.crush_run_id is not None)


def _run_named(body: Movement, line: StatedLine) -> RunId:
    """The run a line names; without a crusher it is the holder's own."""
    return line.crusher_id or holder_of(body), line.crush_run_id or ""


def holder_of(body: Movement) -> str:
    """Whose crop or product it is that moves."""
    if isinstance(body, CrushRun):
        return body.owner
    return body.seller_id if isinstance(body, Transfer | Receipt) else body.entity_id


def parts_of(event: Event, body: Movement, known: Known) -> Iterator[Part]:
    """The parts of one movement, in line order."""
    if body.form is not Form.CROP:
        for number, line in enumerate(body.lines):
            yield _product_part(event, body, number, line, known)
        return
    for number, line in enumerate(body.lines):
        draws = _draws(line, partial(_dry, line, body.commodity), body.commodity)
        pieces = [(draw,) for draw in draws] if line.ci_pending else [draws]
        for piece in pieces:
            yield _part(event, body, number, line, piece, known.lots)


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


def _product_part(event: Event, body: Movement, number: int, line: StatedLine, known: Known) -> Part:
    """A line of oil counts as the crop behind it (2100.034(d)(2)); what carries no claim is conventional."""
    claim, ci_e6 = _claim(line, (), known.lots)
    if not carries_claim(body.form, body.commodity):
        claim, ci_e6 = Claim.CONVENTIONAL, None
    ratio = _crop_ratio(body, line, known)
    draws = _draws(line, lambda amount: _behind(lb_e4(amount, line.unit), ratio), body.commodity)
    return Part(
        root_event_id=str(event.root_event_id),
        stated_no=number,
        day=body.day,
        claim=claim,
        ci_e6=ci_e6,
        dry_lb_e4=_behind(lb_e4(line.amount_e6, line.unit), ratio),
        moisture_stated=True,
        was_pending=False,
        draws=draws,
        form=body.form,
        product_lb_e4=lb_e4(line.amount_e6, line.unit),
        crush_run_id=line.crush_run_id,
        crushing_yield_e4=line.crushing_yield_e4,
        claims_coproduct=claim is Claim.CONVENTIONAL and line.ci_e6 is not None,
    )


def _behind(product_lb_e4: int, ratio: tuple[int, int]) -> int:
    return divide_half_even(product_lb_e4 * ratio[0], ratio[1])


def _crop_ratio(body: Movement, line: StatedLine, known: Known) -> tuple[int, int]:
    """Dry pounds of crop to pounds of product.

    By the run's own share, so that a lot drawn completely returns what went in (3.3); of a run the hub does not have
    by the yield stated, and without a yield by the input amount stated.
    """
    run = known.runs.get(_run_named(body, line))
    if run is not None and run.commodity is body.commodity and line.crushing_yield_e4 in (None, run.crushing_yield_e4):
        for share in run.shares:
            if share.ci_e6 == line.ci_e6 and share.product_lb_e4:
                return share.input_dry_lb_e4, share.product_lb_e4
    if line.crushing_yield_e4 is not None:
        return DRY_LB_PER_STD_BU_E2[body.commodity] * 100, line.crushing_yield_e4
    return line.input_dry_lb_e4 or 0, max(lb_e4(line.amount_e6, line.unit), 1)


def _draws(line: StatedLine, dry: Callable[[int], int], commodity: Commodity) -> tuple[LotDraw, ...]:
    """The line's draws in dry pounds; they add up to the line exactly, because running sums are what is rounded."""
    draws, stated = [], 0
    for draw in line.draws:
        amount = line.amount_e6 if draw.amount_e6 is None else draw.amount_e6
        draws.append(_lot_draw(draw, commodity, dry(stated + amount) - dry(stated)))
        stated += amount
    return tuple(draws)


def _dry(line: StatedLine, commodity: Commodity, amount_e6: int) -> int:
    return dry_lb_e4(amount_e6, line.unit, line.moisture_pct_e3, commodity)


def _lot_draw(draw: Draw, commodity: Commodity, dry: int) -> LotDraw:
    key = lot_key(draw.farm_id, commodity, draw.crop_year, draw.field_id)
    return LotDraw(key, draw.farm_id, draw.crop_year, dry)
