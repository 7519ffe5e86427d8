"""What an error of the operating system, or an engine that died, means to the person at the keyboard."""

import errno
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hub.errors import Fatal, HubError, InvalidInput, RetryLater

__all__ = ["DISK_FULL", "at", "died", "disk_full_by", "from_os_error"]

DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_DISK_FULL_WORDS = ("No space left on device", "Check free disk space")
_CAUSE_WORDS = ("FATAL", "PANIC", "ERROR", "error:", "Exception")
_LINES_READ = 400
_DATA_DIR = "HUB_DATA_DIR"


def from_os_error(error: OSError, place: Path, setting: str = _DATA_DIR) -> HubError:
    """The hub's error for one of the operating system's.

    Args:
        error: What the operating system said.
        place: The file or folder it said it of.
        setting: The setting by which a person chooses another place.
    """
    if error.errno in DISK_FULL:
        return _disk_full(place, setting)
    reason = error.strerror or str(error)
    return InvalidInput(f"cannot use {place}: {reason}; make it writable or set {setting} to another folder")


@contextmanager
def at(place: Path, setting: str = _DATA_DIR) -> Iterator[None]:
    """Turn the operating system's errors of a ``with`` block into the hub's (see `from_os_error`)."""
    try:
        yield
    except OSError as error:
        raise from_os_error(error, place, setting) from error


def died(name: str, log: Path) -> HubError:
    """The hub's error for an engine or one of its tools that ended by itself, with the cause from its log."""
    return disk_full_by(log) or Fatal(f"the {name} did not start: {_cause(log)}; the whole story is in {log}")


def disk_full_by(log: Path) -> HubError | None:
    """The hub's error if an engine's log complains of a full disk, else None."""
    complains = any(words in line for line in _last_lines(log) for words in _DISK_FULL_WORDS)
    return _disk_full(log.parent, _DATA_DIR) if complains else None


def _cause(log: Path) -> str:
    """The last line that sounds like a cause, or else the last one."""
    lines = _last_lines(log)
    causes = [line for line in lines if any(word in line for word in _CAUSE_WORDS)]
    return (causes or lines or ["it said nothing"])[-1].strip()


def _disk_full(place: Path, setting: str) -> RetryLater:
    return RetryLater(
        f"the disk of {place} is full: free some space or set {setting} to another disk, then run hub up again"
    )


def _last_lines(log: Path) -> list[str]:
    """The end of a log, oldest first; nothing when there is no log."""
    if not log.exists():
        return []
    with log.open(encoding="utf-8", errors="replace") as lines:
        return [line for line in deque(lines, _LINES_READ) if line.strip()]
