"""Days of tickets: a date is a local business day, a timestamp becomes one by its offset and the site's zone.

10/03/2026                    -> 3 October, never through UTC
2026-04-01T04:40:00+00:00     -> 31 March in America/Chicago
"""

from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from connectors.base import CellError
from connectors.scale_tickets.writing import Dates

__all__ = ["LocalDay", "crop_year", "is_written_as", "read_day", "season"]


class LocalDay(NamedTuple):
    """The day of a ticket, and what is odd about how it is written."""

    day: date
    oddity: str | None = None


def read_day(cell: str, dates: Dates, today: date) -> LocalDay:
    """The local business day of a ticket.

    Raises:
        CellError: in none of the profile's formats, different days by two of them, or no day a ticket can have.
    """
    text = cell.strip()
    if not text:
        raise CellError("is empty", "every ticket has a day: correct the cell")
    found = {read for form in dates.formats if (read := _parsed(text, form, dates.zone)) is not None}
    if len({read.day for read in found}) != 1:
        what = "is another day by each of the profile's formats" if found else "is in none of the profile's formats"
        raise CellError(what, f"the profile has {', '.join(dates.formats)}: correct it or the cell", cell)
    read = found.pop()
    if not dates.earliest <= read.day <= today:
        remedy = "correct the cell, or dates.earliest in the profile"
        raise CellError(f"is {read.day}, not between {dates.earliest} and {today}, the day it is", remedy, cell)
    return read


def is_written_as(cell: str, dates: Dates) -> bool:
    """Whether a cell is in any of the profile's formats."""
    return any(_parsed(cell.strip(), form, dates.zone) is not None for form in dates.formats)


def _parsed(text: str, form: str, zone: str) -> LocalDay | None:
    try:
        stamp = datetime.strptime(text, form)  # noqa: DTZ007 - without %z it is local time already
        local = stamp if stamp.tzinfo is None else stamp.astimezone(ZoneInfo(zone))
    except (ValueError, OverflowError):  # the second where the day in the zone is outside the calendar
        return None
    if stamp.tzinfo is None:
        return LocalDay(stamp.date())
    odd = stamp.utcoffset() not in (timedelta(0), local.utcoffset())
    return LocalDay(local.date(), f"its offset is not that of {zone}; the instant counts" if odd else None)


def season(day: date, dates: Dates) -> int:
    """The year in which the season of a day began."""
    return day.year if day.month >= dates.season_start_month else day.year - 1


def crop_year(cell: str, day: date) -> int:
    """The year of harvest as a column says it: 2026, or a marketing year 2026/27.

    Raises:
        CellError: not a year with four digits, or one after the ticket.
    """
    year, _, rest = cell.strip().partition("/")
    if not (year.isascii() and year.isdecimal() and len(year) == len("2026")) or (rest and not rest.isdecimal()):
        raise CellError("is no crop year", "write the year of harvest, such as 2026 or 2026/27", cell)
    if not day.year - 5 <= int(year) <= day.year:
        raise CellError(f"is no crop that a ticket of {day} can be of", "correct the cell", cell)
    return int(year)
