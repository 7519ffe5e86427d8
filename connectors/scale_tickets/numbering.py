"""Ticket numbers, which are text: what a spreadsheet has done to one is an error, never undone by guessing.

004101               004101; another ticket than 4101 unless the profile declares a width
4101.0, 1.91E+18     errors: digits may be gone
"""

import re
from typing import Final

from connectors.base import CellError
from connectors.scale_tickets.writing import Tickets

__all__ = ["ticket_no"]

_DAMAGED: Final = re.compile(r"[0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?|[0-9]+[eE]\+[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+|=.*")
_LENGTH_MAX: Final = 40  # with site, scale and season it must fit an event id


def ticket_no(cell: str, tickets: Tickets) -> str | None:
    """The number as text; None where the ticket has none.

    Raises:
        CellError: a spreadsheet has been at it, or it is longer than any number.
    """
    text = cell.strip()
    if not text:
        return None
    if _DAMAGED.fullmatch(text):
        remedy = "export the column as text: a spreadsheet has rewritten it, and digits may be gone"
        raise CellError("is no ticket number any more", remedy, cell)
    if tickets.width is not None and text.isascii() and text.isdecimal():
        text = text.lstrip("0").zfill(tickets.width)
    limit = _LENGTH_MAX if tickets.width is None or not text.isdecimal() else tickets.width
    if len(text) > limit:
        raise CellError(f"is longer than {limit} characters", "correct the cell or tickets.width in the profile", cell)
    return text
