"""Tickets put together from their rows: one load, perhaps shared among owners, or a void.

Rows that say the same once more are repeats. Rows that say something else about the same number are refused: it may
be another scale's ticket, and booking one of them in the place of the other would lose a load.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from connectors.base import CellError, Place
from connectors.scale_tickets.content import Content, TicketRow
from connectors.scale_tickets.figures import WHOLE_PCT_E6
from connectors.scale_tickets.profile import ScaleTickets
from connectors.scale_tickets.vocabulary import TicketStatus
from connectors.scale_tickets.writing import RowOrder
from hub.messages import decimal_text

__all__ = ["Ticket", "TicketError", "share_pct_e6", "tickets_of"]

_E6_PER_E3: Final = 1000


@dataclass(frozen=True, slots=True)
class Ticket:
    """One state of a ticket: its rows, one per owner, in an order of their own; one row if it is void."""

    rows: tuple[TicketRow, ...]
    repeats: tuple[tuple[Place, Place], ...] = ()

    @property
    def is_void(self) -> bool:
        """Whether it takes the ticket back."""
        return self.rows[0].status is TicketStatus.VOID

    @property
    def contents(self) -> list[Content]:
        """What its rows say."""
        return [row.content for row in self.rows if row.content is not None]


class TicketError(CellError):
    """A ticket whose rows do not fit together: all of them are refused."""


def tickets_of(rows: Sequence[TicketRow], profile: ScaleTickets) -> list[Ticket]:
    """The states of one ticket number in a file, in the order they came about; nearly always one.

    Raises:
        TicketError: its rows do not fit together.
    """
    stages = list(_stages(rows))
    if len(stages) > 1 and profile.file.rows is RowOrder.UNORDERED:
        remedy = "say `rows: oldest_first` under file in the profile, if the file is written so"
        raise TicketError("stands both posted and void in the file: nobody can tell which came last", remedy)
    return [_ticket(stage, profile) for stage in stages]


def _stages(rows: Sequence[TicketRow]) -> Iterator[list[TicketRow]]:
    """Rows in a row that are all void or all not."""
    for _, stage in groupby(rows, key=lambda row: row.status is TicketStatus.VOID):
        yield list(stage)


def _ticket(stage: Sequence[TicketRow], profile: ScaleTickets) -> Ticket:
    if stage[0].status is TicketStatus.VOID:
        if stage[0].where is None or stage[0].where.ticket is None:
            raise TicketError("is void but has no number", "say which ticket is void")
        return Ticket((stage[0],), tuple((row.place, stage[0].place) for row in stage[1:]))
    _check_one_load(stage)
    distinct, repeats = _distinct(stage)
    for rows, again in ((list(stage), ()), (distinct, repeats)):
        if abs(_share_sum(rows) - WHOLE_PCT_E6) <= profile.share_sum_tolerance_pct * _E6_PER_E3:
            return Ticket(tuple(sorted(rows, key=_by_owner)), again)
    raise _share_error(distinct)


def _check_one_load(stage: Sequence[TicketRow]) -> None:
    """All rows speak of the same load."""
    first = stage[0]
    for row in stage[1:]:
        differing = [name for name, value in _load(first).items() if _load(row)[name] != value]
        if differing:
            text = f"row {row.place.row} says another {', '.join(differing)} than row {first.place.row}"
            remedy = "name the scale's column in the profile if there are several, or correct the ticket"
            raise TicketError(f"stands more than once with different content: {text}", remedy)


def _load(row: TicketRow) -> dict[str, object]:
    content = row.content
    assert content is not None, "only rows with content are put together"
    return {
        "day": row.day,
        "direction": content.direction,
        "crop": content.load.commodity,
        "weight": (content.load.amount_e6, content.load.unit),
        "moisture": content.load.moisture_pct_e3,
        "crop year": content.crop_year,
        "CI": content.ci_e6,
    }


def _distinct(stage: Sequence[TicketRow]) -> tuple[list[TicketRow], tuple[tuple[Place, Place], ...]]:
    """Rows with a content of their own, and the others, each with the row it repeats."""
    first: dict[Content | None, TicketRow] = {}
    repeats = []
    for row in stage:
        known = first.setdefault(row.content, row)
        if known is not row:
            repeats.append((row.place, known.place))
    return list(first.values()), tuple(repeats)


def _share_sum(rows: Sequence[TicketRow]) -> int:
    return sum(share_pct_e6(row) for row in rows)


def share_pct_e6(row: TicketRow) -> int:
    """A row's share of the load; all of it unless it says otherwise."""
    assert row.content is not None, "only rows with content are put together"
    return WHOLE_PCT_E6 if row.content.share_pct_e6 is None else row.content.share_pct_e6


def _share_error(rows: Sequence[TicketRow]) -> TicketError:
    places = ", ".join(str(row.place.row) for row in rows)
    if all(row.content is not None and row.content.share_pct_e6 is None for row in rows):
        text = f"stands more than once with different content: rows {places} name different owners without shares"
        return TicketError(text, "name the share's column in the profile, or correct the ticket")
    total = decimal_text(_share_sum(rows), 6).rstrip("0").rstrip(".")
    return TicketError(f"the shares of rows {places} add up to {total} %", "correct the ticket's shares")


def _by_owner(row: TicketRow) -> tuple[str, str, str, int, Place]:
    """The same order whatever order a file has, so that the same shares are split the same way again."""
    assert row.content is not None, "only rows with content are put together"
    content = row.content
    return content.customer, content.field, content.program, share_pct_e6(row), row.place
