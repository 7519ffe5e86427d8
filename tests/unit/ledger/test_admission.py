"""Admission (domain.md 3.6 Errors; model.md 1, 2, 5, 6): each E_ code at its boundary, and what is a duplicate."""

from dataclasses import replace
from typing import Any

import pytest
from helpers.book import Book
from helpers.builders import (
    arrival,
    close,
    conventional,
    correct,
    day,
    day_opened,
    declare,
    discard,
    draw,
    fact,
    line,
    receipt,
    registered,
    report,
    reverse,
    transfer,
)

from hub.ledger.facts import Fact, Report, ReportRow, StatedLine
from hub.ledger.refusals import refusals
from hub.ledger.terms import Direction, RuleVersion, Unit

CI = "5125.4"
PARTIES = "elev-1 > ref-1"


def codes(*facts: Fact) -> list[str]:
    """The codes the last of these is refused with; the ones before it are accepted."""
    outcomes = Book().tell(*facts)
    assert [outcome.outcome for outcome in outcomes[:-1]] == ["accepted"] * (len(facts) - 1)
    return outcomes[-1].codes


def sold(*lines: StatedLine, **more: Any) -> Fact:
    return transfer("s", PARTIES, "10-05", *lines, **more)


ALONE = [
    # ---- amounts and moisture
    ("an amount of one millionth", sold(line("0.000001", CI)), []),
    ("an amount of nothing", sold(line("0", CI)), ["E_AMOUNT"]),
    ("an amount below nothing", sold(line("-1", CI)), ["E_AMOUNT"]),
    ("one bad line of two", sold(line("1", CI), line("0", CI)), ["E_AMOUNT"]),
    ("moisture 0 %", sold(line("1", CI, moisture="0")), []),
    ("moisture 99.999 %", sold(line("1", CI, moisture="99.999")), []),
    ("moisture 100 %", sold(line("1", CI, moisture="100")), ["E_MOISTURE"]),
    ("moisture below 0 %", sold(line("1", CI, moisture="-0.001")), ["E_MOISTURE"]),
    ("no moisture", sold(line("1", CI, moisture=None)), []),
    ("shrunk bushels without their base", sold(line("1", CI, unit=Unit.BU_AT_MOISTURE, moisture=None)), ["E_MOISTURE"]),
    ("a discard of nothing", discard("d", "elev-1", "10-05", line("0", CI)), ["E_AMOUNT"]),
    ("conventional crop of nothing", conventional("c", "elev-1", "10-05", line("0")), ["E_AMOUNT"]),
    ("a stock of nothing", close("z", "elev-1", "P", {CI: "0"}), []),
    ("a stock below nothing", close("z", "elev-1", "P", {CI: "-0.0001"}), ["E_AMOUNT"]),
    ("a beginning below nothing", close("z", "elev-1", "P", {CI: ("0", "-0.0001")}), ["E_AMOUNT"]),
    # ---- claims and lots
    ("a CI of zero", sold(line("1", "0")), []),
    ("a CI below zero", sold(line("1", "-120.5")), []),
    ("pending beside a CI", sold(line("1", CI, pending=True, draws=[draw("farm-1/F1")])), ["E_SCHEMA"]),
    ("pending without a lot", sold(line("1", pending=True)), ["E_SCHEMA"]),
    ("without its claim but without a CI", sold(line("1", as_conventional=True)), ["E_SCHEMA"]),
    ("draws that add up", sold(line("3", CI, draws=[draw("f/1", "1"), draw("f/2", "2")])), []),
    ("draws that do not add up", sold(line("3", CI, draws=[draw("f/1", "1"), draw("f/2", "1")])), ["E_AMOUNT"]),
    ("two draws, one without its amount", sold(line("3", CI, draws=[draw("f/1", "3"), draw("f/2")])), ["E_AMOUNT"]),
    ("no lines at all", sold(), ["E_SCHEMA"]),
    (
        "a discard sold without its claim",
        discard("d", "elev-1", "10-05", line("1", CI, as_conventional=True)),
        ["E_SCHEMA"],
    ),
    (
        "a downgrade that comes in",
        conventional("c", "elev-1", "10-05", line("1", CI), Direction.INCOMING),
        ["E_SCHEMA"],
    ),
    # ---- parties and authors
    ("sold to itself", transfer("s", "elev-1 > elev-1", "10-05", line("1", CI)), ["E_SELF_TRANSFER"]),
    ("received from itself", receipt("r", "elev-1 > elev-1", "10-05", line("1", CI)), ["E_SELF_TRANSFER"]),
    ("a sale stated by the buyer", replace(sold(line("1", CI)), author_id="ref-1"), ["E_NOT_AUTHOR"]),
    (
        "a receipt stated by the seller",
        replace(receipt("r", PARTIES, "10-05", line("1")), author_id="elev-1"),
        ["E_NOT_AUTHOR"],
    ),
    ("another's discard", replace(discard("d", "elev-1", "10-05", line("1")), author_id="elev-2"), ["E_NOT_AUTHOR"]),
    (
        "another's conventional crop",
        replace(conventional("c", "elev-1", "10-05", line("1")), author_id="x"),
        ["E_NOT_AUTHOR"],
    ),
    ("another's period", replace(declare("p", "elev-1", "P", "10-01", "12-01"), author_id="x"), ["E_NOT_AUTHOR"]),
    ("another's close", replace(close("z", "elev-1", "P", {}), author_id="x"), ["E_NOT_AUTHOR"]),
    ("another's report", replace(report("b", "farm-1", {"F1": CI}), author_id="x"), ["E_NOT_AUTHOR"]),
    ("a report filed by the elevator", replace(report("b", "farm-1", {"F1": CI}), filed_by="elev-1"), []),
    ("a sale filed by another", replace(sold(line("1", CI)), filed_by="elev-2"), ["E_NOT_AUTHOR"]),
    ("the hub's day by another", replace(day_opened("2099-01-01"), author_id="elev-1"), ["E_NOT_AUTHOR"]),
    ("the registry by another", replace(registered("elev-1", books_here=False), author_id="elev-1"), ["E_NOT_AUTHOR"]),
    ("reversing another's event", reverse("v", "elev-1", "r", owner="ref-1"), ["E_NOT_AUTHOR"]),
    ("reversing one's own by name", reverse("v", "elev-1", "r", owner="elev-1"), []),
    # ---- periods
    ("three months to the day", declare("p", "elev-1", "P", "11-30", "2027-02-28"), []),
    ("a day more than three months", declare("p", "elev-1", "P", "11-30", "2027-03-01"), ["E_PERIOD_LONG"]),
    ("one day", declare("p", "elev-1", "P", "10-01", "10-02"), []),
    ("no day", declare("p", "elev-1", "P", "10-01", "10-01"), ["E_SCHEMA"]),
    ("backwards", declare("p", "elev-1", "P", "10-02", "10-01"), ["E_SCHEMA"]),
    # ---- corrections
    ("a correction of a report", correct("k", report("b", "farm-1", {"F1": CI})), ["E_SCHEMA"]),
    ("a correction of a close", correct("k", close("z", "elev-1", "P", {})), ["E_SCHEMA"]),
    ("a correction without its date", replace(correct("k", sold(line("1", CI))), stated_on=None), ["E_SCHEMA"]),
    ("a correction without its reason", replace(correct("k", sold(line("1", CI))), reason=None), ["E_SCHEMA"]),
    ("a correction of itself", replace(correct("k", sold(line("1", CI))), names="k"), ["E_SCHEMA"]),
]


@pytest.mark.parametrize(("_case", "stated", "expected"), ALONE, ids=[row[0] for row in ALONE])
def test_what_a_message_shows_by_itself(_case: str, stated: Fact, expected: list[str]):
    assert codes(stated) == expected


def _reported(*rows: ReportRow) -> Fact:
    body = Report("B", 1, RuleVersion.V2, "farm-1", report("b", "farm-1", {}).body.commodity, 2026, day("09-01"), rows)
    return fact("b", "farm-1", body)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ((ReportRow("F1", 0, 1),), []),
        ((ReportRow("F1", 0, 0),), ["E_AMOUNT"]),
        ((ReportRow("F1", 0, -1),), ["E_AMOUNT"]),
        ((ReportRow("F1", 0, 1), ReportRow("F2", 0, 1)), []),
        ((ReportRow("F1", 0, 1), ReportRow("F1", 5, 1)), ["E_FIELD_ID"]),
        ((), ["E_SCHEMA"]),
    ],
)
def test_a_report_has_each_field_once_with_a_harvest(rows: tuple[ReportRow, ...], expected: list[str]):
    assert codes(_reported(*rows)) == expected


def test_every_fault_of_a_message_is_told():
    found = refusals(transfer("s", "elev-1 > elev-1", "10-05", line("0", CI, moisture="100")))

    assert [refusal.code for refusal in found] == ["E_SELF_TRANSFER", "E_AMOUNT", "E_MOISTURE"]
    assert [refusal.field for refusal in found] == ["buyer_id", "lines[0].amount_e6", "lines[0].moisture_pct_e3"]


# ---- beside the author's earlier messages


def test_the_same_message_again_is_a_duplicate_and_counts_once():
    told = Book().with_elevator()
    got = receipt("r", "farm-1 > elev-1", "10-05", line("100", CI, draws=[draw("farm-1/F1")]))

    outcomes = told.tell(got, got) + told.tell_together(got, got)

    assert [outcome.outcome for outcome in outcomes] == ["accepted", "duplicate", "duplicate", "duplicate"]
    assert told.sums().incoming == 100


def test_the_same_id_with_another_body_is_a_conflict_and_its_redelivery_a_duplicate():
    told = Book().with_elevator()
    first, second = sold(line("100", CI)), sold(line("200", CI))

    outcomes = told.tell(first, second, second, first)

    assert [(outcome.outcome, outcome.codes) for outcome in outcomes] == [
        ("accepted", []),
        ("rejected", ["E_DUP_CONFLICT"]),
        ("duplicate", []),
        ("duplicate", []),
    ]
    assert told.sums().outgoing == 100


def test_a_refused_message_stays_refused_whatever_came_since():
    told = Book()
    bad, good = sold(line("0", CI)), sold(line("100", CI))

    outcomes = told.tell(bad, good, bad)

    assert [(outcome.outcome, outcome.codes) for outcome in outcomes] == [
        ("rejected", ["E_AMOUNT"]),
        ("rejected", ["E_DUP_CONFLICT"]),
        ("duplicate", []),
    ]


def test_ids_belong_to_their_author():
    told = Book()

    outcomes = told.tell(
        transfer("e1", PARTIES, "10-05", line("1", CI)), receipt("e1", PARTIES, "10-05", line("1", CI))
    )

    assert [outcome.outcome for outcome in outcomes] == ["accepted", "accepted"]


TICKET = transfer("s", PARTIES, "10-05", line("100", CI), transfer_id="T-1", ticket="7")
DISCARD_AS_CORRECTION = replace(
    discard("k", "elev-1", "10-05", line("1", CI)), names="s", stated_on=day("10-06"), reason="x"
)
BESIDE = [
    ("the same transfer_id", transfer("s2", PARTIES, "10-06", line("1", CI), transfer_id="T-1"), ["E_DUP_CONFLICT"]),
    ("another transfer_id", transfer("s2", PARTIES, "10-06", line("1", CI), transfer_id="T-2"), []),
    ("another seller's transfer_id", transfer("s2", "elev-2 > ref-1", "10-06", line("1", CI), transfer_id="T-1"), []),
    ("the ticket again", transfer("s2", PARTIES, "10-05", line("1", CI), ticket="7"), ["E_DUP_TICKET"]),
    ("the ticket on another day", transfer("s2", PARTIES, "10-06", line("1", CI), ticket="7"), []),
    ("the ticket to another buyer", transfer("s2", "elev-1 > ref-2", "10-05", line("1", CI), ticket="7"), []),
    ("another ticket", transfer("s2", PARTIES, "10-05", line("1", CI), ticket="007"), []),
    ("no ticket", transfer("s2", PARTIES, "10-05", line("1", CI)), []),
    ("the buyer's receipt of the ticket", receipt("r", PARTIES, "10-05", line("1", CI), ticket="7"), []),
    ("a correction of it", correct("k", TICKET, lines=(line("90", CI),)), []),
    ("a correction to another transfer_id", correct("k", TICKET, transfer_id="T-2"), ["E_SCHEMA"]),
    ("a correction by another type", DISCARD_AS_CORRECTION, ["E_SCHEMA"]),
]  # fmt: skip


@pytest.mark.parametrize(("_case", "stated", "expected"), BESIDE, ids=[row[0] for row in BESIDE])
def test_what_stands_against_a_message_beside_an_earlier_sale(_case: str, stated: Fact, expected: list[str]):
    assert codes(TICKET, stated) == expected


def test_two_receipts_of_one_ticket_on_one_day_are_a_double_booking():
    first, second = (receipt(name, PARTIES, "10-05", line("1", CI), ticket="7") for name in ("r1", "r2"))

    assert codes(first, second) == ["E_DUP_TICKET"]


def test_a_ticket_is_free_again_when_its_record_is_reversed():
    again = transfer("s2", PARTIES, "10-05", line("1", CI), transfer_id="T-2", ticket="7")

    assert codes(TICKET, reverse("v", "elev-1", "s"), again) == []


def test_a_transfer_id_is_not_free_again():
    again = transfer("s2", PARTIES, "10-05", line("1", CI), transfer_id="T-1")

    assert codes(TICKET, reverse("v", "elev-1", "s"), again) == ["E_DUP_CONFLICT"]


def test_a_reversal_that_would_book_a_ticket_twice_is_refused():
    corrected = correct("k", TICKET, ticket_no="8")
    other = transfer("s2", PARTIES, "10-05", line("1", CI), transfer_id="T-2", ticket="7")

    assert codes(TICKET, corrected, other, reverse("v", "elev-1", "k")) == ["E_DUP_TICKET"]


def test_a_reversal_stands():
    assert codes(TICKET, reverse("v", "elev-1", "s"), reverse("w", "elev-1", "v")) == ["E_SCHEMA"]


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (report("b2", "farm-1", {"F1": CI}, version=2), []),
        (report("b2", "farm-1", {"F1": CI}), ["E_DUP_CONFLICT"]),
        (report("b2", "farm-1", {"F1": CI}, bfr_id="B-other"), []),
        (report("b2", "farm-2", {"F1": CI}, bfr_id="B-farm-1-2026"), []),
    ],
)
def test_a_version_of_a_report_is_stated_once(second: Fact, expected: list[str]):
    assert codes(report("b1", "farm-1", {"F1": CI}), second) == expected


# ---- periods in a row


def period(name: str, start: str, end: str, event: str | None = None) -> Fact:
    return declare(event or name, "elev-1", name, start, end)


P1, P2 = period("P1", "10-01", "2027-01-01"), period("P2", "2027-01-01", "2027-04-01")
NOT_P2 = reverse("v", "elev-1", "P2")
INTO_P2 = correct("k", P1, start=day("10-02"), end_exclusive=day("2027-01-02"))
ROW = [
    ("follows on", (P1, P2), []),
    ("comes before", (P2, P1), []),
    ("leaves a day out", (P1, period("P2", "2027-01-02", "2027-04-01")), ["E_PERIOD_GAP"]),
    ("leaves a day out before", (P2, period("P1", "10-01", "12-31")), ["E_PERIOD_GAP"]),
    ("begins a day early", (P1, period("P2", "12-31", "2027-03-01")), ["E_PERIOD_OVERLAP"]),
    ("lies within", (P1, period("P2", "11-01", "12-01")), ["E_PERIOD_OVERLAP"]),
    ("is the same again", (P1, period("P1b", "10-01", "2027-01-01")), ["E_PERIOD_OVERLAP"]),
    ("takes a name again", (P1, period("P1", "2027-01-01", "2027-04-01", "again")), ["E_DUP_CONFLICT"]),
    ("fills what a reversal freed", (P1, P2, NOT_P2, period("P3", "2027-01-01", "2027-03-01")), []),
    ("may not be taken from the middle", (P1, P2, period("P3", "2027-04-01", "2027-06-01"), NOT_P2), ["E_PERIOD_GAP"]),
    ("may be taken from the end", (P1, P2, NOT_P2), []),
    ("may not be corrected into a gap", (P1, P2, correct("k", P1, end_exclusive=day("12-31"))), ["E_PERIOD_GAP"]),
    ("may not be corrected into an overlap", (P1, P2, INTO_P2), ["E_PERIOD_OVERLAP"]),
    ("may be corrected at the end", (P1, P2, correct("k", P2, end_exclusive=day("2027-03-01"))), []),
]  # fmt: skip


@pytest.mark.parametrize(("_case", "facts", "expected"), ROW, ids=[row[0] for row in ROW])
def test_a_holders_periods_stand_in_a_row(_case: str, facts: tuple[Fact, ...], expected: list[str]):
    assert codes(*facts) == expected


def test_periods_of_different_holders_are_independent():
    assert codes(P1, declare("P1", "elev-2", "P1", "12-01", "2027-02-01")) == []


def test_outcomes_do_not_depend_on_how_the_messages_are_cut_into_batches():
    facts = [TICKET, TICKET, sold(line("9", CI)), P1, P2, reverse("v", "elev-1", "s"), P1]
    one_by_one, together = Book(), Book()

    outcomes = one_by_one.tell(*facts)

    assert together.tell_together(*facts) == outcomes


def test_equal_facts_arrive_alike():
    assert arrival(sold(line("1", CI))) == arrival(sold(line("1", CI)))
    assert arrival(sold(line("1", CI))).body_sha256 != arrival(sold(line("2", CI))).body_sha256
