"""One at a time, across processes: a lock that the kernel frees when its holder dies."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hub.errors import RetryLater
from hub.stack.failures import at
from hub.stack.progress import Progress

__all__ = ["hold"]

_POLL_SECONDS = 0.05


@contextmanager
def hold(path: Path, patience: float, progress: Progress) -> Iterator[None]:
    """Hold a lock file for the length of a ``with`` block.

    Args:
        path: The file, made if it does not exist.
        patience: Seconds to wait for another holder.
        progress: Told when there is somebody to wait for.

    Raises:
        RetryLater: the other holder did not finish in time.
        HubError: the file cannot be made.
    """
    with at(path):
        file = path.open("a")
    with file:
        deadline = time.monotonic() + patience
        while not _taken(file.fileno()):
            if time.monotonic() > deadline:
                raise RetryLater(f"another hub still works on {path.parent}: let it finish, then try again")
            progress("waiting for another hub to finish")
            time.sleep(_POLL_SECONDS)
        yield


def _taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
