"""Topics made, listed and described."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from confluent_kafka import KafkaError, KafkaException, TopicCollection, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic, OffsetSpec  # type: ignore[attr-defined]  # public, not in its __all__

from hub.kafka.errors import translated

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
        made = []
        for name, future in (self._client.create_topics(new) if new else {}).items():
            try:
                _wait(future, f"creating topic {name}")
                made.append(name)
            except _AlreadyThere:
                continue
        return made

    def delete(self, names: Collection[str]) -> None:
        """Delete topics; one that is not there is no error."""
        for name, future in self._client.delete_topics(list(names)).items():
            try:
                _wait(future, f"deleting topic {name}")
            except _AlreadyThere:
                continue

    def topic_ids(self, names: Collection[str]) -> dict[str, str]:
        """The broker's id of each topic that exists."""
        ids: dict[str, str] = {}
        if not names:
            return ids
        for name, future in self._client.describe_topics(TopicCollection(list(names))).items():
            try:
                ids[name] = str(_wait(future, f"describing topic {name}").topic_id)
            except _AlreadyThere:
                continue
        return ids

    def ends(self, names: Collection[str]) -> dict[tuple[str, str, int], int]:
        """By (topic id, topic, partition): the offset the next record will have, of the topics that exist."""
        described = self._client.describe_topics(TopicCollection(list(names))) if names else {}
        places: dict[TopicPartition, str] = {}
        for name, future in described.items():
            try:
                topic = _wait(future, f"describing topic {name}")
            except _AlreadyThere:
                continue
            places.update({TopicPartition(name, part.id): str(topic.topic_id) for part in topic.partitions})
        latest = OffsetSpec.latest()  # type: ignore[no-untyped-call]  # the client leaves it so
        ends = self._client.list_offsets(dict.fromkeys(places, latest)) if places else {}
        return {
            (places[place], place.topic, place.partition): _wait(future, f"asking for the end of {place.topic}").offset
            for place, future in ends.items()
        }

    def names(self) -> set[str]:
        """Every topic there is."""
        try:
            return set(self._client.list_topics(timeout=_TIMEOUT_SECONDS).topics)
        except KafkaException as error:
            raise translated(error, "listing topics") from error


class _AlreadyThere(Exception):
    """The broker says the wished state holds already, or that there is nothing to describe."""


_SETTLED = {KafkaError.TOPIC_ALREADY_EXISTS, KafkaError.UNKNOWN_TOPIC_OR_PART}


def _wait(future: Any, doing: str) -> Any:
    try:
        return future.result(timeout=_TIMEOUT_SECONDS)
    except KafkaException as error:
        if error.args[0].code() in _SETTLED:
            raise _AlreadyThere from error
        raise translated(error, doing) from error
