"""How a partner's files are written: bytes, columns, figures, days and ticket numbers."""

import re
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field, model_validator

from connectors.base import Section
from connectors.scale_tickets.figures import PctE3
from connectors.scale_tickets.vocabulary import folded
from hub.messages.base import Many, Word
from hub.settings import known_zone

__all__ = ["Column", "Columns", "Dates", "ExportStamp", "FileFormat", "Numbers", "RowOrder", "Tickets"]

_SAMPLE: Final = "Ticket 1"
_SAMPLE_DAY: Final = datetime(2026, 12, 31, tzinfo=UTC)


def _known_encoding(name: str) -> str:
    """The name, if it is an encoding of text that can say which bytes do not fit."""
    try:
        _SAMPLE.encode(name).decode(name, "surrogateescape")
    except (LookupError, ValueError) as error:
        raise ValueError(f"{name!r} is no encoding of text, such as utf-8 or cp1252") from error
    return name


def _known_format(form: str) -> str:
    """The format, if a day written in it is read as that day."""
    try:
        read = datetime.strptime(_SAMPLE_DAY.strftime(form), form)  # noqa: DTZ007 - only its day counts
    except (ValueError, re.error) as error:
        raise ValueError(f"{form!r} is no strptime format: {error}") from error
    if read.date() != _SAMPLE_DAY.date():
        raise ValueError(f"{form!r} does not tell the whole day: year, month and day")
    return form


DayFormat = Annotated[str, AfterValidator(_known_format)]
"""A strptime format that tells a day."""


class RowOrder(StrEnum):
    """What the order of rows says about which of two came last."""

    UNORDERED = "unordered"
    OLDEST_FIRST = "oldest_first"


class FileFormat(Section):
    """How the file is written."""

    encodings: Many[Annotated[str, AfterValidator(_known_encoding)]] = Field(
        default=("utf-8",), min_length=1, description="Tried in order; a byte order mark wins over them."
    )
    delimiter: Literal[",", ";", "\t", "|"] = Field(default=",", description='Between cells; a tab is "\\t".')
    header_row: int = Field(default=1, ge=1, description="Row of the headers; what stands above is left out.")
    totals: Many[str] = Field(default=(), description="First words of rows that are no tickets, such as Total.")
    rows: Word[RowOrder] = Field(
        default=RowOrder.UNORDERED,
        description="Order of the rows, where a file may hold a ticket both posted and void.",
    )


Mark = Literal[",", ".", "'", "space", "nbsp", "narrow_nbsp"]


class Numbers(Section):
    """How figures are written, in every cell of every file of the partner."""

    decimal: Literal[".", ","] = Field(default=".", description="The decimal mark.")
    thousands: Many[Mark] = Field(default=(), description="Marks that may stand between groups of three.")
    contradicting_pct_max: PctE3 = Field(
        default=20_000,
        description="A file with a larger share of figures or dates written otherwise, or of loads that no truck "
        "carries, is refused whole: what is left may fit by chance.",
    )

    @model_validator(mode="after")
    def _marks_differ(self) -> "Numbers":
        if self.decimal in self.thousands:
            raise ValueError(f"{self.decimal!r} cannot be the decimal mark and stand between thousands")
        return self


class Column(Section):
    """Where a column is found: any of its headers; case and blanks do not matter."""

    names: Many[str] = Field(min_length=1, description="Headers it may have.")
    optional: bool = Field(default=False, description="Whether a file may lack it.")

    @model_validator(mode="before")
    @classmethod
    def _from_names(cls, value: object) -> object:
        if isinstance(value, dict | Column):
            return value
        return {"names": value if isinstance(value, list) else [value]}


class Columns(Section):
    """Which columns of the file are read; every one named here must be there unless it is optional."""

    ticket: Column | None = Field(default=None, description="Ticket number, as text.")
    date: Column = Field(description="Date or time of the ticket.")
    site: Column | None = Field(default=None, description="Branch or location.")
    sequence: Column | None = Field(
        default=None,
        description="Scale or number range, where one site gives the same number more than once.",
    )
    direction: Column | None = Field(default=None, description="Inbound, outbound and the like.")
    status: Column | None = Field(default=None, description="Posted, in the yard, void.")
    commodity: Column | None = Field(default=None, description="The crop.")
    crop_year: Column | None = Field(default=None, description="Year of harvest, with four digits.")
    customer: Column = Field(description="The partner's code of the owner (inbound) or buyer (outbound).")
    field: Column | None = Field(default=None, description="The partner's code of the field.")
    share: Column | None = Field(default=None, description="Percent of the load that is the customer's.")
    program: Column | None = Field(default=None, description="Reduced-CI or conventional, by a word.")
    gross: Column | None = Field(default=None, description="Weight of truck and load.")
    tare: Column | None = Field(default=None, description="Weight of the empty truck.")
    net: Column | None = Field(default=None, description="Weight of the load as weighed, without any shrink.")
    unit: Column | None = Field(default=None, description="Unit of the weights.")
    moisture: Column | None = Field(default=None, description="Moisture, wet basis, in percent.")
    shrunk_bushels: Column | None = Field(
        default=None, description="Bushels after the shrink table; used only where nothing else is there."
    )
    ci: Column | None = Field(
        default=None, description="Outbound: CI sold, in g CO2e per bushel; empty = conventional."
    )

    @model_validator(mode="after")
    def _each_header_once(self) -> "Columns":
        seen: dict[str, str] = {}
        for name, column in self.named():
            for header in column.names:
                other = seen.setdefault(folded(header), name)
                if other != name:
                    raise ValueError(f"the header {header!r} cannot be both {other} and {name}")
        return self

    def named(self) -> list[tuple[str, Column]]:
        """Every column of the profile with its name."""
        columns = ((name, getattr(self, name)) for name in type(self).model_fields)
        return [(name, column) for name, column in columns if column is not None]


class Dates(Section):
    """How days are written; a date is the local business day, a timestamp becomes a day by its own offset."""

    formats: Many[DayFormat] = Field(min_length=1, description="strptime formats, such as %m/%d/%Y.")
    zone: Annotated[str, AfterValidator(known_zone)] = Field(
        description="IANA zone of the scale house: turns a timestamp with offset into the local day."
    )
    season_start_month: int = Field(
        ge=1,
        le=12,
        description="Month in which ticket numbers and crop years begin anew; 9: February 2027 is season 2026.",
    )
    earliest: date = Field(default=date(2025, 1, 1), description="A ticket before this day is a slip of the pen.")


class Tickets(Section):
    """How ticket numbers are written."""

    width: int | None = Field(
        default=None,
        ge=1,
        le=20,
        description="Digits of a number, zero-padded; unset: 0010 and 10 are two tickets.",
    )


class ExportStamp(Section):
    """When a file was exported, by its name: an older export then never undoes a newer one."""

    file_name: str = Field(description="Regular expression with one group around the stamp.")
    format: DayFormat = Field(description="strptime format of the stamp, such as %Y%m%d%H%M.")

    @model_validator(mode="after")
    def _one_group(self) -> "ExportStamp":
        try:
            groups = re.compile(self.file_name).groups
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(f"file_name is no regular expression: {error}") from error
        if groups != 1:
            raise ValueError("file_name has one group, around the stamp")
        return self
