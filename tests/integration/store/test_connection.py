"""Connections of the hub: few, and none that outlives its other end for long."""

import psycopg
from helpers.hubs import wait_until

from hub.store.connection import connect
from hub.store.lease import Lease


def pids(database: str) -> set[int]:
    with psycopg.connect(database.replace("+psycopg", "")) as admin:
        query = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hub'"
        return {pid for (pid,) in admin.execute(query)}


def test_a_worker_that_waits_for_the_lease_keeps_its_connection(database: str) -> None:
    holder, waiting = Lease(database), Lease(database)
    assert holder.take() is not None
    assert waiting.take() is None
    before = pids(database)

    for _ in range(5):
        assert waiting.take() is None
        assert holder.take() is not None

    assert pids(database) == before
    assert len(before) == 2
    holder.release()
    wait_until(lambda: waiting.take() is not None)
    waiting.release()


def test_a_lease_lost_with_its_connection_is_taken_anew(database: str) -> None:
    lease, other = Lease(database), Lease(database)
    unit = lease.take()
    assert unit is not None
    unit.books._connection.close()
    wait_until(lambda: other.take() is not None)

    assert lease.take() is None
    other.release()
    wait_until(lambda: lease.take() is not None)
    lease.release()


def test_either_end_notices_that_the_other_vanished(database: str) -> None:
    with connect(database) as connection:
        ours = connection.info.get_parameters()
        theirs = {
            name: connection.execute(f"SHOW {name}").fetchone()
            for name in ("tcp_keepalives_idle", "tcp_keepalives_count", "tcp_user_timeout")
        }

    assert {name: ours[name] for name in ("keepalives_idle", "tcp_user_timeout")} == {
        "keepalives_idle": "10",
        "tcp_user_timeout": "20000",
    }
    assert theirs == {
        "tcp_keepalives_idle": ("10",),
        "tcp_keepalives_count": ("3",),
        "tcp_user_timeout": ("20000",),
    }
