"""Mass balance periods: continuous, at most three months, pre-defined (2100.034(b), domain.md 3.4, 3.5 #13-#15).

A holder's calendar is its declared periods plus provisional ones where a movement falls outside them:

    declared [10-01, 01-01)   movement on 02-15   ->  provisional [01-01, 04-01)
"""

from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

__all__ = ["MONTHS_MAX", "Period", "add_months", "calendar", "months", "quarter_of"]

MONTHS_MAX: Final = 3


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """One period of a holder, half-open [start, end_exclusive); `period_id` None = provisional."""

    start: date
    end_exclusive: date
    period_id: str | None = None

    @property
    def name(self) -> str:
        """The declared id, or a name that says the period is provisional and when it starts."""
        return self.period_id if self.period_id is not None else f"provisional {self.start.isoformat()}"

    @property
    def months(self) -> list[date]:
        """The first days of the calendar months it touches."""
        return months(self.start, self.end_exclusive - timedelta(days=1))


def add_months(day: date, months: int) -> date:
    """The same day `months` later, clamped to the month's end: 30 Nov + 3 = 28 Feb (domain.md 3.5 #13)."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def months(first: date, last: date) -> list[date]:
    """The first days of the calendar months from the one of `first` to the one of `last`."""
    span = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    return [date(number // 12, number % 12 + 1, 1) for number in span]


def quarter_of(day: date) -> date:
    """The first day of the calendar quarter a day is in."""
    return date(day.year, 3 * ((day.month - 1) // 3) + 1, 1)


def calendar(declared: Sequence[Period], first_movement: date | None, last_movement: date | None) -> list[Period]:
    """A holder's periods in order, without gap, wide enough for its movements.

    Args:
        declared: the accepted declarations; contiguous, because each was admitted against the one before.
        first_movement: date of the holder's first movement, where provisional periods begin if it lies before
            the first declared period.
        last_movement: date up to which periods are needed.
    """
    ordered = sorted(declared)
    before: list[Period] = []
    if first_movement is not None and (not ordered or first_movement < ordered[0].start):
        before = list(_tiles(first_movement, ordered[0].start if ordered else None, last_movement))
    if not ordered:
        return before
    return before + ordered + list(_tiles(ordered[-1].end_exclusive, None, last_movement))


def _tiles(start: date, stop: date | None, last: date | None) -> Iterator[Period]:
    """Provisional periods of three months from `start`, cut at `stop`, until `last` is covered."""
    limit = last if stop is None else stop
    while limit is not None and (start < limit or (stop is None and start == limit)):
        end = add_months(start, MONTHS_MAX)
        end = end if stop is None else min(end, stop)
        yield Period(start, end)
        start = end
