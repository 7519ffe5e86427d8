"""Product lots of one account in one period: what each run's oil under the CI came to (domain.md 3.3, 3.5 #21, #48).

Pounds of product decide whether a lot is overdrawn; the crop behind them follows with the yield of its own run.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from hub.ledger.account import epsilon_e4
from hub.ledger.keys import Key
from hub.ledger.quantity import divide_half_even
from hub.ledger.rows import Line, ProductDay, ProductStock

__all__ = ["Lot", "ProductBook", "lot_of", "product_books"]

Lot = tuple[str, int]
"""A run and its yield."""


def lot_of(row: ProductDay | ProductStock) -> Lot:
    """The product lot a row is about."""
    return row.crush_run_id, row.crushing_yield_e4


@dataclass(frozen=True, slots=True)
class ProductBook:
    """One product lot's period: its stock and its days in order."""

    stock: ProductStock
    days: Sequence[ProductDay]

    @property
    def is_overdrawn(self) -> bool:
        """Whether more left the lot than it held (A_PRODUCT_OVERSALE)."""
        return self.stock.ending_lb_e4 < -epsilon_e4(self.stock.lines)

    def below(self) -> list[tuple[ProductDay, int]]:
        """The days of the last stretch below zero, each with the pounds before it; empty where the lot ends well."""
        found: list[tuple[ProductDay, int]] = []
        now = self.stock.beginning_lb_e4
        for day in self.days:
            opening, now = now, now + day.incoming_lb_e4 - day.outgoing_lb_e4
            found = [*found, (day, opening)] if now < -epsilon_e4(self.stock.lines) else []
        return found

    def overdrawing(self, lines: Iterable[Line]) -> Iterator[Line]:
        """The outflows among `lines`, in order, after which the lot stood below zero."""
        now = {day.day: opening + day.incoming_lb_e4 for day, opening in self.below()}
        for line in lines:
            if line.day in now and line.debit_pool == lot_of(self.stock):
                now[line.day] -= line.debit_product_lb_e4
                if now[line.day] < -epsilon_e4(self.stock.lines):
                    yield line


def product_books(
    account_key: Key, start: date, before: Sequence[ProductStock], days: Sequence[ProductDay], oil_carried_e4: int
) -> list[ProductBook]:
    """Every product lot the period begins with or that moves in it, the oldest first.

    Args:
        account_key: the holder's account.
        start: the period's first day.
        before: the lots of the period before.
        days: the account's product days of the period, in order.
        oil_carried_e4: what the account carries as oil; a loss is taken from the oldest lot.
    """
    carried = {lot_of(stock): stock for stock in before if stock.carried_e4 > 0}
    moved = {lot: list(rows) for lot, rows in groupby(sorted(days, key=lambda row: (lot_of(row), row.day)), lot_of)}
    books = [
        ProductBook(_stock(account_key, start, lot, carried.get(lot), moved.get(lot, ())), moved.get(lot, ()))
        for lot in sorted(carried.keys() | moved.keys())
    ]
    books.sort(key=lambda book: (book.stock.since, lot_of(book.stock)))
    return list(_with_carry(books, oil_carried_e4))


def _stock(
    account_key: Key, start: date, lot: Lot, before: ProductStock | None, days: Sequence[ProductDay]
) -> ProductStock:
    return ProductStock(
        account_key=account_key,
        start=start,
        crush_run_id=lot[0],
        crushing_yield_e4=lot[1],
        since=before.since if before else next((day.day for day in days if day.incoming_lb_e4), days[0].day),
        beginning_lb_e4=before.carried_lb_e4 if before else 0,
        beginning_e4=before.carried_e4 if before else 0,
        incoming_lb_e4=sum(day.incoming_lb_e4 for day in days),
        incoming_e4=sum(day.incoming_e4 for day in days),
        outgoing_lb_e4=sum(day.outgoing_lb_e4 for day in days),
        outgoing_e4=sum(day.outgoing_e4 for day in days),
        lines=sum(day.lines for day in days),
        carried_lb_e4=0,
        carried_e4=0,
    )


def _with_carry(books: Sequence[ProductBook], oil_carried_e4: int) -> Iterator[ProductBook]:
    """A lot drawn completely carries nothing; what the account lost is taken from the oldest (#48)."""
    held = [_left(book.stock) for book in books]
    loss = max(sum(held) - oil_carried_e4, 0)
    for book, left in zip(books, held, strict=True):
        kept = left - min(loss, left)
        loss -= left - kept
        stock = book.stock
        pounds = divide_half_even(stock.ending_lb_e4 * kept, left) if kept else 0
        yield ProductBook(stock._replace(carried_e4=kept, carried_lb_e4=pounds), book.days)


def _left(stock: ProductStock) -> int:
    """The crop behind what is left of a lot; what rounding leaves of one drawn completely is nothing."""
    return max(stock.ending_e4, 0) if stock.ending_lb_e4 > epsilon_e4(stock.lines) else 0
