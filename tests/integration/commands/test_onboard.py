"""An organisation is registered, and registered again: what is not named stays as it is."""

from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from helpers.hubs import hub_on, remove_topics, worker

from hub.bootstrap import Hub
from hub.cli import main
from hub.ledger.rows import Organisation
from hub.ledger.terms import LotLink, Role
from hub.stack import Engines


@pytest.fixture
def hub(engines: Engines, database: str, topic_prefix: str) -> Iterator[Hub]:
    hub = hub_on(engines, database, topic_prefix)
    yield hub
    remove_topics(hub)


def onboard(hub: Hub, *arguments: str) -> Organisation:
    environment = {
        "HUB_KAFKA_BOOTSTRAP": hub.kafka_bootstrap,
        "HUB_DATABASE_URL": hub.database_url,
        "HUB_TOPIC_PREFIX": hub.settings.topic_prefix,
    }
    done = CliRunner().invoke(main, ["onboard", "elev-1", "--name", "One", *arguments], env=environment)
    assert done.exit_code == 0, done.output
    with hub.reading() as unit:
        (row,) = unit.books.get(Organisation, [("elev-1",)])
    return row


def test_what_is_not_named_stays_as_it_is(hub: Hub) -> None:
    with worker(hub):
        first = onboard(hub, "--role", "elevator", "--own-topics", "--lot-link", "elected_fifo", "--off-stage")
        second = onboard(hub, "--role", "crusher")
        third = onboard(hub, "--role", "crusher", "--books-here")

    assert (first.books_here, first.lot_link, first.outbox) == (False, LotLink.ELECTED_FIFO, "org.elev-1.outbox")
    assert second == first._replace(roles=(Role.CRUSHER,))
    assert third == second._replace(books_here=True)
