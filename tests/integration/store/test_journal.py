"""The journal keeps what it was given: no number is used up by looking, and no change goes unseen."""

from datetime import date

import psycopg
import pytest
from helpers.intake import FACTS, commit, intake_on, record

from hub.bootstrap import Hub
from hub.messages import DayOpened
from hub.records import Input
from hub.settings import Settings
from hub.store.connection import connect
from hub.store.unit import Ledger
from processors.intake.inputs import Inputs


def day(number: int) -> DayOpened:
    return DayOpened(event_id=f"day-{number}", author_id="hub", day=date(2026, 10, number))


@pytest.fixture
def hub(database: str) -> Hub:
    """A hub whose journal has an entry of every kind: accepted, no record, duplicate, quarantined, rejected."""
    with intake_on(database) as intake:
        commit(intake, record(0, day(1), source="a"), record(3, day(1)), record(4, b"\x07"))
        commit(intake, record(5, day(2)))
        gateway = Input("id-gateway", "gateway.outbox", 0)
        commit(intake, record(0, day(3), gateway, organisation="farm-1"))
    return Hub(Settings(), "nowhere", database)


def test_a_journal_nobody_touched_is_whole(hub: Hub) -> None:
    assert hub.verify().equal


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ("UPDATE journal SET headers = '{\"source\": \"b\"}' WHERE headers IS NOT NULL AND outcome = 'accepted'", "0"),
        ("UPDATE journal SET key = 'other' WHERE outcome = 'duplicate'", "3"),
        ("UPDATE journal SET reason = 'none' WHERE outcome = 'quarantined'", "4"),
        ("UPDATE journal SET value = 'other' WHERE outcome = 'quarantined'", "4"),
        ("UPDATE journal SET codes = 'E_OTHER' WHERE outcome = 'rejected'", "0"),
        ("UPDATE journal SET outcome = 'quarantined' WHERE outcome = 'no_record'", "1"),
        ("DELETE FROM journal WHERE outcome = 'no_record'", "3"),
        ("DELETE FROM journal WHERE first_offset = 5", "6"),
        ("UPDATE input SET next_offset = 7 WHERE topic = 'hub.facts'", "7"),
        ("UPDATE input SET chain = '\\x00' WHERE topic = 'hub.facts'", "6"),
    ],
)
def test_any_change_of_the_journal_is_found_with_its_place(hub: Hub, change: str, place: str) -> None:
    with connect(hub.database_url) as connection:
        connection.execute(change)

    found = hub.verify()

    assert not found.equal
    assert len(found.breaks) == 1
    assert place in found.breaks[0]


def test_numbers_of_inputs_are_not_used_up_by_batches(database: str) -> None:
    second = Input("id-other", "hub.facts", 0)
    with intake_on(database) as intake:
        for number in range(5):
            commit(intake, record(number, day(number + 1)))
        commit(intake, record(0, day(1), second))

    with connect(database) as connection:
        numbers = connection.execute("SELECT input_no FROM input ORDER BY input_no").fetchall()
    assert numbers == [(1,), (2,)]


def test_asking_where_to_read_writes_nothing_and_waits_for_no_batch(hub: Hub) -> None:
    inputs = Inputs(Ledger(hub.database_url), "")
    unseen = Input("id-unseen", "t", 0)
    batch = Ledger(hub.database_url)

    with batch.locked():
        positions = inputs.positions([FACTS, unseen])
    inputs.close()
    batch.close()

    assert positions == {FACTS: 6, unseen: 0}
    with psycopg.connect(hub.database_url.replace("+psycopg", "")) as connection:
        assert connection.execute("SELECT count(*) FROM input").fetchone() == (2,)
