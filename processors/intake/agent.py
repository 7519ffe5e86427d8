"""The Faust shell of intake: a channel of batches, the agent that posts them, the service that feeds it."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import faust
from mode import Service

from hub.kafka.consumer import BatchConsumer
from processors.intake.commit import Intake
from processors.intake.inputs import Inputs
from processors.intake.service import Delivery, IntakeLoop
from processors.intake.step import Decision
from processors.metrics import Metrics

__all__ = ["attach"]


def attach(
    app: faust.App,
    intake: Intake,
    inputs: Inputs,
    consumer: BatchConsumer,
    metrics: Metrics,
    count_max: int,
) -> None:
    """Put intake on an app.

    Decoding, judging and SQL run in a thread of their own, not on Faust's loop (design D2).
    """
    channel: Any = app.channel(maxsize=1)
    thread = ThreadPoolExecutor(1, thread_name_prefix="intake")

    @app.agent(channel, name="intake")
    async def post_batches(deliveries: Any) -> None:
        async for delivery in deliveries:
            await asyncio.get_running_loop().run_in_executor(thread, _post, delivery, intake, consumer, metrics)

    @app.service
    class IntakeService(Service):
        """Reads from the broker for as long as the app runs."""

        async def on_start(self) -> None:
            self._reader = IntakeLoop(consumer, _deliver_to(channel), inputs.topics, metrics, count_max)

        @Service.task
        async def _read(self) -> None:
            await self._reader.run()

        async def on_stop(self) -> None:
            await self._reader.stop()

        async def on_shutdown(self) -> None:
            thread.shutdown()
            intake.close()
            inputs.close()


def _deliver_to(channel: Any) -> Callable[[Delivery], Any]:
    def deliver(delivery: Delivery) -> Any:
        return channel.send(value=delivery)

    return deliver


def _post(delivery: Delivery, intake: Intake, consumer: BatchConsumer, metrics: Metrics) -> None:
    """Commit one batch and answer the service: it alone decides whether to go on or to try again."""
    began = time.perf_counter()
    try:
        decision = intake.commit(delivery.batch, consumer.current_ids)
    except BaseException as error:  # noqa: BLE001 - whatever it is, the service must hear it; an agent would drop it
        delivery.answer(error)
        return
    metrics.batch_seconds.observe(time.perf_counter() - began)
    _count(decision, delivery, metrics)
    delivery.answer(None)


def _count(decision: Decision, delivery: Delivery, metrics: Metrics) -> None:
    metrics.batch_records.observe(len(delivery.batch.records))
    for outcome in decision.outcomes:
        metrics.messages.labels(outcome.outcome).inc()
