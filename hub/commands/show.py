"""Listings for people as tables, for programs as JSON; the same data in both."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import click

from hub.views.tables import Heading, table_text

__all__ = ["Column", "emit", "figure", "json_option", "table"]

Column = tuple[str, str]
"""Heading and key of a column."""

_WORDS: Final = ("about", "transfer_id", "ticket_no", "codes", "topic", "reason")
"""What may be folded; everything else is printed whole."""

json_option = click.option("--json", "as_json", is_flag=True, help="For programs: JSON with decimal strings.")


def emit(views: Sequence[Mapping[str, Any]], columns: Sequence[Column], *, as_json: bool, empty: str) -> None:
    """Print a listing.

    Args:
        views: what to list.
        columns: what people see of it, in order.
        as_json: print everything as JSON instead.
        empty: what to say to people when there is nothing.
    """
    if as_json:
        click.echo(json.dumps(views, indent=1))
    elif views:
        table(views, columns)
    else:
        click.echo(empty)


def table(views: Sequence[Mapping[str, Any]], columns: Sequence[Column], title: str | None = None) -> None:
    """Print a table; figures are right-aligned with thousands marks."""
    headings = [Heading(heading, _is_figure(key), key in _WORDS) for heading, key in columns]
    rows = [[_cell(key, view.get(key)) for _, key in columns] for view in views]
    click.echo(f"{table_text(headings, rows, title)}\n")


def figure(text: str) -> str:
    """A decimal string with thousands marks and without trailing zeros: `-8450.0000` is `-8,450`."""
    whole, _, fraction = text.partition(".")
    sign, digits = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
    fraction = fraction.rstrip("0")
    return f"{sign}{int(digits):,}" + (f".{fraction}" if fraction else "")


def _is_figure(key: str) -> bool:
    return key.endswith(("_dry_lb", "lines", "ci_g_co2e_per_bu"))


def _cell(key: str, value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, list):
        return " ".join(str(item) for item in value) or "-"
    return figure(str(value)) if key.endswith("_dry_lb") else str(value)
