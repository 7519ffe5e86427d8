"""The books at the end of any day: what had come and gone by then, and what was left, by form.

Of a day that is past this is what was true on it, as known now; the books as they were known at another time are
asked for by a rebuild of the journal up to then (`hub balance --recorded-as-of`).
"""

from datetime import date
from typing import Any

from hub.ledger.account import ending
from hub.ledger.books import Books
from hub.ledger.rows import Account, StatementVersion
from hub.views.accounts import account_view, accounts_with_ci, up_to
from hub.views.text import View, lb_text

__all__ = ["as_of", "statement_versions"]


def as_of(books: Books, day: date, **equal: Any) -> list[View]:
    """One entry per account that had a period by `day`; `equal` as in `balances`."""
    found = [_as_of(books, account, day) for account in accounts_with_ci(books, **equal)]
    return [view for view in found if view is not None]


def _as_of(books: Books, account: Account, day: date) -> View | None:
    known = up_to(books, account, day)
    if known is None:
        return None
    beginning, days = known
    now = ending(beginning, days)
    return {
        **account_view(account),
        "date": day.isoformat(),
        "beginning_stored_dry_lb": lb_text(beginning.total_e4),
        "incoming_dry_lb": lb_text(sum(row.incoming_e4 for row in days)),
        "outgoing_dry_lb": lb_text(sum(row.outgoing_e4 for row in days)),
        "balance_dry_lb": lb_text(now.total_e4),
        "crop_dry_lb": lb_text(now.crop_e4),
        "oil_dry_lb": lb_text(now.oil_e4),
    }


def statement_versions(books: Books, **equal: Any) -> list[View]:
    """Every version of every closed statement as it was said, with why each later one was made."""
    return [
        _version(account, row)
        for account in accounts_with_ci(books, **equal)
        for row in books.scan(StatementVersion, account_key=account.account_key)
    ]


def _version(account: Account, row: StatementVersion) -> View:
    return {
        **account_view(account),
        "start_date": row.start.isoformat(),
        "version": row.number,
        "date": row.on_day.isoformat(),
        "beginning_stored_dry_lb": lb_text(row.beginning_e4),
        "incoming_dry_lb": lb_text(row.incoming_e4),
        "outgoing_dry_lb": lb_text(row.sold_e4 + row.sold_as_conventional_e4 + row.discarded_e4 + row.refined_e4),
        "ending_stored_computed_dry_lb": lb_text(row.computed_end_e4),
        "ending_stored_declared_dry_lb": lb_text(row.declared_end_e4),
        "carried_to_next_period_dry_lb": lb_text(row.carried_e4),
        "because_of": list(row.causes),
    }
