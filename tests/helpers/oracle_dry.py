"""The oracle's own weights and calendar: domain.md 3.2 and 3.4 in fractions, from the text and nothing else."""

import calendar
from datetime import date
from fractions import Fraction

from hub.ledger.facts import StatedLine
from hub.ledger.terms import Commodity, Unit

STANDARD_MOISTURE_PCT = {
    Commodity.FIELD_CORN: Fraction("15.5"),
    Commodity.SOYBEANS: Fraction(13),
    Commodity.SORGHUM: Fraction(14),
    Commodity.SPRING_CANOLA: Fraction("8.5"),
}
LB_PER_BUSHEL = {
    Commodity.FIELD_CORN: 56,
    Commodity.SOYBEANS: 60,
    Commodity.SORGHUM: 56,
    Commodity.SPRING_CANOLA: 50,
}
LB_PER_KG = 1 / Fraction("0.45359237")
LB_PER_UNIT = {
    Unit.LB: Fraction(1),
    Unit.KG: LB_PER_KG,
    Unit.TONNE: 1000 * LB_PER_KG,
    Unit.SHORT_TON: Fraction(2000),
    Unit.CWT: Fraction(100),
}


def dry_lb_e4(commodity: Commodity, line: StatedLine) -> int:
    """The line's bone-dry pounds, rounded once, half to even, to 0.0001 lb."""
    amount = Fraction(line.amount_e6, 10**6)
    standard = STANDARD_MOISTURE_PCT[commodity]
    moisture = standard if line.moisture_pct_e3 is None else Fraction(line.moisture_pct_e3, 1000)
    if line.unit is Unit.BU_STANDARD:
        moisture = standard
    wet_lb = amount * LB_PER_UNIT.get(line.unit, Fraction(LB_PER_BUSHEL[commodity]))
    return round(wet_lb * (100 - moisture) / 100 * 10_000)


def moisture_is_missing(line: StatedLine) -> bool:
    """Whether the weight is provisional; a standard bushel says its moisture itself (domain.md 3.5 #17)."""
    return line.moisture_pct_e3 is None and line.unit is not Unit.BU_STANDARD


def plus_months(day: date, months: int) -> date:
    """So many calendar months later, the day clamped to the month's end (domain.md 3.5 #13)."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))
