"""The books as they were known at a moment: derived from the journal up to then."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from helpers.hubs import hub_on, remove_topics, send, wait_for, worker
from integration.processors.chain import WORLD_SIZE, receipt, sale, world

from hub.bootstrap import Hub
from hub.ledger.books import Books
from hub.stack import Engines
from hub.views.as_of import as_of

DAY = date(2026, 10, 31)


@pytest.fixture
def hub(engines: Engines, database: str, topic_prefix: str) -> Iterator[Hub]:
    hub = hub_on(engines, database, topic_prefix)
    yield hub
    remove_topics(hub)


def held(books: Books) -> list[str]:
    return [view["balance_dry_lb"] for view in as_of(books, DAY, entity_id="elev-1")]


def test_what_was_known_before_a_sale_came_does_not_have_it(hub: Hub) -> None:
    nothing_yet = datetime.now(UTC)
    with worker(hub):
        send(hub, [*world(), receipt(60_000)])
        wait_for(hub, WORLD_SIZE + 1)
        before = datetime.now(UTC)
        send(hub, [sale(10_000)])
        wait_for(hub, WORLD_SIZE + 2)
    with hub.reading() as unit:
        now = held(unit.books)

    assert held(hub.recorded_as_of(nothing_yet)) == []
    assert held(hub.recorded_as_of(before)) == ["50700.0000"]
    assert held(hub.recorded_as_of(datetime.now(UTC))) == now == ["42250.0000"]
