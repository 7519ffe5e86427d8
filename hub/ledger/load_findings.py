"""What is open about one line of a sale: the two sides' differences, and documents that are still to come."""

from collections.abc import Iterator
from datetime import date, timedelta

from hub.ledger.facts import Receipt
from hub.ledger.matching import Pair
from hub.ledger.parts import Part
from hub.ledger.rows import Contribution, Line
from hub.ledger.sale import Sale
from hub.ledger.subject import Subject, finding_id
from hub.ledger.terms import Status

__all__ = ["about", "about_outflow", "receipt_due", "small_difference_e4"]


def about(sale: Sale, line: Line, pair: Pair) -> Iterator[Contribution]:
    """Every finding one line contributes to, by itself."""
    yield from _amount(sale, line, pair)
    yield from _date(sale, line)
    yield from _one_sided(sale, line, pair)
    yield from _report(sale, line, pair)
    if pair.ci_differs:
        yield _contribution(line, "A_COUNTERPARTY_CI", amount=pair.lower_dry_lb_e4)
    if "A_CI_NOT_HELD" in line.codes and line.flagged_account is None:
        yield _contribution(line, "A_CI_NOT_HELD", amount=line.debit_dry_lb_e4)
    if not pair.moisture_stated:
        yield _contribution(line, "G_MOISTURE", amount=pair.attested.dry_lb_e4)
    yield from _product(line, pair.attested)


def about_outflow(line: Line, part: Part) -> Iterator[Contribution]:
    """Every finding a line of a discard or conventional movement contributes to, by itself."""
    if not part.moisture_stated:
        yield _contribution(line, "G_MOISTURE", amount=part.dry_lb_e4)
    yield from _product(line, part)


def _product(line: Line, part: Part) -> Iterator[Contribution]:
    """A product without its run or yield, or a claim on what carries none (2100.033(b), domain.md 3.5 #24)."""
    if part.lacks_product_input:
        yield _contribution(line, "G_PRODUCT_INPUT", amount=part.dry_lb_e4)
    if part.claims_coproduct:
        yield _contribution(line, "A_COPRODUCT_CLAIM")


def receipt_due(sale: Sale, line: Line, part: Part) -> date | None:
    """The day on which a claim sold and not received becomes G_RECEIPT, while that lies ahead."""
    due = line.day + timedelta(sale.around.policy.receipt_days + 1)
    return due if part.is_claim and not sale.receipts and due > sale.around.day else None


def small_difference_e4(sale: Sale, line: Line, pair: Pair) -> int:
    """What the two sides differ by where that is below 0.5 %: told once per pair and quarter, not by line (#29)."""
    sold, received = _sides(sale, line, pair)
    amount = abs(sold - received)
    return amount if amount * 1_000_000 < sale.around.policy.counterparty_ppm * sold else 0


def _amount(sale: Sale, line: Line, pair: Pair) -> Iterator[Contribution]:
    """A difference in amount that is not small is its own alert (#29)."""
    sold, received = _sides(sale, line, pair)
    if sold != received and not line.small_difference_e4:
        yield _contribution(line, "A_COUNTERPARTY_AMOUNT", amount=abs(sold - received))


def _sides(sale: Sale, line: Line, pair: Pair) -> tuple[int, int]:
    """What seller and buyer state of one amount, the same where they do not differ or one is silent."""
    if pair.difference is not None:
        return pair.difference
    if sale.transfers and sale.receipts and None in (pair.seller, pair.buyer):
        return line.seller_stated_dry_lb_e4 or 0, line.buyer_stated_dry_lb_e4 or 0
    return 0, 0


def _date(sale: Sale, line: Line) -> Iterator[Contribution]:
    """The buyer states another transaction date; the seller's counts (#10)."""
    stated = {event.body.transaction_date for event in sale.receipts if isinstance(event.body, Receipt)}
    if sale.transfers and line.line_no == 0 and stated - {None, line.day}:
        yield _contribution(line, "A_COUNTERPARTY_DATE")


def _one_sided(sale: Sale, line: Line, pair: Pair) -> Iterator[Contribution]:
    """A claim sold, not received, or received, not sold; a farm's sale may be its buyer's receipt (model.md 7)."""
    part = pair.attested
    if not part.is_claim:
        return
    if not sale.receipts and sale.around.day > line.day + timedelta(sale.around.policy.receipt_days):
        yield _contribution(line, "G_RECEIPT", amount=line.debit_dry_lb_e4)
    if not sale.transfers and not sale.is_stated_by_receipt(part):
        yield _contribution(line, "G_ATTESTATION", amount=line.buyer_stated_dry_lb_e4)


def _report(sale: Sale, line: Line, pair: Pair) -> Iterator[Contribution]:
    """A line whose lot has no report, or had none on its day; a farm's CI pending ones count by farm (#46)."""
    part = pair.attested
    if not part.is_claim or (part.was_pending and sale.is_from_farm(part)):
        return
    lots = [sale.around.known.lots.get(draw.lot_key) for draw in part.draws]
    if None in lots:
        yield _contribution(line, "G_BFR", amount=part.dry_lb_e4)
    elif any(lot is not None and lot.first_signed > line.day for lot in lots):
        yield _contribution(line, "G_BFR", amount=part.dry_lb_e4, status=Status.CLEARED_LATE)


def _contribution(
    line: Line,
    code: str,
    *,
    amount: int | None = None,
    status: Status = Status.OPEN,
) -> Contribution:
    return Contribution(
        source=line.load_key,
        finding_id=finding_id(code, line.load_key.hex(), line.line_no),
        code=code,
        subject=_subject(line),
        status=status,
        amount_e4=amount,
        first_day=line.day,
        place=f"{line.order_event_id}/{line.line_no}",
    )


def _subject(line: Line) -> Subject:
    return Subject(
        entity_id=line.seller_id,
        counterparty_id=line.buyer_id,
        commodity=line.commodity,
        ci_e6=line.ci_e6,
        transfer_id=line.transfer_id,
        ticket_no=line.ticket_no,
        day=line.day,
    )
