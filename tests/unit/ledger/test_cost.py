"""The cost of judging a movement does not grow with what lies behind it (design.md: re-evaluation)."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from helpers.book import CI, Book
from helpers.builders import (
    close,
    confirmed,
    correct,
    day,
    declare,
    draw,
    line,
    receipt,
    registered,
    report,
    transfer,
)

from hub.ledger.books import Values
from hub.ledger.facts import Fact
from hub.ledger.period import add_months
from hub.ledger.rows import Row
from hub.memory import MemoryBooks

R = TypeVar("R", bound=Row)


class CountingBooks(MemoryBooks):
    """Books that count the rows they hand out."""

    rows_read = 0

    def get(self, kind: type[R], keys: Collection[Values]) -> Iterable[R]:
        return self._counted(super().get(kind, keys))

    def find(self, kind: type[R], index: str, values: Collection[Values]) -> Iterable[R]:
        return self._counted(super().find(kind, index, values))

    def _counted(self, rows: Iterable[R]) -> Iterable[R]:
        found = list(rows)
        self.rows_read += len(found)
        return found


def _book_with_history(quarters: int, *, other_accounts: int = 0) -> Book:
    """elev-1 with so many closed quarters before the running one, in which what came in was sold but a little."""
    books = CountingBooks()
    book = Book(books)
    book.tell(registered("ref-1", books_here=False), registered("farm-1"), registered("elev-1"))
    fields = {"F1": CI} | {f"X{n}": str(6000 + n) for n in range(other_accounts)}
    book.tell(report("bfr-1", "farm-1", fields))
    begin = add_months(day("2027-01-01"), -3 * quarters)
    for number in range(quarters + 1):
        start, end = add_months(begin, 3 * number), add_months(begin, 3 * number + 3)
        book.tell(declare(f"p{number}", "elev-1", f"P{number}", start, end, on=begin))
        for nth in range(3):
            book.tell(*_bought(f"in{number}-{nth}", add_months(start, nth), CI, "F1"))
        if number < quarters:
            sold = transfer(f"out{number}", "elev-1 > ref-1", add_months(start, 2), line("30" if number else "25", CI))
            book.tell(*confirmed(sold))
            book.tell(close(f"z{number}", "elev-1", f"P{number}", {CI: 5}, on=end))
    for number in range(other_accounts):
        book.tell(*_bought(f"other{number}", "2027-01-02", str(6000 + number), f"X{number}"))
    assert book.open == set()
    return book


def _bought(name: str, on: Any, ci: str, field: str) -> tuple[Fact, Fact]:
    return confirmed(transfer(name, "farm-1 > elev-1", on, line("10", ci, draws=[draw(f"farm-1/{field}")])))


def _rows_read(book: Book, *facts: Fact) -> int:
    assert isinstance(book.books, CountingBooks)
    before = book.books.rows_read
    book.tell_together(*facts)
    return book.books.rows_read - before


SALE = transfer("sale", "elev-1 > ref-1", "2027-02-15", line("5", CI))
PURCHASE = _bought("more", "2027-02-20", CI, "F1")


@pytest.mark.parametrize("facts", [confirmed(SALE), PURCHASE], ids=["sale", "purchase"])
def test_a_movement_costs_the_same_after_one_quarter_and_after_twenty(facts: tuple[Fact, ...]):
    assert _rows_read(_book_with_history(20), *facts) == _rows_read(_book_with_history(1), *facts)


@pytest.mark.parametrize("facts", [confirmed(SALE), PURCHASE], ids=["sale", "purchase"])
def test_a_movement_costs_the_same_however_many_other_accounts_the_holder_has(facts: tuple[Fact, ...]):
    assert _rows_read(_book_with_history(1, other_accounts=50), *facts) == _rows_read(_book_with_history(1), *facts)


def test_a_correction_of_the_last_movement_costs_the_same():
    last = transfer("in-last", "farm-1 > elev-1", "2027-03-20", line("10", CI, draws=[draw("farm-1/F1")]))
    moved = correct("c", last, transaction_date=day("2027-03-10"))
    long, short = _book_with_history(20), _book_with_history(1)
    long.tell(last)
    short.tell(last)

    assert _rows_read(long, moved) == _rows_read(short, moved)


def test_a_close_re_judges_its_own_period_only():
    read = {}
    for quarters in (1, 20):
        book = _book_with_history(quarters)
        held = book.sums(start="2027-01-01").ending
        read[quarters] = _rows_read(book, close("z", "elev-1", f"P{quarters}", {CI: held}, on="2027-04-01"))
        assert book.open == set()

    declared_and_closed = 2 * 19  # the calendar itself is read
    assert read[20] - read[1] <= declared_and_closed


def test_a_finding_that_stands_for_long_costs_no_more_than_a_new_one():
    read = {}
    for loads in (50, 100):
        book = Book(CountingBooks())
        book.tell(registered("ref-1", books_here=False), registered("farm-1"), registered("elev-1"))
        book.tell(report("bfr-1", "farm-1", {"F1": CI}))
        for number in range(loads):
            on = day("2027-01-02") + timedelta(number and 1 + number % 40)
            book.tell_together(*_bought(f"in{number}", on, CI, "F1"))  # no period declared: A_NO_PERIOD
        assert book.open_codes == ["A_NO_PERIOD"]
        read[loads] = _rows_read(book, *confirmed(SALE))

    assert read[100] == read[50]


def test_small_differences_between_two_parties_cost_the_same_however_many():
    read = {}
    for loads in (10, 200):
        book = _book_with_history(1)
        for number in range(loads):
            book.tell_together(*_differing(f"d{number}"))
        assert "A_COUNTERPARTY_AMOUNT" in book.open_codes
        read[loads] = _rows_read(book, *_differing("last"))

    assert read[200] == read[10]


def _differing(name: str) -> tuple[Fact, Fact]:
    lots, on = [draw("farm-1/F1")], "2027-03-01"
    sold = transfer(name, "farm-1 > elev-1", on, line("1", CI, draws=lots))
    return sold, receipt(f"{name}/r", "farm-1 > elev-1", on, line("0.9999", CI, draws=lots), transfer_id=f"T-{name}")


def test_registering_again_what_is_registered_reads_no_line():
    book = _book_with_history(3)

    assert _rows_read(book, registered("elev-1")) <= _rows_read(Book(CountingBooks()), registered("elev-9")) + 3
