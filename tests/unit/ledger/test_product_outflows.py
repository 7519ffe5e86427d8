"""Oil that leaves its lot without being sold under its CI (domain.md 3.5 #25-#27): wasted, given up, refined."""

from helpers.book import QUARTER
from helpers.builders import SOY, conventional, declare, discard, oil, pounds, refined, registered
from helpers.mill import CI, Mill, bushels, dry

from hub.ledger.terms import Form


def pressed() -> Mill:
    """10,000 bushels of 3150, 6,000 of them pressed at 11.4: 68,400 lb of oil."""
    mill = Mill().buys("10-03", 10_000)
    mill.crushes("run-1", "10-15", {CI: 6_000, None: 12_000}, at="11.4")
    return mill


def test_a_discard_of_oil_leaves_its_lot_at_the_lots_yield():
    mill = pressed()

    mill.tell(discard("D-1", "crush-1", "11-01", oil("11400", CI, "run-1", "11.4"), commodity=SOY, form=Form.OIL))

    assert mill.open == set()
    assert mill.statement().discarded_e4 == pounds("52200")
    assert mill.lots() == {("run-1", "11.4"): (57_000, 261_000)}


def test_oil_given_up_as_conventional_leaves_its_lot():
    mill = pressed()

    mill.sells("O-1", "11-01", "5700", CI, "run-1", "11.4", as_conventional=True)
    stated = oil("5700", CI, "run-1", "11.4")
    mill.tell(conventional("C-1", "crush-1", "11-02", stated, commodity=SOY, form=Form.OIL))

    assert mill.open == set()
    assert mill.statement().sold_as_conventional_e4 == pounds("52200")
    assert mill.lots() == {("run-1", "11.4"): (57_000, 261_000)}


# 3.5 #27
def test_a_refiner_that_buys_from_farms_refines_crop_and_oil_out_of_its_balance():
    mill = pressed()
    mill.tell(registered("ref-9"), declare("ref-9/q4", "ref-9", *QUARTER))
    mill.buys("10-20", 100, buyer="ref-9")
    mill.sells("O-1", "11-01", "11400", CI, "run-1", "11.4", "crush-1 > ref-9")

    mill.tell(
        refined("X-1", "ref-9", "11-10", bushels(40, CI), commodity=SOY),
        refined(
            "X-2", "ref-9", "11-11", oil("5700", CI, "run-1", "11.4", crusher="crush-1"), commodity=SOY, form=Form.OIL
        ),
    )

    assert mill.open == set()
    assert mill.statement("ref-9").refined_e4 == pounds(str(dry(540)))
    assert mill.forms("ref-9") == (dry(60), dry(500))
    assert mill.lots("ref-9") == {("run-1", "11.4"): (5_700, 26_100)}
