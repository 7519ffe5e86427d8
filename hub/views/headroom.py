"""What a holder can still sell, by CI, without taking any day below zero.

Headroom on the hub's day is the lowest the book balance gets from that day to the end of its period: what is dated
later in the period counts, because it is sold already. Loads whose report is still to come are shown apart: they are
under no CI yet.
"""

from datetime import date

from hub.ledger.account import running
from hub.ledger.books import Books
from hub.ledger.rows import Account, AccountDay, Line, Statement
from hub.ledger.terms import Claim
from hub.views.accounts import account_view, accounts_with_ci
from hub.views.day import hub_day
from hub.views.text import View, lb_text

__all__ = ["headroom"]


def headroom(books: Books, entity_id: str) -> list[View]:
    """One entry per account, then one per commodity for crop that waits for its report."""
    day = hub_day(books) or date.min
    accounts = accounts_with_ci(books, entity_id=entity_id)
    return [*(_account(books, account, day) for account in accounts), *_waiting(books, entity_id)]


def _account(books: Books, account: Account, day: date) -> View:
    statements = [row for row in books.scan(Statement, account_key=account.account_key) if row.start <= day]
    statement = max(statements, key=lambda row: row.start, default=None)
    on_day, lowest = _lowest(books, statement, day) if statement else (0, 0)
    return {
        **account_view(account),
        "date": day.isoformat(),
        "balance_dry_lb": lb_text(on_day),
        "headroom_dry_lb": lb_text(max(min(on_day, lowest), 0)),
    }


def _lowest(books: Books, statement: Statement, day: date) -> tuple[int, int]:
    """The balance at the end of `day`, and the lowest from then to the period's end."""
    if day >= statement.end_exclusive:
        return statement.carried_e4, statement.carried_e4
    days = list(books.scan(AccountDay, account_key=statement.account_key))
    own = [row for row in days if statement.start <= row.day < statement.end_exclusive]
    balances = list(running(statement.beginning_e4, own))
    until = [amount for when, amount in balances if when <= day]
    on_day = until[-1] if until else statement.beginning_e4
    return on_day, min([on_day, *(amount for when, amount in balances if when > day)])


def _waiting(books: Books, entity_id: str) -> list[View]:
    sums: dict[str, int] = {}
    for line in books.scan(Line, buyer_id=entity_id):
        if line.claim is Claim.PENDING:
            sums[line.commodity.value] = sums.get(line.commodity.value, 0) + line.credit_dry_lb_e4
    return [
        {
            "entity_id": entity_id,
            "commodity": commodity,
            "ci_g_co2e_per_bu": None,
            "waiting_for_report_dry_lb": lb_text(amount),
        }
        for commodity, amount in sorted(sums.items())
    ]
