"""A hub of a test's own on the real engines: its topics, its database, workers as processes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from hub.bootstrap import Hub
from hub.kafka.admin import Admin
from hub.messages import Message
from hub.settings import Settings
from hub.stack import Engines
from hub.store.journal import Entry

__all__ = ["Worker", "entries", "hub_on", "send", "wait_for", "wait_until", "worker"]

_PATIENCE_SECONDS = 180.0


def hub_on(engines: Engines, database: str, prefix: str, **settings: object) -> Hub:
    """A hub with its topics made and the days opened by messages."""
    own = Settings(topic_prefix=prefix, clock="messages", **settings)
    hub = Hub(own, engines.kafka_bootstrap, database)
    hub.create_topics([])
    return hub


class Worker:
    """A worker process, and the means to end it well or badly."""

    def __init__(self, hub: Hub, **environment: str) -> None:
        own = {
            "HUB_KAFKA_BOOTSTRAP": hub.kafka_bootstrap,
            "HUB_DATABASE_URL": hub.database_url,
            "HUB_TOPIC_PREFIX": hub.settings.topic_prefix,
            "HUB_CLOCK": "messages",
            "HUB_BATCH_RECORDS_MAX": "200",
        }
        self._environment = {**os.environ, **own, **environment}
        self.process = self._started()

    def restart(self) -> None:
        """End it without any chance to tidy up, and start another."""
        self.process.kill()
        self.process.communicate()
        self.process = self._started()

    def _started(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "hub", "worker", "--log-level", "WARNING"],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def stop(self) -> str:
        """End it in order; what it printed."""
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=_PATIENCE_SECONDS)[0]


@contextmanager
def worker(hub: Hub, **environment: str) -> Iterator[Worker]:
    """A worker for the length of a block."""
    running = Worker(hub, **environment)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.stop()
        if running.process.stdout is not None:
            running.process.stdout.close()


def send(hub: Hub, messages: Sequence[Message]) -> None:
    """Send messages and wait for their delivery."""
    hub.sender().send(map(hub.outgoing, messages))


def entries(hub: Hub) -> list[Entry]:
    """The journal."""
    with hub.reading() as unit:
        return [entry for _, _, entry in unit.journal.read()]


def wait_for(hub: Hub, count: int) -> list[Entry]:
    """The journal once it has `count` entries."""
    wait_until(lambda: len(entries(hub)) >= count)
    return entries(hub)


def wait_until(condition: Callable[[], bool], seconds: float = _PATIENCE_SECONDS) -> None:
    """Wait until a condition holds; fail when it does not come true in time."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.05)


def remove_topics(hub: Hub) -> None:
    """Delete this hub's topics."""
    admin, prefix = Admin(hub.kafka_bootstrap), hub.settings.topic_prefix
    wait_until(lambda: any(name.startswith(prefix) for name in admin.names()))  # a broker shows new topics late
    admin.delete([name for name in admin.names() if name.startswith(prefix)])
