"""Topics made, listed and described."""

from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final

from confluent_kafka import KafkaError, KafkaException, TopicCollection, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic, OffsetSpec  # type: ignore[attr-defined]  # public, not in its __all__

from hub.errors import RetryLater
from hub.kafka.errors import translated, translating

__all__ = ["Admin", "TopicWanted"]

_TIMEOUT_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True)
class TopicWanted:
    """A topic as the catalogue wants it."""

    name: str
    partitions: int
    config: Mapping[str, str] = field(default_factory=dict)


class Admin:
    """What the hub asks of the broker besides records."""

    def __init__(self, bootstrap: str) -> None:
        self._client = AdminClient({"bootstrap.servers": bootstrap, "log_level": 0})

    def create(self, topics: Collection[TopicWanted]) -> list[str]:
        """Create the topics that are missing; the names of those it made.

        Raises:
            RetryLater: the broker is away.
            Fatal: it refuses.
        """
        new = [
            NewTopic(topic.name, num_partitions=topic.partitions, replication_factor=-1, config=dict(topic.config))
            for topic in topics
        ]
        return [name for name, _ in _answers(self._client.create_topics(new) if new else {}, "creating topic")]

    def delete(self, names: Collection[str]) -> None:
        """Delete topics; one that is not there is no error."""
        for _ in _answers(self._client.delete_topics(list(names)), "deleting topic"):
            pass

    def topic_ids(self, names: Collection[str]) -> dict[str, str]:
        """The broker's id of each topic that exists."""
        return {name: str(topic.topic_id) for name, topic in self._described(names)}

    def ends(self, names: Collection[str]) -> dict[tuple[str, str, int], int]:
        """By (topic id, topic, partition): the offset the next record will have, of the topics that exist."""
        ids = {
            TopicPartition(name, part.id): str(topic.topic_id)
            for name, topic in self._described(names)
            for part in topic.partitions
        }
        latest = OffsetSpec.latest()  # type: ignore[no-untyped-call]  # the client leaves it so
        ends = self._client.list_offsets(dict.fromkeys(ids, latest)) if ids else {}
        return {
            (ids[place], place.topic, place.partition): end.offset
            for place, end in _answers(ends, "asking for the end of")
        }

    def _described(self, names: Collection[str]) -> Iterator[tuple[str, Any]]:
        asked = self._client.describe_topics(TopicCollection(list(names))) if names else {}
        return _answers(asked, "describing topic")

    def names(self) -> set[str]:
        """Every topic there is."""
        with translating("listing topics"):
            return set(self._client.list_topics(timeout=_TIMEOUT_SECONDS).topics)


_SETTLED: Final = {KafkaError.TOPIC_ALREADY_EXISTS, KafkaError.UNKNOWN_TOPIC_OR_PART}


def _answers(asked: Mapping[Any, Future[Any]], doing: str) -> Iterator[tuple[Any, Any]]:
    """What was asked, with the broker's answer; a topic to create that is there, or any other that is not, is left out.

    Raises:
        RetryLater: the broker is away, or does not answer.
        Fatal: it refuses.
    """
    for item, future in asked.items():
        try:
            answer = future.result(timeout=_TIMEOUT_SECONDS)
        except TimeoutError as error:
            raise RetryLater(f"{doing} {item}: no answer in {_TIMEOUT_SECONDS:.0f} s; is the broker up?") from error
        except KafkaException as error:
            if error.args[0].code() not in _SETTLED:
                raise translated(error, f"{doing} {item}") from error
        else:
            yield item, answer
