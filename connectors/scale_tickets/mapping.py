"""Rows of a file to statements: pure, with a result for every row that is in none of them."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from connectors.base import CellError, Kind, Mapped, Result, Statement
from connectors.scale_tickets.content import TicketRow
from connectors.scale_tickets.days import is_written_as
from connectors.scale_tickets.figures import WHOLE_PCT_E3
from connectors.scale_tickets.numbers import ContradictionError, Figures
from connectors.scale_tickets.profile import ScaleTickets
from connectors.scale_tickets.sheet import Sheet
from connectors.scale_tickets.statements import by_ticket, statements_of
from connectors.scale_tickets.ticket_row import read_row
from connectors.scale_tickets.tickets import TicketError
from connectors.scale_tickets.vocabulary import TicketStatus
from connectors.scale_tickets.weighing import ImplausibleError

__all__ = ["map_sheet"]

_FIGURE_COLUMNS: Final = ("gross", "tare", "net", "moisture", "share", "shrunk_bushels", "ci")
_EXAMPLES_MAX: Final = 3


def map_sheet(sheet: Sheet, profile: ScaleTickets, today: date) -> Mapped:
    """Map one file; `today` is the last day a ticket can be of."""
    figures = Figures(profile.numbers)
    refusal = sheet.fault or _contradiction(sheet, profile, figures)
    if refusal is not None:
        return _refused(sheet, profile, refusal)
    rows = [read_row(sheet.file, row, profile, figures, today) for row in sheet.rows]
    refusal = _other_unit(rows, profile)
    if refusal is not None:
        return _refused(sheet, profile, refusal)
    statements, results = _statements(rows, profile)
    days = [row.day for row in rows if row.day is not None]
    return Mapped(
        file=sheet.file,
        partner_id=profile.partner,
        rule_version=profile.rule_version,
        statements=tuple(statements),
        results=(*(result for row in rows for result in _about(row)), *results, *_cut_off(sheet)),
        seen=frozenset(by_ticket(rows)),
        days=(min(days), max(days)) if days else None,
        exported_at=sheet.exported_at,
        rows=len(rows),
        unread_columns=sheet.unread_columns,
    )


def _refused(sheet: Sheet, profile: ScaleTickets, refusal: CellError) -> Mapped:
    text = f"the file is refused whole: {refusal.text}"
    result = Result(Kind.ERROR, sheet.file, None, text, value=refusal.value, remedy=refusal.remedy)
    return Mapped(
        file=sheet.file,
        partner_id=profile.partner,
        rule_version=profile.rule_version,
        results=(result,),
        rows=len(sheet.rows),
        refused=True,
    )


def _contradiction(sheet: Sheet, profile: ScaleTickets, figures: Figures) -> CellError | None:
    """Why the profile is not this file's: too much is written otherwise, and what fits may fit by chance."""
    figure_cells = [cell for name in _FIGURE_COLUMNS for cell in _cells(sheet, name)]
    days = list(_cells(sheet, "date"))
    otherwise = [(row, cell) for row, cell in figure_cells if figures.contradicts(cell.removesuffix("%"))]
    unread = [(row, cell) for row, cell in days if not is_written_as(cell, profile.dates)]
    for what, odd, cells in (("figures", otherwise, figure_cells), ("dates", unread, days)):
        if _is_too_many(len(odd), len(cells), profile):
            examples = ", ".join(f"row {row}: {cell!r}" for row, cell in odd[:_EXAMPLES_MAX])
            text = f"{len(odd)} of {len(cells)} {what} contradict the profile ({examples})"
            remedy = "correct numbers or dates in the profile, or ask the partner for its usual export"
            return ContradictionError(text, remedy)
    return None


def _cells(sheet: Sheet, name: str) -> Iterator[tuple[int, str]]:
    """The cells of a column that are not empty, with their rows."""
    for row in sheet.rows:
        cell = row.cells.get(name, "").strip()
        if cell:
            yield row.row, cell


def _other_unit(rows: Sequence[TicketRow], profile: ScaleTickets) -> CellError | None:
    """Why the unit is not this file's: too many loads weigh what no truck does, and light trucks would pass."""
    weighed = [row for row in rows if row.content is not None or _implausible(row)]
    odd = [fault for row in weighed if (fault := _implausible(row)) is not None]
    if not _is_too_many(len(odd), len(weighed), profile):
        return None
    return ContradictionError(
        f"{len(odd)} of {len(weighed)} loads are no truckloads: the first {odd[0].text}", odd[0].remedy
    )


def _implausible(row: TicketRow) -> CellError | None:
    return next((fault for _, fault in row.faults if isinstance(fault, ImplausibleError)), None)


def _is_too_many(odd: int, cells: int, profile: ScaleTickets) -> bool:
    return odd > 1 and odd * WHOLE_PCT_E3 > profile.numbers.contradicting_pct_max * cells


def _about(row: TicketRow) -> Iterator[Result]:
    """What there is to say of a row by itself."""
    label = _label(row)
    for field, fault in row.faults:
        yield Result(Kind.ERROR, *row.place, fault.text, field, fault.value, fault.remedy, label)
    if row.skip is not None:
        yield Result(Kind.SKIPPED, *row.place, row.skip, label=label)
    elif row.status is TicketStatus.IN_YARD and not row.faults:
        yield Result(Kind.SKIPPED, *row.place, "in the yard: not weighed out yet", label=label)
    for odd in row.oddities:
        yield Result(Kind.WARNING, *row.place, odd.text, odd.field, odd.value, odd.remedy, label)


def _cut_off(sheet: Sheet) -> Iterator[Result]:
    """A file that was cut off looks like any other, but for the end of its last line, or that it has no row."""
    if not sheet.rows:
        text, remedy = "there are no rows below the headers", "ask the partner whether nothing was weighed"
        yield Result(Kind.WARNING, sheet.file, None, text, remedy=remedy)
    elif sheet.is_open:
        text = "the last line has no end: if the file was cut off, so is the row's last cell"
        remedy = "hold the row against the partner's system, or export the file again"
        yield Result(Kind.WARNING, sheet.file, sheet.rows[-1].row, text, remedy=remedy)


def _statements(rows: Sequence[TicketRow], profile: ScaleTickets) -> tuple[list[Statement], list[Result]]:
    """The statements of every ticket that can be read, and results for the rows of the others."""
    statements: list[Statement] = []
    results: list[Result] = []
    told = [row for row in rows if row.skip is None and row.status is not TicketStatus.IN_YARD]
    for key, of_ticket in by_ticket(told).items():
        broken = [str(row.place.row) for row in of_ticket if row.faults]
        if broken:
            text = f"left out: row {', '.join(broken)} of the same ticket is refused"
            results += [Result(Kind.SKIPPED, *row.place, text) for row in of_ticket if not row.faults]
            continue
        try:
            statements += statements_of(key, of_ticket, profile)
        except TicketError as fault:
            results += [_refusal(row, fault) for row in of_ticket]
    return statements, results


def _refusal(row: TicketRow, fault: TicketError) -> Result:
    return Result(Kind.ERROR, *row.place, fault.text, "ticket", fault.value, fault.remedy, _label(row))


def _label(row: TicketRow) -> str | None:
    return f"ticket {row.where.ticket_no}" if row.where is not None and row.where.ticket_no else None
