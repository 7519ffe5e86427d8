"""Holders' calendars and what they declare of a period."""

from datetime import date
from typing import NamedTuple

from hub.ledger.facts import PhysicalStock, Stock
from hub.ledger.period import Period

__all__ = ["Close", "DeclaredPeriod", "Holder"]


class DeclaredPeriod(NamedTuple):
    """An effective period declaration of a holder; predefined = it never began before what it says was declared."""

    entity_id: str
    period_id: str
    start: date
    end_exclusive: date
    declared_on: date
    is_predefined: bool
    root_event_id: str


class Close(NamedTuple):
    """The effective close of a period: the last unreversed revision in its author's order."""

    entity_id: str
    period_id: str
    event_id: str
    author_seq: int
    closed_on: date
    due: date | None
    """When a close of a period nobody declared becomes a finding."""
    stocks: tuple[Stock, ...]
    physical: tuple[PhysicalStock, ...] = ()


class Holder(NamedTuple):
    """A holder's calendar: its periods, and the movements the provisional ones must cover."""

    entity_id: str
    first_movement: date | None
    last_movement: date | None
    periods: tuple[Period, ...]
