"""The trailing three calendar months of each CI, day by day, whatever the holder's own periods are.

The window ends with the day asked for and begins three calendar months before its morrow:

    2026-12-31  ->  2026-10-01 to 2026-12-31
"""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final

from hub.ledger.books import Books
from hub.ledger.period import add_months
from hub.ledger.rows import Account, AccountDay, Statement
from hub.views.accounts import account_view, accounts_with_ci, book_balances
from hub.views.text import View, lb_text

__all__ = ["rolling", "window"]

_MONTHS: Final = 3


def window(last: date) -> tuple[date, date]:
    """First and last day of the trailing three calendar months that end with `last`."""
    return add_months(last + timedelta(1), -_MONTHS), last


def rolling(books: Books, last: date, **equal: Any) -> list[View]:
    """One entry per account with a movement in the window, or with stock carried into it.

    Args:
        books: where to read.
        last: last day of the window.
        equal: `entity_id`, `commodity` or `ci_e6` to keep to.
    """
    first, _ = window(last)
    views = (_account(books, account, first, last) for account in accounts_with_ci(books, **equal))
    return [view for view in views if view is not None]


def _account(books: Books, account: Account, first: date, last: date) -> View | None:
    days = books.scan(AccountDay, account_key=account.account_key)
    within = [row for row in days if first <= row.day <= last]
    balances = dict(book_balances(books, account))
    opening = _balance_before(books, account, balances, first)
    if not within and not opening:
        return None
    return {
        **account_view(account),
        "first_date": first.isoformat(),
        "last_date": last.isoformat(),
        "opening_dry_lb": lb_text(opening),
        "incoming_dry_lb": lb_text(sum(row.incoming_e4 for row in within)),
        "outgoing_dry_lb": lb_text(sum(row.outgoing_e4 for row in within)),
        "days": [_day(row, balances.get(row.day)) for row in within],
        "carries": list(_carries(books, account, first, last)),
    }


def _carries(books: Books, account: Account, first: date, last: date) -> Iterator[View]:
    """What a period begins with, where that is not what the one before came to: a deficit, say, is not carried."""
    for statement in books.scan(Statement, account_key=account.account_key):
        begins = first < statement.end_exclusive <= last
        if begins and statement.carried_e4 != statement.computed_end_e4:
            yield {"date": statement.end_exclusive.isoformat(), "balance_dry_lb": lb_text(statement.carried_e4)}


def _day(row: AccountDay, balance_e4: int | None) -> View:
    return {
        "date": row.day.isoformat(),
        "incoming_dry_lb": lb_text(row.incoming_e4),
        "outgoing_dry_lb": lb_text(row.outgoing_e4),
        "balance_dry_lb": lb_text(balance_e4),
    }


def _balance_before(books: Books, account: Account, balances: dict[date, int], first: date) -> int:
    """The book balance the window opens with: the last before it, or what its period began with."""
    statements = [row for row in books.scan(Statement, account_key=account.account_key) if row.start <= first]
    if not statements:
        return 0
    last = max(statements, key=lambda row: row.start)
    if first >= last.end_exclusive:
        return last.carried_e4
    earlier = [day for day in balances if last.start <= day < first]
    return balances[max(earlier)] if earlier else last.beginning_e4
