"""The files of the local database: made once, whole or not at all."""

import os
import secrets
from pathlib import Path

from hub.errors import InvalidInput
from hub.stack.account import Account, blocking_folder
from hub.stack.engine import run_tool
from hub.stack.failures import at
from hub.stack.files import write_whole
from hub.stack.layout import Layout, unfinished_folder
from hub.stack.programs import database_programs

__all__ = ["ENVIRONMENT", "SUPERUSER", "forget_foreign_pid", "make_cluster", "password", "require_reachable"]

SUPERUSER = "postgres"
ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC"}
_PASSWORD_BYTES = 24

# Strings are ordered by code point, which in UTF-8 is the order of their bytes, on every operating
# system; letters still have upper and lower case.
_INITDB_OPTIONS = (
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--auth=scram-sha-256",
    f"--username={SUPERUSER}",
)


def make_cluster(layout: Layout, account: Account) -> None:
    """Make PostgreSQL's data directory and a password, under another name until both are whole.

    Raises:
        HubError: `initdb` failed, or the folder cannot be written.
    """
    with at(layout.root):
        folder = unfinished_folder(layout.database)
        account.own(folder)
        secret = folder / layout.database_password.name
        write_whole(secret, secrets.token_urlsafe(_PASSWORD_BYTES))
        account.own(secret)
        cluster = folder / layout.database_cluster.name
        program = database_programs(layout, account) / "initdb"
        command = [str(program), *_INITDB_OPTIONS, f"--pwfile={secret}", f"--pgdata={cluster}"]
        run_tool("database", command, ENVIRONMENT, layout.database_log, account.identity())
        folder.rename(layout.database)


def password(layout: Layout) -> str:
    """The password of both roles of the local database.

    Raises:
        HubError: there is none that we may read.
    """
    with at(layout.database_password):
        return layout.database_password.read_text(encoding="utf-8").strip()


def require_reachable(layout: Layout, account: Account) -> None:
    """Make sure that the database's user can reach its files.

    Raises:
        InvalidInput: a folder on the way is closed to it; the text names it.
    """
    blocked = blocking_folder(layout.root, account)
    if blocked is not None:
        raise InvalidInput(
            f"the database cannot live in {layout.root}: PostgreSQL refuses to run as root, and user "
            f"{account.uid}, as whom it runs instead, may not pass {blocked}; set HUB_DATA_DIR to a folder "
            "below directories that all users may pass, such as /var/lib/reduced-ci-hub"
        )


def forget_foreign_pid(cluster: Path) -> None:
    """Remove PostgreSQL's pid file if its number means another program now, as after a restart.

    To be called only when no process of this cluster runs. PostgreSQL would take the other program for
    a second server and refuse to start. Sessions that outlive a killed server are still noticed: it
    finds their shared memory by the data directory.
    """
    pid_file = cluster / "postmaster.pid"
    with at(pid_file):
        if pid_file.exists() and _is_alive(pid_file.read_text(encoding="utf-8").partition("\n")[0]):
            pid_file.unlink()


def _is_alive(pid: str) -> bool:
    """Whether there is a process of this number, whoever's it is."""
    try:
        os.kill(int(pid), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True
