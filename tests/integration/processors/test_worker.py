"""A worker as its operators meet it: its clock, its metrics, a schema registry that is away."""

import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from helpers.hubs import entries, hub_on, remove_topics, send, wait_for, wait_until, worker
from helpers.registry import serving, with_every_schema
from integration.processors.chain import WORLD_SIZE, receipt, sale, world
from prometheus_client.parser import text_string_to_metric_families

from hub.bootstrap import Hub
from hub.codec.lock import locked_schemas
from hub.ledger.rows import HubDay
from hub.stack import Engines

EARLIEST, LATEST = "Etc/GMT+12", "Pacific/Kiritimati"  # 26 hours apart: never on the same day


@pytest.fixture
def hub(engines: Engines, database: str, topic_prefix: str) -> Iterator[Hub]:
    hub = hub_on(engines, database, topic_prefix)
    hub.create_topics(["elev-1", "ref-1"])
    yield hub
    remove_topics(hub)


def hub_day(hub: Hub) -> date | None:
    with hub.reading() as unit:
        return next((row.day for row in unit.books.scan(HubDay)), None)


def today(zone: str) -> date:
    return datetime.now(ZoneInfo(zone)).date()


@pytest.mark.parametrize("zone", [EARLIEST, LATEST])
def test_the_day_is_opened_by_the_calendar_of_the_hubs_zone(hub: Hub, zone: str) -> None:
    before = today(zone)
    with worker(hub, HUB_CLOCK="wall", HUB_ZONE=zone):
        wait_for(hub, 1)

    assert before <= (hub_day(hub) or date.min) <= today(zone)


def test_a_day_that_was_opened_is_not_taken_back(hub: Hub) -> None:
    with worker(hub, HUB_CLOCK="wall", HUB_ZONE=LATEST):
        wait_for(hub, 1)
    opened = hub_day(hub)

    with worker(hub, HUB_CLOCK="wall", HUB_ZONE=EARLIEST):
        send(hub, list(world()))
        wait_for(hub, 1 + WORLD_SIZE)

    assert hub_day(hub) == opened


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def samples(port: int) -> dict[tuple[str, ...], float]:
    """What a worker exports: (name, label values in the order of their labels' names) -> value."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        families = text_string_to_metric_families(answer.read().decode())
    found = [sample for family in families for sample in family.samples]
    return {(sample.name, *(text for _, text in sorted(sample.labels.items()))): sample.value for sample in found}


def test_what_a_worker_did_is_read_from_its_metrics(hub: Hub) -> None:
    port = free_port()
    with worker(hub, HUB_METRICS_PORT=str(port)):
        send(hub, [*world(), receipt(60_000), receipt(60_000), sale(70_000)])
        wait_for(hub, WORLD_SIZE + 3)
        oversold = ("hub_findings_open", "lines", "A_OVERSALE_RUNNING")
        balance = ("hub_balance_dry_lb", "5125.4", "field_corn", "elev-1")
        wait_until(lambda: {oversold, balance} <= samples(port).keys() and not lag(port))
        found = samples(port)

    assert found["hub_messages_total", "accepted"] == WORLD_SIZE + 2
    assert found["hub_messages_total", "duplicate"] == 1
    assert found[oversold] == 1
    assert found[balance] == -10_000 * 0.845
    assert found["hub_batch_seconds_count",] >= 1
    assert {("hub_outbox_records",), ("hub_batch_records_sum",), ("hub_end_to_end_seconds_count",)} <= found.keys()


def test_a_finding_is_counted_while_it_is_open_also_by_the_next_worker(hub: Hub) -> None:
    port = free_port()

    def oversold(count: int) -> bool:
        with suppress(OSError):
            return samples(port).get(("hub_findings_open", "lines", "A_OVERSALE_RUNNING")) == count
        return False

    with worker(hub, HUB_METRICS_PORT=str(port)) as running:
        send(hub, [*world(), sale(50_000)])
        wait_until(lambda: oversold(1))
        send(hub, [receipt(60_000)])
        wait_until(lambda: oversold(0))
        send(hub, [sale(70_000, event_id="more", day=20)])
        wait_until(lambda: oversold(1))
        running.restart()
        wait_until(lambda: oversold(1))


def lag(port: int) -> float:
    return samples(port)["hub_intake_lag_records",]


def test_a_registry_that_is_away_blocks_and_recovers_by_itself(hub: Hub) -> None:
    port = free_port()
    with worker(hub, HUB_REGISTRY_URL=f"http://127.0.0.1:{port}") as running:
        send(hub, [*world(), receipt(60_000)])
        time.sleep(3.0)
        assert (entries(hub), running.process.poll()) == ([], None)

        with serving(with_every_schema(locked_schemas()), port):
            journal = wait_for(hub, WORLD_SIZE + 1)

    assert {entry.outcome for entry in journal} == {"accepted"}


def test_a_worker_leaves_nothing_in_the_folder_it_is_started_in(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here, cache = tmp_path / "here", tmp_path / "cache"
    here.mkdir()
    monkeypatch.chdir(here)

    with worker(hub, HUB_CACHE_DIR=str(cache)):
        send(hub, list(world()))
        wait_for(hub, 6)

    assert list(here.iterdir()) == []
