"""The oracle's open findings, in the words of `snapshot.findings`: code, status, amount and what it is about.

One finding per code and subject (domain.md 3.6): a line, an account and period, a holder and period, a farm with one
buyer and crop year, two parties and a quarter.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta

from helpers.oracle import Truth
from helpers.oracle_crush import drifts
from helpers.oracle_moves import Move, Note
from helpers.oracle_periods import declared
from helpers.oracle_versions import effective, own, root_of, waiting

from hub.ledger.facts import PeriodClose
from hub.ledger.terms import Form, Status

DAYS_TO_WAIT = 14

Said = tuple[str, Status, int | None, tuple[object, ...]]
"""(code, status, amount, subject)."""


def findings_of(truth: Truth) -> list[Said]:
    """Every finding that is open, and every gap cleared late."""
    found = [*_of_lines(truth), *_small_differences(truth), *_of_accounts(truth), *_of_holders(truth)]
    found += [*_of_farms(truth), *_of_declarations(truth), *_of_waiting(truth), *_of_yields(truth)]
    return sorted(found, key=repr)


def _of_lines(truth: Truth) -> Iterator[Said]:
    for move in truth.moves:
        for note in move.notes:
            if note.quarter is None:
                status = Status.CLEARED_LATE if note.late else Status.OPEN
                yield note.code, status, note.amount, line_name(move)
        is_told_by_account = move.debit is not None and move.debit in truth.accounts
        if not move.held and move.is_trade and not is_told_by_account:
            yield "A_CI_NOT_HELD", Status.OPEN, move.debit_dry, line_name(move)


def line_name(move: Move) -> tuple[object, ...]:
    """How a line is named: parties, crop, CI, document, day."""
    return (move.seller, move.buyer, move.commodity, move.side.ci, move.transfer_id, move.ticket_no, move.day)


def _small_differences(truth: Truth) -> Iterator[Said]:
    sums: dict[tuple[object, ...], int] = defaultdict(int)
    for move, note in _notes(truth):
        if note.quarter is not None:
            sums[move.seller, move.buyer, note.quarter] += note.amount or 0
    for subject, amount in sums.items():
        yield "A_COUNTERPARTY_AMOUNT", Status.OPEN, amount, subject


def _notes(truth: Truth) -> Iterator[tuple[Move, Note]]:
    return ((move, note) for move in truth.moves for note in move.notes)


def _of_accounts(truth: Truth) -> Iterator[Said]:
    for judged in truth.accounts.values():
        for found in judged.findings:
            yield (
                found.code,
                Status.OPEN,
                found.amount,
                (
                    *found.pool,
                    found.start,
                    found.first_day,
                    found.form is Form.OIL,
                    found.run,
                ),
            )


def _of_yields(truth: Truth) -> Iterator[Said]:
    for subject in drifts(truth.facts):
        yield "A_YIELD_DRIFT", Status.OPEN, None, subject


def _of_holders(truth: Truth) -> Iterator[Said]:
    """A_NO_PERIOD and A_PERIOD_UNCLOSED: once per holder and period, whatever moved in it."""
    found: set[Said] = set()
    for (entity, *_), judged in truth.accounts.items():
        for balance in judged.balances:
            subject = (entity, balance.span.start)
            if balance.span.period_id is None and balance.lines:
                found.add(("A_NO_PERIOD", Status.OPEN, None, subject))
            if balance.is_unclosed(truth.day):
                found.add(("A_PERIOD_UNCLOSED", Status.OPEN, None, subject))
    yield from found


def _of_farms(truth: Truth) -> Iterator[Said]:
    """G_SALE_RECORD and the G_BFR of CI pending loads: once per farm, buyer and crop year (model.md 7, 8)."""
    groups: dict[tuple[object, ...], list[Move]] = defaultdict(list)
    for move in truth.moves:
        if move.owes:
            groups[move.seller, move.buyer, move.side.lots[0][2]].append(move)
    for subject, group in groups.items():
        unstated = [move.day for move in group if move.unstated]
        if unstated and truth.day > min(unstated) + timedelta(DAYS_TO_WAIT):
            yield "G_SALE_RECORD", Status.OPEN, None, subject
        reports = {move.report for move in group if move.side.was_pending}
        if "waiting" in reports:
            yield "G_BFR", Status.OPEN, None, subject
        elif "late" in reports:
            yield "G_BFR", Status.CLEARED_LATE, None, subject


def _of_declarations(truth: Truth) -> Iterator[Said]:
    """Declared after the period began, as any version has it; a correction is declared when it is made (#14)."""
    for entity in {fact.author_id for fact in truth.facts}:
        for root, version in declared(truth.facts, entity):
            body = version.body
            made_on = max(body.declared_on, version.stated_on or date.min)
            starts = [
                other.body.start
                for other in own(root, truth.facts)
                if root_of(other, truth.facts) is root and other.kind == root.kind
            ]
            if made_on > min(starts):
                yield "A_PERIOD_NOT_PREDEFINED", Status.OPEN, None, (entity, body.start)


def _of_waiting(truth: Truth) -> Iterator[Said]:
    for fact in waiting(truth.facts):
        assert fact.stated_on is not None
        if truth.day > fact.stated_on + timedelta(DAYS_TO_WAIT):
            yield "E_UNKNOWN_REF", Status.OPEN, None, (fact.author_id, fact.names, fact.stated_on)
    for entity, close in _last_closes(truth):
        is_declared = any(version.body.period_id == close.period_id for _, version in declared(truth.facts, entity))
        if not is_declared and truth.day > close.closed_on + timedelta(DAYS_TO_WAIT):
            yield "E_UNKNOWN_REF", Status.OPEN, None, (entity, close.period_id, close.closed_on)


def _last_closes(truth: Truth) -> Iterator[tuple[str, PeriodClose]]:
    """The close of each period that counts."""
    last = {(v.body.entity_id, v.body.period_id): v.body for _, v in effective(truth.facts, PeriodClose)}
    return ((entity, close) for (entity, _), close in last.items())
