"""Messages out, each delivered or reported; every producer of the hub partitions alike (design D6)."""

from collections.abc import Callable, Iterable
from typing import Final

from confluent_kafka import KafkaError, KafkaException, Message, Producer

from hub.errors import RetryLater
from hub.kafka.errors import translated
from hub.records import Outgoing

__all__ = ["Sender"]

_FLUSH_SECONDS: Final = 30.0


class Sender:
    """An idempotent producer that waits for every delivery."""

    def __init__(self, bootstrap: str) -> None:
        self._producer = Producer(
            {
                "bootstrap.servers": bootstrap,
                "enable.idempotence": True,
                "partitioner": "murmur2_random",
                "linger.ms": 5,
                "compression.type": "lz4",
                "log_level": 0,
            }
        )

    def send(self, records: Iterable[Outgoing], delivered: Callable[[int], None] | None = None) -> int:
        """Publish records in order and wait until the broker has them all.

        Args:
            records: what to publish.
            delivered: told how many are out, now and then, for progress.

        Returns:
            How many were published.

        Raises:
            RetryLater: one could not be delivered; any of them may have been.
        """
        failures: list[KafkaError] = []

        def on_delivery(error: KafkaError | None, _: Message) -> None:
            if error is not None:
                failures.append(error)

        count = 0
        for record in records:
            self._produce(record, on_delivery)
            count += 1
            if delivered is not None and count % 1000 == 0:
                delivered(count)
        left = self._producer.flush(_FLUSH_SECONDS)
        if failures:
            raise translated(failures[0], "publishing")
        if left:
            raise RetryLater(f"publishing: the broker did not take {left} of {count} records; is it up?")
        return count

    def _produce(self, record: Outgoing, on_delivery: Callable[[KafkaError | None, Message], None]) -> None:
        headers: dict[str, str | bytes | None] = dict(record.headers)
        while True:
            try:
                self._producer.produce(
                    record.topic, key=record.key, value=record.value, headers=headers, on_delivery=on_delivery
                )
            except BufferError:
                self._producer.poll(0.1)
            except KafkaException as error:
                raise translated(error, f"publishing to {record.topic}") from error
            else:
                self._producer.poll(0)
                return
