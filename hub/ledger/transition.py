"""How a finding goes from what it was to what it is: the history of domain.md 3.6 (model.md 13).

fold        what the contributions of all sources say now, as one finding
transition  that, against the finding as it stood: opened, updated, cleared, retracted, escalated, reopened
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from hub.ledger.causes import CORRECTION, REVERSAL, reason
from hub.ledger.codes import CODES
from hub.ledger.keys import Key
from hub.ledger.rows import Contribution, Finding
from hub.ledger.subject import Subject
from hub.ledger.terms import Status

__all__ = ["Now", "fold", "transition"]

_SETTLED_BY: Final = {
    "A_RESIDUAL_LOSS": {"PeriodClose", "Discard"},
    "A_RESIDUAL_GAIN": {"PeriodClose", "Discard"},
    "A_PHYSICAL_SHORT": {"PeriodClose", "Discard"},
    "A_CARRY_FORWARD": {"PeriodClose"},
    "A_OPENING_STOCK": {"PeriodClose"},
    "A_NO_PERIOD": {"PeriodDeclaration"},
    "A_PERIOD_UNCLOSED": {"PeriodClose"},
    "A_PERIOD_NOT_PREDEFINED": {"PeriodDeclaration"},
    "A_COUNTERPARTY_AMOUNT": {CORRECTION, "Receipt", "Transfer"},
    "A_COUNTERPARTY_DATE": {CORRECTION, "Receipt", "Transfer"},
    "A_COUNTERPARTY_CI": {CORRECTION, "Receipt", "Transfer"},
}
"""Causes by which a later statement or an agreement settles an alert: it is then cleared, not retracted."""


@dataclass(frozen=True, slots=True)
class Now:
    """A finding as the facts have it now."""

    code: str
    subject: Subject
    status: Status
    amount_e4: int | None
    lines: int
    first_day: date | None


def fold(contributions: Sequence[Contribution]) -> Now | None:
    """One finding out of what every source says of it; open if any part is open; None if nobody does."""
    if not contributions:
        return None
    ordered = sorted(contributions, key=lambda row: (row.first_day or date.min, row.place, row.source))
    standing = [row for row in ordered if row.status is Status.OPEN] or ordered
    first = standing[0]
    amounts = [row.amount_e4 for row in standing if row.amount_e4 is not None]
    return Now(
        code=first.code,
        subject=first.subject,
        status=first.status,
        amount_e4=sum(amounts) if amounts else None,
        lines=sum(row.lines for row in standing),
        first_day=first.first_day,
    )


def transition(
    name: Key, before: Finding | None, now: Now | None, causes: Collection[str], day: date
) -> Finding | None:
    """The finding after a batch; None where there was none and is none.

    Whether an over-sale was escalated is decided by the caller, who sees the other alert of the account.
    """
    if now is None:
        return None if before is None else _ended(before, causes, day)
    if before is None:
        return _opened(name, now, day)
    reopened = now.status is Status.OPEN and before.status is not Status.OPEN
    return before._replace(
        subject=now.subject,
        status=now.status,
        episode=before.episode + reopened,
        reason=None if now.status is not before.status else before.reason,
        amount_e4=now.amount_e4,
        lines=now.lines,
        first_day=now.first_day,
        opened_on=day if reopened else before.opened_on,
        changed_on=day,
    )


def _opened(name: Key, now: Now, day: date) -> Finding:
    return Finding(
        finding_id=name,
        code=now.code,
        subject=now.subject,
        status=now.status,
        episode=1,
        reason=None,
        amount_e4=now.amount_e4,
        lines=now.lines,
        first_day=now.first_day,
        opened_on=day,
        changed_on=day,
    )


def _ended(before: Finding, causes: Collection[str], day: date) -> Finding:
    """Nothing says it any more: a gap is cleared; an alert cleared if settled, else retracted with the reason."""
    if before.status in (Status.ESCALATED, Status.RETRACTED):
        return before
    if before.code.startswith("G_") or _is_settled(before.code, causes):
        return before._replace(status=Status.CLEARED, reason=None, changed_on=day)
    return before._replace(status=Status.RETRACTED, reason=reason(causes), changed_on=day)


def _is_settled(code: str, causes: Collection[str]) -> bool:
    assert code in CODES, code
    settling = _SETTLED_BY.get(code, set())
    return bool(settling & set(causes)) and not (REVERSAL in causes and CORRECTION not in settling & set(causes))
