"""Batches of records from positions the database gives; the broker's committed offsets are only a hint (design D1).

`auto.offset.reset=error` makes a position the broker no longer has a loud stop: a hole in the journal is never
jumped over.
"""

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from confluent_kafka import Consumer, KafkaError, KafkaException, Message, TopicPartition

from hub.errors import Fatal, RetryLater
from hub.kafka.admin import Admin
from hub.kafka.errors import translated
from hub.records import Input, Record, RecordBatch

__all__ = ["BatchConsumer", "Positions"]

Positions = Callable[[Collection[Input]], Mapping[Input, int]]
"""Where to read each input from: the first offset the journal does not have."""

_PAUSE_SECONDS: Final = 1.0
_GATHER_SECONDS: Final = 0.005
_GONE: Final = {KafkaError._AUTO_OFFSET_RESET, KafkaError.OFFSET_OUT_OF_RANGE}  # noqa: SLF001 - public codes
_PASSING: Final = {
    KafkaError._PARTITION_EOF,  # noqa: SLF001 - public code
    KafkaError.UNKNOWN_TOPIC_OR_PART,
    KafkaError._UNKNOWN_TOPIC,  # noqa: SLF001 - public code
    KafkaError.UNKNOWN_TOPIC_ID,
}


class BatchConsumer:
    """Reads batches; one thread at a time may use it."""

    def __init__(self, bootstrap: str, group: str, positions: Positions, *, refresh_seconds: float = 10.0) -> None:
        self._admin, self._positions = Admin(bootstrap), positions
        self._stopping = threading.Event()
        self._inputs: dict[tuple[str, int], Input] = {}
        self._next: dict[Input, int] = {}
        self._failure: Exception | None = None
        self._consumer = Consumer(
            {
                "bootstrap.servers": bootstrap,
                "group.id": group,
                "enable.auto.commit": False,
                "session.timeout.ms": 10_000,  # how long a killed worker's inputs wait for another
                "auto.offset.reset": "error",
                "partition.assignment.strategy": "cooperative-sticky",
                "topic.metadata.refresh.interval.ms": int(refresh_seconds * 1000),
                "log_level": 0,
            }
        )

    @property
    def inputs(self) -> list[Input]:
        """What this consumer is assigned, under the ids it was assigned under."""
        return sorted(self._inputs.values())

    def subscribe(self, topics: Sequence[str]) -> None:
        """Read these topics, shared with the other consumers of the group."""
        self._consumer.subscribe(list(topics), on_assign=self._assigned, on_revoke=self._revoked, on_lost=self._revoked)

    def read(self, count_max: int, seconds: float) -> RecordBatch:
        """The next records, none if there are none within `seconds`.

        Raises:
            Fatal: the broker no longer has the position the journal ends at.
            RetryLater: the broker is away.
        """
        try:
            messages = self._consumer.consume(1, seconds)
            if messages and count_max > 1:  # one is there: take what else is, without waiting to fill the batch
                messages += self._consumer.consume(count_max - 1, _GATHER_SECONDS)
        except KafkaException as error:
            raise translated(error, "reading") from error
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        records = tuple(record for message in messages if (record := self._record(message)) is not None)
        inputs = {record.input for record in records}
        batch = RecordBatch(records, {item: self._next[item] for item in inputs})
        self._next.update(batch.ends)
        return batch

    def keep_alive(self) -> None:
        """Stay in the group while nothing can be processed: nothing is fetched, assignments are served."""
        self._consumer.pause(self._consumer.assignment())
        for message in self._consumer.consume(1, 0.0):
            self._rewind(message)

    def resume(self) -> None:
        """Fetch again after `keep_alive`."""
        self._consumer.resume(self._consumer.assignment())

    def current_ids(self) -> dict[str, str]:
        """The ids the assigned topics have on the broker at this moment."""
        return self._admin.topic_ids({item.topic for item in self._inputs.values()})

    def seek_to_journal(self) -> None:
        """Read every assigned input from where the journal ends, under the id its topic has now."""
        assigned = [TopicPartition(topic, number) for topic, number in self._inputs]
        located = self._located(assigned)
        self._consumer.incremental_unassign(assigned)  # a seek is refused where the position was lost
        self._consumer.incremental_assign(located)

    def hint(self, offsets: Mapping[Input, int]) -> None:
        """Tell the broker how far the journal is, for tools that show lag."""
        partitions = [TopicPartition(item.topic, item.partition, offset) for item, offset in offsets.items()]
        if partitions:
            self._consumer.commit(offsets=partitions, asynchronous=True)

    def lag(self) -> dict[Input, int]:
        """How many records each assigned input holds beyond this consumer's position, as last fetched."""
        found = {}
        for place, item in self._inputs.items():
            _, high = self._consumer.get_watermark_offsets(TopicPartition(*place), cached=True)
            position = self._consumer.position([TopicPartition(*place)])[0].offset
            if high >= 0 and position >= 0:
                found[item] = high - position
        return found

    def stop(self) -> None:
        """End any wait in a callback; then `close` from the thread that reads."""
        self._stopping.set()

    def close(self) -> None:
        """Leave the group."""
        self._consumer.close()

    def _assigned(self, consumer: Consumer, partitions: list[TopicPartition]) -> None:
        """Start from the journal; while it cannot be asked, wait here rather than start anywhere else."""
        while not self._stopping.is_set():
            try:
                consumer.incremental_assign(self._located(partitions))
            except RetryLater:
                self._stopping.wait(_PAUSE_SECONDS)
            except Exception as error:  # noqa: BLE001 - raised by the next read, where somebody listens
                self._failure = error
                return
            else:
                return

    def _revoked(self, consumer: Consumer, partitions: list[TopicPartition]) -> None:
        for partition in partitions:
            item = self._inputs.pop((partition.topic, partition.partition), None)
            if item is not None:
                self._next.pop(item, None)
        consumer.incremental_unassign(partitions)

    def _located(self, partitions: Sequence[TopicPartition]) -> list[TopicPartition]:
        ids = self._admin.topic_ids({partition.topic for partition in partitions})
        inputs = [Input(ids[p.topic], p.topic, p.partition) for p in partitions if p.topic in ids]
        offsets = self._positions(inputs)
        self._inputs.update({(item.topic, item.partition): item for item in inputs})
        self._next.update(offsets)
        return [TopicPartition(item.topic, item.partition, offsets[item]) for item in inputs]

    def _record(self, message: Message) -> Record | None:
        place, offset = _place(message), message.offset()
        if (error := message.error()) is not None:
            self._judge(error, place)
            return None
        item = self._inputs.get(place)
        if item is None or offset is None:
            return None
        _, timestamp_ms = message.timestamp()
        return Record(item, offset, message.key(), message.value(), _headers(message), timestamp_ms or 0)

    def _rewind(self, message: Message) -> None:
        """Put back what was fetched before the pause took hold."""
        offset = message.offset()
        if message.error() is None and offset is not None:
            self._consumer.seek(TopicPartition(*_place(message), offset))

    def _judge(self, error: KafkaError, place: tuple[str, int]) -> None:
        if error.code() in _PASSING:
            return
        if error.code() in _GONE:
            self._find_again(place)
            return
        raise translated(error, f"reading {place[0]}/{place[1]}")

    def _find_again(self, place: tuple[str, int]) -> None:
        """The position is not there: a topic made anew is read from its own zero, anything else is a hole."""
        if self.current_ids().get(place[0]) == self._inputs[place].topic_id:
            raise Fatal(self._hole(place))
        self.seek_to_journal()

    def _hole(self, place: tuple[str, int]) -> str:
        low, high = self._consumer.get_watermark_offsets(TopicPartition(*place), timeout=10.0)
        item = self._inputs[place]
        wanted = self._positions([item])[item]
        if wanted < low:
            lost = f"offsets {wanted} to {low - 1} are gone from the broker and not in the journal"
        else:
            lost = f"the journal ends at {wanted}, the broker at {high}: the topic was cut"
        return f"{item}: {lost}; restore them, or accept the loss with a person's decision, before going on"


def _place(message: Message) -> tuple[str, int]:
    topic, partition = message.topic(), message.partition()
    return topic or "", -1 if partition is None else partition


def _headers(message: Message) -> dict[str, str]:
    pairs: list[tuple[str, bytes | str | None]] = list(message.headers() or ())  # type: ignore[arg-type]  # a list of pairs, always
    return {name: value.decode(errors="replace") if isinstance(value, bytes) else value or "" for name, value in pairs}
