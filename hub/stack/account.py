"""The operating system's user that PostgreSQL runs as: it refuses to run as root.

A normal user runs it as itself, root as ``nobody``. That user must be able to reach the data directory and
PostgreSQL's programs; whether it can is tried, since modes alone do not tell (access lists, mounts).
"""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from hub.errors import InvalidInput

__all__ = ["Account", "Identity", "blocking_folder", "can_run", "database_account"]

_UNPRIVILEGED_NAME = "nobody"
_SHELL = "/bin/sh"


class Identity(TypedDict, total=False):
    """Arguments of `subprocess.Popen` that set who a process runs as; empty: as ourselves."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True)
class Account:
    """A user of the operating system.

    Attributes:
        uid: Its number.
        gid: Its group's number.
        other: Whether it is another user than the one this process runs as.
    """

    uid: int
    gid: int
    other: bool

    def identity(self) -> Identity:
        """Who a process of this account runs as."""
        return Identity(user=self.uid, group=self.gid, extra_groups=[]) if self.other else Identity()

    def own(self, path: Path) -> None:
        """Give a file or folder to this account.

        Raises:
            InvalidInput: the file system or the container does not let root do so.
        """
        if not self.other:
            return
        try:
            os.chown(path, self.uid, self.gid)
        except OSError as error:
            raise InvalidInput(
                f"cannot give {path} to user {self.uid}, whom the database must run as ({error.strerror}): "
                "run as a normal user, set HUB_DATA_DIR to a local disk, or set HUB_DATABASE_URL"
            ) from error


def database_account() -> Account:
    """The account that runs the database.

    Raises:
        InvalidInput: we are root and the system has no unprivileged user.
    """
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid(), other=False)
    try:
        nobody = pwd.getpwnam(_UNPRIVILEGED_NAME)
    except KeyError as error:
        raise InvalidInput(
            "PostgreSQL refuses to run as root and this system has no user nobody: "
            "run as a normal user, or set HUB_DATABASE_URL"
        ) from error
    return Account(nobody.pw_uid, nobody.pw_gid, other=True)


def blocking_folder(folder: Path, account: Account) -> Path | None:
    """The first folder on the way that the account may not pass; None: it reaches the folder.

    Raises:
        InvalidInput: root may not act for another user here.
    """
    if _enters(folder, account):
        return None
    way = [*reversed(folder.parents), folder]
    return next((step for step in way if not _enters(step, account)), None)


def can_run(program: Path, account: Account) -> bool:
    """Whether the account can run a program, tried by asking it for its version."""
    try:
        asked = subprocess.run(  # noqa: S603 - a program of our own installation
            [program, "--version"], capture_output=True, check=False, cwd="/", **account.identity()
        )
    except PermissionError:
        return False
    return asked.returncode == 0


def _enters(folder: Path, account: Account) -> bool:
    try:
        tried = subprocess.run(  # noqa: S603 - a fixed command
            [_SHELL, "-c", 'cd "$1"', "sh", folder],
            capture_output=True,
            check=False,
            cwd="/",
            **account.identity(),
        )
    except PermissionError as error:  # not the shell, which all may run: the change of user
        raise InvalidInput(
            f"PostgreSQL refuses to run as root, and root may not become user {account.uid} here "
            "(a container without CAP_SETUID?): run as a normal user, or set HUB_DATABASE_URL"
        ) from error
    return tried.returncode == 0
