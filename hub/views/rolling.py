"""The trailing three calendar months of each CI, day by day, whatever the holder's own periods are.

The window ends with the day asked for and begins three calendar months before its morrow:

    2026-12-31  ->  2026-10-01 to 2026-12-31
"""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final

from hub.ledger.account import running
from hub.ledger.books import Books
from hub.ledger.period import add_months
from hub.ledger.rows import Account, AccountDay, Holder, Statement
from hub.views.text import ci_text, lb_text

__all__ = ["rolling", "window"]

View = dict[str, Any]
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
    holders = {holder.entity_id for holder in books.scan(Holder)}
    accounts = [row for row in books.scan(Account, **equal) if row.ci_e6 is not None and row.entity_id in holders]
    accounts.sort(key=lambda row: (row.entity_id, row.commodity, row.ci_e6 or 0))
    views = (_account(books, account, first, last) for account in accounts)
    return [view for view in views if view is not None]


def _account(books: Books, account: Account, first: date, last: date) -> View | None:
    days = list(books.scan(AccountDay, account_key=account.account_key))
    within = [row for row in days if first <= row.day <= last]
    balances = dict(_book(books, account, days))
    opening = _balance_before(books, account, balances, first)
    if not within and not opening:
        return None
    return {
        "entity_id": account.entity_id,
        "commodity": account.commodity.value,
        "ci_g_co2e_per_bu": ci_text(account.ci_e6),
        "first_date": first.isoformat(),
        "last_date": last.isoformat(),
        "opening_dry_lb": lb_text(opening),
        "incoming_dry_lb": lb_text(sum(row.incoming_e4 for row in within)),
        "outgoing_dry_lb": lb_text(sum(row.outgoing_e4 for row in within)),
        "days": [_day(row, balances.get(row.day)) for row in within],
    }


def _day(row: AccountDay, balance_e4: int | None) -> View:
    return {
        "date": row.day.isoformat(),
        "incoming_dry_lb": lb_text(row.incoming_e4),
        "outgoing_dry_lb": lb_text(row.outgoing_e4),
        "balance_dry_lb": lb_text(balance_e4),
    }


def _book(books: Books, account: Account, days: list[AccountDay]) -> Iterator[tuple[date, int]]:
    """The book balance at the end of each day with a movement, period by period as the holder's own books have it."""
    for statement in books.scan(Statement, account_key=account.account_key):
        own = [row for row in days if statement.start <= row.day < statement.end_exclusive]
        yield from running(statement.beginning_e4, own)


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
