"""The oracle's loads: seller's and buyer's statements of one load held against each other (domain.md 3.5 #29, #30).

Statements meet by scale ticket, else by transfer_id; a receipt that names a transfer goes with it (model.md 3).
Amounts of one claim are summed per side; what finds no equal claim pairs by its lot where a CI is pending
(model.md 8), then in line order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from helpers.oracle_crush import Pressed, RunName, bears_claim, crop_behind, pounds_e4
from helpers.oracle_dry import dry_lb_e4, moisture_is_missing
from helpers.oracle_lots import LotName, Lots

from hub.ledger.facts import Fact, Movement, Receipt, StatedLine, Transfer
from hub.ledger.terms import Claim, Commodity, Form

Statement = tuple[Fact, Fact]
"""An original and the version of it that counts."""

Lot = tuple[str | None, int | None]
"""Of a product: the run it came of and that run's yield, as far as its line says so."""


@dataclass(frozen=True)
class Side:
    """One amount as one party states it."""

    claim: Claim
    ci: int | None
    lots: tuple[LotName, ...]
    dry: int
    moisture_missing: bool
    was_pending: bool
    day: date
    event_id: str
    form: Form = Form.CROP
    pounds: int = 0
    product: Lot = (None, None)
    claims_coproduct: bool = False

    @property
    def about(self) -> tuple[object, ...]:
        """What must be equal on the other side; crop sold without its claim arrives as conventional (#26)."""
        if self.claim is Claim.REDUCED:
            return ("ci", self.ci, self.form)
        return ("lot", self.lots[0]) if self.claim is Claim.PENDING else ("conventional", self.form)


@dataclass(frozen=True)
class Pair:
    """One amount of the load: `credit` is what both sides grant at most; `differ` what each side sums up to."""

    sold: Side | None
    bought: Side | None
    credit: int
    differ: tuple[int, int] | None = None
    ci_differs: bool = False
    moisture_missing: bool = False

    @property
    def attested(self) -> Side:
        """The seller's word, and only without one the buyer's."""
        side = self.sold or self.bought
        assert side is not None
        return side


@dataclass(frozen=True)
class Load:
    """The statements of one load, each side by day and event id."""

    sales: tuple[Statement, ...]
    receipts: tuple[Statement, ...]

    @property
    def body(self) -> Transfer | Receipt:
        """The statement that names parties and crop."""
        body = (self.sales or self.receipts)[0][1].body
        assert isinstance(body, Transfer | Receipt)
        return body


def loads(statements: Sequence[Statement]) -> list[Load]:
    """Statements put together by the name of their load."""
    found: dict[object, list[Statement]] = {}
    for statement in sorted(statements, key=lambda pair: (pair[1].body.day, pair[0].event_id)):
        found.setdefault(_load_of(statement, statements), []).append(statement)
    return [
        Load(
            tuple(s for s in members if isinstance(s[1].body, Transfer)),
            tuple(s for s in members if isinstance(s[1].body, Receipt)),
        )
        for members in found.values()
    ]


def _load_of(statement: Statement, statements: Sequence[Statement]) -> object:
    body = statement[1].body
    if isinstance(body, Receipt) and body.transfer_id is not None:
        for other in statements:
            sale = other[1].body
            same = isinstance(sale, Transfer) and (sale.seller_id, sale.transfer_id) == (
                body.seller_id,
                body.transfer_id,
            )
            if same and (sale.buyer_id, sale.commodity) == (body.buyer_id, body.commodity):
                return _own_name(other)
    return _own_name(statement)


def _own_name(statement: Statement) -> object:
    root, version = statement
    body = version.body
    if body.ticket_no is not None:
        return (body.seller_id, body.buyer_id, body.commodity, body.site_id, body.ticket_no, body.day.year)
    if body.transfer_id is not None:
        return (body.seller_id, body.transfer_id)
    return (root.author_id, root.event_id, "alone")


def sides(statement: Statement, lots: Lots, runs: Mapping[RunName, Pressed]) -> list[Side]:
    """A statement's amounts; a pending line is one per lot, under its lot's CI where a report has it (#46)."""
    root, version = statement
    body = version.body
    found = []
    for line in body.lines:
        if body.form is not Form.CROP:
            found.append(_product_side(body, line, root.event_id, crop_behind(body, line, runs)))
            continue
        side = _side(body.commodity, line, body.day, root.event_id)
        found += _resolved(side, body.commodity, line, lots) if line.ci_pending else [side]
    return found


def _side(commodity: Commodity, line: StatedLine, day: date, event_id: str) -> Side:
    claim = Claim.CONVENTIONAL if line.ci_e6 is None else Claim.REDUCED
    return Side(
        claim=Claim.SOLD_AS_CONVENTIONAL if line.as_conventional else Claim.PENDING if line.ci_pending else claim,
        ci=line.ci_e6,
        lots=tuple((draw.farm_id, commodity, draw.crop_year, draw.field_id) for draw in line.draws),
        dry=dry_lb_e4(commodity, line),
        moisture_missing=moisture_is_missing(line),
        was_pending=line.ci_pending,
        day=day,
        event_id=event_id,
    )


def _product_side(body: Movement, line: StatedLine, event_id: str, behind: Fraction) -> Side:
    """A product as the crop behind it; what bears no claim is conventional whatever it is called (#24)."""
    side = _side(body.commodity, line, body.day, event_id)
    pounds = pounds_e4(line.amount_e6, line.unit)
    side = replace(
        side,
        dry=round(pounds * behind),
        moisture_missing=False,
        form=body.form,
        pounds=pounds,
        product=(line.crush_run_id, line.crushing_yield_e4),
    )
    if bears_claim(body.form, body.commodity):
        return side
    return replace(side, claim=Claim.CONVENTIONAL, ci=None, claims_coproduct=line.ci_e6 is not None)


def _resolved(side: Side, commodity: Commodity, line: StatedLine, lots: Lots) -> list[Side]:
    """One side per lot; the draws add up to the line exactly because their running sum is what is rounded."""
    found, drawn = [], 0
    for draw, lot in zip(line.draws, side.lots, strict=True):
        before = dry_lb_e4(commodity, replace(line, amount_e6=drawn))
        drawn += line.amount_e6 if draw.amount_e6 is None else draw.amount_e6
        part = replace(side, lots=(lot,), dry=dry_lb_e4(commodity, replace(line, amount_e6=drawn)) - before)
        row = lots.rows.get(lot)
        found.append(part if row is None else replace(part, claim=Claim.REDUCED, ci=row.ci_e6))
    return found


def pairs(selling: Sequence[Side], buying: Sequence[Side]) -> list[Pair]:
    """Every amount of the load, the seller's in its order, then what only the buyer speaks of."""
    shared = {side.about for side in selling} & {side.about for side in buying}
    found = []
    for about in {side.about: None for side in selling if side.about in shared}:
        found += _agreed([s for s in selling if s.about == about], [b for b in buying if b.about == about])
    left = [side for side in selling if side.about not in shared]
    over = [side for side in buying if side.about not in shared]
    found += _uneven(left, over)
    order = [*selling, *buying]
    return sorted(found, key=lambda pair: next(n for n, side in enumerate(order) if side is pair.attested))


def _agreed(sold: Sequence[Side], bought: Sequence[Side]) -> list[Pair]:
    """One claim on both sides: what was received fills what was sold, in order; a difference is told once."""
    received = sum(side.dry for side in bought)
    differ = (sum(side.dry for side in sold), received)
    missing = any(side.moisture_missing for side in bought)
    found = []
    for number, side in enumerate(sold):
        credit = min(received, side.dry)
        told = differ if number == 0 and differ[0] != differ[1] else None
        found.append(Pair(side, bought[0], credit, told, moisture_missing=missing or side.moisture_missing))
        received -= credit
    return found


def _uneven(sold: list[Side], bought: list[Side]) -> list[Pair]:
    """Leftovers: the same lot where one side waits for its report, then line by line in each form, then alone."""
    sold, bought, matched = list(sold), list(bought), []
    for side in list(sold):
        for other in bought:
            if Claim.PENDING in {side.claim, other.claim} and side.lots and set(side.lots) == set(other.lots):
                matched.append((side, other))
                bought = [b for b in bought if b is not other]
                sold = [s for s in sold if s is not side]
                break
    for form in Form:
        matched += zip([s for s in sold if s.form is form], [b for b in bought if b.form is form], strict=False)
    paired = [_opposed(side, other) for side, other in matched]
    met = {id(side) for pair in matched for side in pair}
    alone = [Pair(side, None, 0, moisture_missing=side.moisture_missing) for side in sold if id(side) not in met]
    alone += [Pair(None, side, 0, moisture_missing=side.moisture_missing) for side in bought if id(side) not in met]
    return paired + alone


def _opposed(sold: Side, bought: Side) -> Pair:
    return Pair(
        sold,
        bought,
        min(sold.dry, bought.dry),
        (sold.dry, bought.dry) if sold.dry != bought.dry else None,
        Claim.PENDING not in {sold.claim, bought.claim},
        sold.moisture_missing or bought.moisture_missing,
    )
