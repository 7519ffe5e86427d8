"""Books in tables of their own beside the live ones, for as long as one transaction wants them."""

from typing import Final

from psycopg import sql

from hub.store.books import PostgresBooks
from hub.store.connection import Connection
from hub.store.tables import TABLES

__all__ = ["SCRATCH", "scratch_books"]

SCRATCH: Final = "pg_temp"
"""The schema of the scratch tables; PostgreSQL looks there first, and only this connection sees it."""


def scratch_books(connection: Connection) -> PostgresBooks:
    """Empty books on the same connection, gone at the end of its transaction.

    Reading and writing through them leaves the live tables alone; the journal, of which there is no scratch table, is
    still the live one.
    """
    for table in TABLES.values():
        like = sql.SQL("CREATE TEMP TABLE {0} (LIKE {0} INCLUDING ALL) ON COMMIT DROP")
        connection.execute(like.format(sql.Identifier(table.name)))
    return PostgresBooks(connection)
