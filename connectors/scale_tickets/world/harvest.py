"""What the farms harvested and when they reported it.

Yields lie around what Illinois harvested in recent years (see the README); CIs are made up, of the size such
reports show.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Final

from connectors.scale_tickets.world.calendar import REPORT_DAYS
from connectors.scale_tickets.world.mass import BU_LB, STANDARD_MOISTURE
from connectors.scale_tickets.world.people import FARMS, Farm

__all__ = ["CORN", "LATE_REPORT_FARM", "SOYBEANS", "Field", "harvest"]

CORN, SOYBEANS = "field_corn", "soybeans"
LATE_REPORT_FARM: Final = "farm-adair"

_ACRES: Final = {CORN: (130, 250), SOYBEANS: (150, 260)}
_YIELD_BU_E1: Final = {CORN: (1980, 2320), SOYBEANS: (560, 690)}
_CI_E1: Final = {CORN: (45_000, 64_999), SOYBEANS: (28_000, 35_999)}
_LATE_SIGNATURE: Final = date(2026, 12, 8)


@dataclass(frozen=True, slots=True)
class Field:
    """One field's harvest of one crop, with the report it stands in."""

    farm: Farm
    crop: str
    field_id: str
    code: str
    acres: int
    yield_bu: Fraction
    ci: str
    harvest_start: date
    harvest_end: date
    signed: date

    @property
    def harvested_bu(self) -> Fraction:
        """All that was harvested, in standard bushels."""
        return self.acres * self.yield_bu

    @property
    def cap_dry_lb_e4(self) -> int:
        """The most that can be sold under the field's CI."""
        dry = self.harvested_bu * BU_LB[self.crop] * (100 - Fraction(STANDARD_MOISTURE[self.crop])) / 100
        return int(dry * 10_000)

    @property
    def filed(self) -> date:
        """The hub's day on which the report reaches it."""
        return next(day for day in REPORT_DAYS if day >= self.signed)


def harvest(random: Random) -> list[Field]:
    """Every field of every farm."""
    cis: set[str] = set()
    tract = 401
    fields: list[Field] = []
    for farm in FARMS:
        for crop, count in ((CORN, farm.corn_fields), (SOYBEANS, farm.soybean_fields)):
            dates = list(_dates(random, farm, count))
            signed = _signed(random, farm, max((end for _, end in dates), default=REPORT_DAYS[0]))
            for start, end in dates:
                tract += 1
                fields.append(_field(random, farm, crop, tract, _ci(random, crop, cis), start, end, signed))
    return fields


def _field(random: Random, farm: Farm, crop: str, tract: int, ci: str, start: date, end: date, signed: date) -> Field:
    return Field(
        farm=farm,
        crop=crop,
        field_id=f"T{tract}-F{1 + tract % 3}",
        code=f"{tract}-{1 + tract % 3}",
        acres=random.randrange(*_ACRES[crop]),
        yield_bu=Fraction(random.randrange(*_YIELD_BU_E1[crop]), 10),
        ci=ci,
        harvest_start=start,
        harvest_end=end,
        signed=signed,
    )


def _ci(random: Random, crop: str, taken: set[str]) -> str:
    """A CI no other field has, with as many decimals as FD-CIC happens to print."""
    while True:
        tenths = random.randrange(*_CI_E1[crop])
        more = random.choice(("", "", "", "25", "5", "04567"))
        ci = f"{tenths // 10}.{tenths % 10}{more}"
        whole = ci.rstrip("0").rstrip(".")
        if whole not in taken:
            taken.add(whole)
            return whole


def _dates(random: Random, farm: Farm, count: int) -> Iterator[tuple[date, date]]:
    """First and last day of harvest per field."""
    earliest = {"early": date(2026, 9, 8), "bin": date(2026, 9, 22), "combine": date(2026, 10, 2)}[farm.timing]
    for _ in range(count):
        start = earliest + timedelta(random.randrange(12))
        yield start, start + timedelta(4 + random.randrange(9))


def _signed(random: Random, farm: Farm, last: date) -> date:
    """Signed once the last field of the crop is in, for a yield goes into its CI."""
    if farm.id == LATE_REPORT_FARM:
        return _LATE_SIGNATURE
    if farm.timing == "early":
        return min(last + timedelta(1), REPORT_DAYS[0])
    return last + timedelta(2 + random.randrange(3) if farm.timing == "bin" else 9 + random.randrange(12))
