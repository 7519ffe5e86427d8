"""Crop and oil apart: what a holder has of each, and the crop behind what it sold (2100.034(d)(2))."""

from typing import Any

from hub.ledger.books import Books
from hub.ledger.rows import Account, Line, ProductStock, Statement
from hub.ledger.terms import Form
from hub.views.text import View, ci_text, lb_text

__all__ = ["crop_equivalents", "form_balances"]


def form_balances(books: Books, **equal: Any) -> list[View]:
    """The computed stock of each account and period by form; oil where there is or was any."""
    found = []
    for account in books.scan(Account, **equal):
        for statement in books.scan(Statement, account_key=account.account_key):
            stocks = list(books.scan(ProductStock, account_key=account.account_key, start=statement.start))
            found.append(_form(account, statement, Form.CROP, statement.crop_end_e4))
            if stocks or statement.oil_end_e4:
                oil = _form(account, statement, Form.OIL, statement.oil_end_e4)
                found.append(oil | {"ending_product_lb": lb_text(sum(stock.ending_lb_e4 for stock in stocks))})
    return found


def _form(account: Account, statement: Statement, form: Form, ending_e4: int) -> View:
    return {
        "entity_id": account.entity_id,
        "commodity": account.commodity.value,
        "ci_g_co2e_per_bu": ci_text(account.ci_e6),
        "period_id": statement.period_id,
        "form": form.value,
        "ending_dry_lb": lb_text(ending_e4),
    }


def crop_equivalents(books: Books) -> list[View]:
    """Per transfer of a product, the crop its seller gave with it."""
    sums: dict[str, int] = {}
    for line in books.scan(Line, form=Form.OIL):
        if line.transfer_id is not None:
            sums[line.transfer_id] = sums.get(line.transfer_id, 0) + line.debit_dry_lb_e4
    return [{"transfer_id": name, "dry_lb": lb_text(dry)} for name, dry in sums.items()]
