"""The world put together: fields, loads with their ticket numbers, and the holders' own books."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from connectors.scale_tickets.world import planted
from connectors.scale_tickets.world.accounts import Books
from connectors.scale_tickets.world.harvest import Field, harvest
from connectors.scale_tickets.world.loads import Load, conventional_loads, deliveries
from connectors.scale_tickets.world.people import HAVANA, SALT_CREEK
from connectors.scale_tickets.world.sales import book, sales

__all__ = ["World", "world"]

_SEED: Final = 2100
_FIRST_NUMBER: Final = {SALT_CREEK: 20_411, HAVANA: 118_204}


@dataclass(frozen=True, slots=True)
class World:
    """Everything that happened; `loads` in the order of their tickets."""

    fields: Sequence[Field]
    loads: Sequence[Load]
    books: Books


def world() -> World:
    """The one world there is: the same at every call."""
    random, books = Random(_SEED), Books()  # noqa: S311 - a made-up world, no secret
    fields = harvest(random)
    special = [planted.lot_of(fields, planted.DIP_FARM), planted.lot_of(fields, planted.OVERSALE_FARM)]
    usual = list(deliveries(random, [lot for lot in fields if lot not in special]))
    loads = [*planted.with_oddities(usual), *planted.special_deliveries(random, fields)]
    loads += conventional_loads(random)
    for load in loads:
        if load.status != "void":
            book(books, load)
    loads += planted.over_sales(random, fields, books)
    loads += sales(random, fields, books, frozenset(lot.ci for lot in special))
    return World(fields, _numbered(loads), books)


def _numbered(loads: Sequence[Load]) -> list[Load]:
    """Each scale counts its own tickets, in and out alike."""
    counts: dict[tuple[str, str, str], int] = {}
    numbered = []
    for load in sorted(loads, key=lambda load: (load.at, load.elevator, load.site, load.scale, load.net)):
        scale = (load.elevator, load.site, load.scale)
        counts[scale] = counts.get(scale, _FIRST_NUMBER.get(load.elevator, 1) - 1) + 1
        numbered.append(replace(load, number=counts[scale]))
    return numbered
