"""A worker on a thread beside whoever needs it."""

import asyncio
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hub.errors import Fatal
from processors import run
from processors.run import running


def test_a_worker_that_does_not_start_is_not_taken_for_running(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def start() -> None:
        await asyncio.sleep(0.5)

    async def stop() -> None:
        pass

    app: Any = SimpleNamespace(
        conf=SimpleNamespace(datadir=tmp_path / "faust" / "hub"),
        start=start,
        stop=stop,
        crashed=False,
        crash_reason=None,
    )
    monkeypatch.setattr(run, "_START_SECONDS", 0.1)

    with pytest.raises(Fatal, match="did not start"), running(lambda: app):
        pytest.fail("it is not running")


def test_a_stop_that_does_not_come_to_an_end_ends_at_once_after_a_while() -> None:
    code = """
import asyncio, faust, signal
from processors import run

async def hang(*_):
    await asyncio.sleep(3600)

faust.Worker._stop_on_signal = hang
run._STOP_SECONDS = 0.1
asyncio.run(run._Worker._stop_on_signal(object.__new__(run._Worker), signal.SIGTERM))
"""
    ended = subprocess.run([sys.executable, "-c", code], timeout=60, check=False)

    assert ended.returncode == 1
