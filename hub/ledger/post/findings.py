"""Findings touched by a batch: folded from their contributions, with their history written down."""

from collections.abc import Iterable

from hub.ledger.keys import Key
from hub.ledger.post.touched import Touched
from hub.ledger.rows import Contribution, Finding, FindingChange
from hub.ledger.terms import Status
from hub.ledger.transition import fold, transition

__all__ = ["settle_findings"]


def settle_findings(touched: Touched) -> None:
    """Bring every touched finding up to date; over-sales that a closing period made final are escalated."""
    ws = touched.workspace
    names = [(name,) for name in touched.findings]
    ws.get(Finding, names)
    contributions: dict[Key, list[Contribution]] = {name: [] for name in touched.findings}
    for row in ws.find(Contribution, "finding", names):
        contributions[row.finding_id].append(row)
    changes = [(ws.one(Finding, name), _settled(touched, name, rows)) for name, rows in contributions.items()]
    over_sold = {_account(now) for _, now in changes if now and now.code == "A_OVERSALE" and now.status is Status.OPEN}
    for before, now in changes:
        if now is not None and now != before:
            _record(touched, _escalated(before, now, over_sold))


def _settled(touched: Touched, name: Key, rows: list[Contribution]) -> Finding | None:
    causes = touched.findings[name]
    return transition(name, touched.workspace.one(Finding, name), fold(rows), causes, touched.day)


def _account(finding: Finding) -> tuple[object, ...]:
    subject = finding.subject
    return (subject.entity_id, subject.commodity, subject.ci_e6, subject.period_start)


def _escalated(before: Finding | None, now: Finding, over_sold: Iterable[tuple[object, ...]]) -> Finding:
    """A running over-sale whose period ended below zero (domain.md 3.6)."""
    was_open = before is not None and before.status is Status.OPEN
    if now.code == "A_OVERSALE_RUNNING" and was_open and now.status is not Status.OPEN and _account(now) in over_sold:
        return now._replace(status=Status.ESCALATED, reason=None)
    return now


def _record(touched: Touched, finding: Finding) -> None:
    """Put the finding and the change it made; a figure that changes is history too."""
    ws = touched.workspace
    finding = finding._replace(version=touched.version, changes=finding.changes + 1)
    name, number = finding.finding_id, finding.changes
    causes = tuple(sorted(touched.findings[name]))
    ws.put(finding)
    ws.put(FindingChange(name, number, finding.status, finding.reason, finding.amount_e4, touched.day, causes))
