"""Farms (model.md 7; 2100.031(b)): lots and no account; a receipt that names a farm's lot is itself the sale."""

import pytest
from helpers.book import Book
from helpers.builders import confirmed, draw, line, receipt, registered, report, reverse, transfer

from hub.ledger.rows import Account, FarmSales, Holder
from hub.ledger.terms import Role

CI = "5125.4"
LOT = [draw("farm-1/F1")]
LOAD = receipt("r", "farm-1 > elev-1", "10-05", line("100", CI, draws=LOT), transfer_id="T")


# date + 14 is still in time: the gap opens when the hub's day passes it
@pytest.mark.parametrize(
    ("hub_day", "opens"),
    [("10-18", set()), ("10-19", set()), ("10-20", {"G_SALE_RECORD"}), ("12-01", {"G_SALE_RECORD"})],
)
def test_a_farm_that_states_nothing_owes_a_sale_record_after_14_days(hub_day: str, opens: set[str]):
    told = Book().with_elevator()
    told.tell(LOAD)

    told.on(hub_day)

    assert told.open == opens
    assert told.sums().incoming == 100
    assert (told.pending, told.suspended) == (set(), set())


def test_the_first_load_of_a_farm_buyer_and_year_decides():
    told = Book().with_elevator("elev-1", "elev-2")
    for name, buyer, on, year in (
        ("a", 1, "10-05", 2026),
        ("b", 1, "11-05", 2026),
        ("c", 1, "10-05", 2025),
        ("d", 2, "10-19", 2026),
    ):
        lots = [draw("farm-1/F1", year=year)]
        told.tell(receipt(name, f"farm-1 > elev-{buyer}", on, line("100", pending=True, draws=lots)))

    told.on("11-01")

    found = sorted((row.subject.counterparty_id, row.subject.crop_year) for row in told.findings(code="G_SALE_RECORD"))
    assert found == [("elev-1", 2025), ("elev-1", 2026)]


@pytest.mark.parametrize("when", ["before the gap", "after it"])
def test_the_farms_own_statement_settles_it(when: str):
    told = Book().with_elevator()
    told.tell(LOAD)
    told.on("10-10" if when == "before the gap" else "11-10")

    told.tell(transfer("s", "farm-1 > elev-1", "10-05", line("100", CI, draws=LOT), transfer_id="T"))
    told.on("12-01")

    assert told.open == set()


@pytest.mark.parametrize("first", ["receipt", "transfer"])
def test_the_farms_statement_counts_as_if_it_had_come_first(first: str):
    told = Book().with_elevator()
    sale = transfer("s", "farm-1 > elev-1", "10-03", line("90", CI, draws=LOT), transfer_id="T")

    told.tell(*((LOAD, sale) if first == "receipt" else (sale, LOAD)))

    assert told.sums().incoming == 90
    assert [str(row.day) for row in told.lines()] == ["2026-10-03"]
    assert told.open == {"A_COUNTERPARTY_AMOUNT 10"}


def test_a_receipt_that_names_no_lot_is_no_farms_sale():
    told = Book().with_elevator()

    told.tell(receipt("r", "farm-1 > elev-1", "10-05", line("50000", CI), transfer_id="T"))

    assert told.open == {"G_ATTESTATION 50000"}
    assert told.pending == {"r"}
    assert told.lines()[0].credit_dry_lb_e4 == 0


def test_a_farm_has_no_account_and_is_not_judged():
    told = Book().with_elevator().play("10-05 farm-1 > elev-1 100 of 5125.4")

    told.on("2027-12-31")

    assert list(told.books.scan(Account, entity_id="farm-1")) == []
    assert list(told.books.scan(Holder, entity_id="farm-1")) == []


def test_an_organisation_that_is_farm_and_elevator_is_debited_what_it_buys_and_sells():
    told = Book().with_elevator()
    told.tell(registered("elev-1", roles=[Role.FARM, Role.ELEVATOR], event_id="both"))
    told.play("10-05 farm-1 > elev-1 1000 of 5125.4")

    told.play("10-06 elev-1 > ref-1 5000 of 5125.4 s")

    assert told.open == {"A_OVERSALE_RUNNING 4000"}
    assert told.suspended == {"s"}


def test_its_own_lots_leave_no_account():
    told = Book().with_elevator("elev-1", "elev-2")
    told.tell(report("own", "elev-1", {"E1": CI}))

    told.tell(*confirmed(transfer("s", "elev-1 > elev-2", "10-06", line("100", CI, draws=[draw("elev-1/E1")]))))

    assert told.open == set()
    assert told.sums("elev-2").incoming == 100


def test_a_pound_of_an_own_lot_frees_no_line_from_the_account():
    told = Book().with_elevator()
    told.tell(report("own", "elev-1", {"E1": CI}))
    told.play("10-05 farm-1 > elev-1 1000 of 5125.4")
    lots = [draw("elev-1/E1", "1"), draw("farm-1/F1", "99999")]

    told.tell(*confirmed(transfer("s", "elev-1 > ref-1", "10-06", line("100000", CI, draws=lots))))

    assert told.open == {"A_OVERSALE_RUNNING 99000"}
    assert told.suspended == {"s"}


# the registry may come late, and change its mind: what follows from it is the same
@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (2, 0, 1)])
def test_a_change_of_roles_is_followed_whenever_it_comes(order: tuple[int, ...]):
    told = Book().with_elevator("elev-2")
    sale = confirmed(transfer("s", "elev-1 > ref-1", "10-06", line("50", CI)))
    stated = [
        (registered("elev-1", roles=[Role.FARM]),),
        (registered("elev-1", roles=[Role.FARM, Role.ELEVATOR], event_id="both"),),
        sale,
    ]

    for number in order:
        told.tell(*stated[number])

    assert "A_OVERSALE_RUNNING 50" in told.open


def test_a_sale_taken_back_leaves_no_counts_behind():
    told = Book().with_elevator()
    told.tell(LOAD)

    told.tell(reverse("v", "elev-1", "r"))

    assert list(told.books.scan(FarmSales)) == []
    assert list(told.books.scan(Account)) == []


def test_conventional_crop_of_a_farm_is_credited_as_received():
    told = Book().with_elevator()

    told.tell(receipt("r", "farm-1 > elev-1", "10-05", line("100"), transfer_id="T"))

    assert told.open == set()
    assert told.lines()[0].credit_dry_lb_e4 == 1_000_000
