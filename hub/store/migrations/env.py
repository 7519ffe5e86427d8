"""Alembic's entry: runs the migrations on the connection `hub.store.migrate` gives it."""

from alembic import context

import hub.store.imports  # noqa: F401 - its table belongs to the metadata
from hub.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
