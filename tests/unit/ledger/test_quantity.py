"""Dry weight (2100.034(d)(1), domain.md 3.2): every conversion, the tie, and the crop's own bushel."""

import json
from pathlib import Path

import pytest
from helpers.builders import scaled
from helpers.oracle_dry import dry_lb_e4 as oracle_dry_lb_e4
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.ledger.facts import StatedLine
from hub.ledger.quantity import divide_half_even, dry_lb_e4, std_bu_e4
from hub.ledger.terms import Commodity, Unit

CORN, SOY = Commodity.FIELD_CORN, Commodity.SOYBEANS
SORGHUM, CANOLA = Commodity.SORGHUM, Commodity.SPRING_CANOLA
SPECIFIED = Path(__file__).parents[4] / "shared" / "scenarios" / "22_units_and_dry_weight.json"

# amount      unit                  moisture  crop     dry lb         standard bushels
CONVERSIONS = [
    ("56000", Unit.LB, "15.5", CORN, "47320.0000", "1000.0000"),
    ("1000", Unit.BU_SCALE, "18", CORN, "45920.0000", "970.4142"),
    ("1000", Unit.BU_STANDARD, "15.5", CORN, "47320.0000", "1000.0000"),
    ("1000", Unit.BU_STANDARD, None, CORN, "47320.0000", "1000.0000"),
    ("1000", Unit.BU_STANDARD, "30", CORN, "47320.0000", "1000.0000"),
    ("1000", Unit.BU_AT_MOISTURE, "15.0", CORN, "47600.0000", "1005.9172"),
    ("100", Unit.SHORT_TON, "15.5", CORN, "169000.0000", "3571.4286"),
    ("100", Unit.TONNE, "15.5", CORN, "186290.6115", "3936.8261"),
    ("27215.5422", Unit.KG, "13", SOY, "52200.0000", "1000.0000"),
    ("1000000", Unit.KG, "15.5", CORN, "1862906.1155", "39368.2611"),
    ("1000", Unit.CWT, "14", SORGHUM, "86000.0000", "1785.7143"),
    ("1000", Unit.BU_STANDARD, "13", SOY, "52200.0000", "1000.0000"),
    ("1000", Unit.BU_STANDARD, "14", SORGHUM, "48160.0000", "1000.0000"),
    ("1000", Unit.BU_STANDARD, "8.5", CANOLA, "45750.0000", "1000.0000"),
    ("5220", Unit.LB, "0", SOY, "5220.0000", "100.0000"),
    ("56000", Unit.LB, None, CORN, "47320.0000", "1000.0000"),
    ("1000", Unit.LB, "99.999", CORN, "0.0100", "0.0002"),
]


@pytest.mark.parametrize(("amount", "unit", "moisture", "crop", "dry_lb", "std_bu"), CONVERSIONS)
def test_an_amount_becomes_dry_pounds(
    amount: str, unit: Unit, moisture: str | None, crop: Commodity, dry_lb: str, std_bu: str
):
    moisture_e3 = None if moisture is None else scaled(moisture, 3)

    found = dry_lb_e4(scaled(amount, 6), unit, moisture_e3, crop)

    assert (found, std_bu_e4(found, crop)) == (scaled(dry_lb, 4), scaled(std_bu, 4))


def test_the_specified_conversions_are_all_in_the_table():
    if not SPECIFIED.exists():
        pytest.skip("the specification is not beside this repository")
    scenario = json.loads(SPECIFIED.read_text(encoding="utf-8"))
    figures = {item["seq"]: (item["dry_lb"], item["std_bu"]) for item in scenario["expected"]["conversions"]}

    told = {(row[0], str(row[1]), row[2], str(row[3]), row[4], row[5]) for row in CONVERSIONS}

    for event in scenario["events"]:
        asked = (event["amount"], event["unit"], event["moisture_pct"], event["commodity"])
        assert (*asked, *figures[event["seq"]]) in told


# A line is rounded once, to 0.0001 lb; a tie goes to the even digit.
@pytest.mark.parametrize(
    ("millionths_of_a_pound", "ten_thousandths"),
    [(49, 0), (50, 0), (51, 1), (149, 1), (150, 2), (151, 2), (250, 2), (251, 3), (350, 4)],
)
def test_a_tie_goes_to_the_even_digit(millionths_of_a_pound: int, ten_thousandths: int):
    assert dry_lb_e4(millionths_of_a_pound, Unit.LB, 0, CORN) == ten_thousandths


@pytest.mark.parametrize(
    ("numerator", "denominator", "quotient"),
    [(5, 2, 2), (7, 2, 4), (-5, 2, -2), (-7, 2, -4), (1, 3, 0), (2, 3, 1), (-2, 3, -1), (0, 7, 0)],
)
def test_division_rounds_half_to_even_on_both_sides_of_zero(numerator: int, denominator: int, quotient: int):
    assert divide_half_even(numerator, denominator) == quotient


def test_moisture_counts_once_and_on_the_wet_basis():
    assert dry_lb_e4(scaled("50000", 6), Unit.LB, 20_000, CORN) == scaled("40000", 4)


@settings(max_examples=500, deadline=None)
@given(
    st.integers(10**9, 2**63 - 1) | st.integers(1, 10**6),
    st.sampled_from(Unit),
    st.none() | st.integers(0, 99_999),
    st.sampled_from(Commodity),
)
def test_every_amount_the_wire_can_carry_is_exact(amount_e6: int, unit: Unit, moisture_e3: int | None, crop: Commodity):
    stated = StatedLine(None, amount_e6, unit, moisture_e3)

    assert dry_lb_e4(amount_e6, unit, moisture_e3, crop) == oracle_dry_lb_e4(crop, stated)
