"""Holders' calendars: declared periods, and provisional ones where a movement falls outside them."""

from collections.abc import Collection, Sequence
from datetime import date

from hub.ledger.account_findings import period_source
from hub.ledger.period import Period, calendar
from hub.ledger.post.blocks import unblock
from hub.ledger.post.touched import Causes, Touched
from hub.ledger.rows import Account, Close, DeclaredPeriod, Holder, Organisation, Statement

__all__ = ["follow_calendars"]


def follow_calendars(touched: Touched) -> None:
    """Bring the calendar of every holder touched up to date, and leave the accounts it changes to be judged."""
    ws = touched.workspace
    keys = [(key,) for key in touched.accounts]
    entities = {account.entity_id for account in ws.get(Account, keys).values()} | set(touched.holders)
    names = [(entity,) for entity in sorted(entities)]
    ws.get(Organisation, names)
    ws.get(Holder, names)
    for kind in (Account, DeclaredPeriod):
        ws.find(kind, "entity", names)
    ws.find(Close, "entity", [(entity,) for entity in touched.holders])
    for entity in sorted(entities):
        _follow(touched, entity)


def _follow(touched: Touched, entity: str) -> None:
    ws = touched.workspace
    accounts = [row for row in ws.find(Account, "entity", [(entity,)]) if row.ci_e6 is not None]
    before = ws.one(Holder, entity) or Holder(entity, None, None, ())
    organisation = ws.one(Organisation, entity)
    is_judged = organisation is not None and organisation.is_judged
    now = _holder(touched, entity, accounts) if is_judged else Holder(entity, None, None, ())
    if now != before:
        ws.put(now) if now.periods else ws.drop(now)
    _drop_stale(touched, accounts, set(before.periods) - set(now.periods))
    changed_from = _changed_from(touched, entity, before, now)
    for account in accounts:
        named = _named_by_closes(touched, account, now.periods) if entity in touched.holders else account
        _touch(touched, [account, named], changed_from, touched.holders.get(entity, set()))


def _holder(touched: Touched, entity: str, accounts: Sequence[Account]) -> Holder:
    first = min((account.first_day for account in accounts if account.first_day), default=None)
    last = max((account.last_day for account in accounts if account.last_day), default=None)
    declared = touched.workspace.find(DeclaredPeriod, "entity", [(entity,)])
    rows = [Period(row.start, row.end_exclusive, row.period_id) for row in declared]
    return Holder(entity, first, last, tuple(calendar(rows, first, last)))


def _named_by_closes(touched: Touched, account: Account, periods: Sequence[Period]) -> Account:
    """The account with the first and last period whose close names it."""
    starts = {period.period_id: period.start for period in periods if period.period_id is not None}
    closes = touched.workspace.find(Close, "entity", [(account.entity_id,)])
    named = [starts[c.period_id] for c in closes if c.period_id in starts and account.account_key.hex() in c.stocks]
    now = account._replace(closes_from=min(named, default=None), closes_until=max(named, default=None))
    if now != account:
        touched.workspace.put(now)
    return now


def _changed_from(touched: Touched, entity: str, before: Holder, now: Holder) -> date | None:
    """From which day on the holder's accounts must be judged again; None = only where they moved."""
    changed = set(before.periods) ^ set(now.periods)
    if entity in touched.holders:
        changed |= set(now.periods)
    return min((period.start for period in changed), default=None)


def _touch(touched: Touched, versions: Sequence[Account], changed_from: date | None, causes: Causes) -> None:
    """Leave an account to be judged over the span it has, and over the one it had."""
    for account in versions:
        if changed_from is not None and account.span is not None:
            first, last = account.span
            if last >= changed_from:
                touched.account(account.account_key, max(first, changed_from), last, causes)


def _drop_stale(touched: Touched, accounts: Sequence[Account], gone: Collection[Period]) -> None:
    """Statements, findings and blocks of periods that are no more."""
    ws = touched.workspace
    keys = [(account.account_key, period.start) for account in accounts for period in gone]
    for statement in ws.get(Statement, keys).values():
        drop_statement(touched, statement)


def drop_statement(touched: Touched, statement: Statement) -> None:
    """Take back one period's statement with all it led to."""
    source = period_source(statement.account_key, statement.start)
    causes = touched.accounts[statement.account_key].causes if statement.account_key in touched.accounts else set()
    touched.workspace.drop(statement)
    touched.contribute(source, [], causes)
    unblock(touched, source)
