"""What was imported decides what a file says now: new, known, corrected, void or only reported."""

from datetime import date
from typing import Any

import pytest
from helpers.scale_tickets import HEADER, ScaleHouse, effective, table

from connectors.base import Kind
from hub.messages import Message, Receipt, Reversal, Transfer

STATUS: dict[str, Any] = {
    "columns": {"status": "status"},
    "status": {"words": {"posted": ["", "P"], "void": "VOID"}},
}
WITH_STATUS = f"{HEADER},status"
SALE: dict[str, Any] = {
    "columns": {"ci": "ci", "status": "status"},
    "status": {"words": {"posted": "", "void": "VOID"}},
    "direction": {"fixed": "out"},
    "customers": {"B-01": {"buyer": "ref-1"}, "B-02": {"buyer": "ref-2"}},
}
SHARED: dict[str, Any] = {
    "columns": {"share": "share"},
    "customers": {"C-01": {"conventional": "farm-3"}, "C-02": {"conventional": "farm-4"}},
}
SHARES = "ticket,date,farm,share,net_lb,moist"
STAMPED: dict[str, Any] = {"export_stamp": {"file_name": r"day(\d+)\.csv", "format": "%Y%m%d"}}


def receipts(messages: list[Message]) -> dict[str, int]:
    """What each seller's standing receipts say, in 0.000001 lb."""
    standing = [message for message in effective(messages) if isinstance(message, Receipt)]
    return {message.seller_id: sum(line.amount_e6 for line in message.lines) for message in standing}


def test_the_void_of_a_known_ticket_takes_it_back_once() -> None:
    house = ScaleHouse(**STATUS)
    house.load(WITH_STATUS, "1,2026-10-03,F-01,24000,15,P")

    plan = house.load(WITH_STATUS, "1,2026-10-03,,,,VOID", name="later.csv")
    first = house.kinds
    again = house.load(WITH_STATUS, "1,2026-10-03,,,,VOID", name="later.csv")

    (reversal,) = plan.messages
    assert isinstance(reversal, Reversal)
    assert (first, house.kinds, again.messages) == (["reversal"], ["already have"], [])
    assert reversal.reverses_event_id == house.sent[0].event_id
    assert reversal.reversed_on == date(2026, 10, 3)
    assert "difference -20400.0000 dry" in plan.results[0].text


def test_a_ticket_said_again_after_its_void_does_not_come_back() -> None:
    house = ScaleHouse(**STATUS)
    house.load(WITH_STATUS, "1,2026-10-03,F-01,24000,15,P")
    house.load(WITH_STATUS, "1,2026-10-03,,,,VOID")

    house.load(WITH_STATUS, "1,2026-10-03,F-01,24000,15,P")

    assert (house.kinds, effective(house.sent)) == (["already have"], [])


def test_a_number_used_again_after_its_void_is_a_statement_of_its_own() -> None:
    house = ScaleHouse(**SALE)
    header = f"{HEADER},ci,status"
    house.load(header, "1,2026-10-03,B-01,54000,15,5125.4,")
    house.load(header, "1,2026-10-03,,,,,VOID")

    house.load(header, "1,2026-10-03,B-02,53000,15,5125.4,")
    house.load(header, "1,2026-10-03,B-02,52000,15,5125.4,")

    first, _, second, correction = house.sent
    assert isinstance(first, Transfer)
    assert isinstance(second, Transfer)
    assert isinstance(correction, Transfer)
    assert (first.transfer_id, second.transfer_id) == ("main/1/2026", "main/1/2026~2")
    assert second.corrects_event_id is None
    assert (correction.corrects_event_id, correction.transfer_id) == (second.event_id, "main/1/2026~2")


def test_posted_and_void_in_one_file_need_an_order_of_rows() -> None:
    rows = ("1,2026-10-03,F-01,24000,15,P", "1,2026-10-03,,,,VOID")
    unordered = ScaleHouse(**STATUS)
    oldest_first = ScaleHouse(**STATUS, file={"rows": "oldest_first"})

    for house in (unordered, oldest_first):
        house.load(WITH_STATUS, *rows)

    assert unordered.kinds == ["error", "error"]
    assert (oldest_first.kinds, effective(oldest_first.sent)) == (["new", "reversal"], [])


def test_another_customer_on_the_same_ticket_corrects_the_same_event() -> None:
    house = ScaleHouse()
    house.load(HEADER, "1,2026-10-03,F-01,24000,15")

    house.load(HEADER, "1,2026-10-03,F-02,24000,15")

    first, second = house.sent
    assert isinstance(second, Receipt)
    assert (second.corrects_event_id, second.seller_id) == (first.event_id, "farm-2")


def test_a_code_that_gets_a_name_turns_the_conventional_load_into_the_farms() -> None:
    unnamed = ScaleHouse(unlisted="conventional", customers={"F-01": None})
    unnamed.load(HEADER, "1,2026-10-03,F-01,24000,15")
    named = ScaleHouse()
    named.known, named.sent = unnamed.known, unnamed.sent

    named.load(HEADER, "1,2026-10-03,F-01,24000,15")

    assert named.kinds == ["correction"]
    assert [type(message).__name__ for message in named.sent] == ["ConventionalMovement", "Reversal", "Receipt"]


def test_shares_that_change_correct_add_and_take_back_what_they_must() -> None:
    house = ScaleHouse(**SHARED)
    house.load(SHARES, "1,2026-10-03,F-01,50,24000,15", "1,2026-10-03,C-01,50,24000,15")

    house.load(SHARES, "1,2026-10-03,F-01,60,24000,15", "1,2026-10-03,C-01,40,24000,15")
    second = receipts(house.sent)
    thirds = [f"1,2026-10-03,{share},24000,15" for share in ("F-01,50", "F-02,30", "C-01,20")]
    house.load(SHARES, *thirds)
    third = receipts(house.sent)
    house.load(SHARES, "1,2026-10-03,F-01,100,24000,15")

    assert second == {"farm-1": 14_400_000_000, "farm-3": 9_600_000_000}
    assert third == {"farm-1": 12_000_000_000, "farm-2": 7_200_000_000, "farm-3": 4_800_000_000}
    assert receipts(house.sent) == {"farm-1": 24_000_000_000}
    assert len({message.event_id for message in house.sent}) == len(house.sent)


def test_a_part_that_says_what_an_old_revision_said_is_still_sent() -> None:
    house = ScaleHouse(**SHARED)
    house.load(SHARES, "1,2026-10-03,F-01,50,24000,15", "1,2026-10-03,C-01,50,24000,15")
    house.load(SHARES, "1,2026-10-03,F-01,60,24000,15", "1,2026-10-03,C-01,40,24000,15")

    house.load(SHARES, "1,2026-10-03,F-01,50,24000,15", "1,2026-10-03,C-02,50,24000,15")

    assert receipts(house.sent) == {"farm-1": 12_000_000_000, "farm-4": 12_000_000_000}


def test_an_older_export_never_undoes_a_newer_one_in_whatever_order_they_come() -> None:
    old = ("day20261005.csv", table(HEADER, "5005,2026-10-05,F-01,60200,15"))
    new = ("day20261006.csv", table(HEADER, "5005,2026-10-05,F-01,52600,15"))
    forwards, backwards, together = ScaleHouse(**STAMPED), ScaleHouse(**STAMPED), ScaleHouse(**STAMPED)

    forwards.load_files(old)
    forwards.load_files(new)
    backwards.load_files(new)
    backwards.load_files(old)
    late = backwards.kinds
    together.load_files(new, old)

    assert late == ["skipped"]
    assert together.kinds == ["correction", "new"]
    assert forwards.dry_lb == backwards.dry_lb == together.dry_lb == 44710
    correction = forwards.sent[1]
    assert isinstance(correction, Receipt)
    assert correction.corrected_on == date(2026, 10, 6)


def test_the_same_content_has_the_same_event_id_whenever_it_is_planned() -> None:
    first, second = ScaleHouse(), ScaleHouse()

    first.load(HEADER, "1,2026-10-03,F-01,24000,15.0")
    second.load("date,moist,net_lb,farm,ticket", "2026-10-03,15,24000.00,F-01,1", name="other.csv")

    assert first.sent == second.sent
    assert first.sent[0].event_id.startswith("main/1/2026@")


def test_identifiers_stay_within_what_the_wire_holds() -> None:
    house = ScaleHouse(
        site={"fixed": "s" * 40},
        columns={"sequence": "scale"},
        customers={"F-01": {"farm": "f" * 128, "field": "N40"}},
    )

    house.load(f"{HEADER},scale", f"{'t' * 40},2026-10-03,F-01,24000,15,{'q' * 20}")

    assert house.kinds == ["new"]
    assert len(house.sent[0].event_id) <= 128


def test_vanished_tickets_are_only_those_of_the_sites_and_days_of_the_export() -> None:
    by_site: dict[str, Any] = {"columns": {"site": "site"}, "site": {"words": {"a": "A", "b": "B"}}}
    house = ScaleHouse(**by_site, file={"rows": "oldest_first"})
    header = f"{HEADER},site"
    house.load(
        header,
        "1,2026-10-03,F-01,24000,15,A",
        "2,2026-10-04,F-01,24000,15,B",
        "3,2026-10-09,F-01,24000,15,A",
        "4,2026-10-04,F-01,24000,15,A",
    )

    plan = house.load(header, "1,2026-10-03,F-01,24000,15,A", "5,2026-10-05,F-01,24000,15,A", full=True)

    vanished = [result for result in plan.results if result.kind == "vanished"]
    assert [result.label for result in vanished] == ["a/4/2026"]


def test_nothing_vanishes_from_an_export_that_is_partly_refused() -> None:
    house = ScaleHouse()
    house.load(HEADER, "1,2026-10-03,F-01,24000,15", "2,2026-10-03,F-01,24000,15")

    house.load_files(("good.csv", table(HEADER, "1,2026-10-03,F-01,24000,15")), ("bad.csv", b"nothing\n1\n"), full=True)

    assert house.kinds == ["already have", "error"]


def test_a_number_that_began_anew_is_not_taken_for_a_correction() -> None:
    house = ScaleHouse()
    house.load(HEADER, "17,2026-10-03,F-01,24000,15")

    house.load(HEADER, "17,2027-01-04,F-02,50000,15", "18,2027-01-04,F-02,50000,15", name="january.csv")

    assert house.kinds == ["error", "new"]
    assert "taken by a ticket of 2026-10-03 (tickets.csv, row 2)" in house.errors[0].text
    assert "season_start_month" in str(house.errors[0].remedy)
    assert house.dry_lb == (24000 + 50000) * 0.85


BOTH_WAYS: dict[str, Any] = {
    "columns": {"direction": "dir", "ci": "ci"},
    "direction": {"words": {"in": "IN", "out": "OUT"}},
    "customers": {"B-01": {"buyer": "ref-1"}, "C-01": {"conventional": "mill-1"}},
    "unlisted": "conventional",
}


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (
            "2026-10-03,F-01,24000,15,IN,",
            "2026-10-04,F-01,24000,15,IN,",
            "2026-10-04 instead of 2026-10-03; 20400",
        ),
        ("2026-10-03,F-01,24000,15,IN,", "2026-10-03,F-02,24000,15,IN,", "Receipt farm-2 instead of Receipt farm-1;"),
        ("2026-10-03,F-01,24000,15,IN,", "2026-10-03,B-01,24000,15,OUT,", "Transfer ref-1 instead of Receipt farm-1;"),
        ("2026-10-03,B-01,24000,15,OUT,1", "2026-10-03,B-01,24000,15,OUT,2", "shares are stated otherwise; 20400.0000"),
        ("2026-10-03,9,24000,15,IN,", "2026-10-03,9,24000,15,OUT,", "direction, crop, lot, CI, moisture or shares"),
        (
            "2026-10-03,F-01,24000,15,IN,",
            "2026-10-04,F-01,20000,15,IN,",
            "-3400.0000 dry, -4000.0000 wet; 2026-10-04",
        ),
    ],
)
def test_a_correction_tells_what_differs_and_not_a_difference_of_nothing(before: str, after: str, told: str) -> None:
    house = ScaleHouse(**BOTH_WAYS)
    house.load(f"{HEADER},dir,ci", f"1,{before}")

    house.load(f"{HEADER},dir,ci", f"1,{after}")

    (result,) = (result for result in house.plan.results if result.kind is Kind.CORRECTION)
    assert told in result.text
    assert "difference 0.0000" not in result.text
