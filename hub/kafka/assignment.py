"""What the group gave a consumer, under which ids, and how far each is taken."""

from collections.abc import Callable, Collection, Mapping
from typing import Final

from confluent_kafka import Message, TopicPartition

from hub.kafka.admin import Admin
from hub.kafka.received import Place, place_of, record_of
from hub.records import Input, Record

__all__ = ["Assignment", "Positions"]

Positions = Callable[[Collection[Input]], Mapping[Input, int]]
"""Where to read each input from: the first offset the journal does not have."""


class Assignment:
    """The places of one consumer; those it has begun to read are inputs."""

    def __init__(self, admin: Admin, positions: Positions) -> None:
        self._admin: Final = admin
        self._positions: Final = positions
        self._next: dict[Input, int] = {}
        self.places: set[Place] = set()
        self.inputs: dict[Place, Input] = {}

    @property
    def missing(self) -> set[Place]:
        """Places whose topic the broker did not know when it was asked."""
        return self.places - self.inputs.keys()

    def locate(self, places: Collection[Place]) -> list[TopicPartition]:
        """Where to begin with these places, as the journal says; those whose topic the broker does not know stay away.

        Raises:
            RetryLater: the broker or the database is away; nothing is changed.
        """
        ids = self._admin.topic_ids({topic for topic, _ in places})
        inputs = [Input(ids[topic], topic, number) for topic, number in sorted(places) if topic in ids]
        offsets = self._positions(inputs)
        self._forget(places)
        self.inputs |= {(item.topic, item.partition): item for item in inputs}
        self._next |= offsets
        return [TopicPartition(item.topic, item.partition, offsets[item]) for item in inputs]

    def drop(self, places: Collection[Place]) -> None:
        """Places the group took away."""
        self.places -= set(places)
        self._forget(places)

    def take(self, message: Message, starts: dict[Input, int]) -> Record | None:
        """The record, unless its input was taken away or begun again while it was on its way.

        Args:
            message: without an error.
            starts: gets where this batch begins, when it is the input's first record in it.
        """
        item, offset = self.inputs.get(place_of(message)), message.offset()
        if item is None or offset is None or offset < self._next[item]:
            return None
        starts.setdefault(item, self._next[item])
        self._next[item] = offset + 1
        return record_of(message, item, offset)

    def _forget(self, places: Collection[Place]) -> None:
        for place in places:
            if (item := self.inputs.pop(place, None)) is not None:
                self._next.pop(item, None)
