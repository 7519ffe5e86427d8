"""What is wrong in the world, on purpose; everything else is clean (see the README)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from random import Random
from typing import Final

from connectors.scale_tickets.world.accounts import Books, Key
from connectors.scale_tickets.world.calendar import FIRST_DAY, FORTNIGHTS, fortnight_of, working_days
from connectors.scale_tickets.world.harvest import CORN, Field
from connectors.scale_tickets.world.loads import Load, Share, load_of
from connectors.scale_tickets.world.people import HAVANA, ILLINI, SALT_CREEK
from connectors.scale_tickets.world.sales import BUYERS, book, sale

__all__ = [
    "DIP_FARM",
    "GAP_DRY_LB_E4",
    "MISWEIGHED_LB",
    "OVERSALE_FARM",
    "SHORT_LB",
    "as_first_weighed",
    "gap_key",
    "in_yard",
    "lot_of",
    "over_sales",
    "received_short",
    "reweighed",
    "special_deliveries",
    "taken_back",
    "with_oddities",
    "without_moisture",
]

DIP_FARM: Final = "farm-wenona"
"""Its corn is sold by the cooperative before enough of it has come."""

OVERSALE_FARM: Final = "farm-bruns"
"""More of its corn is sold by Salt Creek than ever came."""

VOID_FARM: Final = "farm-ransom"
"""One ticket of its corn is taken back by the cooperative a fortnight later."""

MISWEIGHED_LB: Final = 7_600
SHORT_LB: Final = 1_200
GAP_DRY_LB_E4: Final = 12_000_000

_SEMI_LB: Final = (50_000, 53_000)
_DEEP_ENOUGH_E4: Final = -50_000_000
_LATE_EVENING: Final = datetime.combine(date(2026, 12, 31), time(23, 40))


def lot_of(fields: Sequence[Field], farm_id: str) -> Field:
    """The first corn field of a farm."""
    return next(lot for lot in fields if lot.farm.id == farm_id and lot.crop == CORN)


def special_deliveries(random: Random, fields: Sequence[Field]) -> Iterator[Load]:
    """The corn of the two fields that will be sold too early and too much, and the ticket that will be void."""
    dip = lot_of(fields, DIP_FARM)
    yield from _hauled(random, dip, ILLINI, working_days(date(2026, 10, 5), date(2026, 10, 19)), 4)
    yield from _hauled(random, dip, ILLINI, working_days(date(2026, 11, 2), date(2026, 11, 10)), 9)
    oversold = lot_of(fields, OVERSALE_FARM)
    yield from _hauled(random, oversold, SALT_CREEK, working_days(FIRST_DAY, date(2026, 11, 20)), 12)
    for load in _hauled(random, lot_of(fields, VOID_FARM), ILLINI, [date(2026, 10, 20)], 1):
        yield replace(load, status="void")


def _hauled(random: Random, lot: Field, elevator: str, days: Sequence[date], count: int) -> Iterator[Load]:
    share = Share(lot.farm.codes[elevator], lot.farm.id, lot.code, "100", lot.ci, lot.field_id)
    for _ in range(count):
        day, about_lb = random.choice(days), random.randrange(*_SEMI_LB)
        yield load_of(random, elevator, day, lot.crop, about_lb, f"14.{random.randrange(10)}", share)


def over_sales(random: Random, fields: Sequence[Field], books: Books) -> Iterator[Load]:
    """Five trucks of corn of which four loads have come, and trucks until more corn is gone than ever came."""
    dip, oversold = lot_of(fields, DIP_FARM), lot_of(fields, OVERSALE_FARM)
    for number in (20, 21, 22, 23, 26):
        yield from _sold(random, books, ILLINI, dip, date(2026, 10, number))
    account = books.accounts[SALT_CREEK, CORN, oversold.ci]
    for day in working_days(date(2026, 12, 11), date(2026, 12, 22)):
        for _ in range(2):
            if account.balance(0, FIRST_DAY, day) > _DEEP_ENOUGH_E4:
                yield from _sold(random, books, SALT_CREEK, oversold, day)


def _sold(random: Random, books: Books, elevator: str, lot: Field, day: date) -> Iterator[Load]:
    load = sale(random, elevator, day, CORN, lot.ci, BUYERS[CORN])
    book(books, load)
    yield load


def with_oddities(loads: Sequence[Load]) -> list[Load]:
    """The same loads, one without moisture, one late on New Year's Eve."""
    dry = next(load for load in loads if _is_lot(load, HAVANA) and fortnight_of(load.day) == FORTNIGHTS[2])
    late = next(load for load in loads if _is_lot(load, HAVANA) and fortnight_of(load.day) == FORTNIGHTS[6])
    changed = {id(dry): replace(dry, moisture=None), id(late): replace(late, at=_LATE_EVENING)}
    return [changed.get(id(load), load) for load in loads]


def _is_lot(load: Load, elevator: str) -> bool:
    """A corn load of one owner with a report."""
    return load.elevator == elevator and load.crop == CORN and [share.ci for share in load.shares] != [None]


def without_moisture(loads: Sequence[Load]) -> Load:
    """The load whose moisture was not measured."""
    return next(load for load in loads if load.moisture is None)


def taken_back(loads: Sequence[Load]) -> Load:
    """The load whose ticket becomes void a fortnight later."""
    return next(load for load in loads if load.status == "void")


def in_yard(loads: Sequence[Load]) -> Load:
    """The last load of the first fortnight at the cooperative, which is weighed out after its export."""
    return [load for load in loads if load.elevator == ILLINI and fortnight_of(load.day) == FORTNIGHTS[0]][-1]


def reweighed(loads: Sequence[Load]) -> Load:
    """The load whose first export says 7,600 lb too much."""
    hauled = (load for load in loads if _is_lot(load, SALT_CREEK) and load.is_in and len(load.shares) == 1)
    return next(load for load in hauled if load.shares[0].seller_id != OVERSALE_FARM)


def as_first_weighed(load: Load) -> Load:
    """What the first export says of it: the empty truck was weighed too light."""
    return replace(load, tare=load.tare - MISWEIGHED_LB, net=load.net + MISWEIGHED_LB)


def received_short(loads: Sequence[Load]) -> Load:
    """A load of Salt Creek's of which the refiner finds less than was sold."""
    sold = (load for load in loads if load.elevator == SALT_CREEK and not load.is_in and load.crop == CORN)
    return next(load for load in sold if load.ci is not None and fortnight_of(load.day) == FORTNIGHTS[5])


def gap_key(stocks: Mapping[Key, int]) -> Key:
    """The CI of which Havana says it began with less than it ended with."""
    return next(key for key, left in stocks.items() if key[0] == HAVANA and left > GAP_DRY_LB_E4)
