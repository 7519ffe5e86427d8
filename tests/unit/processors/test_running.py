"""A worker on a thread beside whoever needs it."""

import asyncio
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
