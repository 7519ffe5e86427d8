"""How findings end (domain.md 3.6): cleared, cleared late, retracted with a reason, escalated; and come back."""

import pytest
from helpers.book import Book
from helpers.builders import close, confirmed, correct, day, draw, line, receipt, report, reverse, transfer

from hub.ledger.causes import reason
from hub.ledger.rows import Contribution, Finding, FindingChange
from hub.ledger.subject import Subject
from hub.ledger.terms import Status
from hub.ledger.transition import fold, transition

CI = "5125.4"
TODAY = day("11-01")


# ---- fold: one finding out of what every source says


def said(status: Status, amount: int | None, on: str, place: str = "", source: bytes = b"s") -> Contribution:
    return Contribution(source, b"f", "G_BFR", Subject(entity_id=place), status, amount, day(on), place)


def test_nobody_says_it():
    assert fold([]) is None


def test_it_is_open_while_any_part_of_it_is_open():
    now = fold([said(Status.CLEARED_LATE, 5, "10-01", "a"), said(Status.OPEN, 7, "10-05", "b")])

    assert now is not None
    assert (now.status, now.amount_e4, now.lines, now.first_day) == (Status.OPEN, 7, 1, day("10-05"))
    assert now.subject.entity_id == "b"


def test_amounts_are_summed_and_the_first_by_day_and_place_is_shown():
    parts = [
        said(Status.OPEN, 5, "10-05", "b"),
        said(Status.OPEN, 7, "10-05", "a"),
        said(Status.OPEN, None, "10-06", "0"),
    ]

    found = {fold(order) for order in (tuple(parts), tuple(reversed(parts)))}

    (now,) = found
    assert now is not None
    assert (now.amount_e4, now.lines, now.subject.entity_id) == (12, 3, "a")


# ---- transition: what was, against what is now


def finding(status: Status, episode: int = 1, code: str = "A_OVERSALE_RUNNING") -> Finding:
    return Finding(b"f", code, Subject(), status, episode, None, 5, 1, TODAY, TODAY, TODAY)


NOW = fold([Contribution(b"s", b"f", "A_OVERSALE_RUNNING", Subject(), Status.OPEN, 9, TODAY)])
LATER = day("11-09")


def test_what_was_not_and_is_not_leaves_no_finding():
    assert transition(b"f", None, None, {"Receipt"}, LATER) is None


def test_what_opens_is_in_its_first_episode():
    opened = transition(b"f", None, NOW, {"Transfer"}, LATER)

    assert opened is not None
    assert (opened.status, opened.episode, opened.amount_e4, opened.opened_on) == (Status.OPEN, 1, 9, LATER)


def test_a_repeat_updates_the_figures_and_opens_no_second():
    updated = transition(b"f", finding(Status.OPEN), NOW, {"Transfer"}, LATER)

    assert updated is not None
    assert (updated.status, updated.episode, updated.amount_e4, updated.opened_on) == (Status.OPEN, 1, 9, TODAY)


@pytest.mark.parametrize("ended", [Status.CLEARED, Status.RETRACTED, Status.CLEARED_LATE])
def test_what_opens_again_starts_another_episode(ended: Status):
    again = transition(b"f", finding(ended), NOW, {"Transfer"}, LATER)

    assert again is not None
    assert (again.status, again.episode, again.opened_on) == (Status.OPEN, 2, LATER)


@pytest.mark.parametrize("stays", [Status.ESCALATED, Status.RETRACTED])
def test_what_has_ended_for_good_stays_as_it_is(stays: Status):
    before = finding(stays)

    assert transition(b"f", before, None, {"Reversal"}, LATER) == before


# code                  | causes                     | status     | reason
@pytest.mark.parametrize(
    ("code", "causes", "status", "why"),
    [
        ("A_OVERSALE_RUNNING", {"Receipt"}, "retracted", "LATE_RECORD"),
        ("A_OVERSALE_RUNNING", {"CORRECTION", "Receipt"}, "retracted", "CORRECTION"),
        ("A_OVERSALE_RUNNING", {"CORRECTION", "REVERSAL"}, "retracted", "REVERSAL"),
        ("A_OVERSALE", {"CORRECTION"}, "retracted", "CORRECTION"),
        ("A_RESIDUAL_LOSS", {"PeriodClose"}, "cleared", None),
        ("A_RESIDUAL_LOSS", {"Discard"}, "cleared", None),
        ("A_RESIDUAL_LOSS", {"Receipt"}, "retracted", "LATE_RECORD"),
        ("A_RESIDUAL_GAIN", {"REVERSAL"}, "retracted", "REVERSAL"),
        ("A_CARRY_FORWARD", {"PeriodClose"}, "cleared", None),
        ("A_COUNTERPARTY_AMOUNT", {"CORRECTION"}, "cleared", None),
        ("A_COUNTERPARTY_AMOUNT", {"Receipt"}, "cleared", None),
        ("A_COUNTERPARTY_CI", {"REVERSAL"}, "retracted", "REVERSAL"),
        ("A_NO_PERIOD", {"PeriodDeclaration"}, "cleared", None),
        ("A_PERIOD_UNCLOSED", {"PeriodClose"}, "cleared", None),
        ("A_CI_NOT_HELD", {"Report"}, "retracted", "LATE_RECORD"),
        ("G_RECEIPT", {"Receipt"}, "cleared", None),
        ("G_BFR", {"REVERSAL"}, "cleared", None),
    ],
)
def test_how_a_finding_ends_depends_on_what_ended_it(code: str, causes: set[str], status: str, why: str | None):
    ended = transition(b"f", finding(Status.OPEN, code=code), None, causes, LATER)

    assert ended is not None
    assert (ended.status, ended.reason, ended.changed_on) == (status, why, LATER)


@pytest.mark.parametrize(
    ("causes", "given"),
    [
        ({"Receipt"}, "LATE_RECORD"),
        (set(), "LATE_RECORD"),
        ({"CORRECTION", "Receipt"}, "CORRECTION"),
        ({"REVERSAL", "CORRECTION", "Receipt"}, "REVERSAL"),
    ],
)
def test_of_several_reasons_reversal_comes_before_correction_before_late_record(causes: set[str], given: str):
    assert reason(causes) == given


# ---- as the books tell it


def test_a_dip_a_late_record_removes_is_retracted():
    told = Book().with_elevator().play("10-20 elev-1 > ref-1 43000 of 5125.4")

    told.play("10-12 farm-1 > elev-1 60200 of 5125.4")

    dip = told.only("A_OVERSALE_RUNNING")
    assert (dip.status, dip.reason) == ("retracted", "LATE_RECORD")


def test_a_dip_found_only_after_the_close_is_on_record_as_cleared():
    told = Book().with_elevator().play("10-06 farm-1 > elev-1 100 of 5125.4")
    told.tell(close("z", "elev-1", "2026Q4", {CI: "100"}))

    told.play("10-05 elev-1 > ref-1 30 of 5125.4\n10-07 farm-1 > elev-1 30 of 5125.4")

    assert told.only("A_OVERSALE_RUNNING").status == "cleared"
    assert told.open == {"A_PERIOD_RESTATED"}


def test_a_dip_found_only_after_the_close_that_ends_below_zero_is_the_over_sale_alone():
    told = Book().with_elevator().play("10-06 farm-1 > elev-1 100 of 5125.4")
    told.tell(close("z", "elev-1", "2026Q4", {CI: "100"}))

    told.play("10-07 elev-1 > ref-1 130 of 5125.4")

    assert told.findings(code="A_OVERSALE_RUNNING") == []
    assert told.only("A_OVERSALE").amount_e4 == 300_000


def test_an_escalated_dip_stays_escalated_when_its_over_sale_is_retracted():
    told = Book().with_elevator().play("10-06 elev-1 > ref-1 100 of 5125.4")
    told.tell(close("z", "elev-1", "2026Q4", {CI: "0"}))

    told.play("10-05 farm-1 > elev-1 100 of 5125.4")

    assert told.only("A_OVERSALE_RUNNING").status == "escalated"
    assert (told.only("A_OVERSALE").status, told.only("A_OVERSALE").reason) == ("retracted", "LATE_RECORD")


def test_an_account_that_is_over_sold_again_opens_the_same_finding_in_a_second_episode():
    told = Book().with_elevator().play("10-20 elev-1 > ref-1 100 of 5125.4")
    told.play("10-19 farm-1 > elev-1 100 of 5125.4  I-1")

    told.tell(reverse("v1", "farm-1", "I-1"), reverse("v2", "elev-1", "I-1/receipt"))

    dip = told.only("A_OVERSALE_RUNNING")
    assert (dip.status, dip.episode) == ("open", 2)


def test_what_opens_and_ends_within_one_batch_leaves_no_finding():
    told = Book().with_elevator()
    sale = confirmed(transfer("s", "elev-1 > ref-1", "10-20", line("100", CI)))
    bought = confirmed(transfer("i", "farm-1 > elev-1", "10-10", line("100", CI, draws=[draw("farm-1/F1")])))

    told.tell_together(*sale, *bought)

    assert told.findings() == []


def test_agreement_by_correction_clears_a_difference():
    told = Book().with_elevator("elev-1", "elev-2").play("10-01 farm-1 > elev-1 1000 of 5125.4")
    got = receipt("r", "elev-1 > elev-2", "10-20", line("90", CI), transfer_id="T-1")
    told.tell(transfer("t", "elev-1 > elev-2", "10-20", line("100", CI), transfer_id="T-1"), got)

    told.tell(correct("k", got, lines=(line("100", CI),)))

    difference = told.only("A_COUNTERPARTY_AMOUNT")
    assert (difference.status, difference.reason) == ("cleared", None)


def test_every_change_of_a_finding_is_kept():
    told = Book().with_elevator().play("10-20 elev-1 > ref-1 100 of 5125.4")
    told.play("10-21 elev-1 > ref-1 50 of 5125.4")
    told.play("10-22 farm-1 > elev-1 150 of 5125.4")

    changes = sorted(told.books.scan(FindingChange), key=lambda row: row.change_no)

    assert [(row.change_no, str(row.status), row.amount_e4) for row in changes] == [
        (1, "open", 1_000_000),
        (2, "open", 1_500_000),
        (3, "cleared", 1_500_000),
    ]


def test_a_report_signed_late_clears_its_gap_late():
    told = Book().with_elevator()
    told.tell(receipt("r", "farm-9 > elev-1", "10-05", line("10", pending=True, draws=[draw("farm-9/F1")])))

    told.tell(report("b", "farm-9", {"F1": CI}, "10-06"))

    assert told.only("G_BFR").status == "cleared_late"
