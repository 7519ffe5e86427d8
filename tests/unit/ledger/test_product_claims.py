"""What an oil line must say, and what carries no claim (2100.033(b), domain.md 3.5 #1, #24)."""

import pytest
from helpers.builders import CORN, SOY, conventional, correct, discard, line, oil, report, transfer
from helpers.mill import CI, Mill, dry

from hub.ledger.rows import AccountDay
from hub.ledger.terms import Commodity, Direction, Form


def pressed() -> Mill:
    """10,000 bushels of 3150, 6,000 of them pressed at 11.4: 68,400 lb of oil."""
    mill = Mill().buys("10-03", 10_000)
    mill.crushes("run-1", "10-15", {CI: 6_000, None: 12_000}, at="11.4")
    return mill


# 2100.033(b): run and yield on each line under a CI
@pytest.mark.parametrize(
    ("run", "at", "input_dry", "found"),
    [
        ("run-1", "11.4", None, set()),
        (None, "11.4", None, {"G_PRODUCT_INPUT 52200"}),
        (None, None, "52200", {"G_PRODUCT_INPUT 52200"}),
        ("run-1", None, "52200", {"G_PRODUCT_INPUT 52200"}),
    ],
)
def test_oil_under_a_ci_names_its_run_and_yield(
    run: str | None, at: str | None, input_dry: str | None, found: set[str]
):
    mill = pressed()

    mill.sells("O-1", "11-01", "11400", CI, run, at, input_dry=input_dry)

    assert mill.open == found
    assert mill.pending == ({"O-1"} if found else set())
    assert mill.forms() == (dry(4_000), dry(5_000))


def test_oil_with_neither_yield_nor_input_is_refused():
    stated = transfer("O-1", "crush-1 > ref-1", "11-01", oil("11400", CI, "run-1"), commodity=SOY, form=Form.OIL)

    assert pressed().tell(stated)[0].codes == ["E_SCHEMA"]


def test_oil_discarded_without_its_run_is_told_and_taken_from_the_account():
    mill = pressed()

    mill.tell(discard("D-1", "crush-1", "11-01", oil("11400", CI, None, "11.4"), commodity=SOY, form=Form.OIL))

    assert mill.open == {"G_PRODUCT_INPUT 52200"}
    assert mill.forms() == (dry(4_000), dry(5_000))


# 3.5 #24: all crop equivalents go with the oil of a seed oil crop
COPRODUCTS = [
    (Form.MEAL, SOY, CI),
    (Form.HULLS, SOY, CI),
    (Form.DDGS, CORN, "5125.4"),
    (Form.OIL, CORN, "5125.4"),
    (Form.MEAL, CORN, "5125.4"),
]


@pytest.mark.parametrize(("form", "commodity", "ci"), COPRODUCTS)
def test_what_else_a_mill_makes_carries_no_claim(form: Form, commodity: Commodity, ci: str):
    mill = pressed()
    mill.tell(report("corn", "farm-1", {"F1": "5125.4"}, bfr_id="corn"))
    before = list(mill.books.scan(AccountDay))
    at = "11.4" if form is Form.OIL else None

    claimed = transfer("M-1", "crush-1 > trader-1", "11-01", oil("900", ci, at=at), commodity=commodity, form=form)
    plain = transfer("M-2", "crush-1 > trader-1", "11-01", oil("900"), commodity=commodity, form=form)
    mill.tell(claimed, plain)

    assert mill.open_codes == ["A_COPRODUCT_CLAIM"]
    assert mill.suspended == {"M-1"}
    assert list(mill.books.scan(AccountDay)) == before


def test_a_correction_that_drops_the_claim_on_meal_ends_the_alert():
    mill = pressed()
    claimed = transfer("M-1", "crush-1 > ref-1", "11-01", oil("900", CI), commodity=SOY, form=Form.MEAL)
    mill.tell(claimed)

    mill.tell(correct("k", claimed, lines=(oil("900"),)))

    assert (mill.open, mill.suspended) == (set(), set())


@pytest.mark.parametrize("direction", Direction)
def test_conventional_oil_is_in_no_account(direction: Direction):
    mill = pressed()
    before = list(mill.books.scan(AccountDay))

    stated = oil("900", None, "run-1", "11.4")
    mill.tell(conventional("C-1", "crush-1", "11-01", stated, direction, commodity=SOY, form=Form.OIL))

    assert mill.open == set()
    assert list(mill.books.scan(AccountDay)) == before


def test_crop_comes_of_no_run():
    stated = transfer("O-1", "crush-1 > ref-1", "11-01", oil("100", CI, "run-1", "11.4"), commodity=SOY)

    assert pressed().tell(stated)[0].codes == ["E_SCHEMA"]


def test_oil_of_one_crop_is_never_balanced_against_another():
    mill = pressed()
    mill.tell(report("corn", "farm-1", {"F1": CI}, bfr_id="corn"))

    mill.tell(discard("D-1", "crush-1", "11-01", line("100", CI)))

    assert mill.open == {"A_OVERSALE_RUNNING 100"}
    assert mill.forms() == (dry(4_000), dry(6_000))
