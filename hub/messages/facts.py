"""Messages read as the ledger's facts: the same statement, with only what the books need."""

from collections.abc import Callable
from typing import Any, Final

from hub.ledger import facts
from hub.messages.base import Message
from hub.messages.movements import ConventionalMovement, Discard, Draw, Line, Receipt, Reversal, Transfer
from hub.messages.organisations import DayOpened, OrganisationRegistered
from hub.messages.periods import PeriodClose, PeriodDeclaration
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


def _transfer(message: Transfer) -> facts.Transfer:
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


def _receipt(message: Receipt) -> facts.Receipt:
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


def _discard(message: Discard) -> facts.Discard:
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


def _lines(lines: tuple[Line, ...]) -> tuple[facts.StatedLine, ...]:
    return tuple(
        facts.StatedLine(
            ci_e6=line.ci_g_co2e_per_bu_e6,
            amount_e6=line.amount_e6,
            unit=line.unit,
            moisture_pct_e3=line.moisture_pct_e3,
            ci_pending=line.ci_pending,
            as_conventional=line.as_conventional,
            draws=_draws(line.draws),
            payee_id=line.payee_id,
        )
        for line in lines
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
    Transfer: _transfer,
    Receipt: _receipt,
    Discard: _discard,
    ConventionalMovement: _conventional,
    PeriodDeclaration: _declaration,
    PeriodClose: _close,
    Reversal: _reversal,
    BfrV1: _report,
    BfrV2: _report,
    OrganisationRegistered: _registered,
    DayOpened: _day,
}
