"""The Faust shell of the relay: one process at a time publishes the outbox in commit order and opens days."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from typing import Final

import faust
from mode import Service

from hub.codec import Codec
from hub.errors import RetryLater
from hub.kafka.producer import Sender
from hub.ledger.rows import HubDay
from hub.messages import DayOpened
from hub.records import Outgoing
from hub.store.connection import translated
from hub.store.lease import Lease
from hub.store.outbox import Waiting
from hub.store.unit import Unit
from processors.metrics import Metrics
from processors.relay.step import carried, newest

__all__ = ["Relay", "attach"]

_LOG: Final = logging.getLogger(__name__)
_IDLE_SECONDS: Final = 0.05
_AWAY_SECONDS: Final = 1.0  # nothing to do here: something is away, or another worker publishes
_COUNT_MAX: Final = 5_000


class Relay:
    """Publishes what waits; `today` is None where messages open the days."""

    def __init__(
        self,
        lease: Lease,
        sender: Sender,
        codec: Codec,
        metrics: Metrics,
        *,
        prefix: str,
        today: Callable[[], date] | None,
    ) -> None:
        self._lease, self._sender, self._codec, self._metrics = lease, sender, codec, metrics
        self._prefix, self._today = prefix, today
        self._opened: date | None = None

    def publish(self) -> int | None:
        """Publish once; how many records left the outbox, None while another worker publishes.

        Raises:
            RetryLater: the broker or the database is away; nothing is lost, some may be sent again.
            Fatal: the broker will never take a record.
        """
        with translated("publishing from the outbox"):
            unit = self._lease.take()
            if unit is None:
                return None
            self._open_day(unit)
            waiting = unit.outbox.waiting(_COUNT_MAX)
            if waiting:
                self._sender.send(carried(item.record) for item in newest(waiting))
                unit.outbox.remove([item.outbox_no for item in waiting])
                self._observe(waiting)
            return len(waiting)

    def _observe(self, waiting: list[Waiting]) -> None:
        """How long it took, without what was held back on purpose."""
        now = datetime.now(UTC)
        for item in waiting:
            if not item.held:
                self._metrics.end_to_end_seconds.observe((now - item.since).total_seconds())

    def close(self) -> None:
        """Let another worker publish."""
        self._lease.release()

    def _open_day(self, unit: Unit) -> None:
        """Send the hub a DayOpened when its calendar passes a day (model.md 12)."""
        today = self._today() if self._today else None
        if today is None or today == self._opened:
            return
        known = next((row.day for row in unit.books.scan(HubDay)), date.min)
        if today > known:
            message = DayOpened(event_id=f"day/{today}", author_id="hub", day=today)
            self._sender.send([Outgoing(f"{self._prefix}hub.facts", b"hub", self._codec.encode(message))])
        self._opened = today


def attach(app: faust.App, relay: Relay) -> None:
    """Put the relay on an app; every worker has one, one of them holds the lease."""
    thread = ThreadPoolExecutor(1, thread_name_prefix="relay")

    @app.service
    class RelayService(Service):
        """Publishes for as long as the app runs."""

        @Service.task
        async def _publish(self) -> None:
            loop = asyncio.get_running_loop()
            while not self.should_stop:
                sent = None
                try:
                    sent = await loop.run_in_executor(thread, relay.publish)
                except RetryLater as error:
                    _LOG.warning("relay: %s", error)
                await self.sleep(_pause_after(sent))

        async def on_shutdown(self) -> None:
            await asyncio.get_running_loop().run_in_executor(thread, relay.close)
            thread.shutdown()


def _pause_after(sent: int | None) -> float:
    if sent is None:
        return _AWAY_SECONDS
    return 0.0 if sent else _IDLE_SECONDS
