"""What a holder can still sell, by CI, without taking any day below zero.

Headroom on the hub's day is the lowest the book balance gets from that day to the end of its period: what is dated
later in the period counts, because it is sold already. Loads whose report is still to come are shown apart: they are
under no CI yet.
"""

from collections.abc import Iterator
from datetime import date

from hub.ledger.account import beginning_of, carry_of, running
from hub.ledger.books import Books
from hub.ledger.product import lot_of
from hub.ledger.rows import Account, AccountDay, Line, ProductDay, ProductStock, Statement
from hub.ledger.terms import Claim, Form
from hub.views.accounts import account_view, accounts_with_ci
from hub.views.day import hub_day
from hub.views.text import View, lb_text

__all__ = ["headroom"]


def headroom(books: Books, entity_id: str) -> list[View]:
    """One entry per account, then one per commodity for crop that waits for its report."""
    day = hub_day(books) or date.min
    accounts = accounts_with_ci(books, entity_id=entity_id)
    return [*(row for account in accounts for row in _account(books, account, day)), *_waiting(books, entity_id)]


def _account(books: Books, account: Account, day: date) -> Iterator[View]:
    statements = [row for row in books.scan(Statement, account_key=account.account_key) if row.start <= day]
    statement = max(statements, key=lambda row: row.start, default=None)
    on_day, lowest = _lowest(books, statement, day) if statement else (0, 0)
    named = {
        **account_view(account),
        "date": day.isoformat(),
    }
    yield named | {
        "form": Form.CROP.value,
        "balance_dry_lb": lb_text(on_day),
        "headroom_dry_lb": lb_text(max(min(on_day, lowest), 0)),
    }
    if statement is not None:
        for stock in books.scan(ProductStock, account_key=account.account_key, start=statement.start):
            yield named | _product(books, stock, statement.end_exclusive, day)


def _lowest(books: Books, statement: Statement, day: date) -> tuple[int, int]:
    """The crop at the end of `day`, and the least of it, or of crop and oil together, from then to the period's end."""
    if day >= statement.end_exclusive:
        crop = carry_of(statement).crop_e4
        return crop, crop
    days = list(books.scan(AccountDay, account_key=statement.account_key))
    own = [row for row in days if statement.start <= row.day < statement.end_exclusive]
    balances = [(statement.start, beginning_of(statement)), *running(beginning_of(statement), own)]
    on_day = [now for when, now in balances if when <= day][-1]
    return on_day.crop_e4, min(now.lowest_e4 for now in [on_day, *(now for when, now in balances if when > day)])


def _product(books: Books, stock: ProductStock, end_exclusive: date, day: date) -> View:
    """One product lot: its pounds at the end of `day`, and the least of them from then to the period's end."""
    is_over = day >= end_exclusive
    balances = [(stock.start, stock.beginning_lb_e4)]
    for row in sorted(books.scan(ProductDay, account_key=stock.account_key), key=lambda row: row.day):
        if lot_of(row) == lot_of(stock) and stock.start <= row.day < end_exclusive:
            balances.append((row.day, balances[-1][1] + row.incoming_lb_e4 - row.outgoing_lb_e4))
    held = [amount for when, amount in balances if when <= day][-1]
    left = stock.carried_lb_e4 if is_over else min([held, *(amount for when, amount in balances if when > day)])
    return {
        "form": Form.OIL.value,
        "crush_run_id": stock.crush_run_id,
        "crushing_yield_lb_per_std_bu": lb_text(stock.crushing_yield_e4),
        "balance_product_lb": lb_text(stock.carried_lb_e4 if is_over else held),
        "headroom_product_lb": lb_text(max(left, 0)),
    }


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
