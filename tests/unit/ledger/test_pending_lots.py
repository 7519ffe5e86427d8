"""Harvest loads before the CI exists (domain.md 3.5 #32, #46; model.md 8): booked by lot, then under its CI."""

from itertools import permutations

import pytest
from helpers.book import Book
from helpers.builders import confirmed, discard, draw, line, receipt, report, reverse, transfer

from hub.ledger.facts import Fact
from hub.ledger.rows import KnownCi, Lot
from hub.ledger.terms import Commodity

CI, OTHER, CI_OF_NOBODY = "5125.4", "4980", "777"
LOT = [draw("farm-9/F1")]
LOAD = receipt("r", "farm-9 > elev-1", "10-05", line("100", pending=True, draws=LOT), transfer_id="T")
SALE = transfer("s", "farm-9 > elev-1", "10-05", line("100", CI, draws=LOT), transfer_id="T")
EARLY, LATE = report("b", "farm-9", {"F1": CI}, "10-05"), report("b", "farm-9", {"F1": CI}, "10-06")


def test_a_load_that_waits_is_in_no_account():
    told = Book().with_elevator()

    told.tell(LOAD)

    assert told.open == {"G_BFR"}
    assert told.pending == {"r"}
    assert told.lines()[0].credit_account is None


# the report may come first or last; signed on the load's day it is in time, a day later it is late
@pytest.mark.parametrize("order", list(permutations(("load", "report", "sale"))))
@pytest.mark.parametrize(("signed", "stands"), [(EARLY, None), (LATE, "cleared_late")])
def test_the_load_moves_under_the_reports_ci_in_any_order(order: tuple[str, ...], signed: Fact, stands: str | None):
    told = Book().with_elevator()
    stated = {"load": LOAD, "report": signed, "sale": SALE}

    told.tell(*(stated[name] for name in order))

    assert told.open == set()
    assert told.sums().incoming == 100
    assert {str(row.status) for row in told.findings(code="G_BFR")} - {"cleared"} == ({stands} if stands else set())


def test_the_amount_counts_at_its_own_day_not_at_the_reports():
    told = Book().with_elevator().play("10-10 elev-1 > ref-1 100 of 5125.4")
    told.tell(LOAD)

    told.tell(report("b", "farm-9", {"F1": CI}, "12-01"))

    assert told.open == set()
    assert told.only("A_OVERSALE_RUNNING").status == "retracted"


def test_the_gap_is_one_per_farm_buyer_and_crop_year():
    told = Book().with_elevator("elev-1", "elev-2")
    fields = [
        ("r1", "elev-1", "F1", 2026),
        ("r2", "elev-1", "F2", 2026),
        ("r3", "elev-1", "F1", 2025),
        ("r4", "elev-2", "F1", 2026),
    ]

    for name, buyer, field, year in fields:
        lots = [draw(f"farm-9/{field}", year=year)]
        told.tell(receipt(name, f"farm-9 > {buyer}", "10-05", line("100", pending=True, draws=lots)))

    assert told.open_codes == ["G_BFR"] * 3
    assert sorted(row.lines for row in told.findings(code="G_BFR")) == [1, 1, 2]


def test_the_gap_stays_while_one_load_waits():
    told = Book().with_elevator()
    told.tell(LOAD, receipt("r2", "farm-9 > elev-1", "10-05", line("5", pending=True, draws=[draw("farm-9/F2")])))

    told.tell(LATE)

    assert (told.only("G_BFR").status, told.only("G_BFR").lines) == ("open", 1)


def test_a_report_taken_back_leaves_the_load_waiting_again():
    told = Book().with_elevator()
    told.tell(LOAD, EARLY)

    told.tell(reverse("v", "farm-9", "b"))

    assert told.open == {"G_BFR"}
    assert told.lines()[0].credit_account is None


def test_a_new_version_moves_the_load_to_its_ci():
    told = Book().with_elevator()
    told.tell(LOAD, EARLY)

    told.tell(report("b2", "farm-9", {"F1": OTHER}, "11-01", version=2))

    assert told.sums(ci=OTHER).incoming == 100
    assert told.lines()[0].ci_e6 == 4_980_000_000
    assert told.open == set()


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_the_higher_version_of_a_report_counts_whichever_came_first(order: tuple[int, ...]):
    told = Book().with_elevator()
    versions = {1: EARLY, 2: report("b2", "farm-9", {"F1": OTHER}, "10-01", version=2)}

    told.tell(LOAD, *(versions[number] for number in order))

    assert told.sums(ci=OTHER).incoming == 100


def test_a_version_supersedes_row_by_row():
    told = Book().with_elevator()
    told.tell(report("b1", "farm-9", {"F1": CI, "F2": CI}))

    told.tell(report("b2", "farm-9", {"F2": OTHER, "F3": OTHER}, version=2))

    lots = {row.field_id: (row.ci_e6, row.bfr_version) for row in told.books.scan(Lot, farm_id="farm-9")}
    assert lots == {"F1": (5_125_400_000, 1), "F2": (4_980_000_000, 2), "F3": (4_980_000_000, 2)}


def test_a_new_version_makes_no_earlier_load_late():
    told = Book().with_elevator()
    told.tell(LOAD, report("b1", "farm-9", {"F1": CI}, "09-01"))

    told.tell(report("b2", "farm-9", {"F1": CI}, "12-01", version=2))

    assert {str(row.status) for row in told.findings()} == {"cleared"}


# ---- a CI stated beside a lot


def test_a_ci_stated_before_the_report_is_credited_provisionally_and_blocked():
    told = Book().with_elevator()

    told.tell(SALE, LOAD)

    assert told.open == {"G_BFR 100"}
    assert told.pending == {"s"}
    assert told.sums().incoming == 100


@pytest.mark.parametrize("order", list(permutations(("sale", "report", "load"))))
def test_a_ci_unlike_the_reports_is_held_by_nobody(order: tuple[str, ...]):
    told = Book().with_elevator()
    stated = {"sale": SALE, "report": report("b", "farm-9", {"F1": OTHER}), "load": LOAD}

    told.tell(*(stated[name] for name in order))

    assert "A_CI_NOT_HELD 100" in told.open
    assert told.suspended == {"s"}
    assert told.lines(order_event_id="s")[0].credit_account is None


def test_a_ci_stated_by_a_farm_that_waits_is_known_to_others():
    told = Book().with_elevator("elev-1", "elev-2")
    waits = transfer("s", "farm-9 > elev-1", "10-05", line("100", "3000", draws=LOT), transfer_id="T")
    onward = transfer("o", "elev-1 > elev-2", "10-20", line("50", "3000"))
    told.tell(onward)
    assert "A_CI_NOT_HELD 50" in told.open

    told.tell(waits)

    assert "A_CI_NOT_HELD 50" not in told.open
    assert [(row.waiting, row.rows) for row in told.books.scan(KnownCi, ci_e6=3_000_000_000)] == [(1, 0)]


def test_a_ci_is_known_for_its_own_crop_only():
    told = Book().with_elevator("elev-1", "elev-2")

    told.tell(transfer("o", "elev-1 > elev-2", "10-20", line("50", CI), commodity=Commodity.SOYBEANS))

    assert "A_CI_NOT_HELD 50" in told.open


@pytest.mark.parametrize("by", ["CI", "pending"])
def test_any_seller_that_names_an_unreported_lot_waits_for_its_report(by: str):
    told = Book().with_elevator("elev-1", "elev-2")
    stated = line("50", CI, draws=LOT) if by == "CI" else line("50", pending=True, draws=LOT)

    told.tell(transfer("o", "elev-1 > elev-2", "10-20", stated))

    assert "G_BFR 50" in told.open
    assert {"o"} == told.pending | told.suspended


def test_a_pending_line_of_several_lots_is_split_between_them():
    told = Book().with_elevator()
    lots = [draw("farm-9/F1", "0.0001"), draw("farm-9/F2", "99.9999")]
    told.tell(receipt("r", "farm-9 > elev-1", "10-05", line("100", pending=True, draws=lots, moisture="15.5")))

    told.tell(report("b", "farm-9", {"F1": CI, "F2": OTHER}))

    amounts = {row.ci_e6: row.credit_dry_lb_e4 for row in told.lines()}
    assert amounts == {5_125_400_000: 1, 4_980_000_000: 844_999}
    assert sum(amounts.values()) == 845_000


def test_conventional_crop_of_a_farm_needs_no_report():
    told = Book().with_elevator()

    told.tell(receipt("r", "farm-9 > elev-1", "10-05", line("100", draws=LOT)))

    assert told.open == set()


# a CI becomes known, or unknown, after it has left: the account's finding follows
@pytest.mark.parametrize("order", [("discard", "report"), ("report", "discard")])
def test_a_ci_that_becomes_known_is_no_longer_told(order: tuple[str, ...]):
    told = Book().with_elevator()
    stated = {
        "discard": discard("d", "elev-1", "10-06", line("100", CI_OF_NOBODY)),
        "report": report("b", "farm-9", {"F1": CI_OF_NOBODY}),
    }

    told.tell(*(stated[name] for name in order))

    assert told.open == {"A_OVERSALE_RUNNING 100"}


def test_a_ci_whose_report_is_taken_back_is_told():
    told = Book().with_elevator()
    told.tell(report("b", "farm-9", {"F1": CI_OF_NOBODY}), discard("d", "elev-1", "10-06", line("100", CI_OF_NOBODY)))

    told.tell(reverse("v", "farm-9", "b"))

    assert told.open == {"A_OVERSALE_RUNNING 100", "A_CI_NOT_HELD 100"}


def test_what_an_off_stage_seller_attests_is_judged():
    told = Book().with_elevator()

    told.tell(*confirmed(transfer("s", "ref-1 > elev-1", "10-06", line("100", CI_OF_NOBODY))))

    assert told.open == {"A_CI_NOT_HELD 100"}
    assert told.suspended == {"s"}
    assert told.lines()[0].credit_dry_lb_e4 == 0


def test_parties_who_differ_on_a_ci_without_a_report_are_credited_under_none():
    told = Book().with_elevator()
    sale = transfer("s", "farm-9 > elev-1", "10-05", line("100", CI, draws=LOT), transfer_id="T")

    told.tell(sale, receipt("r", "farm-9 > elev-1", "10-05", line("100", OTHER, draws=LOT), transfer_id="T"))

    assert told.open == {"A_COUNTERPARTY_CI 100", "G_BFR 100"}
    assert told.lines()[0].credit_dry_lb_e4 == 0
