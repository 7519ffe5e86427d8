"""Batches read from the real broker."""

from collections.abc import Iterator

import pytest

from hub.kafka.admin import Admin, TopicWanted
from hub.kafka.consumer import BatchConsumer
from hub.kafka.producer import Sender
from hub.records import Outgoing
from hub.stack import Engines


@pytest.fixture
def topic(engines: Engines, topic_prefix: str) -> Iterator[str]:
    admin, name = Admin(engines.kafka_bootstrap), f"{topic_prefix}in"
    admin.create([TopicWanted(name, 2)])
    yield name
    admin.delete([name])


@pytest.fixture
def consumer(engines: Engines, topic: str) -> Iterator[BatchConsumer]:
    made = BatchConsumer(engines.kafka_bootstrap, f"{topic}.group", lambda inputs: dict.fromkeys(inputs, 0))
    made.subscribe([topic])
    yield made
    made.stop()
    made.close()


def values(consumer: BatchConsumer) -> list[bytes | None]:
    """The values of the next records."""
    for _ in range(300):
        if found := [record.value for record in consumer.read(10, 0.1).records]:
            return found
    return []


def test_a_consumer_that_went_back_to_the_journal_while_paused_reads_on(
    engines: Engines, topic: str, consumer: BatchConsumer
) -> None:
    Sender(engines.kafka_bootstrap).send([Outgoing(topic, b"key", b"1")])
    assert values(consumer) == [b"1"]

    consumer.keep_alive()
    consumer.seek_to_journal()

    assert values(consumer) == [b"1"]


def test_a_pause_before_anything_is_assigned_is_no_error(consumer: BatchConsumer) -> None:
    consumer.keep_alive()
    consumer.resume()
    consumer.seek_to_journal()
    consumer.complete()

    assert consumer.lag() == {}
