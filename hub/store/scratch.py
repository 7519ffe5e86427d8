"""Books in tables of their own beside the live ones, for as long as one transaction wants them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from psycopg import sql

from hub.store.books import PostgresBooks
from hub.store.connection import Connection
from hub.store.tables import TABLES

__all__ = ["SCRATCH", "scratch_books"]

SCRATCH: Final = "hub_scratch"
"""The schema the scratch tables are in; it never outlives its transaction."""


@contextmanager
def scratch_books(connection: Connection) -> Iterator[PostgresBooks]:
    """Empty books on the same connection.

    Reading and writing through them leaves the live tables alone: the scratch schema comes first in the search path,
    and the journal, which it does not have, is still the live one.
    """
    live = connection.execute("SELECT current_schema()").fetchone()
    assert live is not None
    schema = sql.Identifier(SCRATCH)
    connection.execute(sql.SQL("CREATE SCHEMA {}").format(schema))
    for table in TABLES.values():
        name = sql.Identifier(table.name)
        like = sql.SQL("CREATE UNLOGGED TABLE {}.{} (LIKE {}.{} INCLUDING ALL)")
        connection.execute(like.format(schema, name, sql.Identifier(live[0]), name))
    connection.execute(sql.SQL("SET LOCAL search_path TO {}, {}").format(schema, sql.Identifier(live[0])))
    yield PostgresBooks(connection)
    connection.execute(sql.SQL("SET LOCAL search_path TO {}").format(sql.Identifier(live[0])))
    connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(schema))
