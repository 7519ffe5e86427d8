"""The day it is: by the books, and by the wall clock where the hub's calendar is kept."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from hub.ledger.books import Books
from hub.ledger.rows import HubDay

__all__ = ["hub_day", "wall_day"]


def hub_day(books: Books) -> date | None:
    """The last day that was opened; None before the first."""
    return next((row.day for row in books.scan(HubDay)), None)


def wall_day(zone: str) -> date:
    """The calendar day it is now in a zone."""
    return datetime.now(ZoneInfo(zone)).date()
