"""Where a line is booked: which account is debited, which credited, and what it will be judged again for.

sold under a CI          seller's account of the CI  -> buyer's account of the CI
sold as conventional     seller's account of the CI  -> buyer's conventional account
CI pending               no account on either side, until the lot's report is accepted (#46)
CI nobody can hold       debited as attested, credited nowhere (#30)
from a farm              a farm has lots, no account (model.md 7)
crushed                  crop form of the owner's account -> its product form, the key's total unchanged (3.3)
coproduct                no account: it carries no claim (#24)
"""

from collections.abc import Iterator, Sequence

from hub.ledger.crush import shares
from hub.ledger.facts import ConventionalMovement, CrushRun, Discard, Movement, Refined
from hub.ledger.keys import Key, account_key, digest
from hub.ledger.load_findings import receipt_due
from hub.ledger.matching import Pair
from hub.ledger.parts import Part
from hub.ledger.quantity import divide_half_even
from hub.ledger.rows import Line
from hub.ledger.sale import Sale, Surroundings, is_held, is_on_report
from hub.ledger.terms import Claim, Direction, Flow, Form, ReportState

__all__ = ["booked", "outflow_lines", "run_lines", "sale_line"]


def sale_line(sale: Sale, number: int, pair: Pair) -> Line:
    """The line of one pair before it is booked: who, what, when, and what each side says."""
    part, body = pair.attested, sale.body
    sold = Flow.SOLD_AS_CONVENTIONAL if part.claim is Claim.SOLD_AS_CONVENTIONAL else Flow.SOLD
    return _line(sale.load_key, number, body, part, sold)._replace(
        seller_id=body.seller_id,
        buyer_id=body.buyer_id,
        seller_stated_dry_lb_e4=pair.seller.dry_lb_e4 if pair.seller else None,
        buyer_stated_dry_lb_e4=pair.buyer_dry_lb_e4,
        transfer_id=body.transfer_id,
        ticket_no=body.ticket_no,
        site_id=body.site_id,
        buyers_run_id=pair.buyer.crush_run_id if pair.seller and pair.buyer else None,
    )


def _line(load_key: Key, number: int, body: Movement, part: Part, flow: Flow) -> Line:
    """What every line takes from the part it is of."""
    return Line(
        load_key=load_key,
        line_no=number,
        day=part.day,
        commodity=body.commodity,
        form=part.form,
        claim=part.claim,
        ci_e6=part.ci_e6,
        seller_id=None,
        buyer_id=None,
        order_event_id=part.root_event_id,
        flow=flow,
        stated_no=part.stated_no,
        crush_run_id=part.crush_run_id,
        crushing_yield_e4=part.crushing_yield_e4,
    )


def booked(sale: Sale, line: Line, pair: Pair) -> Line:
    """The line with its accounts, amounts and the reasons to judge it again."""
    part, from_farm = pair.attested, sale.is_from_farm(pair.attested)
    held = is_held(part, line.commodity, sale.around)
    credited = held and (not pair.ci_differs or is_on_report(part, line.commodity, sale.around))
    alone = sale.is_stated_by_receipt(part)
    lower = part.dry_lb_e4 if alone else pair.lower_dry_lb_e4
    attested = pair.seller.dry_lb_e4 if pair.seller else lower
    line = line._replace(
        debit_dry_lb_e4=attested if pair.seller or alone else 0,
        debit_account=None if from_farm or not pair.seller else _account(line.seller_id, line, line.ci_e6),
        credit_dry_lb_e4=lower if credited else 0,
        credit_account=_credit_account(line) if credited else None,
        due=receipt_due(sale, line, part),
    )
    line = line._replace(
        debit_product_lb_e4=_product(part, line.debit_dry_lb_e4),
        credit_product_lb_e4=_product(part, line.credit_dry_lb_e4),
    )
    line = _watched(line, part, sale.around, held=held)
    return _owed_by_farm(sale, line, part) if from_farm and part.draws else line


def _product(part: Part, dry_lb_e4: int) -> int:
    """The pounds of product that so much of a part's crop stands for; 0 of crop."""
    return divide_half_even(part.product_lb_e4 * dry_lb_e4, part.dry_lb_e4) if part.dry_lb_e4 else 0


def outflow_lines(load_key: Key, body: Movement, parts: Sequence[Part], around: Surroundings) -> Iterator[Line]:
    """The lines of a discard, a refining or a conventional movement: one side only."""
    for number, part in enumerate(parts):
        line = _line(load_key, number, body, part, Flow.REFINED if isinstance(body, Refined) else Flow.DISCARDED)
        line = _conventional(line, body, part) if isinstance(body, ConventionalMovement) else _gone(line, body, part)
        yield _watched(line, part, around, held=is_held(part, body.commodity, around))


def _gone(line: Line, body: Movement, part: Part) -> Line:
    assert isinstance(body, Discard | Refined)
    return line._replace(
        seller_id=body.entity_id,
        debit_account=_account(body.entity_id, line, line.ci_e6),
        debit_dry_lb_e4=part.dry_lb_e4,
        debit_product_lb_e4=part.product_lb_e4,
    )


def run_lines(load_key: Key, body: Movement, parts: Sequence[Part], around: Surroundings) -> Iterator[Line]:
    """The lines of a crush run: each input leaves the owner's crop, its product is the owner's (#43)."""
    assert isinstance(body, CrushRun)
    made = {share.ci_e6: share for share in shares(body)}
    used: dict[int | None, int] = {}
    for number, part in enumerate(parts):
        share, before = made[part.ci_e6], used.get(part.ci_e6, 0)
        used[part.ci_e6] = before + part.dry_lb_e4
        product = [share.product_lb_e4 * dry // (share.input_dry_lb_e4 or 1) for dry in (before, used[part.ci_e6])]
        line = _line(load_key, number, body, part, Flow.PROCESSED)
        account = _account(body.owner, line, part.ci_e6)
        line = line._replace(
            seller_id=body.owner,
            buyer_id=body.owner,
            crush_run_id=body.run_id,
            crushing_yield_e4=body.crushing_yield_e4,
            debit_account=account,
            debit_dry_lb_e4=part.dry_lb_e4,
            credit_account=account if part.is_claim else None,
            credit_dry_lb_e4=part.dry_lb_e4 if part.is_claim else 0,
            credit_product_lb_e4=product[1] - product[0] if part.is_claim else 0,
        )
        yield _watched(line, part, around, held=is_held(part, body.commodity, around))


def _conventional(line: Line, body: ConventionalMovement, part: Part) -> Line:
    """Conventional crop in or out; out of a CI it is the holder's own downgrade (#26)."""
    if body.direction is Direction.INCOMING:
        line = line._replace(seller_id=body.counterparty_id, buyer_id=body.entity_id, flow=Flow.SOLD)
        account = _account(body.entity_id, line, None)
        return line._replace(credit_account=account, credit_dry_lb_e4=part.dry_lb_e4 if account else 0)
    downgrade = part.ci_e6 is not None
    sold = Flow.SOLD_AS_CONVENTIONAL if downgrade else Flow.SOLD
    line = line._replace(
        claim=Claim.SOLD_AS_CONVENTIONAL if downgrade else Claim.CONVENTIONAL,
        seller_id=body.entity_id,
        buyer_id=body.counterparty_id,
        flow=Flow.PROCESSED if body.direction is Direction.PROCESSED else sold,
    )
    return line._replace(
        debit_account=_account(body.entity_id, line, part.ci_e6),
        debit_dry_lb_e4=part.dry_lb_e4,
        debit_product_lb_e4=part.product_lb_e4,
    )


def _account(entity_id: str | None, line: Line, ci_e6: int | None) -> Key | None:
    """The holder's account under the line's claim; a pending one has none yet, and only crop is kept without one."""
    if entity_id is None or line.claim is Claim.PENDING or (ci_e6 is None and line.form is not Form.CROP):
        return None
    return account_key(entity_id, line.commodity, ci_e6)


def _credit_account(line: Line) -> Key | None:
    return _account(line.buyer_id, line, line.ci_e6 if line.claim is Claim.REDUCED else None)


def _watched(line: Line, part: Part, around: Surroundings, *, held: bool) -> Line:
    """Remember what else the line's judgement rests on, so that a change there finds it.

    A CI its seller cannot hold is told with the seller's account where that is judged here, else with the line.
    """
    undrawn = part.ci_e6 is not None and not part.draws
    judged = line.debit_account if line.seller_id in around.with_books else None
    return line._replace(
        depends_ci_e6=part.ci_e6 if undrawn else None,
        names_lots=bool(part.draws),
        flagged_account=None if held else judged,
        flagged_month=None if held else line.day.replace(day=1),
        codes=line.codes if held else (*line.codes, "A_CI_NOT_HELD"),
    )


def _owed_by_farm(sale: Sale, line: Line, part: Part) -> Line:
    """What the farm's records and report still owe for this load (model.md 7, 8)."""
    draw = part.draws[0]
    lot = sale.around.known.lots.get(draw.lot_key)
    report = None
    if part.was_pending:
        late = lot is not None and lot.first_signed > line.day
        report = ReportState.WAITING if lot is None else ReportState.LATE if late else None
    return line._replace(
        sales_group=digest("farm sales", line.seller_id, line.buyer_id, draw.crop_year),
        crop_year=draw.crop_year,
        unstated=not sale.transfers,
        report=report,
        waits_ci_e6=part.ci_e6 if part.claim is Claim.REDUCED and lot is None else None,
        codes=(*line.codes, "G_BFR") if report is ReportState.WAITING else line.codes,
    )
