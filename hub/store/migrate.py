"""The tables brought to the newest migration."""

from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from hub.errors import RetryLater

__all__ = ["config_on", "migrate"]

_MIGRATION_LOCK: Final = 2100_036


def migrate(database_url: str) -> tuple[str | None, str]:
    """Run every migration the database lacks; two processes that try at once take turns.

    Returns:
        The revision before and the one after.

    Raises:
        RetryLater: the database is away.
    """
    engine = sa.create_engine(database_url, poolclass=sa.NullPool)
    try:
        with engine.begin() as connection:
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
            before = MigrationContext.configure(connection).get_current_revision()
            command.upgrade(config_on(connection), "head")
    except sa.exc.OperationalError as error:
        raise RetryLater(f"migrating the database: {error.orig}; is it up?") from error
    head = ScriptDirectory.from_config(config_on(None)).get_current_head()
    return before, str(head)


def config_on(connection: sa.Connection | None) -> Config:
    """Alembic's configuration for our migrations on a connection; None where only the scripts are read."""
    config = Config()
    config.set_main_option("script_location", "hub.store:migrations")
    config.attributes["connection"] = connection
    return config
