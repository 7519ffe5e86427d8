"""`make migration m="why"`: the next revision, worked out from the rows against a database that has all before it."""

import sys
from pathlib import Path

import sqlalchemy as sa
from alembic import command

from hub import stack
from hub.settings import read_settings
from hub.store import migrations
from hub.store.migrate import config_on, migrate

__all__ = ["revise"]


def revise(message: str) -> None:
    """Write the next revision into `hub/store/migrations/versions`; read it before committing it."""
    url = stack.engines(read_settings()).database_url
    with sa.create_engine(url, isolation_level="AUTOCOMMIT").connect() as server:
        server.execute(sa.text("DROP DATABASE IF EXISTS hub_revise WITH (FORCE)"))
        server.execute(sa.text("CREATE DATABASE hub_revise"))
    own = sa.make_url(url).set(database="hub_revise").render_as_string(hide_password=False)
    migrate(own)
    versions = Path(migrations.__file__).parent / "versions"
    number = 1 + sum(1 for _ in versions.glob("[0-9]*.py"))
    with sa.create_engine(own).begin() as connection:
        command.revision(config_on(connection), message=message, autogenerate=True, rev_id=f"{number:04d}")


if __name__ == "__main__":
    revise(sys.argv[1])
