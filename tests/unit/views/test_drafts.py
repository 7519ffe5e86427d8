"""Drafts for a holder to check, and its books against its counterparties'."""

from dataclasses import replace
from datetime import date

import pytest
from helpers.book import CI, OTHER_CI, Book
from helpers.builders import (
    arrival,
    ci_e6,
    close,
    confirmed,
    conventional,
    declare,
    draw,
    line,
    pounds,
    receipt,
    registered,
    report,
    transfer,
)

from hub.errors import InvalidInput
from hub.ledger.facts import Stock
from hub.ledger.policy import Policy
from hub.ledger.post import post
from hub.ledger.terms import Commodity, Direction, Form, Unit
from hub.messages.facts import fact_of
from hub.views.drafts import Crushed, close_draft, crush_draft
from hub.views.reconcile import reconciled

SOY = Commodity.SOYBEANS


def crusher() -> Book:
    """crush-1 with 600,000 lb under one CI, 300,000 under another and 900,000 conventional, all at 13 %."""
    book = Book()
    book.tell(registered("farm-1"), registered("crush-1"), declare("q4", "crush-1", "2026Q4", "10-01", "2027-01-01"))
    book.tell(report("bfr", "farm-1", {"F1": CI, "F2": OTHER_CI}, commodity=SOY))
    for name, amount, ci, field in (("a", "600000", CI, "F1"), ("b", "300000", OTHER_CI, "F2")):
        lots = [draw(f"farm-1/{field}")]
        load = line(amount, ci, moisture="13", draws=lots)
        book.tell(*confirmed(transfer(name, "farm-1 > crush-1", "10-03", load, commodity=SOY)))
    book.tell(conventional("c", "crush-1", "10-04", line("900000", moisture="13"), Direction.INCOMING, SOY))
    return book


def crushed(amount: str = "1080000", product: str = "205200") -> Crushed:
    return Crushed("run-1", date(2026, 10, 15), SOY, int(amount) * 10**6, Unit.LB, 13_000, int(product) * 10**6)


def test_a_run_is_shared_out_by_what_lies_in_the_bins():
    draft = crush_draft(crusher().books, "crush-1", crushed())

    assert [item.amount_e6 // 10**6 for item in draft.inputs] == [180_000, 360_000, 540_000]
    assert draft.crushing_yield_lb_per_std_bu_e4 == 114_000
    assert [item.product_amount_e6 // 10**6 for item in draft.allocations] == [34_200, 68_400, 102_600]


@pytest.mark.parametrize(("amount", "product"), [("1080000", "205200"), ("777777", "148003"), ("1", "1"), ("13", "2")])
def test_a_drafted_run_is_accepted_as_it_is(amount: str, product: str):
    book = crusher()
    fact = fact_of(crush_draft(book.books, "crush-1", crushed(amount, product)))
    assert fact is not None

    (outcome,) = post(book.books, [arrival(fact)], Policy(), 999).outcomes

    assert (outcome.outcome, outcome.codes) == ("accepted", [])
    assert sum(item.amount_e6 for item in fact.body.lines) == int(amount) * 10**6


def test_a_run_beyond_the_stock_says_what_the_books_hold():
    with pytest.raises(InvalidInput, match=r"the books hold 1566000\.0000 on 2026-10-15"):
        crush_draft(crusher().books, "crush-1", crushed("1800001"))


def test_a_run_in_a_quarter_without_movement_shares_out_what_was_carried():
    book = crusher()
    book.tell(declare("q1", "crush-1", "2027Q1", "2027-01-01", "2027-04-01"))
    stocks = (
        Stock(SOY, ci_e6(CI), Form.CROP, pounds("522000")),
        Stock(SOY, ci_e6(OTHER_CI), Form.CROP, pounds("130500")),
    )
    closing = close("z", "crush-1", "2026Q4", {})
    book.tell(replace(closing, body=replace(closing.body, stocks=stocks)))  # half of the second CI is lost

    draft = crush_draft(book.books, "crush-1", replace(crushed(), day=date(2027, 2, 1)))

    assert [item.amount_e6 for item in draft.inputs] == [98_181_818_182, 392_727_272_727, 589_090_909_091]


def test_corn_is_not_crushed():
    with pytest.raises(InvalidInput, match="no crushing yield"):
        crush_draft(
            crusher().books, "crush-1", Crushed("r", date(2026, 10, 15), Commodity.FIELD_CORN, 1, Unit.LB, 0, 1)
        )


def test_a_close_drafted_and_filed_closes_the_period_clean():
    book = crusher()
    for fact in (fact_of(crush_draft(book.books, "crush-1", crushed())),):
        assert fact is not None
        book.tell(fact)
    draft = close_draft(book.books, "crush-1", "2026Q4")

    fact = fact_of(draft)
    assert fact is not None
    book.tell(fact)

    assert {(item.form.value, item.declared_ending_stored_dry_lb_e4 // 10_000) for item in draft.stocks} == {
        ("crop", 208_800),
        ("oil", 313_200),
        ("crop", 104_400),
        ("oil", 156_600),
    }
    assert book.open == set()
    assert book.statement("crush-1", CI, "10-01", SOY).residual_e4 == 0


def test_a_period_nobody_declared_cannot_be_drafted():
    with pytest.raises(InvalidInput, match="crush-1 has no period '2027Q1'; declared: 2026Q4"):
        close_draft(crusher().books, "crush-1", "2027Q1")


def test_my_books_and_yours_are_listed_where_they_differ():
    told = Book().with_elevator()
    told.play(f"10-05 farm-1 > elev-1 1000 of {CI}")
    told.tell(transfer("s1", "elev-1 > ref-1", "10-10", line("100", CI)))
    told.tell(transfer("s2", "elev-1 > ref-1", "10-11", line("100", CI)))
    told.tell(receipt("r2", "elev-1 > ref-1", "10-11", line("90", CI), transfer_id="T-s2"))
    told.tell(receipt("r3", "elev-1 > ref-1", "10-12", line("5", CI), transfer_id="T-s3"))

    found = [
        (row["transfer_id"], row["way"], row["difference_dry_lb"], row["why"])
        for row in reconciled(told.books, "elev-1")
    ]

    assert found == [
        ("T-s1", "out", "100.0000", "no receipt yet"),
        ("T-s2", "out", "10.0000", "another amount"),
        ("T-s3", "out", "-5.0000", "no statement of the seller yet"),
    ]
    assert [row["difference_dry_lb"] for row in reconciled(told.books, "ref-1")] == ["-100.0000", "-10.0000", "5.0000"]
