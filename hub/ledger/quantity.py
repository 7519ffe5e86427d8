"""Amounts as stated, converted once into dry pounds by exact ratios (2100.034(d)(1), domain.md 3.2).

    >>> from hub.ledger.terms import Commodity, Unit
    >>> dry_lb_e4(56_000_000_000, Unit.LB, 15_500, Commodity.FIELD_CORN)   # 56,000 lb at 15.5 %
    473200000

Integers carry their scale in the name: `_e4` is 0.0001 of the unit before it.
"""

from typing import Final

from hub.ledger.terms import Commodity, Unit

__all__ = [
    "DRY_LB_PER_STD_BU_E2",
    "STANDARD_MOISTURE_PCT_E3",
    "divide_half_even",
    "dry_lb_e4",
    "is_weight",
    "lb_e4",
    "std_bu_e4",
]

STANDARD_MOISTURE_PCT_E3: Final = {
    Commodity.FIELD_CORN: 15_500,
    Commodity.SOYBEANS: 13_000,
    Commodity.SORGHUM: 14_000,
    Commodity.SPRING_CANOLA: 8_500,
}
"""Moisture of a standard bushel in 0.001 % (2100.020(a)(4))."""

_LB_PER_BU: Final = {
    Commodity.FIELD_CORN: 56,
    Commodity.SOYBEANS: 60,
    Commodity.SORGHUM: 56,
    Commodity.SPRING_CANOLA: 50,
}
"""Trade pounds of a bushel; test weight is a grade factor and never converts (domain.md 3.5 #19)."""

_FULL_PCT_E3: Final = 100_000

DRY_LB_PER_STD_BU_E2: Final = {
    crop: lb * (_FULL_PCT_E3 - STANDARD_MOISTURE_PCT_E3[crop]) // 1000 for crop, lb in _LB_PER_BU.items()
}
"""Dry pounds of a standard bushel in 0.01 lb: 47.32, 52.2, 48.16, 45.75."""

_LB_RATIO: Final = {
    Unit.LB: (1, 1),
    Unit.KG: (100_000_000, 45_359_237),
    Unit.TONNE: (100_000_000_000, 45_359_237),
    Unit.SHORT_TON: (2_000, 1),
    Unit.CWT: (100, 1),
}


def divide_half_even(numerator: int, denominator: int) -> int:
    """The quotient rounded to the nearest integer, a tie to the even one; `denominator` > 0."""
    quotient, rest = divmod(numerator, denominator)
    twice = 2 * rest
    up = twice > denominator or (twice == denominator and quotient % 2 == 1)
    return quotient + up


def dry_lb_e4(amount_e6: int, unit: Unit, moisture_pct_e3: int | None, commodity: Commodity) -> int:
    """Dry weight (0 % moisture) of an amount, in 0.0001 lb, rounded half-even once.

    Args:
        amount_e6: the amount as stated, in 0.000001 of `unit`.
        unit: the unit stated.
        moisture_pct_e3: wet basis moisture in 0.001 %; for `bu_at_moisture` the base the bushels were shrunk
            to. None takes the crop's standard moisture: provisional, gap G_MOISTURE (domain.md 3.5 #17).
        commodity: the crop, which fixes the pounds of a bushel and the standard moisture.
    """
    numerator, denominator = _lb_ratio(unit, commodity)
    moisture = moisture_pct_e3
    if moisture is None or unit is Unit.BU_STANDARD:
        moisture = STANDARD_MOISTURE_PCT_E3[commodity]
    wet = amount_e6 * numerator * (_FULL_PCT_E3 - moisture)
    return divide_half_even(wet, denominator * 10_000_000)


def lb_e4(amount_e6: int, unit: Unit) -> int:
    """A product's weight in 0.0001 lb, rounded half-even once; `unit` is one of weight."""
    numerator, denominator = _LB_RATIO[unit]
    return divide_half_even(amount_e6 * numerator, denominator * 100)


def is_weight(unit: Unit) -> bool:
    """Whether a unit weighs; bushels measure crop only."""
    return unit in _LB_RATIO


def std_bu_e4(dry_lb_e4: int, commodity: Commodity) -> int:
    """Standard bushels of a dry weight in 0.0001 bu, for display; formulas keep the ratio exact."""
    return divide_half_even(dry_lb_e4 * 100, DRY_LB_PER_STD_BU_E2[commodity])


def _lb_ratio(unit: Unit, commodity: Commodity) -> tuple[int, int]:
    ratio = _LB_RATIO.get(unit)
    return ratio if ratio is not None else (_LB_PER_BU[commodity], 1)
