"""One row of a file as one line of a ticket: what it is part of, and what it says."""

from collections.abc import Callable
from datetime import date
from typing import Final

from connectors.base import CellError, Place
from connectors.scale_tickets.cells import Cells, Oddity
from connectors.scale_tickets.content import Content, TicketRow, Where
from connectors.scale_tickets.days import crop_year, read_day, season
from connectors.scale_tickets.figures import WHOLE_PCT_E6
from connectors.scale_tickets.numbering import ticket_no
from connectors.scale_tickets.numbers import Figures
from connectors.scale_tickets.parties import party_of
from connectors.scale_tickets.profile import ScaleTickets
from connectors.scale_tickets.sheet import Row
from connectors.scale_tickets.vocabulary import TicketStatus, Way
from connectors.scale_tickets.weighing import weighed

__all__ = ["read_row"]

_LEFT_OUT: Final = {
    Way.IN: ("ci", "is left out: what comes in has the CI of its farm's report"),
    Way.OUT: ("field", "is left out: a sale names a CI, not a field"),
}
"""Columns that say nothing to the books of a load that went this way."""

_SEQUENCE_LENGTH_MAX: Final = 20  # with site, ticket and season it must fit an event id
_CODE_LENGTH_MAX: Final = 60  # after the partner's id it names somebody nobody has listed


def read_row(file: str, row: Row, profile: ScaleTickets, figures: Figures, today: date) -> TicketRow:
    """Read one row; nothing is raised, whatever is wrong with it."""
    place = Place(file, row.row)
    if row.fault is not None:
        return TicketRow(place, None, None, None, None, None, None, ((None, row.fault),), ())
    if row.is_total:
        return TicketRow(place, None, None, None, None, None, "a total, no ticket", (), ())
    cells = Cells(row.cells)
    where, day = _where(cells, profile, today)
    status = cells.find("status", profile.status.find)
    direction = cells.find("direction", profile.direction.find)
    content, party = None, None
    if status is TicketStatus.POSTED and direction is not None:
        content = _content(cells, profile, figures, direction, day)
    if content is not None:
        party = party_of(cells, content, profile)
        _note_what_is_not_used(cells, content.direction, where)
    skip = str(cells.skips[0]) if cells.skips else None
    faults = () if skip or status is TicketStatus.IN_YARD else tuple(cells.faults)
    if faults:
        content, party = None, None
    return TicketRow(place, where, day, status, content, party, skip, faults, tuple(cells.oddities))


def _note_what_is_not_used(cells: Cells, way: Way, where: Where | None) -> None:
    """Tell of a cell that changes nothing, and of a row that nothing tells from another."""
    column, text = _LEFT_OUT[way]
    if cells.text(column):
        remedy = "empty the cell, or correct the direction"
        cells.oddities.append(Oddity(column, text, remedy, cells.text(column)))
    if where is not None and where.ticket is None:
        text = "there is no number: known again by its content alone, so that a changed row is one more load"
        remedy = "ask the partner for ticket numbers; if a row has changed, reverse what it said before"
        cells.oddities.append(Oddity("ticket", text, remedy))


def _where(cells: Cells, profile: ScaleTickets, today: date) -> tuple[Where | None, date | None]:
    site = cells.find("site", profile.site.find)
    read = cells.take("date", lambda cell: read_day(cell, profile.dates, today))
    faults = len(cells.faults)
    ticket = cells.take("ticket", lambda cell: ticket_no(cell, profile.tickets))
    sequence = cells.take("sequence", _sequence) if profile.columns.sequence is not None else None
    if read is not None and read.oddity is not None:
        cells.oddities.append(Oddity("date", read.oddity, "check the scale's clock", cells.text("date")))
    if site is None or read is None or len(cells.faults) > faults:
        return None, read.day if read else None
    return Where(site, sequence, ticket, season(read.day, profile.dates)), read.day


def _sequence(cell: str) -> str:
    text = cell.strip()
    if not text or len(text) > _SEQUENCE_LENGTH_MAX:
        remedy = "every ticket of the site names its scale: correct the cell"
        raise CellError(f"is empty or longer than {_SEQUENCE_LENGTH_MAX} characters", remedy, cell)
    return text


def _content(cells: Cells, profile: ScaleTickets, figures: Figures, direction: Way, day: date | None) -> Content | None:
    commodity = cells.find("commodity", profile.commodity.find)
    program = cells.find("program", profile.program.find)
    load = weighed(cells, profile, figures, commodity) if commodity is not None else None
    is_out = direction is Way.OUT
    year = None
    if not is_out and day is not None:
        year = cells.take("crop_year", lambda cell: _crop_year(cell, profile, day))
    ci_e6 = _optional(cells, "ci", lambda cell: figures.read(cell, 6)) if is_out else None
    share = _optional(cells, "share", lambda cell: _share(cell, figures))
    customer, field = (" ".join(cells.text(name).split()) for name in ("customer", "field"))
    if not 0 < len(customer) <= _CODE_LENGTH_MAX:
        text = f"is empty or longer than {_CODE_LENGTH_MAX} characters"
        cells.refuse("customer", text, "every load has an owner or a buyer: correct the ticket")
    if load is None or program is None:
        return None
    return Content(
        direction=direction,
        load=load,
        crop_year=year,
        ci_e6=ci_e6,
        customer=customer,
        field=field,
        program=program,
        share_pct_e6=share,
    )


def _crop_year(cell: str, profile: ScaleTickets, day: date) -> int:
    """By the column where there is one, else the season of the day."""
    return season(day, profile.dates) if profile.columns.crop_year is None else crop_year(cell, day)


def _share(cell: str, figures: Figures) -> int:
    share = figures.read(cell.strip().removesuffix("%"), 6)
    if not 0 < share <= WHOLE_PCT_E6:
        raise CellError("is no share: it is above 0 and at most 100 percent", "correct the ticket", cell)
    return share


def _optional(cells: Cells, name: str, read: Callable[[str], int]) -> int | None:
    return cells.take(name, read) if cells.text(name) else None
