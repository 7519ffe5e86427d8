"""Measured stock against the books (domain.md 3.1, 3.5 #49): the bins must cover what is held under all CIs."""

from dataclasses import replace
from typing import Any

import pytest
from helpers.book import CI, OTHER_CI, Book
from helpers.builders import CORN, close, confirmed, day, declare, draw, line, pounds, transfer

from hub.ledger.facts import Fact, PhysicalStock
from hub.ledger.terms import Form


def stocked() -> Book:
    """elev-1 with 60,000 dry lb under one CI and 40,000 under another at the end of the quarter."""
    return (
        Book()
        .with_elevator()
        .play(f"""
        10-05  farm-1 > elev-1  60000 of {CI}
        10-06  farm-1 > elev-1  40000 of {OTHER_CI}
    """)
    )


def measured(amount: str, stocks: dict[str, Any] | None = None, *, on: str | None = None, name: str = "z") -> Fact:
    told = close(name, "elev-1", "2026Q4", stocks or {CI: 60000, OTHER_CI: 40000})
    stock = PhysicalStock(CORN, Form.CROP, pounds(amount), day(on) if on else None)
    return replace(told, body=replace(told.body, physical=(stock,)))


# measured | opens: a bin measurement is good to 1 %
@pytest.mark.parametrize(
    ("amount", "opens"),
    [
        ("100000", set()),
        ("99100", set()),
        ("99009.9010", set()),
        ("99009.9009", {"A_PHYSICAL_SHORT 990.0991"}),
        ("90000", {"A_PHYSICAL_SHORT 10000"}),
        ("0", {"A_PHYSICAL_SHORT 100000"}),
        ("250000", set()),
    ],
)
def test_less_measured_than_the_books_hold_is_short_beyond_one_percent(amount: str, opens: set[str]):
    told = stocked()
    told.tell(measured(amount))

    assert told.open == opens


def test_no_measurement_no_finding():
    told = stocked()
    told.tell(close("z", "elev-1", "2026Q4", {CI: 60000, OTHER_CI: 40000}))

    assert told.open == set()


def test_a_measurement_before_the_end_is_held_against_that_day():
    told = stocked()
    told.play(f"12-20  elev-1 > ref-1  50000 of {CI}")

    told.tell(measured("99500", {CI: 10000, OTHER_CI: 40000}, on="12-15"))

    assert told.open == set()


def test_a_new_measurement_clears_it():
    told = stocked()
    told.tell(measured("90000"), measured("99800", name="z2"))

    assert (told.open, told.only("A_PHYSICAL_SHORT").status) == (set(), "cleared")


def test_a_late_sale_makes_the_bins_enough():
    told = stocked()
    told.tell(measured("90000", {CI: 50000, OTHER_CI: 40000}))
    told.tell(*confirmed(transfer("late", "elev-1 > ref-1", "12-20", line("10000", CI))))

    assert told.only("A_PHYSICAL_SHORT").status == "retracted"


def test_stock_carried_from_the_period_before_counts():
    told = stocked()
    told.tell(close("z", "elev-1", "2026Q4", {CI: 60000, OTHER_CI: 40000}))
    second = close("z2", "elev-1", "2027Q1", {CI: 60000, OTHER_CI: 40000}, on="2027-04-05")
    short = PhysicalStock(CORN, Form.CROP, pounds("50000"))
    told.tell(replace(second, body=replace(second.body, physical=(short,))))

    assert told.open == {"A_PHYSICAL_SHORT 50000"}

    late = transfer("late", "farm-1 > elev-1", "10-07", line("1000", CI, draws=[draw("farm-1/F1")]))
    told.tell(*confirmed(late))

    assert "A_PHYSICAL_SHORT 50000" in told.open  # 61,000 computed, 60,000 declared: the lower is carried


def test_a_period_declared_after_it_changes_nothing():
    told = stocked()
    told.tell(measured("90000"))
    told.tell(declare("q4b", "elev-1", "2027Q2", "2027-04-01", "2027-07-01"))

    assert told.open == {"A_PHYSICAL_SHORT 10000"}
