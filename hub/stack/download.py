"""One jar, from a Maven repository into a folder, or an error that names it.

The transport is jgo's, which knows the public repository. It writes in place, takes a broken connection
for the end of a file and only warns of a wrong checksum; so it works in a folder of its own, and
`hub.stack.jars` believes nothing but the digest of the lock.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from jgo.maven import MavenContext, PythonResolver

from hub.errors import HubError, RetryLater
from hub.stack.failures import DISK_FULL, from_os_error
from hub.stack.jar_lock import Jar

__all__ = ["BytesMoved", "download"]

BytesMoved = Callable[[int], None]

_ATTEMPTS = 3
_PAUSE_SECONDS = 1.0
_TIMEOUT_SECONDS = 20


def download(jar: Jar, folder: Path, repository: str | None, moved: BytesMoved) -> Path:
    """Fetch a jar.

    Args:
        jar: Which one.
        folder: A folder of this download's own.
        repository: Base URL of a Maven repository; None: the public one.
        moved: Told the number of bytes of each piece that arrives.

    Returns:
        Where it is: of the right size, its digest not compared yet.

    Raises:
        RetryLater: it could not be had, after several attempts.
        HubError: the folder cannot be written.
    """
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            return _of_right_size(jar, _fetch(jar, folder / str(attempt), repository, moved))
        except (
            OSError,
            RuntimeError,
        ) as error:  # jgo's: those of requests are OSErrors, a refusal is a RuntimeError
            failure = _failure(jar, folder, error)
            if attempt == _ATTEMPTS or not isinstance(failure, RetryLater):
                raise failure from error
            time.sleep(_PAUSE_SECONDS * attempt)
    raise AssertionError("the loop ends by return or raise")


def _fetch(jar: Jar, folder: Path, repository: str | None, moved: BytesMoved) -> Path:
    @contextmanager
    def count(_file_name: str, _size: int) -> Iterator[BytesMoved]:
        yield moved

    context = MavenContext(
        resolver=PythonResolver(progress_callback=count),
        repo_cache=folder,
        remote_repos={"mirror": repository.rstrip("/")} if repository else None,
        timeout=_TIMEOUT_SECONDS,
    )
    return context.create_dependency(jar.coordinate).artifact.resolve()


def _of_right_size(jar: Jar, file: Path) -> Path:
    """The file, unless the connection ended early, which jgo takes for the end of the file."""
    size = file.stat().st_size
    if size != jar.size:
        raise ConnectionError(f"{size} of {jar.size} bytes came")
    return file


def _failure(jar: Jar, folder: Path, error: OSError | RuntimeError) -> HubError:
    """What a failed attempt means; only the network is worth another one."""
    if isinstance(error, OSError) and (error.errno in DISK_FULL or isinstance(error, PermissionError)):
        return from_os_error(error, folder.parent, "HUB_CACHE_DIR")
    return RetryLater(
        f"cannot download {jar.coordinate} ({_plain(error)}): check the network and run hub up again, "
        "which goes on where it stopped; behind a firewall set HUB_MAVEN_REPOSITORY to a mirror"
    )


def _plain(error: OSError | RuntimeError) -> str:
    """The reason in few words, without the page of addresses that HTTP libraries add."""
    if isinstance(error, RuntimeError):
        return "the repository did not deliver it"
    return str(error) if type(error) is ConnectionError else type(error).__name__
