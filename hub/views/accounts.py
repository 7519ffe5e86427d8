"""The accounts whose books are here, and their balance from day to day."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from hub.ledger.account import Balance, beginning_of, carry_of, running
from hub.ledger.books import Books
from hub.ledger.rows import Account, AccountDay, Holder, Statement
from hub.views.text import View, ci_text

__all__ = ["account_view", "accounts_with_ci", "book_balances", "up_to"]


def accounts_with_ci(books: Books, **equal: Any) -> list[Account]:
    """Every account under a CI whose holder's books are here, by organisation, crop and CI.

    Args:
        books: where to read.
        equal: `entity_id`, `commodity` or `ci_e6` to keep to.
    """
    holders = {holder.entity_id for holder in books.scan(Holder)}
    rows = [row for row in books.scan(Account, **equal) if row.ci_e6 is not None and row.entity_id in holders]
    return sorted(rows, key=lambda row: (row.entity_id, row.commodity, row.ci_e6 or 0))


def account_view(account: Account) -> View:
    """Which account it is."""
    return {
        "entity_id": account.entity_id,
        "commodity": account.commodity.value,
        "ci_g_co2e_per_bu": ci_text(account.ci_e6),
    }


def book_balances(books: Books, account: Account) -> Iterator[tuple[date, int]]:
    """The balance at the end of each day with a movement, period by period as the holder's own books have it."""
    days = list(books.scan(AccountDay, account_key=account.account_key))
    for statement in books.scan(Statement, account_key=account.account_key):
        own = [row for row in days if statement.start <= row.day < statement.end_exclusive]
        for day, now in running(beginning_of(statement), own):
            yield day, now.total_e4


def up_to(books: Books, account: Account, day: date) -> tuple[Balance, list[AccountDay]] | None:
    """What the account began the day's period with, and its days from then to `day`; None before its first period.

    A period without movement begins with what the last one before it carried.
    """
    statements = [row for row in books.scan(Statement, account_key=account.account_key) if row.start <= day]
    statement = max(statements, key=lambda row: row.start, default=None)
    if statement is None:
        return None
    if day >= statement.end_exclusive:
        return carry_of(statement), []
    rows = books.scan(AccountDay, account_key=account.account_key)
    days = [row for row in rows if statement.start <= row.day <= day]
    return beginning_of(statement), sorted(days, key=lambda row: row.day)
