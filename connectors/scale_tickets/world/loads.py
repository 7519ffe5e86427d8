"""The tickets of the world: what was hauled in, load by load, and what each is to the books of its elevator."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Final

from connectors.scale_tickets.world.calendar import FIRST_DAY, LAST_DAY, working_days
from connectors.scale_tickets.world.harvest import CORN, Field
from connectors.scale_tickets.world.mass import dry_lb_e4, shared_e6
from connectors.scale_tickets.world.people import (
    CONVENTIONAL,
    ELEVATORS,
    HAVANA,
    ILLINI,
    LANDLORDS,
    SALT_CREEK,
)

__all__ = ["Load", "Share", "conventional_loads", "deliveries", "load_of", "unit_of"]

_SEMI_SHARE: Final = 8  # of 10 trucks; the others are tandems of half the size
_MOST: Final = 7  # of 10 loads come from the combine where it is at work, and before the year ends
_SOLD_PCT: Final = (88, 96)
_OPEN_MINUTES: Final = (6 * 60 + 30, 18 * 60 + 30)


@dataclass(frozen=True, slots=True)
class Share:
    """One row of a ticket: whose part of the load it is, and which CI it goes under; None = conventional."""

    customer: str
    seller_id: str
    field_code: str = ""
    pct: str = "100"
    ci: str | None = None
    lot: str | None = None


@dataclass(frozen=True, slots=True)
class Load:
    """One truck, in or out, weighed in its scale's own unit; `number` is given once all loads are known."""

    elevator: str
    site: str
    scale: str
    at: datetime
    is_in: bool
    crop: str
    net: Fraction
    unit: str
    moisture: str | None
    shares: tuple[Share, ...]
    ci: str | None = None
    number: int = 0
    tare: Fraction = field(default=Fraction(0))
    status: str = "posted"

    @property
    def day(self) -> date:
        """Its local business day."""
        return self.at.date()

    def dry_lb_e4(self) -> list[tuple[Share, int]]:
        """What each share is in dry pounds."""
        parts = shared_e6(self.net, [share.pct for share in self.shares])
        amounts = [Fraction(part, 1_000_000) for part in parts]
        dry = [dry_lb_e4(amount, self.unit, self.moisture, self.crop) for amount in amounts]
        return list(zip(self.shares, dry, strict=True))


def unit_of(elevator: str, site: str) -> str:
    """The unit a scale weighs in."""
    return {SALT_CREEK: "lb", HAVANA: "kg", ILLINI: "cwt" if site == "peru" else "short_ton"}[elevator]


_LB_PER_UNIT: Final = {"lb": "1", "kg": "2.2046", "cwt": "100", "short_ton": "2000"}
"""Roughly, only to choose how much a truck carries."""

_STEP: Final = {"lb": Fraction(20), "kg": Fraction(10), "cwt": Fraction(1, 5), "short_ton": Fraction(1, 100)}
"""What a scale's display moves by."""


def load_of(
    random: Random, elevator: str, day: date, crop: str, about_lb: int, moisture: str | None, *shares: Share
) -> Load:
    """One truck of about so many pounds at a site of the elevator."""
    sites = next(one.sites for one in ELEVATORS if one.id == elevator)
    site = random.choice(sorted(sites))
    unit = unit_of(elevator, site)
    step = _STEP[unit]
    minutes = random.randrange(*_OPEN_MINUTES)
    return Load(
        elevator=elevator,
        site=site,
        scale=random.choice(sites[site]),
        at=datetime.combine(day, time(minutes // 60, minutes % 60)),
        is_in=True,
        crop=crop,
        net=int(Fraction(about_lb) / Fraction(_LB_PER_UNIT[unit]) / step) * step,
        unit=unit,
        moisture=moisture,
        shares=shares,
        tare=int(Fraction(random.randrange(26_000, 29_000)) / Fraction(_LB_PER_UNIT[unit]) / step) * step,
    )


def deliveries(random: Random, fields: list[Field]) -> Iterator[Load]:
    """Every load of every field with a report, within what the field gave."""
    for lot in fields:
        left = lot.cap_dry_lb_e4 * random.randrange(*_SOLD_PCT) // 100
        days = sorted(random.choice(_days(random, lot)) for _ in range(200))
        for day in _spread(random, days):
            load = _delivery(random, lot, day)
            own = sum(dry for share, dry in load.dry_lb_e4() if share.lot == lot.field_id)
            if own > left:
                break
            left -= own
            yield load


def _spread(random: Random, days: list[date]) -> list[date]:
    random.shuffle(days)
    return days


def _days(random: Random, lot: Field) -> list[date]:
    """The days one load may come on: from the combine, or from the farm's bins."""
    if lot.farm.timing == "combine" and random.randrange(10) < _MOST:
        return working_days(lot.harvest_start, lot.harvest_end)
    first = max(FIRST_DAY, lot.signed + timedelta(1))
    autumn = working_days(first, date(2026, 12, 23))
    return autumn if random.randrange(10) < _MOST else working_days(date(2027, 1, 4), LAST_DAY)


def _delivery(random: Random, lot: Field, day: date) -> Load:
    elevator = random.choice(sorted(lot.farm.codes))
    is_semi = random.randrange(10) < _SEMI_SHARE
    about_lb = random.randrange(48_000, 54_000) if is_semi else random.randrange(24_000, 29_500)
    moisture = _moisture(random, lot, day)
    return load_of(random, elevator, day, lot.crop, about_lb, moisture, *_shares(lot, elevator))


def _moisture(random: Random, lot: Field, day: date) -> str:
    tenths = random.randrange(138, 156) if lot.crop == CORN else random.randrange(108, 134)
    if lot.crop == CORN and day <= lot.harvest_end:
        tenths = random.randrange(158, 224)
    return f"{tenths // 10}.{tenths % 10}"


def _shares(lot: Field, elevator: str) -> tuple[Share, ...]:
    """The farm's share, and its landlord's where it farms on shares."""
    own = Share(lot.farm.codes[elevator], lot.farm.id, lot.code, "100", lot.ci, lot.field_id)
    landlord = next((one for one in LANDLORDS if one.farm == lot.farm.id), None)
    if landlord is None or elevator != SALT_CREEK or lot.crop != CORN:
        return (own,)
    own = replace(own, pct=str(100 - Decimal(landlord.share_pct)))
    if landlord.under_report:
        other = replace(own, customer=landlord.code, pct=landlord.share_pct)
    else:
        other = Share(landlord.code, landlord.id, lot.code, landlord.share_pct)
    return (own, other)


def conventional_loads(random: Random) -> Iterator[Load]:
    """What comes from sellers without a report, and from customers nobody has listed."""
    for elevator, sellers in CONVENTIONAL.items():
        for code, seller_id in [*sellers.items(), *([("3999", "")] if elevator == SALT_CREEK else [])]:
            for _ in range(random.randrange(26, 40)):
                day = random.choice(working_days(FIRST_DAY, LAST_DAY))
                tenths = random.randrange(140, 190)
                share = Share(code, seller_id)
                moisture = f"{tenths // 10}.{tenths % 10}"
                yield load_of(random, elevator, day, CORN, random.randrange(24_000, 53_000), moisture, share)
