"""What the hub found, on a page: balances per holder, findings, lines by state."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any, Final

import click

from hub.commands.books import FINDING_COLUMNS, legend, with_about
from hub.commands.show import Column, table
from hub.ledger.books import Books
from hub.views.balances import balances
from hub.views.findings import findings
from hub.views.lines import lines
from hub.views.text import View

__all__ = ["summary"]

_ONE_BY_ONE_MAX: Final = 3
"""So many findings of one code and status are shown one by one; more become one row."""

_SUMMED: Final = (
    "beginning_stored_dry_lb",
    "incoming_dry_lb",
    "outgoing_sold_dry_lb",
    "ending_stored_computed_dry_lb",
    "ending_stored_declared_dry_lb",
)
_HOLDER_COLUMNS: Final[tuple[Column, ...]] = (
    ("holder", "entity_id"),
    ("crop", "commodity"),
    ("period", "period_id"),
    ("CIs", "lines"),
    ("beginning", "beginning_stored_dry_lb"),
    ("in", "incoming_dry_lb"),
    ("sold", "outgoing_sold_dry_lb"),
    ("end computed", "ending_stored_computed_dry_lb"),
    ("end declared", "ending_stored_declared_dry_lb"),
)
_LINE_COLUMNS: Final[tuple[Column, ...]] = (
    ("holder", "buyer_id"),
    ("crop", "commodity"),
    ("state", "reliance"),
    ("because of", "codes"),
    ("lines", "lines"),
    ("dry lb", "credited_dry_lb"),
)
_NEXT: Final = """\
Try next:
  hub balance --org ORG             every CI of one holder
  hub balance --org ORG --rolling   the last three months, day by day
  hub findings --open               what is open, one by one
  hub headroom ORG                  what ORG can still sell
  hub lots ORG                      the lines ORG holds
  hub verify                        derive the books again from the journal and compare
  hub import --help                 your own scale tickets
  hub down                          stop broker and database"""


def summary(books: Books) -> None:
    """Print the page."""
    table(_per_holder(balances(books)), _HOLDER_COLUMNS, "Mass balance per holder, crop and period, all CIs, in dry lb")
    found = [with_about(item) for item in findings(books)]
    table(_few(found), FINDING_COLUMNS, "What the hub found")
    legend(found)
    table(_by_state(lines(books)), _LINE_COLUMNS, "Lines at their holders")
    click.echo(_NEXT)


def _per_holder(statements: Sequence[View]) -> list[View]:
    """The statements of all CIs of a holder, crop and period added up."""
    names = ("entity_id", "commodity", "period_id")
    return [
        {**dict(zip(names, key, strict=True)), "lines": len(group), **_sums(group, _SUMMED)}
        for key, group in _grouped(statements, names)
    ]


def _few(found: Iterable[View]) -> list[View]:
    """Findings one by one where they are few, else one row per code and status."""
    rows: list[View] = []
    for (code, status), group in _grouped(found, ("code", "status")):
        if len(group) <= _ONE_BY_ONE_MAX:
            rows += group
        else:
            rows.append({"code": code, "status": status, **_as_one(group)})
    return rows


def _as_one(group: Sequence[View]) -> View:
    return {
        "about": f"{len(group)} of them",
        "date": min((item["date"] for item in group if "date" in item), default=None),
        "lines": sum(item["lines"] for item in group),
    }


def _by_state(held: Iterable[View]) -> list[View]:
    """The lines of each holder counted by crop, state and codes."""
    names = ("buyer_id", "commodity", "reliance", "codes")
    return [
        {**dict(zip(names, key, strict=True)), "lines": len(group), **_sums(group, ("credited_dry_lb",))}
        for key, group in _grouped((item for item in held if item["buyer_id"] is not None), names)
    ]


def _grouped(views: Iterable[View], names: Sequence[str]) -> list[tuple[tuple[Any, ...], list[View]]]:
    """Views that agree on these keys together, in their order."""

    def key(view: View) -> tuple[Any, ...]:
        return tuple(view[name] for name in names)

    return [(name, list(group)) for name, group in groupby(sorted(views, key=key), key=key)]


def _sums(views: Sequence[View], names: Sequence[str]) -> View:
    """The figures added up; None where no view has one."""
    return {name: _sum([view[name] for view in views if view[name] is not None]) for name in names}


def _sum(figures: Sequence[str]) -> str | None:
    return str(sum(Decimal(figure) for figure in figures)) if figures else None
