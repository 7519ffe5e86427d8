"""Product lots of an account touched by a batch, judged with its periods."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from hub.ledger.crush import SEED_OIL_CROPS
from hub.ledger.keys import Key, digest
from hub.ledger.period import Period
from hub.ledger.post.blocks import block, in_order
from hub.ledger.post.draws import Book, PoolDay
from hub.ledger.post.touched import Causes, Touched
from hub.ledger.product import Lot, ProductBook, lot_of, product_books
from hub.ledger.rows import Account, Contribution, Line, ProductDay, ProductStock, Statement
from hub.ledger.subject import Subject, finding_id
from hub.ledger.terms import Form, Status

__all__ = ["Products", "drop_products"]

CODE = "A_PRODUCT_OVERSALE"


@dataclass(slots=True)
class Products:
    """The product lots of one account; an account of a crop that is not crushed has none and asks nothing."""

    touched: Touched
    account: Account
    causes: Causes
    _judged: list[tuple[Statement, ProductBook]] = field(default_factory=list)

    def judge(self, period: Period, previous: Period | None, statement: Statement) -> bool:
        """Bring the lots of one period up to date; whether the next period begins with other lots than before."""
        if self.account.commodity not in SEED_OIL_CROPS:
            return False
        before = self._stocks(previous) if previous else []
        books = product_books(
            self.account.account_key, period.start, before, self._days(period), statement.oil_carried_e4
        )
        self._judged += [(statement, book) for book in books]
        return self._exchange(period, [book.stock for book in books])

    def lots(self, period: Period) -> list[Lot]:
        """The lots of a period, the oldest first."""
        return [lot_of(stock) for stock in self._stocks(period)]

    def book(self, period: Period, lot: Lot) -> Book:
        """One lot's period as draws are made from it."""
        stock = next((stock for stock in self._stocks(period) if lot_of(stock) == lot), None)
        days = [row for row in self._days(period) if lot_of(row) == lot]
        return Book(
            stock.beginning_e4 if stock else 0, [PoolDay(row.day, row.incoming_e4, row.outgoing_e4) for row in days]
        )

    def days_below(self) -> list[date]:
        """The days whose outflows may have overdrawn a lot."""
        return [day.day for _, book in self._judged for day, _ in book.below()]

    def settle(self) -> None:
        """Block what overdrew a lot, unless an over-sale of the account on the same lines says so already."""
        for statement, book in self._judged:
            source = _source(book.stock)
            over = [line for line in self._overdrawing(book) if line.block_source in (None, source)]
            block(self.touched, source, CODE, over)
            found = [_finding(source, self.account, statement, book.stock)] if over else []
            self.touched.contribute(source, found, self.causes)

    def _overdrawing(self, book: ProductBook) -> list[Line]:
        places = [(self.account.account_key, day.day) for day, _ in book.below()]
        lines = self.touched.workspace.find(Line, "debit", places)
        return list(book.overdrawing(sorted(lines, key=in_order)))

    def _stocks(self, period: Period) -> list[ProductStock]:
        found = self.touched.workspace.find(ProductStock, "period", [(self.account.account_key, period.start)])
        return sorted(found, key=lambda stock: (stock.since, lot_of(stock)))

    def _days(self, period: Period) -> list[ProductDay]:
        places = [(self.account.account_key, month) for month in period.months]
        rows = self.touched.workspace.find(ProductDay, "month", places)
        return [row for row in rows if period.start <= row.day < period.end_exclusive]

    def _exchange(self, period: Period, after: Sequence[ProductStock]) -> bool:
        """Put the lots as judged in the place of those that stood."""
        before = {lot_of(stock): stock for stock in self._stocks(period)}
        now = {lot_of(stock): stock for stock in after}
        for lot in before.keys() - now.keys():
            _drop(self.touched, before[lot], self.causes)
        for lot, stock in now.items():
            if stock != before.get(lot):
                self.touched.workspace.put(stock)
        return _carries(before.values()) != _carries(now.values())


def drop_products(touched: Touched, account_key: Key, start: date, causes: Causes) -> None:
    """Take back the lots of a period that is no more, with all they led to."""
    for stock in touched.workspace.find(ProductStock, "period", [(account_key, start)]):
        _drop(touched, stock, causes)


def _drop(touched: Touched, stock: ProductStock, causes: Causes) -> None:
    touched.workspace.drop(stock)
    touched.contribute(_source(stock), [], causes)
    block(touched, _source(stock), CODE, ())


def _carries(stocks: Iterable[ProductStock]) -> set[tuple[Lot, date, int, int]]:
    return {(lot_of(stock), stock.since, stock.carried_lb_e4, stock.carried_e4) for stock in stocks if stock.carried_e4}


def _source(stock: ProductStock) -> Key:
    return digest("product lot", stock.account_key.hex(), stock.start, *lot_of(stock))


def _finding(source: Key, account: Account, statement: Statement, stock: ProductStock) -> Contribution:
    subject = Subject(
        entity_id=account.entity_id,
        commodity=account.commodity,
        ci_e6=account.ci_e6,
        period_start=statement.start,
        period_id=statement.period_id,
        form=Form.OIL,
        crush_run_id=stock.crush_run_id,
    )
    name = finding_id(CODE, account.account_key.hex(), stock.crush_run_id, stock.crushing_yield_e4, statement.start)
    return Contribution(source, name, CODE, subject, Status.OPEN, -stock.ending_e4, statement.start)
