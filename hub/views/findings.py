"""Alerts and gaps as people read them."""

from hub.ledger.books import Books
from hub.ledger.codes import CODES
from hub.ledger.rows import Finding
from hub.ledger.terms import Status
from hub.views.text import View, ci_text, lb_text

__all__ = ["finding_view", "findings"]


def findings(books: Books, *, open_only: bool = False) -> list[View]:
    """Every finding with its history's last word, by code, then day."""
    rows = [row for row in books.scan(Finding) if row.status is Status.OPEN or not open_only]
    rows.sort(
        key=lambda row: (
            row.code,
            row.subject.entity_id or "",
            row.first_day or row.opened_on,
            row.finding_id,
        )
    )
    return [finding_view(row) for row in rows]


def finding_view(finding: Finding) -> View:
    """One finding; keys it has nothing for are absent."""
    subject, code = finding.subject, CODES[finding.code]
    view = {
        "finding_id": finding.finding_id.hex(),
        "code": finding.code,
        "status": finding.status.value,
        "reason": finding.reason,
        "entity_id": subject.entity_id,
        "farm_id": subject.farm_id,
        "counterparty_id": subject.counterparty_id,
        "transfer_id": subject.transfer_id,
        "ticket_no": subject.ticket_no,
        "event_id": subject.event_id,
        "crush_run_id": subject.crush_run_id,
        "yield_id": subject.yield_id,
        "commodity": subject.commodity.value if subject.commodity else None,
        "ci_g_co2e_per_bu": ci_text(subject.ci_e6),
        "period_id": _period(finding),
        "crop_year": subject.crop_year,
        "date": subject.day.isoformat() if subject.day else None,
        "amount_dry_lb": lb_text(finding.amount_e4),
        "lines": finding.lines,
        "episode": finding.episode,
        "blocks": code.blocks.value,
        "says": code.says,
        "cites": code.cites,
    }
    return {name: value for name, value in view.items() if value is not None}


def _period(finding: Finding) -> str | None:
    subject = finding.subject
    if subject.period_id is not None or subject.period_start is None:
        return subject.period_id
    return f"provisional {subject.period_start.isoformat()}"
