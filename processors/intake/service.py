"""The intake loop: reads batches from the broker and hands each to the agent, one at a time.

A batch is done when its transaction is committed. Until then nothing after it is read: what cannot be committed now
is tried again, never skipped (design D2).
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Final, TypeVar

from hub.errors import RetryLater
from hub.kafka.consumer import BatchConsumer
from hub.records import RecordBatch
from hub.store.journal import Superseded
from processors.metrics import Metrics

__all__ = ["Delivery", "IntakeLoop"]

T = TypeVar("T")
_LOG: Final = logging.getLogger(__name__)
_READ_SECONDS: Final = 0.1
_FOLLOW_SECONDS: Final = 1.0
_PAUSES_SECONDS: Final = (0.2, 0.5, 1.0, 2.0)
_LONGEST_PAUSE_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Delivery:
    """A batch on its way to the agent; `committed` ends the wait for it."""

    batch: RecordBatch
    committed: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop

    def answer(self, error: BaseException | None) -> None:
        """Say from another thread that the batch is committed, or why not."""
        self.loop.call_soon_threadsafe(self._settle, error)

    def _settle(self, error: BaseException | None) -> None:
        if self.committed.done():
            return
        if error is None:
            self.committed.set_result(None)
        else:
            self.committed.set_exception(error)


class IntakeLoop:
    """What the service does until it is stopped; `deliver` puts a batch on the agent's channel."""

    def __init__(
        self,
        consumer: BatchConsumer,
        deliver: Callable[[Delivery], Awaitable[object]],
        topics: Callable[[], list[str]],
        metrics: Metrics,
        count_max: int,
    ) -> None:
        self._consumer, self._deliver, self._topics = consumer, deliver, topics
        self._metrics, self._count_max = metrics, count_max
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="consumer")
        self._stopping = False
        self._ended = asyncio.Event()
        self._subscribed: list[str] = []
        self._follow_at = 0.0

    async def run(self) -> None:
        """Read and deliver until `stop`; an error that does not pass by itself ends it."""
        try:
            while not self._stopping:
                batch = await self._patiently(self._next)
                if batch is not None and batch.records:
                    await self._commit(batch)
        finally:
            await self._in_thread(self._consumer.close)
            self._thread.shutdown(wait=False)
            self._ended.set()

    async def stop(self) -> None:
        """End after the batch in hand, and wait for that."""
        self._stopping = True
        self._consumer.stop()
        await self._ended.wait()

    def _next(self) -> RecordBatch:
        """The next batch; topics of organisations that came meanwhile are read from now on."""
        now = time.monotonic()
        if now >= self._follow_at:
            topics = self._topics()
            if topics != self._subscribed:
                self._consumer.subscribe(topics)
                self._subscribed = topics
            self._consumer.complete()
            self._metrics.intake_lag_records.set(sum(self._consumer.lag().values()))
            self._follow_at = now + _FOLLOW_SECONDS
        return self._consumer.read(self._count_max, _READ_SECONDS)

    async def _commit(self, batch: RecordBatch) -> None:
        """Deliver a batch until it is committed, or turns out to be another worker's."""
        for pause in _pauses():
            loop = asyncio.get_running_loop()
            committed: asyncio.Future[None] = loop.create_future()
            await self._deliver(Delivery(batch, committed, loop))
            try:
                await committed
            except Superseded as error:
                self._tell(error)
                await self._patiently(self._consumer.seek_to_journal)
                return
            except RetryLater as error:
                self._tell(error)
                if self._stopping:
                    return
                await asyncio.sleep(pause)
                await self._patiently(self._consumer.keep_alive)
            else:
                await self._patiently(self._consumer.resume)
                await self._in_thread(self._consumer.hint, batch.ends)
                return

    async def _patiently(self, call: Callable[[], T]) -> T | None:
        """The call's result, tried until what it needs is there; None when stopped meanwhile."""
        for pause in _pauses():
            try:
                return await self._in_thread(call)
            except RetryLater as error:
                self._tell(error)
                if self._stopping:
                    break
                await asyncio.sleep(pause)
        return None

    def _tell(self, error: RetryLater) -> None:
        self._metrics.intake_failures.labels(type(error).__name__).inc()
        _LOG.warning("intake: %s", error)

    async def _in_thread(self, call: Callable[..., T], *arguments: object) -> T:
        """The consumer belongs to one thread, which is not the event loop's."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *arguments)


def _pauses() -> "chain[float]":
    return chain(_PAUSES_SECONDS, repeat(_LONGEST_PAUSE_SECONDS))
