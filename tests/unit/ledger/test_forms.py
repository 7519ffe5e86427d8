"""Crop and oil of one key (domain.md 3.1, 3.5 #7, #48): dips, over-sales, residuals and what is carried, by form."""

from decimal import Decimal

import pytest
from helpers.builders import SOY, correct, discard, oil, reverse
from helpers.mill import CI, Mill, dry

from hub.ledger.terms import Form


def pressed() -> Mill:
    """1,000 bushels of 3150 as crop, 1,000 as oil of run-1 (11,400 lb), 1,000 as oil of run-2 (11,500 lb)."""
    mill = Mill().buys("10-03", 3_000)
    mill.crushes("run-1", "10-05", {CI: 1_000}, at="11.4")
    mill.crushes("run-2", "10-20", {CI: 1_000}, at="11.5")
    return mill


def dips(mill: Mill) -> list[tuple[str, str, Decimal]]:
    """Open running over-sales: form, first day, amount."""
    found = mill.findings("open", "A_OVERSALE_RUNNING")
    return [(str(row.subject.form), str(row.first_day), Decimal(row.amount_e4 or 0) / 10_000) for row in found]


# crop used beyond the crop-form stock while oil is there
def test_a_run_of_crop_that_is_not_there_dips_the_crop_form():
    mill = pressed()

    mill.crushes("run-3", "11-10", {CI: 1_200}, at="11.4")

    assert dips(mill) == [("crop", "2026-11-10", dry(200))]
    assert mill.suspended == {"run-3"}
    assert mill.forms() == (dry(-200), dry(3_200))


def test_crop_sold_that_was_pressed_already_dips_the_crop_form():
    mill = pressed()

    mill.sells_crop("S-1", "11-10", 900)
    mill.sells_crop("S-2", "11-12", 300)
    mill.sells("O-1", "11-15", "11400", CI, "run-1", "11.4")

    assert dips(mill) == [("crop", "2026-11-12", dry(200))]
    assert mill.suspended == {"S-2"}, "the oil sold is there"


def test_crop_bought_later_in_the_period_clears_the_dip():
    mill = pressed()
    mill.crushes("run-3", "11-10", {CI: 1_200}, at="11.4")

    mill.buys("11-20", 200)

    assert (mill.open, mill.suspended) == (set(), set())
    assert mill.only("A_OVERSALE_RUNNING").status == "cleared"


def test_crop_bought_on_the_day_of_the_run_counts_before_it():
    mill = pressed()

    mill.crushes("run-3", "11-10", {CI: 1_200}, at="11.4")
    mill.buys("11-10", 200)

    assert mill.open == set()
    assert mill.only("A_OVERSALE_RUNNING").status == "retracted"


# the key over-sold through oil
def test_more_oil_sold_than_the_key_holds_dips_the_oil_form_once():
    mill = Mill().buys("10-03", 1_000)
    mill.crushes("run-1", "10-05", {CI: 1_000}, at="11.4")

    mill.sells("O-1", "11-10", "11400", CI, "run-1", "11.4")
    mill.sells("O-2", "11-12", "114", CI, "run-1", "11.4")

    assert dips(mill) == [("oil", "2026-11-12", dry(10))]
    assert mill.open == {"A_OVERSALE_RUNNING 522"}, "one fault, one alert"
    assert mill.suspended == {"O-2"}


def test_crop_pressed_while_the_key_is_short_is_not_blocked_for_it():
    mill = Mill().buys("10-03", 1_000)
    mill.sells("O-1", "11-01", "22800", CI, "run-1", "11.4")

    mill.crushes("run-1", "11-10", {CI: 1_000}, at="11.4")

    assert dips(mill) == [("oil", "2026-11-01", dry(1_000))]
    assert mill.suspended == {"O-1"}, "pressing takes nothing from the key"


def test_an_over_sale_through_oil_is_the_keys_at_the_close():
    mill = Mill().buys("10-03", 1_000)
    mill.crushes("run-1", "10-05", {CI: 1_000}, at="11.4")
    mill.sells("O-1", "11-12", "11514", CI, "run-1", "11.4")

    mill.closes({CI: 0, f"{CI} oil": 0})

    assert mill.open == {"A_OVERSALE 522"}
    assert mill.only("A_OVERSALE_RUNNING").status == "escalated"
    assert mill.carries() == (0, 0)


def test_a_product_lot_blocked_before_the_key_ran_short_stays_told_by_itself():
    mill = Mill().buys("10-03", 2_000)
    mill.crushes("run-1", "10-05", {CI: 1_000}, at="11.4")
    mill.sells("O-1", "11-01", "11514", CI, "run-1", "11.4")

    mill.sells_crop("S-1", "11-10", 1_000)

    assert mill.open == {"A_PRODUCT_OVERSALE 522", "A_OVERSALE_RUNNING 522"}
    assert dips(mill) == [("oil", "2026-11-10", dry(10))]
    assert mill.suspended == {"O-1", "S-1"}


def test_a_lot_overdrawn_by_a_line_the_key_blocks_is_not_told_twice_until_the_key_is_good():
    mill = Mill().buys("10-03", 1_000)
    mill.crushes("run-1", "10-05", {CI: 1_000}, at="11.4")
    mill.sells("O-1", "11-12", "11514", CI, "run-1", "11.4")
    assert mill.open == {"A_OVERSALE_RUNNING 522"}

    mill.buys("11-30", 50)

    assert mill.open == {"A_PRODUCT_OVERSALE 522"}
    assert mill.suspended == {"O-1"}
    assert mill.only("A_OVERSALE_RUNNING").status == "cleared"


def test_both_forms_below_zero_are_one_dip_named_by_its_first_day():
    mill = Mill().buys("10-03", 1_000)
    mill.crushes("run-1", "10-05", {CI: 1_000}, at="11.4")

    mill.sells("O-1", "11-10", "11514", CI, "run-1", "11.4")
    mill.sells_crop("S-1", "11-12", 30)

    assert dips(mill) == [("oil", "2026-11-10", dry(40))]
    assert mill.suspended == {"O-1", "S-1"}


# the amount of A_OVERSALE: the key's deficit, else the crop form's
@pytest.mark.parametrize(
    ("crop_sold", "oil_sold", "amount"),
    [(1_200, "0.0001", "10440"), (1_000, "22800", None), (1_200, "23028", "11484"), (3_100, "11400", "57420")],
)
def test_a_period_closed_short(crop_sold: int, oil_sold: str, amount: str | None):
    mill = pressed()
    mill.sells_crop("S-1", "11-12", crop_sold)
    mill.sells("O-1", "11-20", oil_sold, CI, "run-1", "11.4")

    mill.closes({CI: 0})

    short = {text for text in mill.open if text.startswith("A_OVERSALE")}
    assert short == ({f"A_OVERSALE {amount}"} if amount else set())


# declared against computed, by form: 1,000 bushels of crop and 2,000 as oil
RESIDUALS = [
    ("as computed", {CI: 52200, f"{CI} oil": 104400}, set()),
    ("+10 and -10 are two faults", {CI: 52210, f"{CI} oil": 104390}, {"A_RESIDUAL_GAIN 10", "A_RESIDUAL_LOSS 10"}),
    ("crop alone", {CI: 52000}, {"A_RESIDUAL_LOSS 200"}),
    ("oil alone", {f"{CI} oil": 104000}, {"A_RESIDUAL_LOSS 400"}),
    ("oil alone, more", {f"{CI} oil": "104400.0101"}, {"A_RESIDUAL_GAIN 0.0101"}),
    ("within rounding", {CI: "52199.99", f"{CI} oil": "104400.01"}, set()),
    ("nothing declared", {}, set()),
    ("oil declared as crop", {CI: 156600}, {"A_RESIDUAL_GAIN 104400"}),
]


@pytest.mark.parametrize(("stocks", "found"), [row[1:] for row in RESIDUALS], ids=[row[0] for row in RESIDUALS])
def test_residuals_are_told_by_form(stocks: dict[str, object], found: set[str]):
    mill = pressed().closes(stocks)

    assert mill.open == found


# what is carried: min(max(total, 0), declared total), each form its own as far as it goes
CARRIES = [
    ("as computed", {CI: 52200, f"{CI} oil": 104400}, (52200, 104400)),
    ("nothing declared", {}, (52200, 104400)),
    ("crop alone declared", {CI: 52000}, (52000, 104400)),
    ("oil alone declared", {f"{CI} oil": 104000}, (52200, 104000)),
    ("both short", {CI: 50000, f"{CI} oil": 100000}, (50000, 100000)),
    ("both long", {CI: 60000, f"{CI} oil": 110000}, (52200, 104400)),
    ("crop short, oil long", {CI: 52100, f"{CI} oil": 104500}, (52200, 104400)),
    ("crop short, oil longer", {CI: 52000, f"{CI} oil": 104500}, (52100, 104400)),
    ("crop long, oil short", {CI: 52300, f"{CI} oil": 104000}, (52200, 104100)),
    ("none left", {CI: 0, f"{CI} oil": 0}, (0, 0)),
]


@pytest.mark.parametrize(("stocks", "carried"), [row[1:] for row in CARRIES], ids=[row[0] for row in CARRIES])
def test_the_carry_is_the_keys_and_each_form_keeps_its_own(stocks: dict[str, object], carried: tuple[int, int]):
    mill = pressed().closes(stocks)
    mill.buys("2027-01-05", 1)

    assert mill.carries() == carried
    assert mill.begins() == carried


def test_a_deficit_of_the_crop_is_taken_from_the_oil_carried():
    mill = pressed()
    mill.sells_crop("S-1", "11-12", 1_100)

    mill.closes({CI: 0, f"{CI} oil": 104400})

    assert mill.open == {"A_OVERSALE 5220"}
    assert mill.carries() == (0, dry(1_900))
    assert mill.lots_carried() == {("run-1", "11.4"): (10_260, dry(900)), ("run-2", "11.5"): (11_500, dry(1_000))}


def test_a_deficit_of_the_oil_is_taken_from_the_crop_carried():
    mill = pressed()
    mill.sells("O-1", "11-12", "22914", CI, "run-1", "11.4")

    mill.closes({CI: 52200, f"{CI} oil": 0})

    assert mill.open == {"A_PRODUCT_OVERSALE 52722"}
    assert mill.carries() == (dry(990), 0)
    assert mill.lots_carried() == {}, "what run-2 has left went to make good the rest"


def test_a_deficit_of_one_lot_is_taken_from_the_other():
    mill = pressed()
    mill.sells("O-1", "11-12", "11514", CI, "run-1", "11.4")

    mill.closes({CI: 52200, f"{CI} oil": dry(990)})

    assert mill.open == {"A_PRODUCT_OVERSALE 522"}
    assert mill.carries() == (52_200, dry(990))
    assert mill.lots_carried() == {("run-2", "11.5"): (11_385, dry(990))}


# 3.5 #48: within product a loss is taken from the oldest run
def test_a_loss_is_taken_from_the_oldest_run():
    mill = pressed().closes({CI: 52200, f"{CI} oil": dry(1_900)})

    assert mill.open == {"A_RESIDUAL_LOSS 5220"}
    assert mill.lots_carried() == {("run-1", "11.4"): (10_260, dry(900)), ("run-2", "11.5"): (11_500, dry(1_000))}


def test_a_loss_beyond_the_oldest_run_goes_on_to_the_next():
    mill = pressed().closes({CI: 52200, f"{CI} oil": dry(500)})

    assert mill.lots_carried() == {("run-2", "11.5"): (5_750, dry(500))}


def test_the_oldest_run_is_the_one_pressed_first_however_early_its_oil_was_sold():
    """run-1 was pressed on 10-05, run-0 on 11-20 though some of its oil is dated 10-04."""
    mill = pressed()
    mill.sells("O-0", "10-04", "114", CI, "run-0", "11.4")
    mill.crushes("run-0", "11-20", {CI: 10}, at="11.4")
    mill.crushes("run-0b", "11-21", {CI: 10}, at="11.4")
    mill.sells("O-0b", "10-04", "57", CI, "run-0b", "11.4")

    mill.closes({f"{CI} oil": dry(2_000)})

    assert mill.lots_carried() == {
        ("run-0b", "11.4"): (57, dry(5)),
        ("run-1", "11.4"): (11_343, dry(995)),
        ("run-2", "11.5"): (11_500, dry(1_000)),
    }


def test_a_run_dated_otherwise_changes_which_is_the_oldest_in_every_later_period():
    mill = Mill().buys("10-03", 3_000)
    run = mill.crushes("run-1", "10-05", {CI: 1_000}, at="11.4")
    mill.crushes("run-2", "10-20", {CI: 1_000}, at="11.5")
    mill.closes({f"{CI} oil": dry(1_900)}, "z2", "2027Q1")
    assert mill.lots_carried(start="2027-01-01")["run-1", "11.4"] == (10_260, dry(900))

    mill.tell(correct("k", run, run_date=run.body.day.replace(month=11)))

    assert mill.lots_carried(start="2027-01-01") == {
        ("run-1", "11.4"): (11_400, dry(1_000)),
        ("run-2", "11.5"): (10_350, dry(900)),
    }


def test_oil_sold_in_the_next_period_draws_on_what_was_carried():
    mill = pressed().closes({CI: 52200, f"{CI} oil": dry(1_900)})

    mill.sells("O-1", "2027-01-10", "10260", CI, "run-1", "11.4")
    assert mill.open == {"A_RESIDUAL_LOSS 5220"}

    mill.sells("O-2", "2027-01-11", "114", CI, "run-1", "11.4")
    assert mill.open == {"A_RESIDUAL_LOSS 5220", "A_PRODUCT_OVERSALE 522"}
    assert mill.suspended == {"O-2"}


def test_a_loss_told_as_a_discard_is_no_residual():
    mill = pressed()

    mill.tell(discard("D-1", "crush-1", "12-30", oil("1140", CI, "run-1", "11.4"), commodity=SOY, form=Form.OIL))
    mill.closes({CI: 52200, f"{CI} oil": dry(1_900)})

    assert mill.open == set()


# the declared beginning is compared by form, and never used
@pytest.mark.parametrize(
    ("stocks", "found"),
    [
        ({CI: ("52200", "52200"), f"{CI} oil": ("104400", "104400")}, set()),
        ({CI: ("52200", "52199"), f"{CI} oil": ("104400", "104401")}, {"A_CARRY_FORWARD 1"}),
        ({f"{CI} oil": ("104400", "104300")}, {"A_CARRY_FORWARD 100"}),
    ],
)
def test_a_declared_beginning_is_held_against_the_ending_declared_before(stocks: dict[str, object], found: set[str]):
    mill = pressed().closes({CI: 52200, f"{CI} oil": 104400})

    mill.closes(stocks, "z2", "2027Q1")

    assert mill.open == found
    assert mill.begins() == (52_200, 104_400)


def test_a_first_beginning_stock_of_oil_waits_for_a_verifier():
    mill = Mill().closes({f"{CI} oil": (500, 500)})

    assert mill.open == {"A_OPENING_STOCK 500", "A_RESIDUAL_GAIN 500"}


def test_a_reversed_crop_receipt_is_the_crop_forms_deficit():
    mill = Mill().buys("10-03", 1_000).buys("10-04", 500, name="I-2")
    mill.crushes("run-1", "10-05", {CI: 1_200}, at="11.4")

    mill.tell(reverse("v1", "farm-1", "I-2"), reverse("v2", "crush-1", "I-2/receipt"))

    assert dips(mill) == [("crop", "2026-10-05", dry(200))]
    assert mill.suspended == {"run-1"}


def test_runs_of_one_day_compete_in_the_order_of_their_event_ids():
    mill = Mill().buys("10-03", 1_000)

    mill.crushes("run-1", "10-05", {CI: 900}, at="11.4")
    mill.crushes("run-0", "10-05", {CI: 200}, at="11.4")

    assert mill.suspended == {"run-1"}, "run-0 comes first on the day"
    assert mill.forms() == (dry(-100), dry(1_100))


def test_a_line_of_crop_is_blocked_only_from_where_the_crop_runs_out():
    mill = Mill().buys("10-03", 1_000)

    mill.sells_crop("S-1", "11-01", 900)
    mill.sells_crop("S-2", "11-01", 200)

    assert mill.suspended == {"S-2"}
    assert mill.lines(order_event_id="S-2")[0].debit_dry_lb_e4 == 104_400_000
