"""The oracle's booking: what each amount moves between accounts, and what stays open about it.

Debit the seller what it states, credit the buyer the lower of the two (domain.md 3.5 #29); a CI the parties differ on
is credited only if it is the report's (#30); farm crop whose lot only the buyer names is credited as received
(model.md 7); a CI nobody reported is credited nowhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction

from helpers.oracle_crush import Pressed, RunName, pressed
from helpers.oracle_loads import Load, Lot, Pair, Side, Statement, loads, pairs, sides
from helpers.oracle_lots import LotName, Lots

from hub.ledger.facts import ConventionalMovement, CrushRun, Discard, Receipt, Refined, Transfer
from hub.ledger.terms import Claim, Commodity, Direction, Flow, Form

RECEIPT_DAYS = 14
SMALL_DIFFERENCE = 200
"""A difference below one part in so many of the attested amount (0.5 %) is told once per pair and quarter."""

CLAIMS = (Claim.REDUCED, Claim.PENDING)
"""What a report, an attestation and a receipt are asked for (2100.032(c)): a CI, stated or still to come."""

Pool = tuple[str, Commodity, int | None]
"""An account: (entity, commodity, CI); CI None = conventional."""


@dataclass
class Note:
    """A finding about one line: code, amount, and whether it is only kept as cleared_late."""

    code: str
    amount: int | None
    late: bool = False
    quarter: date | None = None


@dataclass
class Move:
    """One amount that left an account, reached one, or both."""

    commodity: Commodity
    day: date
    event_id: str
    flow: Flow
    side: Side
    seller: str | None
    buyer: str | None
    debit: Pool | None = None
    debit_dry: int = 0
    credit: Pool | None = None
    credit_dry: int = 0
    debit_lb: int = 0
    credit_lb: int = 0
    made: Lot | None = None
    """What a run's input became."""
    transfer_id: str | None = None
    ticket_no: str | None = None
    seller_dry: int | None = None
    buyer_dry: int | None = None
    notes: list[Note] = field(default_factory=list)
    held: bool = True
    unstated: bool = False
    report: str | None = None
    owes: bool = False
    is_trade: bool = True
    """Stated by a seller or a buyer, not by a holder alone."""

    @property
    def takes(self) -> Lot | None:
        """The product lot it takes from; None = crop."""
        return None if self.side.form is Form.CROP else self.side.product

    @property
    def brings(self) -> Lot | None:
        """The product lot it adds to; None = crop."""
        return self.made or self.takes

    @property
    def debits(self) -> bool:
        """Whether it takes anything from an account."""
        return self.debit is not None and self.debit_dry > 0

    @property
    def credits(self) -> bool:
        """Whether it brings anything to an account."""
        return self.credit is not None and self.credit_dry > 0


@dataclass(frozen=True)
class World:
    """What amounts are judged against: lots, farms, CIs stated by lines that wait for their report, the hub's day."""

    lots: Lots
    farms: frozenset[str]
    day: date
    waiting_cis: frozenset[tuple[Commodity, int | None]] = frozenset()
    runs: Mapping[RunName, Pressed] = field(default_factory=dict)

    def is_farm_sale(self, seller: str, side: Side) -> bool:
        """A farm has lots and no account (model.md 7): nothing but a farm, or nothing but its own lots."""
        return seller in self.farms or {lot[0] for lot in side.lots} == {seller}

    def can_be_held(self, commodity: Commodity, side: Side) -> bool:
        """A stated CI is its lots' CI, or waits for their report; without lots some report has it (model.md 10)."""
        if side.claim not in {Claim.REDUCED, Claim.SOLD_AS_CONVENTIONAL}:
            return True
        if side.lots:
            return all(row is None or row.ci_e6 == side.ci for row in map(self.lots.rows.get, side.lots))
        return self.lots.has(commodity, side.ci) or (commodity, side.ci) in self.waiting_cis

    def report_of(self, move: "Move") -> str | None:
        """Whether a lot drawn still waits for its report, or had none when it was sold (#32); a claim needs one."""
        if move.side.claim not in CLAIMS:
            return None
        rows = [self.lots.rows.get(lot) for lot in move.side.lots]
        is_late = any(row is not None and row.covered_from > move.day for row in rows)
        return "waiting" if None in rows else "late" if is_late else None

    def is_reported(self, commodity: Commodity, side: Side) -> bool:
        """Whether the CI is the report's."""
        if side.lots:
            return all(row is not None and row.ci_e6 == side.ci for row in map(self.lots.rows.get, side.lots))
        return self.lots.has(commodity, side.ci)


def moves(
    statements: Sequence[Statement], lots: Lots, farms: frozenset[str], day: date, runs: Mapping[RunName, Pressed]
) -> list[Move]:
    """Everything that moved; CIs that wait for a report are gathered first, since they make others known."""
    first = World(lots, farms, day, runs=runs)
    waiting = {(move.commodity, move.side.ci) for move in _moves(statements, first) if _waits_with_ci(move)}
    return list(_moves(statements, World(lots, farms, day, frozenset(waiting), runs)))


def _waits_with_ci(move: Move) -> bool:
    return move.owes and move.side.claim is Claim.REDUCED and move.report == "waiting"


def _moves(statements: Sequence[Statement], world: World) -> Iterator[Move]:
    traded = [pair for pair in statements if isinstance(pair[1].body, Transfer | Receipt)]
    for load in loads(traded):
        sold = [side for statement in load.sales for side in sides(statement, world.lots, world.runs)]
        bought = [side for statement in load.receipts for side in sides(statement, world.lots, world.runs)]
        for number, pair in enumerate(pairs(sold, bought)):
            yield _move(load, pair, number, world)
    for statement in statements:
        if isinstance(statement[1].body, Discard | Refined | ConventionalMovement):
            for side in sides(statement, world.lots, world.runs):
                yield _own(statement, side, world)
        if isinstance(statement[1].body, CrushRun):
            yield from _press(statement, world)


def _move(load: Load, pair: Pair, number: int, world: World) -> Move:
    side, body = pair.attested, load.body
    move = Move(
        commodity=body.commodity,
        day=side.day,
        event_id=side.event_id,
        flow=Flow.SOLD_AS_CONVENTIONAL if side.claim is Claim.SOLD_AS_CONVENTIONAL else Flow.SOLD,
        side=side,
        seller=body.seller_id,
        buyer=body.buyer_id,
        transfer_id=body.transfer_id,
        ticket_no=body.ticket_no,
        seller_dry=pair.sold.dry if pair.sold else None,
        buyer_dry=pair.bought.dry if pair.bought else None,
        held=world.can_be_held(body.commodity, side),
    )
    from_farm = world.is_farm_sale(body.seller_id, side)
    _book(move, load, pair, from_farm=from_farm, world=world)
    _owe(move, load, from_farm=from_farm, world=world)
    move.notes += [*_differences(load, pair, number, move), *_missing(load, pair, move, world, from_farm=from_farm)]
    return move


def _book(move: Move, load: Load, pair: Pair, *, from_farm: bool, world: World) -> None:
    side = pair.attested
    is_sale_itself = _is_sale_itself(load, side, from_farm=from_farm)
    granted = side.dry if is_sale_itself else pair.credit
    move.debit_dry = side.dry if pair.sold or is_sale_itself else 0
    if pair.sold and not from_farm:
        move.debit = _pool(move.seller, move, None if side.claim is Claim.CONVENTIONAL else side.ci)
    is_agreed = not pair.ci_differs or side.ci is None or world.is_reported(move.commodity, side)
    may_credit = move.held and is_agreed
    if may_credit:
        move.credit_dry = granted
        move.credit = _pool(move.buyer, move, side.ci if side.claim is Claim.REDUCED else None)
    move.debit_lb, move.credit_lb = (_part(side, dry) for dry in (move.debit_dry, move.credit_dry))


def _part(side: Side, dry: int) -> int:
    """The pounds of product that so much of the crop behind them stands for."""
    return round(Fraction(side.pounds * dry, side.dry)) if side.dry else 0


def _is_sale_itself(load: Load, side: Side, *, from_farm: bool) -> bool:
    """Whether the buyer's receipt alone is enough: it names the farm's lot (model.md 7), or claims nothing."""
    return not load.sales and (side.claim not in CLAIMS or (from_farm and bool(side.lots)))


def _pool(entity: str | None, move: Move, ci: int | None) -> Pool | None:
    """The account of an entity; what waits for its CI is in none (#46), nor is a product without a claim."""
    if entity is None or move.side.claim is Claim.PENDING or (ci is None and move.side.form is not Form.CROP):
        return None
    return (entity, move.commodity, ci)


def _owe(move: Move, load: Load, *, from_farm: bool, world: World) -> None:
    """What the farm's own records and report still owe for the load (model.md 7, 8)."""
    move.owes = from_farm and bool(move.side.lots)
    if not move.owes:
        return
    move.unstated = not load.sales
    move.report = world.report_of(move)


def _differences(load: Load, pair: Pair, number: int, move: Move) -> Iterator[Note]:
    differ = pair.differ
    if differ is None and load.sales and load.receipts and (pair.sold is None or pair.bought is None):
        differ = (pair.sold.dry if pair.sold else 0, pair.bought.dry if pair.bought else 0)
    if differ is not None and differ[0] != differ[1]:
        amount = abs(differ[0] - differ[1])
        is_small = amount * SMALL_DIFFERENCE < differ[0]
        quarter = date(move.day.year, (move.day.month - 1) // 3 * 3 + 1, 1) if is_small else None
        yield Note("A_COUNTERPARTY_AMOUNT", amount, quarter=quarter)
    if pair.ci_differs:
        yield Note("A_COUNTERPARTY_CI", pair.credit)
    stated = {receipt.body.transaction_date for _, receipt in load.receipts}
    if load.sales and number == 0 and stated - {None, move.day}:
        yield Note("A_COUNTERPARTY_DATE", None)


def _missing(load: Load, pair: Pair, move: Move, world: World, *, from_farm: bool) -> Iterator[Note]:
    if pair.moisture_missing:
        yield Note("G_MOISTURE", pair.attested.dry)
    yield from _of_product(pair.attested)
    is_claim = pair.attested.claim in CLAIMS
    if is_claim and not load.receipts and world.day > move.day + timedelta(RECEIPT_DAYS):
        yield Note("G_RECEIPT", move.debit_dry)
    if not load.sales and not _is_sale_itself(load, move.side, from_farm=from_farm):
        yield Note("G_ATTESTATION", move.buyer_dry)
    report = world.report_of(move)
    if report is not None and not (from_farm and move.side.was_pending):
        yield Note("G_BFR", move.side.dry, late=report == "late")


def _of_product(side: Side) -> Iterator[Note]:
    """Oil under a CI that names not both run and yield (2100.033(b)), or a claim on what bears none (#24)."""
    if side.claims_coproduct:
        yield Note("A_COPRODUCT_CLAIM", None)
    if side.form is Form.OIL and side.claim in CLAIMS and None in side.product:
        yield Note("G_PRODUCT_INPUT", side.dry)


def _own(statement: Statement, side: Side, world: World) -> Move:
    """What a holder states alone: a discard, what it refined, conventional crop, or its own downgrade."""
    root, version = statement
    body = version.body
    flow = Flow.REFINED if isinstance(body, Refined) else Flow.DISCARDED
    move = Move(body.commodity, body.day, root.event_id, flow, side, body.entity_id, None)
    move.held, move.is_trade = world.can_be_held(body.commodity, side), False
    move.notes = [*([Note("G_MOISTURE", side.dry)] if side.moisture_missing else []), *_of_product(side)]
    if isinstance(body, ConventionalMovement):
        move.flow = Flow.PROCESSED if body.direction is Direction.PROCESSED else Flow.SOLD
        move.flow = move.flow if side.ci is None else Flow.SOLD_AS_CONVENTIONAL
        if body.direction is Direction.INCOMING:
            move.seller, move.buyer = body.counterparty_id, body.entity_id
            move.credit, move.credit_dry = _pool(body.entity_id, move, None), side.dry
            return move
        move.buyer = body.counterparty_id
    move.debit_dry, move.seller_dry, move.debit_lb = side.dry, side.dry, side.pounds
    move.debit = _pool(body.entity_id, move, side.ci)
    return move


def _press(statement: Statement, world: World) -> Iterator[Move]:
    """A run: each input leaves the owner's crop and is the owner's product from then on (3.3, #43)."""
    root, version = statement
    body = version.body
    run, used = pressed(body), dict.fromkeys((line.ci_e6 for line in body.lines), 0)
    for side in sides(statement, world.lots, world.runs):
        owner = body.owner_id or body.entity_id
        move = Move(body.commodity, body.day, root.event_id, Flow.PROCESSED, side, owner, owner, is_trade=False)
        move.held = world.can_be_held(body.commodity, side)
        move.notes = [Note("G_MOISTURE", side.dry)] if side.moisture_missing else []
        move.debit, move.debit_dry = _pool(owner, move, side.ci), side.dry
        before, used[side.ci] = used[side.ci], used[side.ci] + side.dry
        if side.claim is Claim.REDUCED:
            move.made = (body.run_id, body.crushing_yield_e4)
            move.credit, move.credit_dry = move.debit, side.dry
            share = Fraction(run.got[side.ci], run.put_in[side.ci] or 1)
            move.credit_lb = round(share * used[side.ci]) - round(share * before)
        yield move


def lots_drawn(found: Sequence[Move]) -> dict[LotName, int]:
    """How much each farm has sold of each of its lots, to all buyers."""
    sums: dict[LotName, int] = {}
    for move in found:
        for lot in move.side.lots if move.owes and len(move.side.lots) == 1 else ():
            sums[lot] = sums.get(lot, 0) + move.side.dry
    return sums
