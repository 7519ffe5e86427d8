"""Connections to PostgreSQL, and its errors as the hub's."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from hub.errors import Fatal, RetryLater

__all__ = ["Connection", "connect", "plain_url", "translated"]

Connection = psycopg.Connection[tuple[Any, ...]]

_OPTIONS: Final = (
    "-c timezone=UTC -c plan_cache_mode=force_custom_plan -c application_name=hub "
    "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=20s"
)
"""A batch's arrays differ too much in length for one plan to serve them all.

A worker that vanished from the network must not keep a lock or the relay's lease for hours.
"""

_PASSING: Final = ("08", "40", "53", "55", "57", "58")
"""SQLSTATE classes that pass: connection, rollback, resources (disk, connections), in use, operator, system."""


def plain_url(database_url: str) -> str:
    """The URL without SQLAlchemy's driver in its scheme, as libpq reads it."""
    return database_url.replace("postgresql+psycopg://", "postgresql://", 1)


def connect(database_url: str) -> Connection:
    """Open a connection.

    Raises:
        RetryLater: the database is away or takes no more connections.
        Fatal: it refuses this user or database.
    """
    with translated("connecting to the database"):
        return psycopg.connect(
            plain_url(database_url),
            options=_OPTIONS,
            connect_timeout=10,
            keepalives_idle=10,  # a database that vanished from the network is away, not silent
            keepalives_interval=5,
            keepalives_count=3,
            tcp_user_timeout=20_000,
        )


@contextmanager
def translated(doing: str) -> Iterator[None]:
    """Turn the database's errors into the hub's: what passes by itself, and what a person must see to."""
    try:
        yield
    except psycopg.Error as error:
        state = error.sqlstate or ""
        text = f"{doing}: {str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__}"
        if (isinstance(error, psycopg.OperationalError) and not state) or state.startswith(_PASSING):
            raise RetryLater(f"{text}; is the database up, with room on its disk?") from error
        raise Fatal(text) from error
