"""`hub import`: partners' files through their profile onto the broker, with a report row by row."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path

import click

from connectors.base import Known, Mapped, Revision
from connectors.planning import plan
from connectors.profile_files import Loaded, load_profile
from connectors.report import ImportReport, printed
from hub.bootstrap import Hub, hub_for
from hub.errors import HubError, InvalidInput
from hub.ledger.rows import Organisation
from hub.messages.topics import GATEWAY_OUTBOX, ORGANISATION_HEADER
from hub.records import Outgoing
from hub.settings import Settings
from hub.store.imports import ImportedRow, Imports, imports_of
from hub.views.day import wall_day

__all__ = ["import_command", "import_files"]


def import_files(
    hub: Hub,
    profile: str,
    files: Sequence[Path],
    *,
    dry_run: bool = False,
    full: bool = False,
    today: date | None = None,
) -> ImportReport:
    """Import files of one partner.

    Args:
        hub: where to; its broker is not touched on a dry run.
        profile: name of a profile of the project, or path of a .yaml file.
        files: in the order in which they are taken where they do not tell when they were exported.
        dry_run: send and write nothing.
        full: the files are everything the partner has for the days they span; what is missing is reported.
        today: the last day a ticket can be of; None = the day it is (`Hub.today`).

    Returns:
        The report; the messages are delivered and remembered when it is there.

    Raises:
        InvalidInput: the profile or the partner is not there, or a file cannot be opened.
        RetryLater: the broker or the database is away; running it again sends the same messages.
    """
    loaded = load_profile(profile)
    mapped = _mapped(loaded, files, today or hub.today())
    partner = loaded.profile.partner
    with imports_of(hub.database_url, partner, wait=not dry_run) as imports:
        made = plan(mapped, _known(imports, mapped, full=full), full=full)
        report = ImportReport(loaded.profile.name, partner, mapped, made, dry_run, _topic(hub, partner))
        if not dry_run:
            _send(hub, report)
            imports.add(_rows(report))
    return report


def _mapped(loaded: Loaded, files: Sequence[Path], today: date) -> tuple[Mapped, ...]:
    """Every file read before any is mapped, so that one that is not there stops the import before it begins."""
    sheets = [loaded.connector.read(file, loaded.profile) for file in files]
    return tuple(loaded.connector.map(sheet, loaded.profile, today) for sheet in sheets)


def _known(imports: Imports, files: Sequence[Mapped], *, full: bool) -> Known:
    """What was imported before of every ticket the files name, and with `full` of the days they span."""
    rows = imports.of_keys({key for file in files for key in file.seen})
    days = [day for file in files if file.days is not None for day in file.days]
    if full and days:
        rows = list(dict.fromkeys([*rows, *imports.between(min(days), max(days))]))
    known: dict[str, list[Revision]] = {}
    for row in rows:
        known.setdefault(row.key, []).append(_revision(row))
    return known


def _revision(row: ImportedRow) -> Revision:
    values = row._asdict()
    return Revision(**{name: values[name] for name in Revision.__dataclass_fields__})


def _rows(report: ImportReport) -> list[ImportedRow]:
    at = datetime.now(UTC)
    return [
        ImportedRow(partner_id=report.partner, profile=report.profile, imported_at=at, **asdict(revision))
        for revision in report.plan.revisions
    ]


def _topic(hub: Hub, partner: str) -> str:
    """The partner's own input topic, or the gateway's.

    Raises:
        InvalidInput: the hub does not know the partner.
    """
    with hub.reading() as unit:
        known = next(iter(unit.books.get(Organisation, [(partner,)])), None)
    if known is None:
        raise InvalidInput(f"partner {partner!r} is not registered: run hub onboard {partner}, or correct the profile")
    return f"{hub.settings.topic_prefix}{known.outbox or GATEWAY_OUTBOX}"


def _send(hub: Hub, report: ImportReport) -> None:
    """Publish the messages and wait until the broker has them all."""
    topic, codec = report.topic or "", hub.codec
    headers = {ORGANISATION_HEADER: report.partner} if topic == f"{hub.settings.topic_prefix}{GATEWAY_OUTBOX}" else {}
    key = report.partner.encode()
    records = (Outgoing(topic, key, codec.encode(message), headers) for message in report.plan.messages)
    if report.plan.messages:
        hub.sender().send(records)


def _rehearsed(settings: Settings, profile: str, files: Sequence[Path], *, full: bool) -> ImportReport:
    """A dry run: with what was imported before where that can be asked, without it where not."""
    try:
        return import_files(hub_for(settings), profile, files, dry_run=True, full=full)
    except HubError as error:
        loaded = load_profile(profile)
        mapped = _mapped(loaded, files, wall_day(settings.hub_zone))
        made = plan(mapped, {})
        return ImportReport(
            loaded.profile.name, loaded.profile.partner, mapped, made, dry_run=True, not_looked_up=str(error)
        )


@click.command("import")
@click.argument("profile")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Say what would be sent; send and write nothing.")
@click.option("--full", is_flag=True, help="The files are all there is for their days: report what is missing.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_obj
def import_command(
    settings: Settings, profile: str, files: tuple[Path, ...], *, dry_run: bool, full: bool, as_json: bool
) -> None:
    """Import FILES of the partner that PROFILE describes; exit status 1 if a row is refused."""
    if dry_run:
        report = _rehearsed(settings, profile, files, full=full)
    else:
        report = import_files(hub_for(settings), profile, files, full=full)
    click.echo(json.dumps(report.as_json(), indent=2, ensure_ascii=False) if as_json else printed(report))
    sys.exit(1 if report.failed else 0)
