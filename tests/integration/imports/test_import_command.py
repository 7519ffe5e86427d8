"""Files onto the real broker, remembered in the real database: once, whatever happens in between."""

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result
from helpers.hubs import hub_on, remove_topics, send, wait_for, worker

from connectors.scale_tickets.world import steps
from hub.bootstrap import Hub
from hub.commands.imports import import_command, import_files
from hub.errors import InvalidInput, RetryLater
from hub.ledger.rows import AccountDay, Organisation
from hub.messages import DayOpened, OrganisationRegistered
from hub.settings import Settings
from hub.stack import Engines
from hub.store.imports import IMPORTED_ROWS, ImportedRow, Imports, imports_of

DAY = date(2026, 10, 15)
PROFILE = """
connector: scale_tickets
partner: elev-salt-creek
columns: {ticket: ticket, date: date, customer: farm, net: net_lb, moisture: moist}
dates: {formats: ["%Y-%m-%d"], zone: America/Chicago, season_start_month: 9}
site: {fixed: clinton}
direction: {fixed: in}
commodity: {fixed: field_corn}
weights: {unit: {fixed: lb}}
customers: {F-01: {conventional: farm-schmidt}}
"""
HEADER = "ticket,date,farm,net_lb,moist\n"


@pytest.fixture
def hub(engines: Engines, database: str, topic_prefix: str) -> Iterator[Hub]:
    engine = sa.create_engine(database)
    IMPORTED_ROWS.create(engine, checkfirst=True)
    engine.dispose()
    hub = hub_on(engines, database, topic_prefix)
    yield hub
    remove_topics(hub)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "own.yaml").write_text(PROFILE, encoding="utf-8")
    return tmp_path


def tickets(folder: Path, name: str, *rows: str) -> Path:
    path = folder / name
    path.write_text(HEADER + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def people(*, own_topic: bool = False) -> list[Any]:
    """The partner and its farm, and the day."""
    wanted = {"elev-salt-creek", "farm-schmidt"}
    first = next(iter(steps()))
    known = [
        message.model_copy(update={} if own_topic else {"outbox": None})
        for message in first.messages
        if isinstance(message, OrganisationRegistered) and message.organisation_id in wanted
    ]
    return [*known, DayOpened(event_id="day/1", author_id="hub", day=DAY)]


def booked_dry_lb(hub: Hub) -> int:
    with hub.reading() as unit:
        return sum(row.incoming_e4 for row in unit.books.scan(AccountDay)) // 10_000


def run(hub: Hub, *arguments: str) -> Result:
    settings = Settings(
        kafka_bootstrap=hub.kafka_bootstrap,
        database_url=hub.database_url,
        topic_prefix=hub.settings.topic_prefix,
        clock="messages",
    )
    return CliRunner().invoke(import_command, arguments, obj=settings)


def test_a_file_is_booked_once_and_its_correction_takes_its_place(hub: Hub, files: Path) -> None:
    first = tickets(files, "day1.csv", "1,2026-10-05,F-01,60200,15", "2,2026-10-05,F-01,50000,15")
    second = tickets(files, "day2.csv", "1,2026-10-05,F-01,52600,15", "2,2026-10-05,F-01,50000,15")
    profile = str(files / "own.yaml")
    with worker(hub):
        send(hub, people())
        wait_for(hub, 3)

        reports = [import_files(hub, profile, [file]) for file in (first, first, second, first)]

        entries = wait_for(hub, 6)

    assert [len(report.plan.messages) for report in reports] == [2, 0, 1, 0]
    assert Counter(entry.outcome for entry in entries) == {"accepted": 6}
    assert entries[-1].headers == {"organisation": "elev-salt-creek"}
    assert booked_dry_lb(hub) == (52_600 + 50_000) * 85 // 100


def test_a_partner_with_a_topic_of_its_own_is_heard_there(hub: Hub, files: Path) -> None:
    file = tickets(files, "t.csv", "1,2026-10-05,F-01,50000,15")
    with worker(hub):
        send(hub, people(own_topic=True))
        wait_for(hub, 3)
        hub.apply_topics()

        report = import_files(hub, str(files / "own.yaml"), [file])

        entries = wait_for(hub, 4)

    assert report.topic == f"{hub.settings.topic_prefix}org.elev-salt-creek.outbox"
    assert entries[-1].input.topic == report.topic
    assert (entries[-1].outcome, entries[-1].headers or {}) == ("accepted", {})


def test_what_was_delivered_and_not_remembered_is_sent_again_and_known_for_a_duplicate(
    hub: Hub, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tickets(files, "t.csv", "1,2026-10-05,F-01,50000,15")
    profile = str(files / "own.yaml")

    def power_cut(_imports: Imports, _rows: object) -> None:
        raise RetryLater("the power went out")

    with worker(hub):
        send(hub, people())
        wait_for(hub, 3)
        with monkeypatch.context() as broken:
            broken.setattr(Imports, "add", power_cut)
            with pytest.raises(RetryLater):
                import_files(hub, profile, [file])

        import_files(hub, profile, [file])

        entries = wait_for(hub, 5)

    assert [entry.outcome for entry in entries[3:]] == ["accepted", "duplicate"]
    assert booked_dry_lb(hub) == 42_500


def test_a_dry_run_sends_and_remembers_nothing(hub: Hub, files: Path) -> None:
    file = tickets(files, "t.csv", "1,2026-10-05,F-01,50000,15")
    _register(hub)

    done = run(hub, str(files / "own.yaml"), str(file), "--dry-run", "--json")

    found = json.loads(done.stdout)
    assert (done.exit_code, found["dry_run"], found["counts"]["new"], found["not_looked_up"]) == (0, True, 1, None)
    with imports_of(hub.database_url, "elev-salt-creek") as imports:
        assert imports.of_keys(['["clinton", null, "1", 2026]']) == []


def test_the_exit_status_says_whether_a_row_was_refused(hub: Hub, files: Path) -> None:
    good = tickets(files, "good.csv", "1,2026-10-05,F-01,50000,15")
    bad = tickets(files, "bad.csv", "2,2026-10-05,F-01,50000,155")
    _register(hub)
    profile = str(files / "own.yaml")

    assert run(hub, profile, str(good)).exit_code == 0
    assert run(hub, profile, str(bad)).exit_code == 1
    assert run(hub, profile, str(good), "--full").exit_code == 0
    assert run(hub, profile).exit_code == 2


def test_a_partner_nobody_has_registered_sends_nothing(hub: Hub, files: Path) -> None:
    file = tickets(files, "t.csv", "1,2026-10-05,F-01,50000,15")

    with pytest.raises(InvalidInput, match="'elev-salt-creek' is not registered"):
        import_files(hub, str(files / "own.yaml"), [file], today=DAY)


def _register(hub: Hub) -> None:
    """The partner in the books, as its registration would put it there."""
    with hub.reading() as unit:
        body = next(message for message in people() if isinstance(message, OrganisationRegistered))
        row = Organisation(body.organisation_id, body.roles, body.books_here, body.lot_link)
        unit.books.put(Organisation, [row], [])


def row_of(revision: int, exported_at: datetime | None = None, **changes: Any) -> ImportedRow:
    row = ImportedRow(
        partner_id="elev-1",
        key='["main", null, "1", 2026]',
        revision=revision,
        part="farm-1",
        profile="own",
        content_hash=bytes([revision]) * 32,
        part_hash=b"",
        kind="Receipt",
        event_id=f"e{revision}",
        first_event_id="e1",
        ticket_date=date(2026, 10, 5),
        wet_lb_e4=1,
        dry_lb_e4=1,
        exported_at=exported_at,
        source="t.csv, row 2",
        imported_at=datetime(2026, 10, 6, tzinfo=UTC),
    )
    return row._replace(**changes)


def test_rows_are_remembered_once_and_only_a_later_export_changes_them(hub: Hub) -> None:
    early, late = datetime(2026, 10, 6), datetime(2026, 10, 7)  # noqa: DTZ001 - by the partner's clock
    other = row_of(1, partner_id="elev-2")
    with imports_of(hub.database_url, "elev-1") as imports:
        imports.add([row_of(2), row_of(1, early), other])
        imports.add([row_of(1, late, event_id="another"), row_of(2, source="elsewhere")])
        imports.add([row_of(1, early)])

    with imports_of(hub.database_url, "elev-1", wait=False) as imports:
        found = imports.of_keys([row_of(1).key])
        assert found == imports.between(date(2026, 10, 1), date(2026, 10, 5))
        assert imports.between(date(2026, 10, 6), date(2026, 10, 9)) == []
    assert found == [row_of(1, late), row_of(2)]


def test_a_database_without_the_table_is_told_what_to_run(hub: Hub) -> None:
    engine = sa.create_engine(hub.database_url)
    IMPORTED_ROWS.drop(engine)
    engine.dispose()

    with pytest.raises(InvalidInput, match="run hub migrate"), imports_of(hub.database_url, "elev-1") as imports:
        imports.of_keys(["any"])


def test_two_imports_of_one_partner_take_turns(hub: Hub) -> None:
    order: list[str] = []

    def second() -> None:
        with imports_of(hub.database_url, "elev-1"):
            order.append("second begins")

    with imports_of(hub.database_url, "elev-1"):
        other = threading.Thread(target=second)
        other.start()
        time.sleep(timedelta(milliseconds=300).total_seconds())
        order.append("first ends")
    other.join()

    assert order == ["first ends", "second begins"]
