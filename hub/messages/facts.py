"""Messages read as the ledger's facts: the same statement, with only what the books need."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from hub.ledger import facts
from hub.messages.base import Message
from hub.messages.crushing import CrushRun
from hub.messages.movements import (
    ConventionalMovement,
    ConventionalMovementV1,
    Discard,
    DiscardV1,
    Draw,
    Line,
    LineV1,
    Receipt,
    ReceiptV1,
    Refined,
    Reversal,
    Transfer,
    TransferV1,
)
from hub.messages.organisations import DayOpened, OrganisationRegistered
from hub.messages.periods import PeriodClose, PeriodCloseV1, PeriodDeclaration
from hub.messages.reports import BfrV1, BfrV2

__all__ = ["fact_of"]


def fact_of(message: Message) -> facts.Fact | None:
    """The fact a message states; None of one the hub sends and does not book."""
    body_of = _BODY.get(type(message))
    if body_of is None:
        return None
    reverses = isinstance(message, Reversal)
    return facts.Fact(
        author_id=message.author_id,
        event_id=message.event_id,
        body=body_of(message),
        filed_by=getattr(message, "filed_by", None),
        names=getattr(message, "reverses_event_id" if reverses else "corrects_event_id", None),
        stated_on=getattr(message, "reversed_on" if reverses else "corrected_on", None),
        reason=getattr(message, "reason", None),
    )


def _transfer(message: Transfer | TransferV1) -> facts.Transfer:
    return facts.Transfer(
        transfer_id=message.transfer_id,
        seller_id=message.seller_id,
        buyer_id=message.buyer_id,
        transaction_date=message.transaction_date,
        commodity=message.commodity,
        form=message.form,
        lines=_lines(message.lines),
        site_id=message.site_id,
        ticket_no=message.ticket_no,
    )


def _receipt(message: Receipt | ReceiptV1) -> facts.Receipt:
    return facts.Receipt(
        seller_id=message.seller_id,
        buyer_id=message.buyer_id,
        received_date=message.received_date,
        commodity=message.commodity,
        form=message.form,
        lines=_lines(message.lines),
        transfer_id=message.transfer_id,
        transaction_date=message.transaction_date,
        site_id=message.site_id,
        ticket_no=message.ticket_no,
    )


def _discard(message: Discard | DiscardV1) -> facts.Discard:
    return facts.Discard(
        entity_id=message.entity_id,
        day=message.discard_date,
        commodity=message.commodity,
        form=message.form,
        discard_reason=message.discard_reason,
        lines=_lines(message.lines),
    )


def _conventional(message: ConventionalMovement) -> facts.ConventionalMovement:
    return facts.ConventionalMovement(
        entity_id=message.entity_id,
        direction=message.direction,
        day=message.transaction_date,
        commodity=message.commodity,
        form=message.form,
        line=facts.StatedLine(
            ci_e6=message.from_ci_g_co2e_per_bu_e6,
            amount_e6=message.amount_e6,
            unit=message.unit,
            moisture_pct_e3=message.moisture_pct_e3,
            draws=_draws(message.draws),
        ),
        counterparty_id=message.counterparty_id,
    )


def _refined(message: Refined) -> facts.Refined:
    return facts.Refined(
        entity_id=message.entity_id,
        day=message.refined_date,
        commodity=message.commodity,
        form=message.form,
        lines=_lines(message.lines),
    )


def _run(message: CrushRun) -> facts.CrushRun:
    return facts.CrushRun(
        run_id=message.run_id,
        entity_id=message.entity_id,
        run_date=message.run_date,
        commodity=message.commodity,
        lines=tuple(
            facts.StatedLine(
                ci_e6=line.ci_g_co2e_per_bu_e6,
                amount_e6=line.amount_e6,
                unit=line.unit,
                moisture_pct_e3=line.moisture_pct_e3,
                draws=_draws(line.draws),
            )
            for line in message.inputs
        ),
        product=message.product,
        product_amount_e6=message.product_amount_e6,
        product_unit=message.product_unit,
        crushing_yield_e4=message.crushing_yield_lb_per_std_bu_e4,
        yield_id=message.yield_id,
        owner_id=message.owner_id,
        allocations=tuple(
            facts.Allocation(item.ci_g_co2e_per_bu_e6, item.product_amount_e6) for item in message.allocations
        ),
    )


def _lines(lines: Iterable[LineV1]) -> tuple[facts.StatedLine, ...]:
    return tuple(_line(line) for line in lines)


def _line(line: LineV1) -> facts.StatedLine:
    stated = facts.StatedLine(
        ci_e6=line.ci_g_co2e_per_bu_e6,
        amount_e6=line.amount_e6,
        unit=line.unit,
        moisture_pct_e3=line.moisture_pct_e3,
        ci_pending=line.ci_pending,
        as_conventional=line.as_conventional,
        draws=_draws(line.draws),
        payee_id=line.payee_id,
    )
    if not isinstance(line, Line):
        return stated
    return replace(
        stated,
        crush_run_id=line.crush_run_id,
        crusher_id=line.crusher_id,
        crushing_yield_e4=line.crushing_yield_lb_per_std_bu_e4,
        input_dry_lb_e4=line.input_dry_lb_e4,
    )


def _draws(draws: tuple[Draw, ...]) -> tuple[facts.Draw, ...]:
    return tuple(facts.Draw(draw.farm_id, draw.crop_year, draw.field_id, draw.amount_e6) for draw in draws)


def _declaration(message: PeriodDeclaration) -> facts.PeriodDeclaration:
    return facts.PeriodDeclaration(
        entity_id=message.entity_id,
        period_id=message.period_id,
        start=message.start_date,
        end_exclusive=message.end_date_exclusive,
        declared_on=message.declared_on,
        timezone=message.timezone,
    )


def _close(message: PeriodClose) -> facts.PeriodClose:
    return facts.PeriodClose(
        entity_id=message.entity_id,
        period_id=message.period_id,
        closed_on=message.closed_on,
        stocks=tuple(
            facts.Stock(
                commodity=stock.commodity,
                ci_e6=stock.ci_g_co2e_per_bu_e6,
                form=stock.form,
                ending_dry_lb_e4=stock.declared_ending_stored_dry_lb_e4,
                beginning_dry_lb_e4=stock.declared_beginning_stored_dry_lb_e4,
            )
            for stock in message.stocks
        ),
        physical=tuple(
            facts.PhysicalStock(stock.commodity, stock.form, stock.measured_stored_dry_lb_e4, stock.measured_on)
            for stock in message.physical_stocks
        ),
    )


def _reversal(message: Reversal) -> facts.Reversal:
    return facts.Reversal(message.reverses_event_id, message.reversed_on, message.reverses_author_id)


def _report(message: BfrV1 | BfrV2) -> facts.Report:
    """A v1 report has one CI per farm and crop, which its lines carry (domain.md 4.3)."""
    farm_ci = message.farm_level_ci_g_co2e_per_bu_e6 if isinstance(message, BfrV1) else None
    return facts.Report(
        bfr_id=message.bfr_id,
        version=message.version,
        rule_version=message.rule_version,
        farm_id=message.farm_id,
        commodity=message.commodity,
        crop_year=message.crop_year,
        signed_date=message.signed_date,
        rows=tuple(
            facts.ReportRow(
                row.field_id, row.ci_g_co2e_per_bu_e6 if farm_ci is None else farm_ci, row.harvested_bu_std_e4
            )
            for row in message.fields
        ),
    )


def _registered(message: OrganisationRegistered) -> facts.OrganisationRegistered:
    return facts.OrganisationRegistered(
        message.organisation_id, message.roles, message.books_here, message.lot_link, message.outbox
    )


def _day(message: DayOpened) -> facts.DayOpened:
    return facts.DayOpened(message.day)


_BODY: Final[dict[type[Message], Callable[[Any], facts.Body]]] = {
    TransferV1: _transfer,
    Transfer: _transfer,
    ReceiptV1: _receipt,
    Receipt: _receipt,
    DiscardV1: _discard,
    Discard: _discard,
    Refined: _refined,
    CrushRun: _run,
    ConventionalMovementV1: _conventional,
    ConventionalMovement: _conventional,
    PeriodDeclaration: _declaration,
    PeriodCloseV1: _close,
    PeriodClose: _close,
    Reversal: _reversal,
    BfrV1: _report,
    BfrV2: _report,
    OrganisationRegistered: _registered,
    DayOpened: _day,
}
