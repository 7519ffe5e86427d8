"""`hub close draft`, `hub crush draft`, `hub reconcile`: what an organisation looks at before it states its books."""

import json
from datetime import datetime
from pathlib import Path
from typing import Final

import click

from hub.bootstrap import hub_for
from hub.commands.books import FINDING_COLUMNS, with_about
from hub.commands.show import Column, emit, json_option, table
from hub.ledger.books import Books
from hub.ledger.rows import Holder, Line
from hub.ledger.terms import Commodity, Unit
from hub.messages import Message, canonical_json, scaled
from hub.settings import Settings
from hub.views.drafts import Crushed, close_draft, crush_draft
from hub.views.findings import findings
from hub.views.reconcile import reconciled, unmatched

__all__ = ["close", "crush", "reconcile_command"]

_RECONCILE_COLUMNS: Final[tuple[Column, ...]] = (
    ("date", "date"),
    ("way", "way"),
    ("with", "counterparty_id"),
    ("transfer", "transfer_id"),
    ("ticket", "ticket_no"),
    ("crop", "commodity"),
    ("CI", "ci_g_co2e_per_bu"),
    ("mine", "mine_dry_lb"),
    ("theirs", "theirs_dry_lb"),
    ("difference", "difference_dry_lb"),
    ("why", "why"),
)
_OUT = click.option("-o", "out", type=click.Path(dir_okay=False, path_type=Path), help="Write the message here.")


@click.group("close")
def close() -> None:
    """Close a mass balance period."""


@close.command("draft")
@click.argument("org")
@click.argument("period")
@_OUT
@click.pass_obj
def close_draft_command(settings: Settings, *, org: str, period: str, out: Path | None) -> None:
    """Propose the PeriodClose of ORG for PERIOD, and list what stands in its way."""
    with hub_for(settings).reading() as unit:
        draft = close_draft(unit.books, org, period)
        open_ones = [item for item in findings(unit.books, open_only=True) if item.get("entity_id") == org]
        missing = len(unmatched(_of_period(unit.books, org, period)))
    _write(draft, out)
    lines, found = _counted(missing, "line"), _counted(len(open_ones), "open finding")
    click.echo(f"in the way of a clean close: {lines} only one side has stated, {found}")
    if open_ones:
        table([with_about(item) for item in open_ones], FINDING_COLUMNS)


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _of_period(books: Books, org: str, period_id: str) -> list[Line]:
    (holder,) = books.get(Holder, [(org,)])
    period = next(item for item in holder.periods if item.period_id == period_id)
    lines = [*books.scan(Line, seller_id=org), *books.scan(Line, buyer_id=org)]
    return [line for line in lines if period.start <= line.day < period.end_exclusive]


@click.group("crush")
def crush() -> None:
    """Crush runs."""


@crush.command("draft")
@click.argument("org")
@click.option("--run", "run_id", required=True, help="Your own id of the run.")
@click.option("--date", "day", required=True, type=click.DateTime(["%Y-%m-%d"]), help="Day of the run.")
@click.option("--commodity", required=True, type=click.Choice([crop.value for crop in Commodity]))
@click.option("--amount", required=True, help="Everything that went in, conventional crop included.")
@click.option("--unit", default=Unit.LB.value, show_default=True, type=click.Choice([unit.value for unit in Unit]))
@click.option("--moisture", "moisture_pct", help="Percent, wet basis; left out: standard moisture.")
@click.option("--product-lb", required=True, help="Oil the run made, in pounds.")
@_OUT
@click.pass_obj
def crush_draft_command(
    settings: Settings,
    *,
    org: str,
    run_id: str,
    day: datetime,
    commodity: str,
    amount: str,
    unit: str,
    moisture_pct: str | None,
    product_lb: str,
    out: Path | None,
) -> None:
    """Propose the CrushRun of ORG, shared out over CIs and conventional crop by what lies in the bins."""
    crushed = Crushed(
        run_id=run_id,
        day=day.date(),
        commodity=Commodity(commodity),
        amount_e6=scaled(amount, 6),
        unit=Unit(unit),
        moisture_pct_e3=None if moisture_pct is None else scaled(moisture_pct, 3),
        product_lb_e6=scaled(product_lb, 6),
    )
    with hub_for(settings).reading() as opened:
        draft = crush_draft(opened.books, org, crushed)
    _write(draft, out)


def _write(draft: Message, out: Path | None) -> None:
    """The message as JSON, to a file or to people."""
    text = json.dumps(json.loads(canonical_json(draft.model_dump())), indent=1)
    if out is None:
        click.echo(text)
    else:
        out.write_text(text + "\n", encoding="utf-8")
        click.echo(f"wrote {out}; check it against your own books, then file it")


@click.command("reconcile")
@click.argument("org")
@json_option
@click.pass_obj
def reconcile_command(settings: Settings, *, org: str, as_json: bool) -> None:
    """List where ORG's statements and its counterparties' differ: my out against your in."""
    with hub_for(settings).reading() as unit:
        rows = reconciled(unit.books, org)
    emit(rows, _RECONCILE_COLUMNS, as_json=as_json, empty=f"{org} and its counterparties state the same, line by line")
