"""Batches of records from positions the database gives; the broker's committed offsets are only a hint (design D1).

`auto.offset.reset=error` makes a position the broker no longer has a loud stop: a hole in the journal is never
jumped over.
"""

import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from confluent_kafka import Consumer, KafkaError, KafkaException, Message, TopicPartition

from hub.errors import Fatal, RetryLater
from hub.kafka.admin import Admin
from hub.kafka.assignment import Assignment, Positions
from hub.kafka.errors import translated, translating
from hub.kafka.received import Place, place_of
from hub.records import Input, RecordBatch

__all__ = ["BatchConsumer"]

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
    """Reads batches; one thread at a time may use it.

    What was taken from the client is either in a batch or read again: an error beside good records waits until their
    batch is out, and is met at the beginning of the next `read`.
    """

    def __init__(self, bootstrap: str, group: str, positions: Positions) -> None:
        self._admin, self._positions = Admin(bootstrap), positions
        self._stopping = threading.Event()
        self._assignment = Assignment(self._admin, positions)
        self._failure: Exception | None = None
        self._gone: set[Place] = set()
        self._adrift = False
        self._consumer = Consumer(
            {
                "bootstrap.servers": bootstrap,
                "group.id": group,
                "enable.auto.commit": False,
                "session.timeout.ms": 10_000,  # how long a killed worker's inputs wait for another
                "auto.offset.reset": "error",
                "partition.assignment.strategy": "cooperative-sticky",
                "topic.metadata.refresh.interval.ms": 10_000,
                "log_level": 0,
            }
        )

    def subscribe(self, topics: Sequence[str]) -> None:
        """Read these topics, shared with the other consumers of the group."""
        with translating("subscribing"):
            self._consumer.subscribe(
                list(topics), on_assign=self._assigned, on_revoke=self._revoked, on_lost=self._revoked
            )

    def read(self, count_max: int, seconds: float) -> RecordBatch:
        """The next records, none if there are none within `seconds`.

        Raises:
            Fatal: the broker no longer has the position the journal ends at.
            RetryLater: the broker is away.
        """
        self._recover()
        with self._taking("reading"):
            messages = self._consumer.consume(1, seconds)
            if messages and count_max > 1:  # one is there: take what else is, without waiting to fill the batch
                messages += self._consumer.consume(count_max - 1, _GATHER_SECONDS)
        return self._batch(messages)

    def keep_alive(self) -> None:
        """Stay in the group while nothing can be processed: nothing is fetched, assignments are served."""
        with self._taking("pausing"):
            self._consumer.pause(self._consumer.assignment())
            for message in self._consumer.consume(1, 0.0):
                self._rewind(message)

    def resume(self) -> None:
        """Fetch again after `keep_alive`."""
        with translating("resuming"):
            self._consumer.resume(self._consumer.assignment())

    def current_ids(self) -> dict[str, str]:
        """The ids the assigned topics have on the broker at this moment."""
        return self._admin.topic_ids({item.topic for item in self._assignment.inputs.values()})

    def seek_to_journal(self) -> None:
        """Read every assigned input from where the journal ends, under the id its topic has now, paused or not."""
        with translating("going back to the journal's end"):
            self._adrift = True
            located = self._assignment.locate(self._assignment.places)
            self._consumer.incremental_unassign(self._consumer.assignment())  # a seek fails where the position was lost
            self._begin(located)
            self._gone.clear()
            self._adrift = False

    def complete(self) -> None:
        """Begin with the inputs whose topic the broker did not know yet when they were assigned."""
        if self._assignment.missing:
            with translating("beginning with a new topic"):
                self._begin(self._assignment.locate(self._assignment.missing))

    def hint(self, offsets: Mapping[Input, int]) -> None:
        """Tell the broker how far the journal is, for tools that show lag; if it cannot be told, nothing is lost."""
        partitions = [TopicPartition(item.topic, item.partition, offset) for item, offset in offsets.items()]
        if partitions:
            with suppress(KafkaException):
                self._consumer.commit(offsets=partitions, asynchronous=True)

    def lag(self) -> dict[Input, int]:
        """How many records each assigned input holds beyond this consumer's position, as last fetched."""
        found = {}
        with translating("asking for the lag"):
            for place, item in self._assignment.inputs.items():
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

    def _assigned(self, _: Consumer, partitions: list[TopicPartition]) -> None:
        """Start from the journal; while it cannot be asked, wait here rather than start anywhere else."""
        places = _places(partitions)
        self._assignment.places |= places
        while not self._stopping.is_set():
            try:
                self._begin(self._assignment.locate(places))
            except RetryLater:
                self._stopping.wait(_PAUSE_SECONDS)
            except Exception as error:  # noqa: BLE001 - raised by the next read, where somebody listens
                self._failure, self._adrift = _named(error, "taking up an assignment"), True
                return
            else:
                return

    def _revoked(self, consumer: Consumer, partitions: list[TopicPartition]) -> None:
        places = _places(partitions)
        self._assignment.drop(places)
        self._gone -= places
        begun = [partition for partition in consumer.assignment() if _place(partition) in places]
        consumer.incremental_unassign(begun)

    def _begin(self, located: list[TopicPartition]) -> None:
        self._consumer.incremental_assign(located)
        self._consumer.resume(located)  # the client remembers a pause beyond the assignment it was made in

    def _batch(self, messages: Sequence[Message]) -> RecordBatch:
        """The records among messages; errors are kept for the next `read`."""
        records, starts = [], dict[Input, int]()
        for message in messages:
            if (error := message.error()) is not None:
                self._keep(error, place_of(message))
            elif (record := self._assignment.take(message, starts)) is not None:
                records.append(record)
        return RecordBatch(tuple(records), starts)

    def _rewind(self, message: Message) -> None:
        """Put back what was fetched before the pause took hold."""
        error, offset = message.error(), message.offset()
        if error is not None:
            self._keep(error, place_of(message))
        elif offset is not None:
            self._consumer.seek(TopicPartition(*place_of(message), offset))

    @contextmanager
    def _taking(self, doing: str) -> Iterator[None]:
        """Taking records: when that fails some may be in nobody's hands, and all are read again."""
        try:
            with translating(doing):
                yield
        except BaseException:
            self._adrift = True
            raise

    def _keep(self, error: KafkaError, place: Place) -> None:
        if error.code() in _GONE and place in self._assignment.inputs:
            self._gone.add(place)
        elif error.code() not in _GONE | _PASSING:
            self._failure = translated(error, f"reading {place[0]}/{place[1]}")

    def _recover(self) -> None:
        """Meet what went wrong before, while everything that was read is with the caller or will be read again."""
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        for place in self._gone:  # a topic made anew is read from its own zero, anything else is a hole
            if self.current_ids().get(place[0]) == self._assignment.inputs[place].topic_id:
                raise Fatal(self._hole(place))
        if self._gone or self._adrift:
            self.seek_to_journal()

    def _hole(self, place: Place) -> str:
        with translating(f"asking for the offsets of {place[0]}"):
            low, high = self._consumer.get_watermark_offsets(TopicPartition(*place), timeout=10.0)
        item = self._assignment.inputs[place]
        wanted = self._positions([item])[item]
        if wanted < low:
            lost = f"offsets {wanted} to {low - 1} are gone from the broker and not in the journal"
        else:
            lost = f"the journal ends at {wanted}, the broker at {high}: the topic was cut"
        return f"{item}: {lost}; restore them, or accept the loss with a person's decision, before going on"


def _named(error: Exception, doing: str) -> Exception:
    return translated(error, doing) if isinstance(error, KafkaException) else error


def _places(partitions: Collection[TopicPartition]) -> set[Place]:
    return {_place(partition) for partition in partitions}


def _place(partition: TopicPartition) -> Place:
    return partition.topic, partition.partition
