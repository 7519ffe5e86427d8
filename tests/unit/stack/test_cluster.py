import os
import subprocess
import sys
from pathlib import Path

import pytest

from hub.stack.cluster import forget_foreign_pid


@pytest.fixture
def ended_pid() -> int:
    """The number of a process that is no more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_a_pid_file_that_means_another_program_is_removed(tmp_path: Path):
    (tmp_path / "postmaster.pid").write_text(f"{os.getpid()}\n/data\n", encoding="utf-8")

    forget_foreign_pid(tmp_path)

    assert not (tmp_path / "postmaster.pid").exists()


def test_a_pid_file_of_an_ended_process_is_left_to_postgresql(tmp_path: Path, ended_pid: int):
    (tmp_path / "postmaster.pid").write_text(f"{ended_pid}\n/data\n", encoding="utf-8")

    forget_foreign_pid(tmp_path)

    assert (tmp_path / "postmaster.pid").exists()


def test_without_a_pid_file_nothing_happens(tmp_path: Path):
    forget_foreign_pid(tmp_path)

    assert list(tmp_path.iterdir()) == []
