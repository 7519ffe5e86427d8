"""The world's days: two quarters of thirteen fortnights, each exported and imported on the day after it ends."""

from datetime import date, datetime, timedelta
from typing import Final

__all__ = [
    "CLOSES",
    "FIRST_DAY",
    "FORTNIGHTS",
    "LAST_DAY",
    "OPENING",
    "PERIODS",
    "REPORT_DAYS",
    "fortnight_of",
    "import_day",
    "utc",
    "working_days",
]

OPENING: Final = date(2026, 9, 15)
FIRST_DAY: Final = date(2026, 10, 1)
LAST_DAY: Final = date(2027, 3, 31)
PERIODS: Final = {
    "2026Q4": (date(2026, 10, 1), date(2027, 1, 1)),
    "2027Q1": (date(2027, 1, 1), date(2027, 4, 1)),
}
CLOSES: Final = {"2026Q4": date(2027, 1, 11), "2027Q1": date(2027, 4, 12)}

_LENGTH: Final = timedelta(14)
FORTNIGHTS: Final = tuple(FIRST_DAY + _LENGTH * number for number in range(13))
"""First day of each; the thirteenth ends on LAST_DAY."""

REPORT_DAYS: Final = (date(2026, 9, 30), *(start + _LENGTH for start in FORTNIGHTS))
"""On these days reports signed since the last of them reach the hub, before the tickets of the fortnight do."""

_SUNDAY: Final = 6
_STANDARD_TIME_FROM: Final = date(2026, 11, 1)
_DAYLIGHT_TIME_FROM: Final = date(2027, 3, 14)


def fortnight_of(day: date) -> date:
    """The first day of the fortnight a day is in."""
    return FORTNIGHTS[(day - FIRST_DAY) // _LENGTH]


def import_day(day: date) -> date:
    """The hub's day on which a ticket of this day is imported."""
    return fortnight_of(day) + _LENGTH


def working_days(first: date, last: date) -> list[date]:
    """Monday to Saturday."""
    days = (first + timedelta(number) for number in range((last - first).days + 1))
    return [day for day in days if day.weekday() != _SUNDAY]


def utc(local: datetime) -> datetime:
    """The instant of a local time in Illinois; written out, so that no zone file decides what is generated."""
    is_standard = _STANDARD_TIME_FROM <= local.date() < _DAYLIGHT_TIME_FROM
    return local + timedelta(hours=6 if is_standard else 5)
