"""The broker's jars in the cache: verified at each start, downloaded where missing.

A jar gets its name in the cache only after its digest was compared with the lock, so a half file is never
taken for a whole one; what arrived before an interruption stays. A second hub waits for the first instead
of downloading the same.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hub.errors import Fatal
from hub.stack.failures import at
from hub.stack.jar_lock import Jar
from hub.stack.lock import hold
from hub.stack.progress import Progress

__all__ = ["ensure_jars", "is_whole"]

_FOLDER = "jars"
_LOCK = ".lock"
_UNFINISHED = ".unfinished-"
_SETTING = "HUB_CACHE_DIR"
_PARALLEL_DOWNLOADS = 6
_WAIT_SECONDS = 900.0  # for another hub's download over a slow line
_STEP = "downloading the broker"


def ensure_jars(cache: Path, jars: Sequence[Jar], repository: str | None, progress: Progress) -> list[Path]:
    """The files of the jars, in order, each proved whole.

    Args:
        cache: The cache folder, made if it does not exist.
        jars: Which ones.
        repository: Base URL of a Maven repository; None: the public one.
        progress: Told while something is downloaded, in bytes.

    Raises:
        HubError: a jar cannot be had; the text names it and what to do.
    """
    folder = cache / _FOLDER
    files = {jar: folder / jar.file_name for jar in jars}
    with at(folder, _SETTING):
        if _missing(files):
            folder.mkdir(parents=True, exist_ok=True)
            with hold(folder / _LOCK, _WAIT_SECONDS, progress):
                _remove_unfinished(folder)
                _download_all(folder, _missing(files), repository, progress)
    return list(files.values())


def is_whole(jar: Jar, file: Path) -> bool:
    """Whether a file has exactly the bytes the lock wants."""
    if not file.exists() or file.stat().st_size != jar.size:
        return False
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest() == jar.sha256


def _missing(files: Mapping[Jar, Path]) -> list[Jar]:
    return [jar for jar, file in files.items() if not is_whole(jar, file)]


def _remove_unfinished(folder: Path) -> None:
    for leftover in folder.glob(f"{_UNFINISHED}*"):
        shutil.rmtree(leftover)


def _download_all(folder: Path, missing: Sequence[Jar], repository: str | None, progress: Progress) -> None:
    """Download in parallel; the first failure is raised once the downloads already begun have ended."""
    counter = _Counter(sum(jar.size for jar in missing), progress)
    with ThreadPoolExecutor(_PARALLEL_DOWNLOADS) as pool:
        downloads = [pool.submit(_download_one, folder, jar, repository, counter) for jar in missing]
        try:
            for finished in downloads:
                finished.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _download_one(folder: Path, jar: Jar, repository: str | None, counter: "_Counter") -> None:
    from hub.stack.download import download  # noqa: PLC0415 - half a second to import, and seldom needed

    with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=folder) as own:
        file = download(jar, Path(own), repository, counter.add)
        if not is_whole(jar, file):
            raise Fatal(
                f"{jar.coordinate} came with other bytes than the lock allows: the repository or a proxy "
                f"changes files; set HUB_MAVEN_REPOSITORY to a mirror, or put the right file to "
                f"{folder / jar.file_name}"
            )
        file.replace(folder / jar.file_name)


class _Counter:
    """Adds up the bytes of parallel downloads for one progress display."""

    def __init__(self, total: int, progress: Progress) -> None:
        self._total = total
        self._done = 0
        self._progress = progress

    def add(self, count: int) -> None:
        """Count the bytes of one piece; a lost update or a second attempt only bends the display."""
        self._done += count
        self._progress(_STEP, min(self._done, self._total), self._total)
