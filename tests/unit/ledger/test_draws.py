"""Draws (domain.md 3.5 #5, model.md 11): first in, first out within one CI; what a period begins with is the newest."""

import pytest
from helpers.book import Book
from helpers.builders import close, confirmed, draw, line, transfer

from hub.ledger.draw import Stretch, laid_out, overlaps

CI = "5125.4"


def test_an_outflow_takes_the_inflows_its_stretch_touches():
    supply = list(laid_out([("A", 60), ("B", 100)], 0))

    x, y = laid_out([("X", 80), ("Y", 40)], 0)

    assert list(overlaps(x, supply)) == [("A", 60), ("B", 20)]
    assert list(overlaps(y, supply)) == [("B", 40)]
    assert list(overlaps(Stretch("Z", 120, 300), supply)) == [("B", 40)]
    assert list(overlaps(Stretch("beyond", 160, 300), supply)) == []


# moves in their order of dates | what each sale draws: sale <- load amount
TABLE = [
    ("in one, out one", "10-05 +100 A / 10-06 -60 X", "X<A 60"),
    ("oldest first", "10-05 +60 A / 10-06 +100 B / 10-07 -80 X / 10-08 -40 Y", "X<A 60, X<B 20, Y<B 40"),
    ("event ids order a day", "10-05 +60 B / 10-05 +60 A / 10-06 -70 X", "X<A 60, X<B 10"),
    ("nothing to draw on", "10-06 -60 X", ""),
    ("as far as it goes", "10-05 +50 A / 10-06 -60 X", "X<A 50"),
    ("made good later in the period", "10-05 +50 A / 10-06 -60 X / 10-07 +100 B", "X<A 50, X<B 10"),
    ("and what follows it waits its turn", "10-06 -60 X / 10-07 +50 A / 10-08 -20 Y / 10-09 +40 B",
     "X<A 50, X<B 10, Y<B 20"),
    ("the next period draws on the carry", "10-05 +60 A / 10-06 +40 B / 12-01 -30 X / 2027-01-05 -50 Y",
     "X<A 30, Y<A 30, Y<B 20"),
    ("a deficit is not carried", "10-06 -60 X / 2027-01-05 +100 A / 2027-01-06 -30 Y", "Y<A 30"),
]  # fmt: skip


@pytest.mark.parametrize(("_case", "moves", "drawn"), TABLE, ids=[row[0] for row in TABLE])
@pytest.mark.parametrize("arrival", ["in order", "backwards"])
def test_sales_draw_on_loads_first_in_first_out(_case: str, moves: str, drawn: str, arrival: str):
    told = Book().with_elevator()
    rows = [row.split() for row in moves.split(" / ")]

    for on, amount, name in rows if arrival == "in order" else rows[::-1]:
        parties = "farm-1 > elev-1" if amount.startswith("+") else "elev-1 > ref-1"
        told.play(f"{on} {parties} {amount[1:]} of 5125.4 {name}")

    assert _drawn(told) == drawn


def test_stock_lost_at_the_close_is_the_oldest():
    told = Book().with_elevator().play("10-05 farm-1 > elev-1 60 of 5125.4 A\n10-06 farm-1 > elev-1 40 of 5125.4 B")
    told.tell(close("z", "elev-1", "2026Q4", {CI: "50"}))

    told.play("2027-01-05 elev-1 > ref-1 50 of 5125.4 X")

    assert _drawn(told) == "X<A 10, X<B 40"


def test_a_lot_the_seller_names_is_drawn_as_named():
    told = Book().with_elevator().play("10-05 farm-1 > elev-1 60 of 5125.4 A")

    told.tell(*confirmed(transfer("X", "elev-1 > ref-1", "10-06", line("50", CI, draws=[draw("farm-1/F1")]))))

    named = [edge for edge in told.edges() if edge.named and edge.dry_lb_e4 == 500_000]
    assert _drawn(told) == ""
    assert len(named) == 1


def _drawn(told: Book) -> str:
    names = {(row.load_key, row.line_no): row.order_event_id for row in told.lines()}
    found = [
        f"{names[edge.load_key, edge.line_no]}<{names[edge.parent_load_key, edge.parent_line_no]} {pounds}"
        for edge in told.edges()
        if not edge.named and edge.parent_load_key is not None and edge.parent_line_no is not None
        for pounds in [edge.dry_lb_e4 // 10_000]
    ]
    return ", ".join(sorted(found))
