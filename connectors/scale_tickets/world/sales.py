"""What the elevators sold, day by day, of what they held that day under a report the hub had."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Final

from connectors.scale_tickets.world.accounts import Books
from connectors.scale_tickets.world.calendar import FIRST_DAY, LAST_DAY, working_days
from connectors.scale_tickets.world.harvest import CORN, SOYBEANS, Field
from connectors.scale_tickets.world.loads import Load, Share, load_of
from connectors.scale_tickets.world.people import ELEVATORS, HAVANA, ILLINI, SALT_CREEK

__all__ = ["BUYERS", "FEED_MILL", "book", "sale", "sales"]

BUYERS: Final = {CORN: "refiner-blue-prairie", SOYBEANS: "crusher-prairie-state"}
FEED_MILL: Final = "feed mill"
"""A buyer of conventional corn whom the hub does not know."""

_CODES: Final = {
    SALT_CREEK: {BUYERS[CORN]: "9001", BUYERS[SOYBEANS]: "9002", FEED_MILL: "9999"},
    HAVANA: {BUYERS[CORN]: "Blue Prairie", BUYERS[SOYBEANS]: "Prairie State", FEED_MILL: "Mühle Pekin"},
    ILLINI: {BUYERS[CORN]: "BLUEP", BUYERS[SOYBEANS]: "PRSOY", FEED_MILL: "MILL"},
}
_TRUCK_LB: Final = (54_000, 57_000)
_TRUCK_DRY_LB_E4: Final = 500_000_000  # more than any of these trucks holds
_TRUCKS_A_DAY: Final = 6
_BEGIN_AFTER: Final = timedelta(10)


def book(books: Books, load: Load) -> None:
    """Enter a load: shares of an inbound one under their CIs, an outbound one at its seller and its buyer."""
    if load.is_in:
        for share, dry in load.dry_lb_e4():
            if share.ci is not None:
                books.receive(load.elevator, load.crop, share.ci, load.day, dry)
    elif load.ci is not None:
        ((_, dry),) = load.dry_lb_e4()
        books.sell(load.elevator, load.crop, load.ci, load.day, dry)
        books.receive(BUYERS[load.crop], load.crop, load.ci, load.day, dry)


def sale(random: Random, elevator: str, day: date, crop: str, ci: str | None, buyer: str) -> Load:
    """One truck out."""
    tenths = random.randrange(140, 153) if crop == CORN else random.randrange(112, 129)
    share = Share(_CODES[elevator][buyer], buyer, ci=ci)
    about_lb = random.randrange(*_TRUCK_LB)
    load = load_of(random, elevator, day, crop, about_lb, f"{tenths // 10}.{tenths % 10}", share)
    return replace(load, is_in=False, ci=ci)


def sales(random: Random, fields: Sequence[Field], books: Books, reserved: frozenset[str]) -> Iterator[Load]:
    """A few trucks a day from each elevator; CIs in `reserved` are left alone."""
    for day in working_days(FIRST_DAY + _BEGIN_AFTER, LAST_DAY):
        for elevator in (one.id for one in ELEVATORS):
            for _ in range(random.randrange(_TRUCKS_A_DAY)):
                load = _one(random, elevator, day, _sellable(fields, books, elevator, day, reserved))
                book(books, load)
                yield load


def _one(random: Random, elevator: str, day: date, sellable: Sequence[tuple[str, str]]) -> Load:
    """A truck under a CI that is held, now and then one of conventional corn."""
    if not sellable or random.randrange(12) == 0:
        buyer = random.choice((BUYERS[CORN], FEED_MILL))
        return sale(random, elevator, day, CORN, None, buyer)
    crop, ci = random.choice(sellable)
    return sale(random, elevator, day, crop, ci, BUYERS[crop])


def _sellable(
    fields: Sequence[Field], books: Books, elevator: str, day: date, reserved: frozenset[str]
) -> list[tuple[str, str]]:
    """The CIs with a truckful in stock whose report was with the hub the day before."""
    found = []
    for lot in fields:
        key = (elevator, lot.crop, lot.ci)
        if lot.ci in reserved or lot.filed >= day or key not in books.accounts:
            continue
        yesterday = day - timedelta(1)
        account = books.accounts[key]
        sold_today = account.outgoing.get(day, 0)
        if account.balance(0, FIRST_DAY, yesterday) - sold_today > _TRUCK_DRY_LB_E4:
            found.append((lot.crop, lot.ci))
    return found
