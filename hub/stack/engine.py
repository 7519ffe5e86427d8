"""What the broker and the database have in common, seen by `hub.stack.stack`.

find a process of ours -> else prepare, launch -> wait until it answers -> finish -> ... -> stop
"""

import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Protocol

from hub.errors import Fatal
from hub.stack.account import Identity
from hub.stack.failures import at, died, disk_full_by
from hub.stack.processes import Detached, find, is_ours, stop
from hub.stack.progress import Progress

__all__ = ["Engine", "halt", "launch", "run_tool", "wait_until_answers"]

_PATIENCE_SECONDS = 90.0
_POLL_SECONDS = 0.05
_PRIVATE_UMASK = 0o077
_PRIVATE_FILE = 0o600


class Engine(Protocol):
    """A server of the local stack.

    Attributes:
        name: What people call it.
        log: The file it prints to.
        marker: The end of its command line, which proves a process to be this engine on this data.
        stop_steps: Signals that end it, each with the seconds to wait before the next one.
    """

    name: str
    log: Path
    marker: Sequence[str]
    stop_steps: Sequence[tuple[signal.Signals, float]]

    def prepare(self, progress: Progress) -> None:
        """Make everything a start needs; doing it again changes nothing.

        Raises:
            HubError: something cannot be had; the text says what to do.
        """

    def start(self) -> int:
        """Start the process, without waiting until it answers; returns its process id."""

    def answers(self) -> bool:
        """Whether it serves clients now; takes at most about a second."""

    def finish(self) -> None:
        """Do what can only be done once it answers; doing it again changes nothing."""


def launch(command: Sequence[str | Path], environment: Mapping[str, str], log: Path, identity: Identity) -> int:
    """Start a process that outlives us, cut off from our terminal; returns its process id.

    It gets the given environment only: variables such as JAVA_TOOL_OPTIONS are not meant for it. The log of
    the run before is kept beside the new one.
    """
    with at(log), _new_log(log) as output:
        return Detached(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
            env=dict(environment),
            umask=_PRIVATE_UMASK,
            start_new_session=True,
            **identity,
        ).pid


def run_tool(
    name: str, command: Sequence[str | Path], environment: Mapping[str, str], log: Path, identity: Identity
) -> None:
    """Run one of an engine's tools to its end.

    Raises:
        HubError: it failed; the text has the cause it gave.
    """
    with at(log), _new_log(log) as output:
        done = subprocess.run(  # noqa: S603 - a program of our own installation
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
            env=dict(environment),
            umask=_PRIVATE_UMASK,
            check=False,
            **identity,
        )
    if done.returncode != 0:
        raise died(name, log)


def wait_until_answers(engine: Engine, pid: int, progress: Progress) -> None:
    """Wait for an engine that was started.

    Raises:
        HubError: it ended, or does not answer in time; the text has the cause it gave.
    """
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not engine.answers():
        progress(f"starting the {engine.name}")
        if not is_ours(pid, engine.marker):
            raise died(engine.name, engine.log)
        if time.monotonic() > deadline:
            raise disk_full_by(engine.log) or Fatal(
                f"the {engine.name} (process {pid}) runs but did not answer for {_PATIENCE_SECONDS:.0f} s: "
                f"see {engine.log}, then run hub down and hub up"
            )
        time.sleep(_POLL_SECONDS)


def halt(engine: Engine, progress: Progress) -> bool:
    """End an engine, whoever started it; returns whether there was one.

    Raises:
        Fatal: it did not end even when killed.
    """
    pid = find(engine.marker)
    if pid is None:
        return False
    progress(f"stopping the {engine.name}")
    if not stop(pid, engine.marker, engine.stop_steps):
        raise Fatal(f"the {engine.name} (process {pid}) does not end, not even when killed: restart the machine")
    return True


def _new_log(log: Path) -> BinaryIO:
    """Begin a log that only its user may read; the one before is kept beside it."""
    if log.exists():
        log.replace(log.with_name(f"{log.name}.before"))
    log.touch(mode=_PRIVATE_FILE)
    return log.open("wb")
