"""The three scale houses' exports, each with its own habits.

Salt Creek  commas, pounds, gross/tare/net, US dates, a row per owner with its share
Havana      semicolons, kilograms, decimal comma, blanks between thousands, instants in UTC, cp1252
Illini      tabs and quotes, hundredweights or short tons by site, two scales, status and program words
"""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from connectors.scale_tickets.world.calendar import utc
from connectors.scale_tickets.world.harvest import CORN
from connectors.scale_tickets.world.loads import Load, Share
from connectors.scale_tickets.world.people import HAVANA, ILLINI, SALT_CREEK

__all__ = ["EXPORTS", "ticket_no"]

Row = list[str]

_NBSP: Final = "\u00a0"


def ticket_no(load: Load) -> str:
    """The ticket's number as papers quote it; with the scale where a site has several."""
    return {
        SALT_CREEK: f"{load.number}",
        HAVANA: f"{load.number:07d}",
        ILLINI: f"{load.scale}/{load.number}",
    }[load.elevator]


def _text(amount: Fraction, decimals: int) -> str:
    """A figure with so many decimals, exactly."""
    scaled = amount * 10**decimals
    assert scaled.denominator == 1, f"{amount} has more than {decimals} decimals"
    digits = str(scaled.numerator).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits


def _weights(load: Load, decimals: int) -> list[str]:
    """Gross, tare and net."""
    return [_text(amount, decimals) for amount in (load.tare + load.net, load.tare, load.net)]


def _salt_creek(load: Load, share: Share) -> Row:
    crop = "CORN" if load.crop == CORN else "BEANS"
    day = f"{load.day:%m/%d/%Y}"
    return [
        f"{load.number}",
        day,
        "IN" if load.is_in else "OUT",
        crop,
        share.customer,
        share.field_code,
        share.pct if load.is_in else "",
        *_weights(load, 0),
        load.moisture or "",
        load.ci or "",
    ]


def _german(figure: str) -> str:
    """12345.5 as 12 345,5 with a blank that does not break."""
    whole, _, fraction = figure.partition(".")
    grouped = f"{int(whole):,}".replace(",", _NBSP)
    return f"{grouped},{fraction}" if fraction else grouped


def _havana(load: Load, share: Share) -> Row:
    stamp = f"{utc(load.at):%Y-%m-%dT%H:%M:%S}+00:00"
    crop = "Körnermais" if load.crop == CORN else "Sojabohnen"
    weights = [_german(weight) for weight in _weights(load, 0)]
    moisture, ci = (load.moisture or "").replace(".", ","), (load.ci or "").replace(".", ",")
    direction = "Eingang" if load.is_in else "Ausgang"
    return [ticket_no(load), stamp, direction, crop, share.customer, share.field_code, *weights, moisture, ci]


def _illini(load: Load, share: Share) -> Row:
    status = {"posted": "POSTED", "void": "VOID", "in_yard": "OPEN"}[load.status]
    stamp = f"{load.at:%Y%m%d %H%M}"
    crop = "YC" if load.crop == CORN else "SYB"
    program = "LCI" if share.ci is not None else "CONV"
    gross, tare, net = _weights(load, 2)
    weights = [gross, "", ""] if load.status == "in_yard" else [gross, tare, net]
    return [
        load.site.capitalize(),
        load.scale,
        f"{load.number}",
        status,
        stamp,
        "R" if load.is_in else "S",
        crop,
        share.customer,
        share.field_code,
        program,
        *weights,
        "CWT" if load.unit == "cwt" else "TN",
        f"{load.moisture}%" if load.moisture else "",
        load.ci or "",
    ]


_HEADERS: Final = {
    SALT_CREEK: [
        "Ticket #",
        "Date",
        "In/Out",
        "Commodity",
        "Cust #",
        "Tract",
        "Split %",
        "Gross Wt",
        "Tare Wt",
        "Net Wt",
        "Moist",
        "CI",
    ],
    HAVANA: [
        "Wiegeschein",
        "Zeit",
        "Richtung",
        "Frucht",
        "Partner",
        "Schlag",
        "Brutto kg",
        "Tara kg",
        "Netto kg",
        "Feuchte %",
        "CI",
    ],
    ILLINI: [
        "Location",
        "Scale",
        "Ticket",
        "Status",
        "Stamp",
        "Dir",
        "Crop",
        "Acct",
        "Field",
        "Program",
        "Gross",
        "Tare",
        "Net",
        "UM",
        "Moist",
        "CI",
    ],
}
_ROW: Final[dict[str, Callable[[Load, Share], Row]]] = {
    SALT_CREEK: _salt_creek,
    HAVANA: _havana,
    ILLINI: _illini,
}


def _rows(elevator: str, loads: Sequence[Load]) -> Iterator[Row]:
    for load in loads:
        for share in load.shares:
            yield _ROW[elevator](load, share)


def _written(rows: Sequence[Row], delimiter: str, *, quoted: bool = False) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(
        out,
        delimiter=delimiter,
        quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL,
        lineterminator="\r\n",
    )
    writer.writerows(rows)
    return out.getvalue()


def _salt_creek_file(loads: Sequence[Load]) -> bytes:
    rows = [_HEADERS[SALT_CREEK], *_rows(SALT_CREEK, loads)]
    return _written(rows, ",").encode()


def _havana_file(loads: Sequence[Load]) -> bytes:
    return _written([_HEADERS[HAVANA], *_rows(HAVANA, loads)], ";").encode("cp1252")


def _illini_file(loads: Sequence[Load]) -> bytes:
    return _written([_HEADERS[ILLINI], *_rows(ILLINI, loads)], "\t", quoted=True).encode()


EXPORTS: Final[dict[str, Callable[[Sequence[Load]], bytes]]] = {
    SALT_CREEK: _salt_creek_file,
    HAVANA: _havana_file,
    ILLINI: _illini_file,
}
"""By elevator, what writes its loads of one fortnight."""
