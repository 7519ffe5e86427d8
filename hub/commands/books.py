"""`hub balance`, `hub findings`, `hub headroom`, `hub lots`: the books read."""

from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import click

from hub.bootstrap import hub_for
from hub.commands.known import check_registered, no_account
from hub.commands.show import Column, emit, json_option
from hub.errors import InvalidInput
from hub.ledger.books import Books
from hub.ledger.terms import Commodity
from hub.messages import scaled
from hub.settings import Settings
from hub.views.as_of import as_of as books_as_of
from hub.views.as_of import statement_versions
from hub.views.balances import balances
from hub.views.day import hub_day
from hub.views.findings import findings
from hub.views.headroom import headroom
from hub.views.lines import lines
from hub.views.rolling import rolling as books_rolling
from hub.views.rolling import window

__all__ = [
    "FINDING_COLUMNS",
    "balance_command",
    "findings_command",
    "headroom_command",
    "legend",
    "lots_command",
    "with_about",
]

BALANCE_COLUMNS: Final[tuple[Column, ...]] = (
    ("organisation", "entity_id"),
    ("crop", "commodity"),
    ("CI", "ci_g_co2e_per_bu"),
    ("period", "period_id"),
    ("beginning", "beginning_stored_dry_lb"),
    ("in", "incoming_dry_lb"),
    ("out", "outgoing_dry_lb"),
    ("end computed", "ending_stored_computed_dry_lb"),
    ("end declared", "ending_stored_declared_dry_lb"),
    ("residual", "residual_dry_lb"),
    ("carried", "carried_to_next_period_dry_lb"),
)
FINDING_COLUMNS: Final[tuple[Column, ...]] = (
    ("code", "code"),
    ("status", "status"),
    ("about", "about"),
    ("crop", "commodity"),
    ("CI", "ci_g_co2e_per_bu"),
    ("period", "period_id"),
    ("since", "date"),
    ("dry lb", "amount_dry_lb"),
    ("lines", "lines"),
)
_ROLLING_COLUMNS: Final[tuple[Column, ...]] = (
    ("organisation", "entity_id"),
    ("crop", "commodity"),
    ("CI", "ci_g_co2e_per_bu"),
    ("date", "date"),
    ("in", "incoming_dry_lb"),
    ("out", "outgoing_dry_lb"),
    ("balance", "balance_dry_lb"),
)
_HEADROOM_COLUMNS: Final[tuple[Column, ...]] = (
    ("crop", "commodity"),
    ("CI", "ci_g_co2e_per_bu"),
    ("on", "date"),
    ("balance", "balance_dry_lb"),
    ("can be sold", "headroom_dry_lb"),
    ("waits for its report", "waiting_for_report_dry_lb"),
)
_LOT_COLUMNS: Final[tuple[Column, ...]] = (
    ("date", "date"),
    ("from", "seller_id"),
    ("transfer", "transfer_id"),
    ("ticket", "ticket_no"),
    ("crop", "commodity"),
    ("claim", "claim"),
    ("CI", "ci_g_co2e_per_bu"),
    ("credited", "credited_dry_lb"),
    ("state", "reliance"),
    ("because of", "codes"),
)


_AS_OF_COLUMNS: Final[tuple[Column, ...]] = (
    ("organisation", "entity_id"),
    ("crop", "commodity"),
    ("CI", "ci_g_co2e_per_bu"),
    ("on", "date"),
    ("in", "incoming_dry_lb"),
    ("out", "outgoing_dry_lb"),
    ("balance", "balance_dry_lb"),
    ("as crop", "crop_dry_lb"),
    ("as oil", "oil_dry_lb"),
)
_VERSION_COLUMNS: Final[tuple[Column, ...]] = (
    ("organisation", "entity_id"),
    ("crop", "commodity"),
    ("CI", "ci_g_co2e_per_bu"),
    ("period from", "start_date"),
    ("version", "version"),
    ("said on", "date"),
    ("in", "incoming_dry_lb"),
    ("out", "outgoing_dry_lb"),
    ("end computed", "ending_stored_computed_dry_lb"),
    ("end declared", "ending_stored_declared_dry_lb"),
    ("because of", "because_of"),
)
_HUB_DAY: Final = "the hub's day"


@click.command("balance")
@click.option("--org", help="Only this organisation.")
@click.option("--commodity", type=click.Choice([crop.value for crop in Commodity]), help="Only this crop.")
@click.option("--ci", help="Only this CI, g CO2e per bushel.")
@click.option(
    "--rolling",
    is_flag=False,
    flag_value=_HUB_DAY,
    metavar="[DATE]",
    help="The three calendar months up to DATE (default: the hub's day), day by day.",
)
@click.option("--as-of", metavar="DATE", help="What was held at the end of DATE, by form.")
@click.option("--recorded-as-of", metavar="WHEN", help="As the books were known at WHEN, a UTC time or a date's end.")
@click.option("--versions", is_flag=True, help="Every version of each closed statement, with why it was made.")
@json_option
@click.pass_obj
def balance_command(
    settings: Settings,
    *,
    org: str | None,
    commodity: str | None,
    ci: str | None,
    rolling: str | None,
    as_of: str | None,
    recorded_as_of: str | None,
    versions: bool,
    as_json: bool,
) -> None:
    """Show the mass balance per organisation, crop, CI and period, in dry pounds."""
    if sum(map(bool, (rolling, as_of, versions))) > 1 or (versions and recorded_as_of):
        raise InvalidInput(
            "--rolling, --as-of and --versions are three questions, --versions has its own times: ask one"
        )
    equal: dict[str, Any] = {"entity_id": org, "commodity": commodity, "ci_e6": None if ci is None else scaled(ci, 6)}
    equal = {name: value for name, value in equal.items() if value is not None}
    hub = hub_for(settings)
    with hub.reading() as unit:
        books = hub.recorded_as_of(_moment(recorded_as_of)) if recorded_as_of else unit.books
        if org is not None:
            check_registered(books, org)
        if rolling is not None:
            last = _last_day(rolling) or hub_day(books) or hub.today()
            _show_rolling(books, last, equal, as_json=as_json)
        elif as_of is not None:
            emit(books_as_of(books, _date(as_of), **equal), _AS_OF_COLUMNS, as_json=as_json, empty="nothing moved yet")
        elif versions:
            rows = statement_versions(books, **equal)
            emit(rows, _VERSION_COLUMNS, as_json=as_json, empty="no period with an account is closed yet")
        else:
            views = balances(books, **equal)
            emit(views, BALANCE_COLUMNS, as_json=as_json, empty="" if views else no_account(books, **equal))


def _date(asked: str) -> date:
    try:
        return date.fromisoformat(asked)
    except ValueError as error:
        raise InvalidInput(f"{asked}: write a date such as 2026-12-31") from error


def _moment(asked: str) -> datetime:
    """The UTC time asked for; of a date its end."""
    try:
        moment = datetime.fromisoformat(asked)
    except ValueError as error:
        raise InvalidInput(f"{asked}: write a UTC time such as 2026-12-31T18:00:00, or a date") from error
    if len(asked) == len("2026-12-31"):
        moment += timedelta(days=1, microseconds=-1)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _show_rolling(books: Books, last: date, equal: dict[str, Any], *, as_json: bool) -> None:
    views = books_rolling(books, last, **equal)
    first, _ = window(last)
    if as_json:
        emit(views, (), as_json=True, empty="")
        return
    rows = [{**view, **day} for view in views for day in _rolling_rows(view)]
    nothing = f"nothing moved and nothing was held from {first} to {last}"
    emit(rows, _ROLLING_COLUMNS, as_json=False, empty="" if rows else no_account(books, **equal, else_say=nothing))


def _rolling_rows(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The opening, then each day with a movement, and before it what a period begins with if that is not the same."""
    nothing = {"incoming_dry_lb": None, "outgoing_dry_lb": None}
    opening = {**nothing, "date": "opening", "balance_dry_lb": view["opening_dry_lb"]}
    carries = [{**nothing, **carry, "date": f"{carry['date']} carried in"} for carry in view["carries"]]
    return [opening, *sorted([*carries, *view["days"]], key=lambda row: (row["date"][:10], row["date"][10:] == ""))]


def _last_day(asked: str) -> date | None:
    """The day asked for; None = the hub's day."""
    if asked == _HUB_DAY:
        return None
    try:
        last = date.fromisoformat(asked)
        window(last)
    except (ValueError, OverflowError) as error:
        text = f"--rolling {asked}: three months cannot end there; write a date, such as 2026-12-31"
        raise InvalidInput(text) from error
    return last


@click.command("findings")
@click.option("--open", "open_only", is_flag=True, help="Only what is open.")
@click.option("--org", help="Only what is about this organisation.")
@json_option
@click.pass_obj
def findings_command(settings: Settings, *, open_only: bool, org: str | None, as_json: bool) -> None:
    """Show the alerts and gaps."""
    with hub_for(settings).reading() as unit:
        found = [item for item in findings(unit.books, open_only=open_only) if org is None or org in _parties(item)]
        if org is not None and not found:
            check_registered(unit.books, org)
    empty = ("nothing is open" if open_only else "nothing was found") + (f" about {org}" if org else "")
    emit([with_about(item) for item in found], FINDING_COLUMNS, as_json=as_json, empty=empty)
    if found and not as_json:
        legend(found)


def legend(found: list[dict[str, Any]]) -> None:
    """Say once what each code means, and where the rule says so."""
    for code, says, cites in sorted({(item["code"], item["says"], item["cites"]) for item in found}):
        click.echo(f"  {code:<24}{says} ({cites})")
    click.echo()


def with_about(finding: dict[str, Any]) -> dict[str, Any]:
    """The finding with one phrase that says whom and what it is about."""
    parties = [finding.get(name) for name in ("entity_id", "farm_id")]
    who = " ".join(party for party in parties if party)
    to = f" → {finding['counterparty_id']}" if finding.get("counterparty_id") else ""
    thing = finding.get("transfer_id") or finding.get("ticket_no") or finding.get("event_id")
    return {**finding, "about": f"{who}{to}" + (f" {thing}" if thing else "")}


def _parties(finding: dict[str, Any]) -> set[str | None]:
    return {finding.get(name) for name in ("entity_id", "farm_id", "counterparty_id")}


@click.command("headroom")
@click.argument("org")
@json_option
@click.pass_obj
def headroom_command(settings: Settings, *, org: str, as_json: bool) -> None:
    """Show what ORG can still sell, by CI, without taking any day below zero."""
    with hub_for(settings).reading() as unit:
        check_registered(unit.books, org)
        views = headroom(unit.books, org)
    emit(views, _HEADROOM_COLUMNS, as_json=as_json, empty=f"{org} has no account here")


@click.command("lots")
@click.argument("org")
@json_option
@click.pass_obj
def lots_command(settings: Settings, *, org: str, as_json: bool) -> None:
    """Show the lines ORG holds, and how far it may rely on each."""
    with hub_for(settings).reading() as unit:
        check_registered(unit.books, org)
        views = lines(unit.books, buyer_id=org)
    emit(views, _LOT_COLUMNS, as_json=as_json, empty=f"{org} holds no line here")
