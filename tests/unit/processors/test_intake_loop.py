"""The intake loop with a broker and an agent that fail now and then."""

import asyncio
from typing import Any

import pytest

from hub.errors import RetryLater
from hub.records import Input, Record, RecordBatch
from hub.store.journal import Superseded
from processors.intake import service
from processors.intake.service import Delivery, IntakeLoop
from processors.metrics import Metrics

ITEM = Input("id", "t", 0)
BATCH = RecordBatch((Record(ITEM, 0, None, b""),), {ITEM: 0})


class FakeConsumer:
    """Gives one batch, then nothing; `failing` names the calls that fail once."""

    def __init__(self, *failing: str) -> None:
        self.calls: list[str] = []
        self._failing = set(failing)
        self._batches = [BATCH]

    def __getattr__(self, name: str) -> Any:
        def call(*_: object) -> Any:
            self.calls.append(name)
            if name in self._failing:
                self._failing.remove(name)
                raise RetryLater(name)
            return {} if name == "lag" else None

        return call

    def read(self, *_: object) -> RecordBatch:
        return self._batches.pop() if self._batches else RecordBatch((), {})


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "_PAUSES_SECONDS", ())
    monkeypatch.setattr(service, "_LONGEST_PAUSE_SECONDS", 0.0)


def run(consumer: FakeConsumer, *answers: BaseException | None) -> int:
    """Run the loop until its batch has had these answers and the consumer is asked again; how often it was sent."""
    left, sent = list(answers), 0

    async def deliver(delivery: Delivery) -> None:
        nonlocal sent
        sent += 1
        delivery.answer(left.pop(0))

    async def main() -> None:
        loop = IntakeLoop(consumer, deliver, lambda: ["t"], Metrics(), 10)
        running = asyncio.create_task(loop.run())
        while not running.done() and not {"hint", "seek_to_journal"} & set(consumer.calls):
            await asyncio.wait({running}, timeout=0.01)
        await loop.stop()
        await running

    asyncio.run(main())
    return sent


@pytest.mark.parametrize("failing", ["keep_alive", "resume", "lag", "complete"])
def test_a_broker_that_fails_for_a_moment_does_not_end_intake(failing: str) -> None:
    consumer = FakeConsumer(failing)

    assert run(consumer, RetryLater("away"), None) == 2
    assert consumer.calls.count("resume") == (2 if failing == "resume" else 1)


def test_a_batch_that_is_anothers_is_not_sent_again() -> None:
    consumer = FakeConsumer()

    assert run(consumer, RetryLater("away"), Superseded("t/0")) == 2
    assert "seek_to_journal" in consumer.calls
