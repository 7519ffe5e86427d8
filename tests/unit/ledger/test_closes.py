"""Closing a period (2100.034(c), (d)(1)(iii)-(iv); domain.md 3.1, #9, #16, #48; cases C03, C06)."""

import pytest
from helpers.book import Book
from helpers.builders import (
    close,
    confirmed,
    correct,
    day,
    declare,
    discard,
    draw,
    line,
    receipt,
    registered,
    reverse,
    transfer,
)

from hub.ledger.rows import Account, Statement

CI, OTHER = "5125.4", "4980"
Q4, Q1 = "2026Q4", "2027Q1"
JANUARY = "2027-01-01"


def stocked(pounds: str = "85000") -> Book:
    """elev-1 holds so much of one CI at the end of the quarter."""
    return Book().with_elevator("elev-1", "elev-2").play(f"10-05 farm-1 > elev-1 {pounds} of {CI} I-1")


# computed | declared | what opens | carried
@pytest.mark.parametrize(
    ("computed", "declared", "opens", "carry"),
    [
        ("85000", "85000", set(), 85000),
        ("85000", "82000", {"A_RESIDUAL_LOSS 3000"}, 82000),
        ("85000", "88000", {"A_RESIDUAL_GAIN 3000"}, 85000),
        ("85000", "0", {"A_RESIDUAL_LOSS 85000"}, 0),
        ("85000.4", "85000", set(), 85000),
        ("85000.6", "85001", set(), 85000.6),
        ("85000.6", "85000", {"A_RESIDUAL_LOSS 0.6"}, 85000),
        ("85000.5", "85000", set(), 85000),
        ("85001.5", "85002", set(), 85001.5),
        ("85001.5", "85001", {"A_RESIDUAL_LOSS 0.5"}, 85001),
        ("85000", "85000.01", set(), 85000),
        ("85000", "85000.0101", {"A_RESIDUAL_GAIN 0.0101"}, 85000),
    ],
)
def test_declared_stock_against_computed_stock(computed: str, declared: str, opens: set[str], carry: float):
    told = stocked(computed)

    told.tell(close("z", "elev-1", Q4, {CI: declared}))

    assert told.open == opens
    assert told.sums().carried == carry


def test_a_residual_blocks_no_line():
    told = stocked().play(f"12-10 elev-1 > ref-1 5000 of {CI} O-1")

    told.tell(close("z", "elev-1", Q4, {CI: "70000"}))

    assert told.open == {"A_RESIDUAL_LOSS 10000"}
    assert (told.suspended, told.pending) == (set(), set())


def test_a_key_left_out_is_undeclared_and_its_period_is_closed_all_the_same():
    told = stocked().play(f"10-06 farm-1 > elev-1 10 of {OTHER}")

    told.tell(close("z", "elev-1", Q4, {CI: "85000"}))

    statement = told.statement(ci=OTHER)
    assert (statement.closed, statement.declared_end_e4, statement.carried_e4) == (True, None, 100_000)
    assert told.open == set()


def test_a_close_that_names_a_ci_never_moved_declares_a_phantom():
    told = stocked()

    told.tell(close("z", "elev-1", Q4, {CI: "85000", OTHER: "500"}))

    assert told.open == {"A_RESIDUAL_GAIN 500"}
    assert told.sums(ci=OTHER).carried == 0


def test_a_later_close_is_the_next_revision_and_clears_the_residual():
    told = stocked()
    told.tell(close("z1", "elev-1", Q4, {CI: "82000"}))

    told.tell(close("z2", "elev-1", Q4, {CI: "85000"}))

    assert told.open == set()
    assert told.only("A_RESIDUAL_LOSS").status == "cleared"


def test_a_reversed_revision_gives_the_one_before_back():
    told = stocked()
    told.tell(close("z1", "elev-1", Q4, {CI: "82000"}), close("z2", "elev-1", Q4, {CI: "85000"}))

    told.tell(reverse("v", "elev-1", "z2"))

    assert told.open == {"A_RESIDUAL_LOSS 3000"}


def test_a_reversed_close_opens_the_period_again():
    told = Book().with_elevator().play(f"10-06 elev-1 > ref-1 100 of {CI} O-1")
    told.tell(close("z", "elev-1", Q4, {CI: "0"}))

    told.tell(reverse("v", "elev-1", "z"))

    assert told.open == {"A_OVERSALE_RUNNING 100"}
    assert told.statement().closed is False


def test_a_discard_reported_late_clears_the_loss():
    told = stocked()
    told.tell(close("z", "elev-1", Q4, {CI: "70000"}))

    told.tell(discard("d", "elev-1", "12-01", line("15000", CI)))

    assert told.only("A_RESIDUAL_LOSS").status == "cleared"
    assert told.open == {"A_PERIOD_RESTATED"}


# what the close before declared | what this one declares as its beginning | what opens
@pytest.mark.parametrize(
    ("ending", "beginning", "opens"),
    [
        ("85000", "85000", set()),
        ("82000", "85000", {"A_RESIDUAL_LOSS 3000", "A_CARRY_FORWARD 3000"}),
        ("85000", "84999.9999", {"A_CARRY_FORWARD 0.0001"}),
        ("85000", None, set()),
        (None, "85000", set()),
        (None, "1", set()),
    ],
)
def test_a_declared_beginning_is_compared_with_the_ending_declared_before(
    ending: str | None, beginning: str | None, opens: set[str]
):
    told = stocked().play(f"2027-02-01 farm-1 > elev-1 1 of {CI}")

    told.tell(close("z1", "elev-1", Q4, {} if ending is None else {CI: ending}))
    told.tell(close("z2", "elev-1", Q1, {CI: (_left(told), beginning)}, on="2027-04-05"))

    assert told.open == opens


def _left(told: Book) -> str:
    return str(told.statement(start=JANUARY).computed_end_e4 / 10_000)


def test_a_declared_beginning_is_never_used():
    told = stocked()

    told.tell(close("z1", "elev-1", Q4, {CI: "82000"}), close("z2", "elev-1", Q1, {CI: ("0", "85000")}))

    assert told.sums(start=JANUARY).beginning == 82000


@pytest.mark.parametrize(("beginning", "opens"), [("0", set()), ("0.01", set()), ("40", {"A_OPENING_STOCK 40"})])
def test_a_first_beginning_stock_waits_for_a_verifier(beginning: str, opens: set[str]):
    told = stocked()

    told.tell(close("z", "elev-1", Q4, {CI: ("85000", beginning)}))

    assert told.open == opens
    assert told.sums().beginning == 0


# C06: a report of the second quarter alone begins with what the first one ended with
def test_a_period_begins_with_what_the_one_before_carried():
    told = stocked("172800").play(f"2027-02-01 elev-1 > ref-1 28250 of {CI}")

    assert told.sums(start=JANUARY).beginning == 172800
    assert told.sums(start=JANUARY).ending == 144550


# C03: a ticket for a closed period
def test_a_late_ticket_restates_the_closed_period_and_carries_on():
    told = stocked("8500")
    told.tell(close("z", "elev-1", Q4, {CI: "8500"}))
    told.play(f"2027-01-10 elev-1 > ref-1 8000 of {CI} O-1")

    told.play(f"12-28 elev-1 > ref-1 4250 of {CI} T-77")

    assert told.sums().ending == 4250
    assert told.sums(start=JANUARY).beginning == 4250
    assert told.open == {"A_PERIOD_RESTATED", "A_RESIDUAL_GAIN 4250", "A_OVERSALE_RUNNING 3750"}
    assert told.suspended == {"O-1"}


def test_a_ticket_of_an_open_period_does_not_restate_an_older_close():
    told = stocked("8500")
    told.tell(close("z", "elev-1", Q4, {CI: "8500"}))

    told.play(f"2027-01-10 elev-1 > ref-1 8000 of {CI}")

    assert told.open == set()


def test_a_second_amendment_is_computed_from_the_facts():
    told = stocked("8500")
    told.tell(close("z", "elev-1", Q4, {CI: "8500"}))
    sale, got = confirmed(transfer("T-77", "elev-1 > ref-1", "12-28", line("4250", CI)))
    told.tell(sale, got, correct("k1", sale, lines=(line("4000", CI),)), correct("k2", got, lines=(line("4000", CI),)))

    told.tell(correct("k3", sale, lines=(line("3000", CI),)))

    assert told.sums().ending == 5500


def test_a_correction_into_a_closed_period_over_sells_it_and_another_mends_it():
    told = Book().with_elevator()
    bought, sold = "103200", "98900"
    into = confirmed(transfer("I-1", "farm-1 > elev-1", "10-12", line(bought, CI)))
    out = confirmed(transfer("O-1", "elev-1 > ref-1", "11-02", line(sold, CI)))
    told.tell(*into, *out, close("z", "elev-1", Q4, {CI: "4300"}))

    told.tell_together(*(correct(f"ki{n}", one, lines=(line("87720", CI),)) for n, one in enumerate(into)))
    after_first = told.open
    told.tell_together(*(correct(f"ko{n}", one, lines=(line("87720", CI),)) for n, one in enumerate(out)))

    assert after_first == {"A_OVERSALE 11180", "A_PERIOD_RESTATED", "A_RESIDUAL_GAIN 4300"}
    assert told.open == {"A_PERIOD_RESTATED", "A_RESIDUAL_GAIN 4300"}
    assert (told.only("A_OVERSALE").status, told.only("A_OVERSALE").reason) == ("retracted", "CORRECTION")


# A_PERIOD_UNCLOSED: 30 days after the end of a period in which something moved
@pytest.mark.parametrize(("hub_day", "is_open"), [("2027-01-30", False), ("2027-01-31", True)])
def test_a_period_with_movement_must_be_closed_within_30_days(hub_day: str, *, is_open: bool):
    told = stocked()

    told.on(hub_day)

    assert told.open == ({"A_PERIOD_UNCLOSED"} if is_open else set())


def test_a_period_without_movement_needs_no_close():
    told = Book().with_elevator()

    told.on("2027-12-31")

    assert told.open == set()


def test_an_unclosed_period_makes_its_over_sale_final():
    told = Book().with_elevator().play(f"10-06 elev-1 > ref-1 100 of {CI} O-1")

    told.on("2027-01-31")

    assert told.open == {"A_PERIOD_UNCLOSED", "A_OVERSALE 100"}
    assert told.only("A_OVERSALE_RUNNING").status == "escalated"
    assert told.suspended == {"O-1"}


def test_a_close_after_all_clears_it():
    told = stocked().on("2027-01-31")

    told.tell(close("z", "elev-1", Q4, {CI: "85000"}))

    assert told.only("A_PERIOD_UNCLOSED").status == "cleared"


def test_unclosed_and_no_period_are_one_finding_per_holder_and_period():
    told = Book().with_elevator("elev-2")
    told.tell(registered("elev-1"))
    told.play(f"10-05 farm-1 > elev-1 10 of {CI}\n10-20 farm-1 > elev-1 10 of {OTHER}")

    told.on("2027-12-31")

    assert told.open_codes == ["A_NO_PERIOD", "A_PERIOD_UNCLOSED"]
    assert str(told.only("A_NO_PERIOD").subject.period_start) == "2026-10-05"
    assert str(told.only("A_NO_PERIOD").subject.day) == "2026-10-05"


def test_the_line_shown_for_a_missing_period_is_the_first_that_moved():
    told = Book().with_elevator("elev-2")
    told.tell(registered("elev-1"))
    lots = [draw("farm-1/F1")]

    told.tell(transfer("a", "farm-1 > elev-1", "10-05", line("5", CI, draws=lots)))
    told.tell(*confirmed(transfer("b", "farm-1 > elev-1", "10-05", line("7", CI, draws=lots))))

    assert told.only("A_NO_PERIOD").subject.transfer_id == "T-b"


def test_a_declaration_after_all_clears_the_missing_period():
    told = Book().with_elevator("elev-2")
    told.tell(registered("elev-1"))
    told.play(f"10-05 farm-1 > elev-1 10 of {CI}")

    told.tell(declare("p", "elev-1", Q4, "10-01", JANUARY, on="09-01"))

    assert (told.open, told.only("A_NO_PERIOD").status) == (set(), "cleared")
    assert told.sums().ending == 10


# A_PERIOD_NOT_PREDEFINED: declared on or before the day it begins, corrections included (#14)
@pytest.mark.parametrize(
    ("declared_on", "opens"), [("09-30", set()), ("10-01", set()), ("10-02", {"A_PERIOD_NOT_PREDEFINED"})]
)
def test_a_period_is_defined_before_it_begins(declared_on: str, opens: set[str]):
    told = Book()

    told.tell(registered("elev-1"), declare("p", "elev-1", Q4, "10-01", JANUARY, on=declared_on))

    assert told.open == opens


@pytest.mark.parametrize(
    ("corrected_on", "start", "opens"),
    [
        ("09-20", "10-01", set()),
        ("10-20", "10-01", {"A_PERIOD_NOT_PREDEFINED"}),
        ("10-20", "11-01", {"A_PERIOD_NOT_PREDEFINED"}),
    ],
)
def test_a_period_that_has_begun_changes_only_with_an_alert(corrected_on: str, start: str, opens: set[str]):
    told = Book()
    period = declare("p", "elev-1", Q4, "10-01", JANUARY, on="09-01")
    told.tell(registered("elev-1"), period)

    told.tell(correct("k", period, corrected_on, start=day(start), end_exclusive=day("12-15")))

    assert told.open == opens


# a close waits for its period as a correction waits for its event
@pytest.mark.parametrize(("hub_day", "opens"), [("2027-01-24", set()), ("2027-01-25", {"E_UNKNOWN_REF"})])
def test_a_close_of_a_period_nobody_declared_is_told_after_14_days(hub_day: str, opens: set[str]):
    told = Book()
    told.tell(registered("elev-1"), close("z", "elev-1", "nowhere", {}, on="2027-01-10"))

    told.on(hub_day)

    assert told.open == opens


def test_a_superseded_or_reversed_close_is_told_no_more():
    told = Book()
    told.tell(registered("elev-1"), close("z1", "elev-1", "nowhere", {}, on="2027-01-10"))
    told.on("2027-02-01")

    told.tell(close("z2", "elev-1", "nowhere", {}, on="2027-01-30"))
    told.tell(reverse("v", "elev-1", "z2"), reverse("w", "elev-1", "z1"))

    assert told.open == set()


def test_a_close_that_comes_together_with_the_reversal_of_all_that_moved_leaves_no_statement():
    told = stocked()
    told.tell(reverse("v1", "farm-1", "I-1"))

    told.tell_together(reverse("v2", "elev-1", "I-1/receipt"), close("z", "elev-1", Q4, {}))

    assert list(told.books.scan(Account)) == []
    assert list(told.books.scan(Statement)) == []


def test_a_receipt_without_moisture_is_provisional_at_standard_moisture():
    told = Book().with_elevator()

    told.tell(receipt("r", "farm-1 > elev-1", "10-05", line("100000", CI, moisture=None), transfer_id="T"))

    assert {"G_MOISTURE 84500"} <= told.open
