"""Holders' calendars: declared periods, and provisional ones where a movement falls outside them."""

from collections.abc import Collection, Sequence
from datetime import date

from hub.ledger.account_findings import period_source
from hub.ledger.keys import account_key, physical_source
from hub.ledger.period import Period, calendar
from hub.ledger.post.blocks import unblock
from hub.ledger.post.draws import undraw
from hub.ledger.post.products import drop_products
from hub.ledger.post.touched import Causes, Touched
from hub.ledger.rows import Account, Close, DeclaredPeriod, Holder, Organisation, Statement
from hub.ledger.terms import Commodity

__all__ = ["follow_calendars"]


def follow_calendars(touched: Touched) -> None:
    """Bring the calendar of every holder touched up to date, and leave the accounts it changes to be judged."""
    ws = touched.workspace
    moved: dict[str, list[Account]] = {entity: [] for entity in touched.holders}
    for account in ws.get(Account, [(key,) for key in touched.accounts]).values():
        moved.setdefault(account.entity_id, []).append(account)
    ws.get(Organisation, [(entity,) for entity in moved])
    ws.get(Holder, [(entity,) for entity in moved])
    anew = [entity for entity, accounts in sorted(moved.items()) if not _stays(touched, entity, accounts)]
    for kind in (Account, DeclaredPeriod):
        ws.find(kind, "entity", [(entity,) for entity in anew])
    ws.find(Close, "entity", [(entity,) for entity in touched.holders])
    for entity in anew:
        _follow(touched, entity)


def _stays(touched: Touched, entity: str, moved: Sequence[Account]) -> bool:
    """Whether the calendar holds as it stands: the rule, so that a movement costs the same in the fifth year."""
    if entity in touched.holders:
        return False
    holder = touched.workspace.one(Holder, entity)
    if holder is None:
        organisation = touched.workspace.one(Organisation, entity)
        return organisation is None or not organisation.is_judged
    now = _remeasured(touched, holder) if entity in touched.shrunk else _widened(holder, moved)
    last, last_before = now.last_movement or date.min, holder.last_movement or date.min
    ends_earlier = last < min(last_before, now.periods[-1].start)
    if now.first_movement != holder.first_movement or last >= now.periods[-1].end_exclusive or ends_earlier:
        return False
    if now != holder:
        touched.workspace.put(now)
    return True


def _remeasured(touched: Touched, holder: Holder) -> Holder:
    """The holder with the first and last day of all its accounts; an account may have lost what they rested on."""
    accounts = touched.workspace.find(Account, "entity", [(holder.entity_id,)])
    return _widened(holder._replace(first_movement=None, last_movement=None), accounts)


def _widened(holder: Holder, accounts: Sequence[Account]) -> Holder:
    """The holder with the movements of these accounts among its own."""
    firsts = [account.first_day for account in accounts if account.first_day and account.ci_e6 is not None]
    lasts = [account.last_day for account in accounts if account.last_day and account.ci_e6 is not None]
    first, last = holder.first_movement, holder.last_movement
    return holder._replace(
        first_movement=min([*firsts, first] if first else firsts, default=None),
        last_movement=max([*lasts, last] if last else lasts, default=None),
    )


def _follow(touched: Touched, entity: str) -> None:
    ws = touched.workspace
    accounts = [row for row in ws.find(Account, "entity", [(entity,)]) if row.ci_e6 is not None]
    before = ws.one(Holder, entity) or Holder(entity, None, None, ())
    organisation = ws.one(Organisation, entity)
    is_judged = organisation is not None and organisation.is_judged
    now = _holder(touched, entity, accounts) if is_judged else Holder(entity, None, None, ())
    if now != before:
        ws.put(now) if now.periods else ws.drop(now)
    causes = touched.holders.get(entity, set())
    gone = set(before.periods) - set(now.periods)
    _drop_stale(touched, accounts, gone, causes)
    for period in gone:
        touched.contribute(physical_source(entity, period.start), [], causes)
    if before.periods and not now.periods:
        for account in accounts:
            undraw(touched, account.account_key)
    changed_from = _changed_from(touched, entity, before, now)
    spans = _spans_of_closes(touched, entity, now.periods) if entity in touched.holders else {}
    for account in _with_named(accounts, entity, spans):
        named = _named_by_closes(touched, account, spans) if entity in touched.holders else account
        _touch(touched, [account, named], changed_from, causes)


def _holder(touched: Touched, entity: str, accounts: Sequence[Account]) -> Holder:
    now = _widened(Holder(entity, None, None, ()), accounts)
    declared = touched.workspace.find(DeclaredPeriod, "entity", [(entity,)])
    rows = [Period(row.start, row.end_exclusive, row.period_id) for row in declared]
    return now._replace(periods=tuple(calendar(rows, now.first_movement, now.last_movement)))


Named = dict[tuple[Commodity, int], list[date]]
"""By commodity and CI, the starts of the periods whose close names a stock of it."""


def _spans_of_closes(touched: Touched, entity: str, periods: Sequence[Period]) -> Named:
    starts = {period.period_id: period.start for period in periods if period.period_id is not None}
    named: Named = {}
    for close in touched.workspace.find(Close, "entity", [(entity,)]):
        for stock in close.stocks if close.period_id in starts else ():
            named.setdefault((stock.commodity, stock.ci_e6), []).append(starts[close.period_id])
    return named


def _with_named(accounts: Sequence[Account], entity: str, named: Named) -> list[Account]:
    """The holder's accounts, and those a close names that never moved."""
    there = {(account.commodity, account.ci_e6) for account in accounts}
    opened = [Account(account_key(entity, *what), entity, *what) for what in named if what not in there]
    return [*accounts, *opened]


def _named_by_closes(touched: Touched, account: Account, named: Named) -> Account:
    """The account with the first and last period whose close names it; nothing is left of one that has neither."""
    assert account.ci_e6 is not None
    starts = named.get((account.commodity, account.ci_e6), [])
    now = account._replace(closes_from=min(starts, default=None), closes_until=max(starts, default=None))
    if now.span is None and account.span is None and account.account_key not in touched.accounts:
        touched.workspace.drop(account)  # one whose last movement just went is judged first
    elif touched.workspace.one(Account, account.account_key) != now:
        touched.workspace.put(now)
    return now


def _changed_from(touched: Touched, entity: str, before: Holder, now: Holder) -> date | None:
    """From which day on the holder's accounts must be judged again; None = only where they moved."""
    changed = set(before.periods) ^ set(now.periods)
    changed |= {period for period in now.periods if (entity, period.period_id) in touched.closes}
    return min((period.start for period in changed), default=None)


def _touch(touched: Touched, versions: Sequence[Account], changed_from: date | None, causes: Causes) -> None:
    """Leave an account to be judged over the span it has, over the one it had, and where the two differ."""
    before, now = versions
    if before.span and now.span and before.span != now.span:
        (first, last), (first_now, last_now) = before.span, now.span
        start = min(first, first_now) if first != first_now else min(last, last_now)
        end = max(last, last_now) if last != last_now else max(first, first_now)
        touched.account(now.account_key, start, end, causes)
    for account in versions:
        if changed_from is not None and account.span is not None:
            first, last = account.span
            if last >= changed_from:
                touched.account(account.account_key, max(first, changed_from), last, causes)


def _drop_stale(touched: Touched, accounts: Sequence[Account], gone: Collection[Period], causes: Causes) -> None:
    """Statements, findings and blocks of periods that are no more."""
    ws = touched.workspace
    keys = [(account.account_key, period.start) for account in accounts for period in gone]
    for statement in ws.get(Statement, keys).values():
        moved = touched.accounts.get(statement.account_key)
        drop_statement(touched, statement, causes | (moved.causes if moved else set()))


def drop_statement(touched: Touched, statement: Statement, causes: Causes) -> None:
    """Take back one period's statement with all it led to."""
    source = period_source(statement.account_key, statement.start)
    touched.workspace.drop(statement)
    drop_products(touched, statement.account_key, statement.start, causes)
    touched.contribute(source, [], causes)
    unblock(touched, source)
