"""What was imported from partners' files: every revision of every ticket, written after delivery.

A ticket whose content equals any earlier revision is there already, so loading day 1 again after day 2 undoes
nothing (model.md 18). A partner's imports take turns under a lock of its own: two at once would both take a
ticket for new.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any, Final, NamedTuple

import psycopg
import sqlalchemy as sa

from hub.errors import InvalidInput
from hub.store.connection import Connection, connect, translated
from hub.store.tables import METADATA

__all__ = ["IMPORTED_ROWS", "ImportedRow", "Imports", "imports_of"]

_IMPORT_LOCK: Final = 2100_037

IMPORTED_ROWS: Final = sa.Table(
    "imported_rows",
    METADATA,
    sa.Column("partner_id", sa.Text, primary_key=True, comment="the organisation whose files these are"),
    sa.Column("key", sa.Text, primary_key=True, comment="site, scale, ticket and season, as JSON"),
    sa.Column("revision", sa.Integer, primary_key=True, comment="1 when first seen, one more per change"),
    sa.Column("part", sa.Text, primary_key=True, comment="the other party; a split ticket has several"),
    sa.Column("profile", sa.Text, nullable=False),
    sa.Column("content_hash", sa.LargeBinary, nullable=False, comment="SHA-256 of the whole ticket"),
    sa.Column("part_hash", sa.LargeBinary, nullable=False, comment="SHA-256 of this part"),
    sa.Column("kind", sa.Text, nullable=False, comment="type of the message sent"),
    sa.Column("event_id", sa.Text, nullable=False),
    sa.Column("first_event_id", sa.Text, nullable=False, comment="what corrections and reversals name"),
    sa.Column("ticket_date", sa.Date, nullable=False),
    sa.Column("wet_lb_e4", sa.BigInteger, nullable=False),
    sa.Column("dry_lb_e4", sa.BigInteger, nullable=False),
    sa.Column("exported_at", sa.TIMESTAMP, nullable=True, comment="by the partner's clock, if told"),
    sa.Column("source", sa.Text, nullable=False, comment="file and row it came from"),
    sa.Column("imported_at", sa.TIMESTAMP(timezone=True), nullable=False),
    sa.Index("imported_rows_ticket_date", "partner_id", "ticket_date"),
)
"""One row per message sent for a ticket."""


class ImportedRow(NamedTuple):
    """A row of the table, in its columns' order."""

    partner_id: str
    key: str
    revision: int
    part: str
    profile: str
    content_hash: bytes
    part_hash: bytes
    kind: str
    event_id: str
    first_event_id: str
    ticket_date: date
    wet_lb_e4: int
    dry_lb_e4: int
    exported_at: datetime | None
    source: str
    imported_at: datetime


_COLUMNS: Final = ", ".join(ImportedRow._fields)
_SELECT: Final = f"SELECT {_COLUMNS} FROM imported_rows WHERE partner_id = %s AND "  # noqa: S608 - constants
_ORDER: Final = " ORDER BY key, revision, part"
_INSERT: Final = (
    f"INSERT INTO imported_rows ({_COLUMNS}) VALUES ({', '.join(['%s'] * len(ImportedRow._fields))}) "  # noqa: S608 - constants
    "ON CONFLICT (partner_id, key, revision, part) DO UPDATE SET exported_at = excluded.exported_at "
    "WHERE imported_rows.exported_at < excluded.exported_at"
)


class Imports:
    """One partner's imported rows within one transaction."""

    def __init__(self, connection: Connection, partner_id: str) -> None:
        self._connection, self._partner_id = connection, partner_id

    def of_keys(self, keys: Collection[str]) -> list[ImportedRow]:
        """Every revision of these keys, oldest first."""
        return self._rows("key = ANY(%s)", [list(keys)])

    def between(self, first: date, last: date) -> list[ImportedRow]:
        """Every revision of every key with a ticket of these days, oldest first."""
        dated = "SELECT key FROM imported_rows WHERE partner_id = %s AND ticket_date BETWEEN %s AND %s"
        return self._rows(f"key IN ({dated})", [self._partner_id, first, last])

    def add(self, rows: Sequence[ImportedRow]) -> None:
        """Keep rows; of one that is there already only a later export that said so is kept."""
        with self._connection.cursor() as cursor:
            cursor.executemany(_INSERT, rows)

    def _rows(self, condition: str, values: list[Any]) -> list[ImportedRow]:
        with self._connection.cursor() as cursor:
            cursor.execute(_SELECT + condition + _ORDER, [self._partner_id, *values])
            return [ImportedRow(*row) for row in cursor]


@contextmanager
def imports_of(database_url: str, partner_id: str, *, wait: bool = True) -> Iterator[Imports]:
    """One partner's imported rows in a transaction: committed at the end, rolled back on any error.

    Args:
        database_url: the hub's database.
        partner_id: whose rows.
        wait: wait for another import of the same partner to end; False to look without writing.

    Raises:
        RetryLater: the database is away.
        InvalidInput: it has no table of imports yet.
    """
    with translated("reading what was imported"), connect(database_url) as connection:
        try:
            if wait:
                lock = "SELECT pg_advisory_xact_lock(%s, hashtext(%s))"
                connection.execute(lock, [_IMPORT_LOCK, partner_id])
            yield Imports(connection, partner_id)
        except psycopg.errors.UndefinedTable as error:
            raise InvalidInput("the database has no tables for imports yet: run hub migrate") from error
