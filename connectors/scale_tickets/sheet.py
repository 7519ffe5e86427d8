"""A file's bytes as rows of text by canonical column; what cannot be read with certainty is refused whole.

EF BB BF "Ticket #,Farm,Net" ...    -> {"ticket": "4101", "customer": "Müller", "net": "24000"}
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from connectors.base import CellError
from connectors.scale_tickets.encoding import UNDECODABLE, decoded
from connectors.scale_tickets.json_rows import json_lines
from connectors.scale_tickets.profile import ScaleTickets
from connectors.scale_tickets.vocabulary import folded
from connectors.scale_tickets.writing import ExportStamp

__all__ = ["Row", "Sheet", "sheet_of"]

_ENDS: Final = ("\n", "\r", '"')
"""A last line that ends in one of these is complete."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row; `fault` says why its cells cannot be trusted, `is_total` that it is no ticket at all."""

    row: int
    cells: Mapping[str, str] = field(default_factory=dict)
    fault: CellError | None = None
    is_total: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One file; with `fault` none of it can be used. `is_open`: its last line has no end, and so perhaps no rest."""

    file: str
    rows: Sequence[Row] = ()
    unread_columns: tuple[str, ...] = ()
    exported_at: datetime | None = None
    fault: CellError | None = None
    is_open: bool = False


def sheet_of(file: str, data: bytes, profile: ScaleTickets) -> Sheet:
    """Read a file's bytes."""
    try:
        exported_at = _exported_at(file, profile.export_stamp)
        text, encoding = decoded(data, profile.file.encodings)
        is_json = file.lower().endswith(".json")
        lines = list(json_lines(text) if is_json else _lines(text, profile))
        columns, unread = _columns(lines, profile)
    except CellError as fault:
        return Sheet(file, fault=fault)
    width, totals = len(lines[0][1]), tuple(folded(word) for word in profile.file.totals)
    rows = []
    for row, cells in lines[1:]:
        first = next((cell for cell in map(folded, cells) if cell), None)
        if first is None:
            continue
        is_total = bool(totals) and first.startswith(totals)
        rows.append(Row(row, is_total=True) if is_total else _row(row, cells, columns, width, encoding))
    return Sheet(file, rows, unread, exported_at, is_open=not is_json and not text.endswith(_ENDS))


def _exported_at(file: str, stamp: ExportStamp | None) -> datetime | None:
    if stamp is None:
        return None
    match = re.search(stamp.file_name, file)
    try:
        if match is not None and match[1] is not None:
            by_the_partners_clock = datetime.strptime(match[1], stamp.format)  # noqa: DTZ007 - and so without zone
            return by_the_partners_clock.replace(tzinfo=None)
    except ValueError:
        match = None
    remedy = "give the file the name the partner exports it under, or take export_stamp out of the profile"
    raise CellError("the file's name does not say when it was exported", remedy, file)


def _lines(text: str, profile: ScaleTickets) -> Iterator[tuple[int, list[str]]]:
    """Each record from the header on, with the row it begins in."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=profile.file.delimiter, strict=True)
    began = 1
    try:
        for cells in reader:
            if began >= profile.file.header_row:
                yield began, cells
            began = reader.line_num + 1
    except csv.Error as error:
        raise CellError(
            f"row {began} is no CSV: {error}",
            "export the file again; most often a quote lacks its other one",
        ) from error


def _columns(lines: Sequence[tuple[int, list[str]]], profile: ScaleTickets) -> tuple[dict[str, int], tuple[str, ...]]:
    """Where each column of the profile stands in the file, and which headers nobody reads."""
    headers = lines[0][1] if lines else []
    if not any(map(str.strip, headers)):
        raise CellError("there are no headers", "export the file again, or correct file.header_row in the profile")
    places: dict[str, int] = {}
    for name, column in profile.columns.named():
        wanted = {folded(header) for header in column.names}
        found = [number for number, header in enumerate(headers) if folded(header) in wanted]
        if len(found) > 1:
            raise CellError(f"column {name} stands more than once", "name one header only", _shown(headers))
        if found:
            places[name] = found[0]
        elif not column.optional:
            names = " or ".join(repr(header) for header in column.names)
            remedy = (
                "add the file's header to the profile, correct file.delimiter or file.header_row in it, or make the "
                "column optional"
            )
            raise CellError(f"column {name} ({names}) is missing", remedy, _shown(headers))
    unread = [header for number, header in enumerate(headers) if number not in places.values() and header.strip()]
    return places, tuple(unread)


def _shown(headers: Sequence[str]) -> str:
    """The headers as Python writes them, so that a strange blank shows."""
    return f"headers seen: {', '.join(repr(header) for header in headers)}"


def _row(row: int, cells: list[str], columns: Mapping[str, int], width: int, encoding: str) -> Row:
    fault = _untrusted(cells, width, encoding)
    if fault is not None:
        return Row(row, fault=fault)
    return Row(row, {name: cells[number] for name, number in columns.items()})


def _untrusted(cells: Sequence[str], width: int, encoding: str) -> CellError | None:
    """Why a row cannot be read cell by cell."""
    for cell in cells:
        strange = UNDECODABLE.search(cell)
        if strange is not None:
            byte = f"byte 0x{ord(strange[0]) & 0xFF:02X} is not {encoding}"
            return CellError(byte, "add the partner's encoding, such as cp1252, to file.encodings", ascii(cell))
        if "\0" in cell:
            return CellError("holds a zero byte", "export the file again", ascii(cell))
    if len(cells) < width or any(cell.strip() for cell in cells[width:]):
        text = f"has {len(cells)} cells where the header has {width}"
        return CellError(text, "the row is cut off, or a cell with the delimiter in it lacks its quotes")
    return None
