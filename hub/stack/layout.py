"""Where everything of the local stack lies below the data directory.

DATA_DIR/
├── stack.json            ports (`hub.stack.state`)
├── stack.lock            held while a `hub up` or `hub down` works
├── broker/               Kafka's log directory, made whole or not at all
├── broker.properties     written anew at each start; its path proves a process to be our broker
├── database/             belongs to the user PostgreSQL runs as
│   ├── cluster/          PostgreSQL's data directory; its path proves a process to be our database
│   └── password          of its two roles
└── broker.log, database.log
"""

import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from hub.errors import InvalidInput
from hub.stack.failures import at

__all__ = ["Layout", "make_folder", "require_own", "unfinished_folder"]

_SEARCHABLE = 0o711
_SHARED = 0o755
_PRIVATE = 0o700


@dataclass(frozen=True)
class Layout:
    """The paths of one local stack.

    Attributes:
        root: The data directory, absolute and without links, so that it has one name only.
    """

    root: Path

    @property
    def state(self) -> Path:
        """Ports and process ids."""
        return self.root / "stack.json"

    @property
    def lock(self) -> Path:
        """Held while the stack is started or stopped."""
        return self.root / "stack.lock"

    @property
    def broker(self) -> Path:
        """Kafka's log directory."""
        return self.root / "broker"

    @property
    def broker_properties(self) -> Path:
        """Kafka's configuration."""
        return self.root / "broker.properties"

    @property
    def broker_logging(self) -> Path:
        """The broker's logging configuration."""
        return self.root / "broker-logging.properties"

    @property
    def broker_log(self) -> Path:
        """What the broker prints."""
        return self.root / "broker.log"

    @property
    def broker_scratch(self) -> Path:
        """Where Java unpacks its native libraries; emptied at each start."""
        return self.root / "broker-scratch"

    @property
    def database(self) -> Path:
        """The database's own folder."""
        return self.root / "database"

    @property
    def database_cluster(self) -> Path:
        """PostgreSQL's data directory."""
        return self.database / "cluster"

    @property
    def database_password(self) -> Path:
        """The password of the database's roles."""
        return self.database / "password"

    @property
    def database_log(self) -> Path:
        """What the database prints."""
        return self.root / "database.log"

    @property
    def database_programs(self) -> Path:
        """A copy of PostgreSQL's programs, made only where the installed ones cannot be reached."""
        return self.root / "database-programs"


def make_folder(layout: Layout) -> None:
    """Make the data directory, private to its user; for root searchable by PostgreSQL's user too.

    Folders above it that exist are left as they are.

    Raises:
        HubError: it cannot be made or written.
    """
    root = layout.root
    with at(root):
        for missing in [folder for folder in reversed(root.parents) if not folder.exists()]:
            missing.mkdir(exist_ok=True)
            if _is_root():
                missing.chmod(_SHARED)  # whatever the umask
        root.mkdir(mode=_PRIVATE, exist_ok=True)
        require_own(layout)
        if _is_root():
            root.chmod(root.stat().st_mode & 0o777 | _SEARCHABLE)


def require_own(layout: Layout) -> None:
    """Make sure that an existing data directory is ours: files of two users in one folder serve neither.

    Raises:
        InvalidInput: it belongs to another user.
    """
    with at(layout.root):
        owner = layout.root.stat().st_uid
    if owner != os.geteuid():
        raise InvalidInput(
            f"{layout.root} belongs to user {owner}: run hub as that user, or set HUB_DATA_DIR to a folder of your own"
        )


def _is_root() -> bool:
    return os.geteuid() == 0


def unfinished_folder(final: Path) -> Path:
    """A new folder beside a final one, to build it in before it gets its name in one step.

    What an interrupted start left of an earlier one is removed.
    """
    prefix = f"{final.name}.unfinished-"
    for leftover in final.parent.glob(f"{prefix}*"):
        shutil.rmtree(leftover)
    return Path(tempfile.mkdtemp(prefix=prefix, dir=final.parent))
