import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from hub.errors import InvalidInput
from hub.stack.processes import Process, find, is_ours, stop

MARKER = ("hub-test-engine", "/data/of a hub")
SLEEP = "import sys, time; print(flush=True); time.sleep(60)"
STUBBORN = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {SLEEP}"
FAMILY = f"import os; os.fork(); {SLEEP}"


@contextmanager
def running(code: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process with the given end of its command line, ready once the block begins."""
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):  # a test may have ended it
                os.killpg(process.pid, signal.SIGKILL)


def test_a_process_is_found_by_the_end_of_its_command_line():
    with running(SLEEP, *MARKER) as process:
        assert find(MARKER) == process.pid
        assert is_ours(process.pid, MARKER)
        assert find(MARKER[1:]) == process.pid
        assert find(("other", *MARKER)) is None


def test_a_stale_pid_of_another_program_is_not_ours():
    with running(SLEEP, "something", "else") as other:
        assert not is_ours(other.pid, MARKER)


def test_a_marker_inside_the_command_line_proves_nothing():
    with running(SLEEP, *MARKER, "and more") as other:
        assert not is_ours(other.pid, MARKER)


def test_of_a_family_the_founder_is_found():
    with running(FAMILY, *MARKER) as founder:
        assert find(MARKER) == founder.pid


def test_an_ended_process_is_not_ours():
    with running(SLEEP, *MARKER) as process:
        process.kill()
        process.wait()

        assert not is_ours(process.pid, MARKER)
        assert find(MARKER) is None


def test_stop_ends_a_willing_process():
    with running(SLEEP, *MARKER) as process:
        assert stop(process.pid, MARKER, [(signal.SIGTERM, 10.0)])
        assert find(MARKER) is None


def test_stop_goes_on_to_the_next_signal():
    with running(STUBBORN, *MARKER) as process:
        assert not stop(process.pid, MARKER, [(signal.SIGTERM, 0.2)])
        assert stop(process.pid, MARKER, [(signal.SIGTERM, 0.2), (signal.SIGKILL, 10.0)])


def test_stop_never_signals_another_program():
    with running(SLEEP, "something", "else") as other:
        assert stop(other.pid, MARKER, [(signal.SIGKILL, 1.0)])
        assert other.poll() is None


def test_stop_tells_of_another_users_process(monkeypatch: pytest.MonkeyPatch):
    def refuse(_pid: int, _sign: int) -> None:
        raise PermissionError

    with running(SLEEP, *MARKER) as process, monkeypatch.context() as patched:
        patched.setattr(os, "kill", refuse)

        with pytest.raises(InvalidInput, match=f"process {process.pid} belongs to another user"):
            stop(process.pid, MARKER, [(signal.SIGTERM, 1.0)])


def test_a_marker_is_whole_arguments():
    assert Process(1, 0, "java kafka.Kafka /data/broker.properties").carries(("kafka.Kafka", "/data/broker.properties"))
    assert not Process(1, 0, "java xkafka.Kafka /data/broker.properties").carries(
        ("kafka.Kafka", "/data/broker.properties")
    )
