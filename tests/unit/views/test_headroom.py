"""What can still be sold, by form and product lot, in the period of the hub's day."""

from helpers.mill import CI, Mill

from hub.views.headroom import headroom


def test_oil_sold_in_the_next_quarter_takes_nothing_from_this_one():
    mill = Mill().buys("10-03", 10_000)
    mill.crushes("run-1", "10-15", {CI: 6_000}, at="11.4")
    mill.sells("O-1", "11-01", "400", CI, "run-1", "11.4")
    mill.sells("O-2", "2027-01-10", "1000", CI, "run-1", "11.4")
    mill.on("2026-11-30")

    (oil,) = [view for view in headroom(mill.books, "crush-1") if view["form"] == "oil"]

    assert (oil["balance_product_lb"], oil["headroom_product_lb"]) == ("68000.0000", "68000.0000")
