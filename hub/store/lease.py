"""A lease held by one process at a time, for as long as its connection lives: the single relay's."""

from typing import Final

from hub.store.connection import Connection, connect, translated
from hub.store.unit import Unit, unit_on

__all__ = ["Lease"]

_RELAY_LOCK: Final = 2100_035


class Lease:
    """A session-level advisory lock, and the connection that holds it to work with."""

    def __init__(self, database_url: str) -> None:
        self._url = database_url
        self._connection: Connection | None = None

    def take(self) -> Unit | None:
        """What to work on while the lease is held; None while another process holds it.

        Raises:
            RetryLater: the database is away; if it was held, it is lost.
        """
        with translated("taking the relay's lease"):
            if self._connection is not None and not self._connection.closed:
                return unit_on(self._connection)
            connection = connect(self._url)
            row = connection.execute("SELECT pg_try_advisory_lock(%s)", [_RELAY_LOCK]).fetchone()
            connection.commit()
            if row is None or not row[0]:
                connection.close()
                return None
            connection.autocommit = True
            self._connection = connection
            return unit_on(connection)

    def release(self) -> None:
        """Let another process have it."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
