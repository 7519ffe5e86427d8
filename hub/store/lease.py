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
        self._held = False

    def take(self) -> Unit | None:
        """What to work on while the lease is held; None while another process holds it.

        Raises:
            RetryLater: the database is away; if it was held, it is lost.
        """
        with translated("taking the relay's lease"):
            if self._connection is None or self._connection.closed:
                self._held = False
                self._connection = connect(self._url)
                self._connection.autocommit = True
            if not self._held:
                row = self._connection.execute("SELECT pg_try_advisory_lock(%s)", [_RELAY_LOCK]).fetchone()
                self._held = row == (True,)
            return unit_on(self._connection) if self._held else None

    def release(self) -> None:
        """Let another process have it."""
        if self._connection is not None:
            self._connection.close()
            self._connection, self._held = None, False
