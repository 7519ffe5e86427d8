"""A worker's app run: as a process of its own, or on a thread beside whoever needs it for a while."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import faust

from hub.errors import Fatal

__all__ = ["running", "serve"]

_LOOK_SECONDS: Final = 0.05
_START_SECONDS: Final = 60.0
_STOP_SECONDS: Final = 30.0


def serve(app: faust.App, *, log_level: str) -> None:
    """Run until SIGTERM or Ctrl-C, then stop in order; exits the process.

    A stuck event loop ends the process as well (`blocking_timeout`): whoever runs it starts it again.
    """
    worker = _Worker(
        _housed(app),
        loglevel=log_level,
        redirect_stdouts=False,
        quiet=True,
        override_logging=False,
        blocking_timeout=60.0,
    )
    worker.execute_from_commandline()


class _Worker(faust.Worker):
    """A worker that ends when told to, also where the broker is gone and its clients wait for it without end."""

    async def _stop_on_signal(self, signal: signal.Signals) -> None:
        """Stop in order, or after a while at once: what is not committed is read again, nothing is lost."""
        deadline = threading.Timer(_STOP_SECONDS, os._exit, [1])
        deadline.daemon = True
        deadline.start()
        await super()._stop_on_signal(signal)


@contextmanager
def running(make: Callable[[], faust.App]) -> Iterator[None]:
    """A worker on a thread of its own while the block runs.

    Raises:
        Fatal: it did not start, or ended by itself.
    """
    started, stop = threading.Event(), threading.Event()
    failures: list[BaseException] = []

    def work() -> None:
        try:
            asyncio.run(_work(_housed(make()), started, stop))
        except BaseException as error:  # noqa: BLE001 - told to the thread that waits
            failures.append(error)
        finally:
            started.set()

    thread = threading.Thread(target=work, name="worker", daemon=True)
    thread.start()
    if not started.wait(_START_SECONDS):
        stop.set()  # should it start after all
        raise Fatal(f"the worker did not start in {_START_SECONDS:.0f} s")
    try:
        if not failures:
            yield
    finally:
        stop.set()
        thread.join()
    if failures:
        raise Fatal(f"the worker ended: {failures[0]}") from failures[0]


def _housed(app: faust.App) -> faust.App:
    """The app with the folder above its own, which Faust takes for granted."""
    Path(app.conf.datadir).parent.mkdir(parents=True, exist_ok=True)
    return app


async def _work(app: faust.App, started: threading.Event, stop: threading.Event) -> None:
    await app.start()
    started.set()
    while not stop.is_set() and not app.crashed:  # noqa: ASYNC110 - what ends it is set on another thread
        await asyncio.sleep(_LOOK_SECONDS)
    reason = app.crash_reason
    await app.stop()
    if reason is not None:
        raise reason
