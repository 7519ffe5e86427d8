"""The processes of the local stack, told from all others by their own command line.

A process id alone proves nothing: it may be remembered from before a restart and belong to somebody else
now. A process is ours if its command line ends with the marker of our engine, which holds the path of our
data directory.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hub.errors import InvalidInput

__all__ = ["Detached", "Process", "find", "is_ours", "stop"]

_PROC = Path("/proc")
_POLL_SECONDS = 0.02


class Detached(subprocess.Popen[bytes]):
    """A process meant to outlive us, so leaving it running is no mistake to warn of."""

    def __del__(self) -> None:
        """Say nothing; `stop` collects the exit status where we are the parent."""


@dataclass(frozen=True)
class Process:
    """A running process.

    Attributes:
        pid: Its number.
        parent: The number of the process that started it.
        command: Its command line, arguments joined by one space.
    """

    pid: int
    parent: int
    command: str

    def carries(self, marker: Sequence[str]) -> bool:
        """Whether the command line ends with these arguments."""
        return self.command.endswith(" " + " ".join(marker))


def find(marker: Sequence[str]) -> int | None:
    """The process whose command line ends with the marker; of a family, the one that started the others."""
    ours = [process for process in _all_processes() if process.carries(marker)]
    family = {process.pid for process in ours}
    heads = [process.pid for process in ours if process.parent not in family]
    return min(heads, default=None)


def is_ours(pid: int, marker: Sequence[str]) -> bool:
    """Whether a process id still means a living process of ours."""
    _collect(pid)
    process = _look_up(pid)
    return process is not None and process.carries(marker)


def stop(pid: int, marker: Sequence[str], steps: Sequence[tuple[signal.Signals, float]]) -> bool:
    """End a process, the gentle way first.

    Args:
        pid: The process.
        marker: What proves it ours; proved again before each signal.
        steps: Signals in order, each with the seconds to wait for the end before the next one.

    Returns:
        Whether it is gone.

    Raises:
        InvalidInput: it belongs to another user.
    """
    for sign, patience in steps:
        if not is_ours(pid, marker):
            return True
        _signal(pid, sign)
        if _ends_within(pid, marker, patience):
            return True
    return False


def _signal(pid: int, sign: signal.Signals) -> None:
    try:
        os.kill(pid, sign)
    except ProcessLookupError:
        return  # it ended after we proved it ours, which is what we want
    except PermissionError as error:
        raise InvalidInput(f"process {pid} belongs to another user: run hub down as that user") from error


def _ends_within(pid: int, marker: Sequence[str], patience: float) -> bool:
    deadline = time.monotonic() + patience
    while is_ours(pid, marker):
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL_SECONDS)
    return True


def _collect(pid: int) -> None:
    """Take the exit status of an ended child, which would stay in the process table until then."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return  # somebody else's child: its parent collects it


def _look_up(pid: int) -> Process | None:
    if _has_proc():
        return _from_proc(_PROC / str(pid))
    return next((process for process in _from_ps() if process.pid == pid), None)


def _all_processes() -> Iterator[Process]:
    if not _has_proc():
        yield from _from_ps()
        return
    for entry in _PROC.iterdir():
        process = _from_proc(entry) if entry.name.isdigit() else None
        if process is not None:
            yield process


def _has_proc() -> bool:
    return (_PROC / "self" / "stat").exists()


def _from_proc(entry: Path) -> Process | None:
    """The process of a folder in /proc; None if it ended or is not ours to see."""
    try:
        arguments = (entry / "cmdline").read_bytes().rstrip(b"\0").replace(b"\0", b" ")
        stat = (entry / "stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return None
    _state, parent, *_ = stat.rpartition(")")[2].split()  # the name before it may hold anything
    return Process(int(entry.name), int(parent), os.fsdecode(arguments))


def _from_ps() -> Iterator[Process]:
    """The process table of systems without /proc, such as macOS."""
    table = subprocess.run(
        ["/bin/ps", "-axww", "-o", "pid=,ppid=,command="], capture_output=True, text=True, check=True
    )
    for line in table.stdout.splitlines():
        pid, parent, command = line.split(maxsplit=2)
        yield Process(int(pid), int(parent), command)
