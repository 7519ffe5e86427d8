"""The books as comparable values: every row that may not depend on arrival, and the books in the oracle's words.

History (episodes, reasons, dates of change, versions, restatements) is left out: it is kept from the run and never
compared (design D3).
"""

from collections.abc import Iterable
from typing import Any

from helpers.oracle import Truth
from helpers.oracle_accounts import BY_FORM, OUTFLOWS
from helpers.oracle_findings import Said, findings_of, line_name
from helpers.oracle_moves import Move, Pool

from hub.ledger.books import Books
from hub.ledger.codes import blocking
from hub.ledger.rows import (
    Account,
    AccountDay,
    Close,
    DeclaredPeriod,
    Edge,
    FarmSales,
    Finding,
    Holder,
    KnownCi,
    Line,
    Lot,
    Organisation,
    ProductDay,
    ProductStock,
    Row,
    Run,
    Statement,
)
from hub.ledger.terms import Claim, Commodity, Flow, Form, State, Status

__all__ = ["Snapshot", "differences", "snapshot"]

COMPARED = (
    Account,
    AccountDay,
    ProductDay,
    ProductStock,
    Run,
    Statement,
    Holder,
    KnownCi,
    Lot,
    FarmSales,
    DeclaredPeriod,
    Close,
    Organisation,
    Edge,
    Line,
)
STANDING = (Status.OPEN, Status.CLEARED_LATE)

Snapshot = dict[str, list[Row]]


def snapshot(books: Books) -> Snapshot:
    """Every row that is a function of the accepted facts and the hub's day, by kind, in key order."""
    found: Snapshot = {kind.__name__: list(books.scan(kind)) for kind in COMPARED}
    found["Line"] = [row._replace(version=0) for row in books.scan(Line)]
    found["Statement"] = [row._replace(versions=0) for row in books.scan(Statement)]
    found["Finding"] = [
        (row.finding_id, row.code, row.subject, row.status, row.amount_e4, row.lines, row.first_day)
        for row in books.scan(Finding)
        if row.status in STANDING and row.code != "A_PERIOD_RESTATED"
    ]
    return found


def differences(want: Any, got: Any) -> list[str]:
    """What one side has and the other has not, by kind, in a line each."""
    found = []
    for kind in want.keys() | got.keys():
        ours, theirs = list(want.get(kind, ())), list(got.get(kind, ()))
        for row in ours[:]:
            if row in theirs:
                ours.remove(row)
                theirs.remove(row)
        found += [f"{kind}: missing {row}" for row in ours] + [f"{kind}: surplus {row}" for row in theirs]
    return found


def told_by_books(books: Books) -> dict[str, list[Any]]:
    """What the hub says, in the oracle's words."""
    pools = {row.account_key: (row.entity_id, row.commodity, row.ci_e6) for row in books.scan(Account)}
    lines = list(books.scan(Line))
    said = [_said(row) for row in books.scan(Finding) if row.status in STANDING and row.code != "A_PERIOD_RESTATED"]
    return {
        "balances": sorted((_balance(pools[row.account_key], row) for row in books.scan(Statement)), key=repr),
        "product lots": sorted((_stock(pools[row.account_key], row) for row in books.scan(ProductStock)), key=repr),
        "findings": sorted((one for one in said if one is not None), key=repr),
        "lines": sorted((_line(row, pools) for row in lines), key=repr),
        "draws": sorted(_draws(books, lines), key=repr),
        "known": sorted((row.commodity, row.ci_e6) for row in books.scan(KnownCi)),
        "lots": sorted(
            ((row.farm_id, row.commodity, row.crop_year, row.field_id), row.ci_e6, row.cap_dry_lb_e4)
            for row in books.scan(Lot)
        ),
        "periods": sorted((h.entity_id, p.start, p.end_exclusive) for h in books.scan(Holder) for p in h.periods),
    }


def told_by_oracle(truth: Truth) -> dict[str, list[Any]]:
    """What the hub must say."""
    drawn = [
        (line_name(move), line_name(parent), amount)
        for move in truth.moves
        if not move.side.lots
        for parent, amount in truth.draws.get(id(move), ())
    ]
    waiting = {
        (m.commodity, m.side.ci)
        for m in truth.moves
        if m.owes and m.report == "waiting" and m.side.claim is Claim.REDUCED
    }
    reported = {(lot[1], row.ci_e6) for lot, row in truth.lots.rows.items()}
    return {
        "balances": sorted(_balances(truth), key=repr),
        "product lots": sorted(_stocks(truth), key=repr),
        "findings": findings_of(truth),
        "lines": sorted((_move(move, truth) for move in truth.moves), key=repr),
        "draws": sorted(drawn, key=repr),
        "known": sorted(waiting | reported),
        "lots": sorted((lot, row.ci_e6, row.cap_e4) for lot, row in truth.lots.rows.items()),
        "periods": sorted((name, span.start, span.end) for name, spans in truth.spans.items() for span in spans),
    }


def _balance(pool: Pool, row: Statement) -> tuple[Any, ...]:
    flows = (row.sold_e4, row.sold_as_conventional_e4, row.discarded_e4, row.refined_e4)
    declared = (
        (row.declared_crop_end_e4, row.declared_crop_beginning_e4),
        (row.declared_oil_end_e4, row.declared_oil_beginning_e4),
        row.declared_end_e4,
        row.closed,
    )
    period = (row.start, row.end_exclusive, row.period_id)
    return (
        *pool,
        period,
        (row.beginning_e4, row.oil_beginning_e4),
        row.incoming_e4,
        flows,
        row.processed_e4,
        row.lines,
        (row.computed_end_e4, row.oil_end_e4),
        declared,
        (row.carried_e4, row.oil_carried_e4),
    )


def _stock(pool: Pool, row: ProductStock) -> tuple[Any, ...]:
    return (
        *pool,
        row.start,
        (row.crush_run_id, row.crushing_yield_e4),
        (row.beginning_lb_e4, row.beginning_e4),
        (row.ending_lb_e4, row.ending_e4),
        (row.carried_lb_e4, row.carried_e4),
    )


def _stocks(truth: Truth) -> Iterable[tuple[Any, ...]]:
    for pool, judged in truth.accounts.items():
        for row in judged.stocks:
            yield (*pool, row.span.start, row.lot, row.beginning, row.ending, row.carried)


def _balances(truth: Truth) -> Iterable[tuple[Any, ...]]:
    for pool, judged in truth.accounts.items():
        for row in judged.balances:
            by_form = (row.declared.get(form, (None, None)) for form in BY_FORM)
            yield (
                *pool,
                (row.span.start, row.span.end, row.span.period_id),
                (row.beginning.total, row.beginning.oil),
                row.incoming,
                tuple(row.outgoing[flow] for flow in OUTFLOWS),
                row.processed,
                row.lines,
                (row.computed.total, row.computed.oil),
                (*by_form, row.declared_total, row.closed),
                (row.carried.total, row.carried.oil),
            )


def _said(row: Finding) -> Said:
    subject = row.subject
    about: tuple[object, ...]
    if row.code in {"A_NO_PERIOD", "A_PERIOD_UNCLOSED", "A_PERIOD_NOT_PREDEFINED"}:
        about = (subject.entity_id, subject.period_start)
    elif row.code == "A_YIELD_DRIFT":
        about = (subject.entity_id, subject.period_start, subject.crush_run_id, subject.yield_id)
    elif row.code == "E_UNKNOWN_REF":
        about = (subject.entity_id, subject.event_id or subject.period_id, subject.day)
    elif subject.farm_id is not None:
        about = (subject.farm_id, subject.counterparty_id, subject.crop_year)
    elif subject.period_start is not None:
        pool = (subject.entity_id, subject.commodity, subject.ci_e6)
        about = (*pool, subject.period_start, subject.day, subject.form is Form.OIL, subject.crush_run_id)
    elif subject.commodity is None:
        about = (subject.entity_id, subject.counterparty_id, subject.day)
    else:
        about = _name(subject.entity_id, subject.counterparty_id, subject.commodity, subject)
    return (row.code, row.status, row.amount_e4, about)


def _name(seller: str | None, buyer: str | None, commodity: Commodity, row: Any) -> tuple[object, ...]:
    return (seller, buyer, commodity, row.ci_e6, row.transfer_id, row.ticket_no, row.day)


def _line_name(row: Line) -> tuple[object, ...]:
    return _name(row.seller_id, row.buyer_id, row.commodity, row)


def _line(row: Line, pools: dict[bytes, Pool]) -> tuple[Any, ...]:
    """Amounts by account; codes that block, those of the account included."""
    debit = (
        (pools[row.debit_account], row.debit_dry_lb_e4) if row.debit_account in pools and row.debit_dry_lb_e4 else None
    )
    credit = (
        (pools[row.credit_account], row.credit_dry_lb_e4)
        if row.credit_account in pools and row.credit_dry_lb_e4
        else None
    )
    return (_line_name(row), row.claim, row.flow, debit, credit, row.codes, row.block_code, row.state)


def _move(move: Move, truth: Truth) -> tuple[Any, ...]:
    codes = {note.code for note in move.notes if not note.late and blocking(note.code)}
    codes |= set() if move.held else {"A_CI_NOT_HELD"}
    codes |= {"G_BFR"} if move.owes and move.side.was_pending and move.report == "waiting" else set()
    block = truth.blocked_by(move)
    debit = (move.debit, move.debit_dry) if move.debits else None
    credit = (move.credit, move.credit_dry) if move.credits else None
    return (
        line_name(move),
        _claim(move),
        move.flow,
        debit,
        credit,
        tuple(sorted(codes)),
        block,
        _state({*codes, block or ""}),
    )


def _claim(move: Move) -> Claim:
    """A holder's own downgrade is a sale without claim to nobody (model.md 9)."""
    is_downgrade = move.flow is Flow.SOLD_AS_CONVENTIONAL
    return Claim.SOLD_AS_CONVENTIONAL if is_downgrade else move.side.claim


def _state(codes: set[str]) -> State:
    """SUSPENDED under a blocking alert, else PENDING under a blocking gap (domain.md 6)."""
    if any(code.startswith("A_") for code in codes):
        return State.SUSPENDED
    return State.PENDING if any(codes) else State.NOT_JUDGED


def _draws(books: Books, lines: Iterable[Line]) -> Iterable[tuple[object, object, int]]:
    names = {(row.load_key, row.line_no): _line_name(row) for row in lines}
    for edge in books.scan(Edge):
        if edge.parent_load_key is not None:
            parent = names[edge.parent_load_key, edge.parent_line_no]
            yield names[edge.load_key, edge.line_no], parent, edge.dry_lb_e4
