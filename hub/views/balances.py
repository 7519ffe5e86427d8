"""Statements per account and period, and the running balance of a day."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from hub.ledger.account import Declared, balance, carry_of
from hub.ledger.books import Books
from hub.ledger.period import Period
from hub.ledger.rows import Account, AccountDay, Close, Holder, Statement
from hub.views.accounts import account_view, accounts_with_ci, book_balances
from hub.views.day import hub_day
from hub.views.text import View, lb_text

__all__ = ["balances", "conventional_totals", "running_balances"]


def balances(books: Books, **equal: Any) -> list[View]:
    """One entry per (entity, commodity, CI, period), up to the period of the hub's day.

    Periods without movement exist as well and begin with what the one before carried (2100.034(b)).

    Args:
        books: where to read.
        equal: `entity_id`, `commodity` or `ci_e6` to keep to.
    """
    holders = {holder.entity_id: holder for holder in books.scan(Holder)}
    day = hub_day(books) or date.min
    return [
        _balance(account, statement)
        for account in accounts_with_ci(books, **equal)
        for statement in _all_periods(books, account, holders[account.entity_id], day)
    ]


def _all_periods(books: Books, account: Account, holder: Holder, day: date) -> Iterator[Statement]:
    """The statements that stand, then those of later periods that have begun, which carry on without movement."""
    stored = {row.start: row for row in books.scan(Statement, account_key=account.account_key)}
    last: Statement | None = None
    for period in holder.periods:
        statement = stored.get(period.start)
        if statement is None and last is not None and period.start <= day:
            statement = _still(books, account, period, last)
        if statement is not None:
            yield statement
            last = statement


def _still(books: Books, account: Account, period: Period, before: Statement) -> Statement:
    closed = any(books.get(Close, [(account.entity_id, period.period_id)])) if period.period_id else False
    return balance(account.account_key, period, carry_of(before), [], Declared(closed=closed))


def _balance(account: Account, statement: Statement) -> View:
    name = Period(statement.start, statement.end_exclusive, statement.period_id).name
    return {
        **account_view(account),
        "period_id": name,
        "start_date": statement.start.isoformat(),
        "end_date_exclusive": statement.end_exclusive.isoformat(),
        "closed": statement.closed,
        "beginning_stored_dry_lb": lb_text(statement.beginning_e4),
        "incoming_dry_lb": lb_text(statement.incoming_e4),
        "outgoing_dry_lb": lb_text(statement.outgoing_e4),
        "outgoing_sold_dry_lb": lb_text(statement.sold_e4),
        "outgoing_sold_as_conventional_dry_lb": lb_text(statement.sold_as_conventional_e4),
        "outgoing_discarded_dry_lb": lb_text(statement.discarded_e4),
        "outgoing_refined_dry_lb": lb_text(statement.refined_e4),
        "ending_stored_computed_dry_lb": lb_text(statement.computed_end_e4),
        "ending_stored_declared_dry_lb": lb_text(statement.declared_end_e4),
        "residual_dry_lb": lb_text(statement.residual_e4),
        "carried_to_next_period_dry_lb": lb_text(statement.carried_e4),
    }


def running_balances(books: Books, **equal: Any) -> list[View]:
    """The balance at the end of each day with a movement, per account whose books are here."""
    return [
        {**account_view(account), "date": day.isoformat(), "balance_dry_lb": lb_text(amount)}
        for account in accounts_with_ci(books, **equal)
        for day, amount in book_balances(books, account)
    ]


def conventional_totals(books: Books, **equal: Any) -> list[View]:
    """Conventional crop in, out and processed per holder, commodity and period (2100.034(e))."""
    found = []
    for holder in books.scan(Holder):
        for account in books.scan(Account, entity_id=holder.entity_id, ci_e6=None, **equal):
            days = list(books.scan(AccountDay, account_key=account.account_key))
            found += [
                _conventional(account, period, rows)
                for period in holder.periods
                if (rows := [row for row in days if period.start <= row.day < period.end_exclusive])
            ]
    return found


def _conventional(account: Account, period: Period, days: Iterable[AccountDay]) -> View:
    rows = list(days)
    return {
        "entity_id": account.entity_id,
        "period_id": period.name,
        "commodity": account.commodity.value,
        "incoming_dry_lb": lb_text(sum(row.incoming_e4 for row in rows)),
        "outgoing_dry_lb": lb_text(sum(row.sold_e4 + row.discarded_e4 for row in rows)),
        "processed_dry_lb": lb_text(sum(row.refined_e4 + row.processed_e4 for row in rows)),
    }
