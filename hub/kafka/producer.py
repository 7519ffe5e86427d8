"""Messages out, each delivered or reported; every producer of the hub partitions alike (design D6)."""

from collections.abc import Callable, Iterable
from typing import Final

from confluent_kafka import KafkaError, KafkaException, Message, Producer

from hub.errors import Fatal, HubError, RetryLater
from hub.kafka.errors import translated
from hub.records import Outgoing

__all__ = ["Sender"]

_FLUSH_SECONDS: Final = 30.0
_MESSAGE_BYTES_MAX: Final = 16 * 2**20
"""Before compression; well above what an input topic takes, so that anything read can be sent on."""


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
                "message.max.bytes": _MESSAGE_BYTES_MAX,
                "log_level": 0,
            }
        )

    def send(self, records: Iterable[Outgoing], delivered: Callable[[int], None] | None = None) -> int:
        """Publish records in order and wait until the broker has them all.

        Args:
            records: what to publish.
            delivered: told how many were handed to the client, now and then, for progress.

        Returns:
            How many were published.

        Raises:
            RetryLater: one could not be delivered; any of them may have been.
            Fatal: the broker will never take one, as it is too large or not allowed; the text names it.
        """
        failures: list[HubError] = []

        def on_delivery(error: KafkaError | None, message: Message) -> None:
            if error is not None:
                failures.append(translated(error, f"publishing {message.key()!r} to {message.topic()}"))

        count = 0
        for record in records:
            self._produce(record, on_delivery)
            count += 1
            if delivered is not None and count % 1000 == 0:
                delivered(count)
        left = self._producer.flush(_FLUSH_SECONDS)
        if failures:
            raise next((error for error in failures if isinstance(error, Fatal)), failures[0])
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
                raise translated(error, f"publishing {record.key!r} to {record.topic}") from error
            else:
                self._producer.poll(0)
                return
