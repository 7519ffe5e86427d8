"""What is said of an organisation or a CI the books do not know: that, and not that there is nothing of it."""

from typing import Any

from hub.errors import InvalidInput
from hub.ledger.books import Books
from hub.ledger.rows import Account, Organisation
from hub.views.text import ci_text

__all__ = ["check_registered", "no_account"]


def check_registered(books: Books, org: str) -> None:
    """Refuse an organisation the hub does not know.

    Raises:
        InvalidInput: no organisation has this id.
    """
    if not any(books.get(Organisation, [(org,)])):
        raise InvalidInput(f"no organisation {org!r} is registered here; correct the id, or register it: hub onboard")


def no_account(books: Books, *, else_say: str = "", **equal: Any) -> str:
    """Why a listing of accounts is empty; `else_say` where accounts like these are known."""
    org, ci_e6 = equal.get("entity_id"), equal.get("ci_e6")
    if ci_e6 is not None and not any(books.scan(Account, ci_e6=ci_e6)):
        return f"CI {ci_text(ci_e6)} is unknown here: it is on no account"
    if any(not row.books_here for row in books.get(Organisation, [(org,)])):
        return f"the books of {org} are not kept here"
    if else_say and any(books.scan(Account, **equal)):
        return else_say
    kept_to = [str(value) for value in (org, equal.get("commodity"), ci_text(ci_e6)) if value is not None]
    return f"no account of {', '.join(kept_to)} has moved yet" if kept_to else "no account has moved yet"
