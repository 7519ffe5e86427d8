"""Who may say what while a notice is held back: the relay what is due, intake what is not."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from hub.records import Outgoing
from hub.store.connection import Connection, connect
from hub.store.outbox import Outbox

NOW = datetime.now(UTC)
PLACE = ("org.elev-1.notices", b"finding")


@pytest.fixture
def connection(database: str) -> Iterator[Connection]:
    with connect(database) as made:
        yield made


def held(connection: Connection, until: datetime) -> Outbox:
    """An outbox with one notice held back."""
    outbox = Outbox(connection)
    outbox.add([(Outgoing(*PLACE, b"open"), until)], NOW)
    connection.commit()
    return outbox


def test_what_is_due_counts_as_told_and_is_not_withdrawn(connection: Connection) -> None:
    outbox = held(connection, NOW - timedelta(seconds=1))

    assert outbox.withdraw([PLACE]) == {}
    assert [(item.record.value, item.held) for item in outbox.waiting(10)] == [(b"open", True)]


def test_what_is_not_due_is_withdrawn_and_not_told(connection: Connection) -> None:
    until = NOW + timedelta(hours=1)
    outbox = held(connection, until)

    assert outbox.waiting(10) == []
    assert outbox.withdraw([PLACE]) == {PLACE: until}


def test_the_relay_does_not_send_what_is_being_withdrawn(database: str, connection: Connection) -> None:
    outbox = held(connection, NOW - timedelta(seconds=1))
    outbox.add([(Outgoing("t", b"key", b"other"), None)], NOW)
    connection.commit()

    connection.execute("DELETE FROM outbox WHERE not_before IS NOT NULL")  # as a withdrawal that is not committed yet
    with connect(database) as relay:
        assert [item.record.value for item in Outbox(relay).waiting(10)] == [b"other"]
