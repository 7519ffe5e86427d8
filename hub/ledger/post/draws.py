"""The lines an outflow draws on where its seller names no lots: provisional FIFO, redrawn from where it changed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from hub.ledger.draw import Stretch, laid_out, overlaps
from hub.ledger.keys import Key
from hub.ledger.post.blocks import in_order
from hub.ledger.post.touched import Touched
from hub.ledger.rows import AccountDay, Edge, Line, Pool

__all__ = ["Book", "Books", "PoolDay", "days_wanted", "redraw", "undraw"]


@dataclass(frozen=True, slots=True)
class PoolDay:
    """What came to a pool and left it on one day."""

    day: date
    incoming_e4: int
    outgoing_e4: int


@dataclass(frozen=True, slots=True)
class Book:
    """One pool's period: what it began with and its days in order."""

    beginning_e4: int
    days: Sequence[PoolDay]

    @property
    def supply_e4(self) -> int:
        """Everything there was to draw on in the period."""
        return self.beginning_e4 + sum(day.incoming_e4 for day in self.days)


@dataclass(frozen=True, slots=True)
class Books:
    """One pool of an account, its periods by number.

    They are read when asked for: a carried stock may reach back, most draws do not.
    """

    account_key: Key
    pool: Pool
    book: Callable[[int], Book]


def redraw(touched: Touched, books: Books, numbers: range, since: date) -> None:
    """Draw again every outflow of a pool from `since` on, and before it those that still wanted for supply.

    Args:
        touched: the batch.
        books: the pool's periods.
        numbers: which of them to draw again: from the one `since` falls in to the last.
        since: the first day on which anything changed.
    """
    ws = touched.workspace
    for number in numbers:
        book = books.book(number)
        days = dict(_outflow_days(book, _first_to_redraw(book, since)))
        found = ws.find(Line, "debit", [(books.account_key, day) for day in days])
        outflows = [line for line in found if line.debit_pool == books.pool]
        ws.find(Edge, "child", [(line.load_key, line.line_no) for line in outflows])
        for day, start in days.items():
            of_day = sorted((line for line in outflows if line.day == day), key=in_order)
            for outflow in laid_out([(line, line.debit_dry_lb_e4) for line in of_day], start):
                if not outflow.what.names_lots:
                    _put_edges(touched, outflow.what, list(_supply(touched, books, number, outflow)))


def days_wanted(book: Book, since: date) -> tuple[list[date], list[date]]:
    """The days of a period whose outflows are drawn again, and those whose inflows these may touch."""
    outflows = dict(_outflow_days(book, _first_to_redraw(book, since)))
    if not outflows:
        return [], []
    start, end = min(outflows.values()), sum(day.outgoing_e4 for day in book.days)
    supply = laid_out([(row.day, row.incoming_e4) for row in book.days], book.beginning_e4)
    return list(outflows), [day.what for day in supply if day.start < end and start < day.end]


def undraw(touched: Touched, account_key: Key) -> None:
    """Forget what an account's outflows drew: it is not judged here any more."""
    ws = touched.workspace
    days = ws.find(AccountDay, "account", [(account_key,)])
    for line in ws.find(Line, "debit", [(account_key, row.day) for row in days]):
        if not line.names_lots:
            _put_edges(touched, line, [])


def _first_to_redraw(book: Book, since: date) -> date:
    """The first day whose outflows may draw differently: `since`, or the day supply had run out before it."""
    supply = book.beginning_e4 + sum(day.incoming_e4 for day in book.days if day.day < since)
    gone = 0
    for day in book.days:
        gone += day.outgoing_e4
        if gone > supply:
            return min(since, day.day)
    return since


def _outflow_days(book: Book, first: date) -> Iterator[tuple[date, int]]:
    """Each day with outflows from `first` on, and how much had gone out before it."""
    gone = 0
    for day in book.days:
        if day.day >= first and day.outgoing_e4:
            yield day.day, gone
        gone += day.outgoing_e4


def _supply(touched: Touched, books: Books, number: int, outflow: Stretch[Line]) -> Iterator[tuple[Line, int]]:
    """The inflows one outflow touches, those of earlier periods through what was carried over."""
    book = books.book(number)
    carried = book.beginning_e4
    if outflow.start < carried and number > 0:
        before = books.book(number - 1).supply_e4 - carried
        earlier = Stretch(outflow.what, outflow.start + before, min(outflow.end, carried) + before)
        yield from _supply(touched, books, number - 1, earlier)
    for day in laid_out([(row.day, row.incoming_e4) for row in book.days], carried):
        if day.start < outflow.end and outflow.start < day.end:
            found = touched.workspace.find(Line, "credit", [(books.account_key, day.what)])
            lines = sorted((line for line in found if line.credit_pool == books.pool), key=in_order)
            yield from overlaps(outflow, list(laid_out([(line, line.credit_dry_lb_e4) for line in lines], day.start)))


def _put_edges(touched: Touched, line: Line, parents: Sequence[tuple[Line, int]]) -> None:
    ws = touched.workspace
    before = {edge.parent_no: edge for edge in ws.find(Edge, "child", [(line.load_key, line.line_no)])}
    after = {
        number: Edge(
            line.load_key,
            line.line_no,
            number,
            amount,
            named=False,
            parent_load_key=parent.load_key,
            parent_line_no=parent.line_no,
        )
        for number, (parent, amount) in enumerate(parents)
    }
    for number in before.keys() - after.keys():
        ws.drop(before[number])
    for number, edge in after.items():
        if edge != before.get(number):
            ws.put(edge)
