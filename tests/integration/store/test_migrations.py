"""The migrations make exactly the tables the rows describe."""

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

import hub.store.imports  # noqa: F401 - its table belongs to the metadata
from hub.store.migrate import migrate
from hub.store.tables import METADATA


def test_nothing_is_left_to_migrate(database: str) -> None:
    migrate(database)

    engine = sa.create_engine(database, poolclass=sa.NullPool)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), METADATA)

    assert differences == []


def test_migrating_again_changes_nothing(database: str) -> None:
    first = migrate(database)
    second = migrate(database)

    assert second == (first[1], first[1])
