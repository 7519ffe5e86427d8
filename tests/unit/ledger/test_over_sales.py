"""Over-sales (domain.md 3.5 #7, #8, #55; cases C01, C12, C15, C27): what opens, what is blocked, what ends it."""

import pytest
from helpers.book import Book
from helpers.builders import close, confirmed, conventional, discard, line, receipt, reverse, transfer

from hub.ledger.terms import Direction


def book() -> Book:
    """Two elevators on stage; the first quarter of the cases is the fourth of 2026 here."""
    return Book().with_elevator("elev-1", "elev-2")


# C01: a back-dated sale makes a later, already accepted one impossible
C01 = (
    "10-05 farm-1 > elev-1 42500 of 5125.4 I-1",
    "11-20 elev-1 > ref-1 34000 of 5125.4 O-1",
    "11-10 elev-1 > ref-2 25500 of 5125.4 O-2",
)


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 1, 0), (1, 2, 0)])
def test_a_back_dated_sale_blocks_the_one_that_takes_the_account_below_zero(order: tuple[int, ...]):
    told = book()

    for number in order:
        told.play(C01[number])

    assert told.open == {"A_OVERSALE_RUNNING 17000"}
    assert told.suspended == {"O-1"}
    assert told.sums().ending == -17000
    (dip,) = told.findings("open")
    assert str(dip.first_day) == "2026-11-20"


def test_a_receipt_later_in_the_period_clears_the_dip_and_keeps_it_on_record():
    told = book()
    for row in C01:
        told.play(row)

    told.play("12-15 farm-1 > elev-1 25500 of 5125.4 I-2")

    dip = told.only("A_OVERSALE_RUNNING")
    assert (dip.status, dip.reason, dip.amount_e4) == ("cleared", None, 170_000_000)
    assert told.suspended == set()
    assert told.sums().ending == 8500


def test_the_period_of_an_over_sale_cannot_close_clean():
    told = book()
    for row in C01:
        told.play(row)

    told.tell(close("z", "elev-1", "2026Q4", {"5125.4": 0}))

    assert told.open == {"A_OVERSALE 17000"}
    assert told.only("A_OVERSALE_RUNNING").status == "escalated"
    assert told.suspended == {"O-1"}


def test_the_next_period_cannot_cover_a_deficit():
    told = book().play("""
        10-05     farm-1 > elev-1  43000 of 5125.4
        12-20     elev-1 > ref-1   68800 of 5125.4  O-1
        2027-01-04 farm-1 > elev-1  34400 of 5125.4
    """)

    told.tell(close("z", "elev-1", "2026Q4", {"5125.4": 0}))

    assert told.open == {"A_OVERSALE 25800"}
    assert told.sums(start="2027-01-01").beginning == 0
    assert told.sums(start="2027-01-01").ending == 34400


# C12: the receipt behind a sale is taken back
def test_a_void_of_crop_already_sold_takes_the_account_below_zero():
    told = book().play("""
        10-05  farm-1 > elev-1  42500 of 5125.4  I-1
        11-01  elev-1 > ref-1   42500 of 5125.4  O-1
    """)

    told.tell(reverse("v1", "farm-1", "I-1", "11-20"), reverse("v2", "elev-1", "I-1/receipt", "11-20"))

    assert told.open == {"A_OVERSALE_RUNNING 42500"}
    assert told.suspended == {"O-1"}
    assert told.sums().ending == -42500


def test_substitute_crop_of_the_same_ci_cures_the_void():
    told = book().play("""
        10-05  farm-1 > elev-1  42500 of 5125.4  I-1
        11-01  elev-1 > ref-1   42500 of 5125.4  O-1
    """)
    told.tell(reverse("v1", "farm-1", "I-1"), reverse("v2", "elev-1", "I-1/receipt"))

    told.play("10-20 farm-1 > elev-1 42500 of 5125.4")

    assert (told.open, told.suspended) == (set(), set())
    assert (told.only("A_OVERSALE_RUNNING").status, told.only("A_OVERSALE_RUNNING").reason) == (
        "retracted",
        "LATE_RECORD",
    )


# C15: one CI is never borrowed from another, nor from conventional crop
def test_a_ci_short_of_stock_borrows_from_nothing():
    told = book().play("""
        10-05  farm-1 > elev-1   4000 of 5125.4
        10-05  farm-1 > elev-1  50000 of 4980
    """)
    told.tell(conventional("c", "elev-1", "10-05", line("90000"), Direction.INCOMING))

    told.play("10-20 elev-1 > ref-1 10000 of 5125.4 O-1")

    assert told.open == {"A_OVERSALE_RUNNING 6000"}
    assert told.suspended == {"O-1"}
    assert told.sums().ending == -6000
    assert told.sums(ci="4980").ending == 50000


# C27: the same stock offered twice
@pytest.mark.parametrize("order", [("P1", "P2"), ("P2", "P1")])
def test_of_two_sales_of_one_stock_the_later_by_date_and_event_id_is_blocked(order: tuple[str, ...]):
    told = book().play("10-05 farm-1 > elev-1 42500 of 5125.4")

    for name in order:
        told.play(f"10-20 elev-1 > ref-{name[1]} 42500 of 5125.4 {name}")

    assert told.suspended == {"P2"}


def test_reversing_the_first_sale_releases_the_second():
    told = book().play("""
        10-05  farm-1 > elev-1  42500 of 5125.4
        10-20  elev-1 > ref-1   42500 of 5125.4  P1
        10-20  elev-1 > ref-2   42500 of 5125.4  P2
    """)

    told.tell(reverse("v1", "elev-1", "P1"), reverse("v2", "ref-1", "P1/receipt"))

    assert (told.open, told.suspended) == (set(), set())
    assert (told.only("A_OVERSALE_RUNNING").status, told.only("A_OVERSALE_RUNNING").reason) == ("retracted", "REVERSAL")


# which outflows took or kept the account below zero: order is date, then event id; receipts of a day come first
BLOCKED = [
    ("fits exactly", [("10-05", 100, "a"), ("10-06", -100, "b")], set()),
    ("the crossing one and later ones", [("10-05", 100, "a"), ("10-06", -150, "b"), ("10-07", -10, "c")], {"b", "c"}),
    ("not the ones before", [("10-05", 100, "a"), ("10-06", -60, "b"), ("10-07", -60, "c")], {"c"}),
    ("a receipt of the day counts first", [("10-05", -100, "a"), ("10-05", 100, "b")], set()),
    ("event ids order a day", [("10-05", 100, "a"), ("10-06", -60, "d"), ("10-06", -60, "c")], {"d"}),
    ("a cured dip blocks nothing", [("10-05", -100, "a"), ("10-06", 100, "b")], set()),
    (
        "only the dip that lasts blocks",
        [("10-05", -100, "a"), ("10-06", 150, "b"), ("10-07", -60, "c")],
        {"c"},
    ),
    (
        "one that a receipt of its day makes good is not blocked",
        [("10-05", -10, "a"), ("10-06", 15, "b"), ("10-06", -3, "c"), ("10-06", -10, "d")],
        {"a", "d"},
    ),
]


@pytest.mark.parametrize(("_case", "moves", "blocked"), BLOCKED, ids=[row[0] for row in BLOCKED])
def test_outflows_that_took_or_kept_the_account_below_zero_are_blocked(
    _case: str, moves: list[tuple[str, int, str]], blocked: set[str]
):
    told = book()

    for on, amount, name in moves:
        parties = "farm-1 > elev-1" if amount > 0 else "elev-1 > ref-1"
        told.play(f"{on} {parties} {abs(amount)} of 5125.4 {name}")

    assert told.suspended == blocked


def test_discards_and_downgrades_are_outflows_like_any_other():
    told = book().play("10-05 farm-1 > elev-1 100 of 5125.4")

    told.tell(discard("d", "elev-1", "10-06", line("70", "5125.4")))
    told.tell(conventional("g", "elev-1", "10-07", line("50", "5125.4")))

    assert told.open == {"A_OVERSALE_RUNNING 20"}
    assert told.suspended == {"g"}
    statement = told.statement()
    assert (statement.discarded_e4, statement.sold_as_conventional_e4) == (700_000, 500_000)


def test_the_seller_is_debited_though_nobody_has_received():
    told = book().play("10-05 farm-1 > elev-1 100 of 5125.4")

    told.tell(transfer("s", "elev-1 > ref-1", "10-06", line("150", "5125.4")))

    assert told.open == {"A_OVERSALE_RUNNING 50"}


def test_a_buyers_receipt_alone_debits_nobody():
    told = book().play("10-05 farm-1 > elev-1 100 of 5125.4")

    told.tell(receipt("r", "elev-1 > elev-2", "10-06", line("150", "5125.4"), transfer_id="T"))

    assert told.open == {"G_ATTESTATION 150"}
    assert told.sums().ending == 100


def test_a_dip_that_moves_is_a_new_finding():
    told = book().play("10-20 elev-1 > ref-1 50 of 5125.4")

    told.play("10-10 elev-1 > ref-1 10 of 5125.4")

    statuses = {str(row.first_day): row.status for row in told.findings(code="A_OVERSALE_RUNNING")}
    assert statuses == {"2026-10-10": "open", "2026-10-20": "retracted"}


def test_each_dip_of_a_period_has_its_own_finding():
    told = book().play("""
        10-05  elev-1 > ref-1   10 of 5125.4
        10-06  farm-1 > elev-1  10 of 5125.4
        10-07  elev-1 > ref-1   25 of 5125.4
    """)

    found = {(row.status, row.amount_e4) for row in told.findings(code="A_OVERSALE_RUNNING")}

    assert found == {("cleared", 100_000), ("open", 250_000)}


def test_an_off_stage_organisation_is_not_judged():
    told = book()

    told.play("10-05 ref-1 > elev-2 100 of 5125.4")

    assert told.open == set()
    assert told.sums("elev-2").ending == 100


def test_a_ci_on_no_report_is_not_held_and_nobody_is_credited():
    told = book().play("""
        10-05  farm-1 > elev-1  170000 of 4980
        10-06  farm-1 > elev-1   85000 of 5125.4
    """)

    told.tell(*confirmed(transfer("O-1", "elev-1 > elev-2", "11-02", line("255000", "5190"))))

    assert told.open == {"A_CI_NOT_HELD 255000", "A_OVERSALE_RUNNING 255000"}
    assert told.suspended == {"O-1"}
    assert told.lines(order_event_id="O-1")[0].credit_account is None
