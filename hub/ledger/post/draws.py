"""The lines an outflow draws on where its seller names no lots: provisional FIFO, redrawn from where it changed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from hub.ledger.draw import Stretch, laid_out, overlaps
from hub.ledger.keys import Key
from hub.ledger.post.touched import Touched
from hub.ledger.rows import AccountDay, Edge, Line, Statement

__all__ = ["Book", "days_wanted", "redraw", "undraw"]


@dataclass(frozen=True, slots=True)
class Book:
    """One account's period: what it began with and its days in order."""

    statement: Statement
    days: Sequence[AccountDay]

    @property
    def supply_e4(self) -> int:
        """Everything there was to draw on in the period."""
        return self.statement.beginning_e4 + self.statement.incoming_e4


Books = Callable[[int], Book]
"""An account's periods by number, read when asked for: a carried stock may reach back, most draws do not."""


def redraw(touched: Touched, account_key: Key, books: Books, numbers: range, since: date) -> None:
    """Draw again every outflow from `since` on, and before it those that still wanted for supply.

    Args:
        touched: the batch.
        account_key: the account.
        books: its periods.
        numbers: which of them to draw again: from the one `since` falls in to the last.
        since: the first day on which anything changed.
    """
    ws = touched.workspace
    for number in numbers:
        book = books(number)
        days = dict(_outflow_days(book, _first_to_redraw(book, since)))
        outflows = ws.find(Line, "debit", [(account_key, day) for day in days])
        ws.find(Edge, "child", [(line.load_key, line.line_no) for line in outflows])
        for day, start in days.items():
            of_day = sorted((line for line in outflows if line.day == day), key=_order)
            for outflow in laid_out([(line, line.debit_dry_lb_e4) for line in of_day], start):
                _draw(touched, account_key, books, number, outflow)


def days_wanted(book: Book, since: date) -> tuple[list[date], list[date]]:
    """The days of a period whose outflows are drawn again, and those whose inflows these may touch."""
    outflows = dict(_outflow_days(book, _first_to_redraw(book, since)))
    if not outflows:
        return [], []
    start, end = min(outflows.values()), sum(day.outgoing_e4 for day in book.days)
    supply = laid_out([(row.day, row.incoming_e4) for row in book.days], book.statement.beginning_e4)
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
    supply = book.statement.beginning_e4 + sum(day.incoming_e4 for day in book.days if day.day < since)
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


def _order(line: Line) -> tuple[str, int]:
    return line.order_event_id, line.line_no


def _draw(touched: Touched, account_key: Key, books: Books, number: int, outflow: Stretch[Line]) -> None:
    line = outflow.what
    if not line.names_lots:
        _put_edges(touched, line, list(_supply(touched, account_key, books, number, outflow)))


def _supply(
    touched: Touched, account_key: Key, books: Books, number: int, outflow: Stretch[Line]
) -> Iterator[tuple[Line, int]]:
    """The inflows one outflow touches, those of earlier periods through what was carried over."""
    book = books(number)
    carried = book.statement.beginning_e4
    if outflow.start < carried and number > 0:
        before = books(number - 1).supply_e4 - carried
        earlier = Stretch(outflow.what, outflow.start + before, min(outflow.end, carried) + before)
        yield from _supply(touched, account_key, books, number - 1, earlier)
    for day in laid_out([(row.day, row.incoming_e4) for row in book.days], carried):
        if day.start < outflow.end and outflow.start < day.end:
            lines = sorted(touched.workspace.find(Line, "credit", [(account_key, day.what)]), key=_order)
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
