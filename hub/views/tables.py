"""Tables for people: a figure, a day, a code or an id is always printed whole; only words fold.

A table that needs more room than the window has is wider than the window: a line that wraps can still be read, a
figure that has lost its end reads as another one.
"""

import io
import shutil
from collections.abc import Sequence
from typing import Final, NamedTuple

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

__all__ = ["Heading", "table_text"]

_WIDTH_MIN: Final = 150
_WORDS_WIDTH_MIN: Final = 24  # more than any figure within words
_GAP: Final = 3


class Heading(NamedTuple):
    """The head of a column: `figures` stand at the right, `folds` if it holds words for people."""

    text: str
    figures: bool = False
    folds: bool = False


def table_text(headings: Sequence[Heading], rows: Sequence[Sequence[str]], title: str | None = None) -> str:
    """A table, every cell of it complete and taken literally; what does not print shows as Python writes it."""
    rows = [[_printable(cell) for cell in row] for row in rows]
    grid = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    widths = [_width(heading, number, rows) for number, heading in enumerate(headings)]
    for heading, width in zip(headings, widths, strict=True):
        grid.add_column(
            heading.text,
            justify="right" if heading.figures else "left",
            no_wrap=not heading.folds,
            overflow="fold",
            min_width=width,
        )
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    out = io.StringIO()
    room = max(shutil.get_terminal_size((_WIDTH_MIN, 0)).columns, sum(width + _GAP for width in widths) + 1)
    Console(file=out, width=room, color_system=None).print(grid)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")


def _width(heading: Heading, number: int, rows: Sequence[Sequence[str]]) -> int:
    """What the column needs: all of its longest cell, of words a part."""
    whole = max(cell_len(text) for text in (heading.text, *(row[number] for row in rows)))
    return min(whole, _WORDS_WIDTH_MIN) if heading.folds else whole


def _printable(cell: str) -> str:
    return "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in cell)
