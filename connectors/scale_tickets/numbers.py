"""Figures as one partner writes them, read by its profile and by nothing else.

decimal ",", thousands "." and narrow blanks    24.176,473 -> 24176.473    24 176 -> 24176    15.5 -> refused
"""

import re
from typing import Final

from connectors.base import CellError
from connectors.scale_tickets.writing import Numbers
from hub.errors import InvalidInput
from hub.messages import scaled

__all__ = ["ContradictionError", "Figures"]

_MARKS: Final = {"space": " ", "nbsp": "\u00a0", "narrow_nbsp": "\u202f"}
_ANY_NUMBER: Final = re.compile(
    r"[+-]?[0-9.,'\u2019 \u00a0\u202f]*[0-9][0-9.,'\u2019 \u00a0\u202f]*(?:[eE][+-]?[0-9]+)?"
)
_WITHHELD: Final = re.compile(r"\([A-Z]{1,3}\)")


class ContradictionError(CellError):
    """A figure, but not written as the profile says; too many of them and the profile is wrong."""


class Figures:
    """Reads the figures of one partner."""

    def __init__(self, numbers: Numbers) -> None:
        self._decimal = numbers.decimal
        marks = "".join(re.escape(_MARKS.get(mark, mark)) for mark in numbers.thousands)
        grouped = rf"|[0-9]{{1,3}}(?:(?P<mark>[{marks}])[0-9]{{3}})(?:(?P=mark)[0-9]{{3}})*" if marks else ""
        point = re.escape(numbers.decimal)
        self._grammar = re.compile(
            rf"(?P<sign>[+-]?)(?P<whole>[0-9]+{grouped}|(?={point}[0-9]))"
            rf"(?:{point}(?P<fraction>[0-9]*))?(?P<exponent>[eE][+-]?[0-9]{{1,9}})?"
        )

    def read(self, cell: str, scale: int) -> int:
        """The figure as an integer of ``10 ** -scale``, exactly.

        Raises:
            ContradictionError: it is written in another convention.
            CellError: it is no figure, or does not fit.
        """
        text = cell.strip()
        match = self._grammar.fullmatch(text)
        if match is None:
            raise self._refused(text)
        whole = re.sub(r"[^0-9]", "", match["whole"])
        plain = f"{match['sign']}{whole}.{match['fraction'] or ''}{match['exponent'] or ''}"
        try:
            return scaled(plain, scale)
        except InvalidInput as error:
            what, _, remedy = str(error).partition("; ")
            raise CellError(what, remedy or "correct the cell", cell) from error

    def contradicts(self, cell: str) -> bool:
        """Whether a cell is a figure, but in another convention."""
        text = cell.strip()
        return self._grammar.fullmatch(text) is None and _ANY_NUMBER.fullmatch(text) is not None

    def _refused(self, text: str) -> CellError:
        if _WITHHELD.fullmatch(text):
            return CellError("is withheld: there is no figure", "ask the partner for it", text)
        if _ANY_NUMBER.fullmatch(text):
            remedy = "correct the cell, or numbers in the profile if the partner always writes so"
            return ContradictionError(f"contradicts the profile, whose decimal mark is {self._decimal!r}", remedy, text)
        return CellError("is no figure", "correct the cell", text)
