"""The unit of work: one transaction under the ledger's lock, with the books, the journal and the outbox in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from hub.store.books import PostgresBooks
from hub.store.connection import Connection, connect, translated
from hub.store.journal import Journal
from hub.store.outbox import Outbox

__all__ = ["Ledger", "Unit", "unit_on"]

_LEDGER_LOCK: Final = 2100_034


@dataclass(frozen=True, slots=True)
class Unit:
    """What one transaction works on."""

    books: PostgresBooks
    journal: Journal
    outbox: Outbox


class Ledger:
    """The database over one connection, opened again when it was lost; one thread at a time may use it."""

    def __init__(self, database_url: str) -> None:
        self._url = database_url
        self._connection: Connection | None = None

    @contextmanager
    def locked(self) -> Iterator[Unit]:
        """A transaction that alone may decide: committed at the end, rolled back on any error.

        Dedupe, post and judge of two workers must not overlap, or a transfer in one and its receipt in the other
        miss each other (design D1); so the lock is taken first.

        Raises:
            RetryLater: the database is away or full.
        """
        with self._transaction() as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [_LEDGER_LOCK])
            yield unit_on(connection)

    @contextmanager
    def reading(self) -> Iterator[Unit]:
        """A transaction that takes no lock and sees what is committed, at one moment."""
        with self.snapshot() as connection:
            yield unit_on(connection)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """The connection of a transaction that sees one moment."""
        with self._transaction() as connection:
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield connection

    def close(self) -> None:
        """Give the connection back."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with translated("working in the database"):
            try:
                connection = self._open()
                with connection.transaction():
                    yield connection
            finally:
                if self._connection is not None and self._connection.broken:
                    self.close()

    def _open(self) -> Connection:
        if self._connection is None or self._connection.closed:
            self._connection = connect(self._url)
            self._connection.autocommit = True
        return self._connection


def unit_on(connection: Connection) -> Unit:
    """The unit that works on a connection somebody else opened and commits."""
    return Unit(PostgresBooks(connection), Journal(connection), Outbox(connection))
