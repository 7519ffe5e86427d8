"""A client of a broker that misbehaves as it is told to."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from confluent_kafka import KafkaError, KafkaException, TopicPartition

__all__ = ["FakeAdmin", "FakeConsumer", "FakeMessage", "answered", "bad", "good", "places"]


@dataclass
class FakeMessage:
    """A record, or an error in its place."""

    at: tuple[str, int]
    number: int = 0
    failure: KafkaError | None = None
    heads: list[tuple[str, bytes]] = field(default_factory=list)

    def topic(self) -> str:
        return self.at[0]

    def partition(self) -> int:
        return self.at[1]

    def offset(self) -> int:
        return self.number

    def error(self) -> KafkaError | None:
        return self.failure

    def key(self) -> bytes:
        return b"key"

    def value(self) -> bytes:
        return str(self.number).encode()

    def headers(self) -> list[tuple[str, bytes]]:
        return self.heads

    def timestamp(self) -> tuple[int, int]:
        return 1, 1_000


def good(number: int, topic: str = "t") -> FakeMessage:
    return FakeMessage((topic, 0), number)


def bad(code: int, topic: str = "t") -> FakeMessage:
    return FakeMessage((topic, 0), failure=KafkaError(code))


def places(partitions: Iterable[TopicPartition]) -> set[tuple[str, int]]:
    return {(partition.topic, partition.partition) for partition in partitions}


class FakeConsumer:
    """`script` is what each `consume` gives: messages, an exception, or something to call."""

    def __init__(self, _: dict[str, Any]) -> None:
        self.script: list[Any] = []
        self.begun: dict[tuple[str, int], int] = {}
        self.paused: set[tuple[str, int]] = set()
        self.broken: set[str] = set()

    def _may(self, name: str) -> None:
        if name in self.broken:
            raise KafkaException(KafkaError(KafkaError._STATE))

    def consume(self, *_: Any) -> list[FakeMessage]:
        given = self.script.pop(0) if self.script else []
        if isinstance(given, Exception):
            raise given
        if isinstance(given, Callable):
            given()
            return []
        return list(given)

    def subscribe(self, _: list[str], *, on_assign: Any, on_revoke: Any, on_lost: Any) -> None:
        self.assign, self.revoke, self.lose = on_assign, on_revoke, on_lost

    def give(self, *names: str) -> None:
        """What the group would do: assign partition 0 of these topics."""
        self.assign(self, [TopicPartition(name, 0) for name in names])

    def take(self, *names: str) -> None:
        """Revoke them."""
        self.revoke(self, [TopicPartition(name, 0) for name in names])

    def assignment(self) -> list[TopicPartition]:
        return [TopicPartition(*place) for place in self.begun]

    def incremental_assign(self, partitions: list[TopicPartition]) -> None:
        self._may("incremental_assign")
        assert not places(partitions) & self.begun.keys()
        self.begun |= {(partition.topic, partition.partition): partition.offset for partition in partitions}

    def incremental_unassign(self, partitions: list[TopicPartition]) -> None:
        for place in places(partitions):
            del self.begun[place]

    def pause(self, partitions: list[TopicPartition]) -> None:
        self._may("pause")
        self.paused |= places(partitions)

    def resume(self, partitions: list[TopicPartition]) -> None:
        self._may("resume")
        self.paused -= places(partitions)

    def seek(self, _: TopicPartition) -> None:
        self._may("seek")

    def position(self, partitions: list[TopicPartition]) -> list[TopicPartition]:
        self._may("position")
        return partitions

    def commit(self, **_: Any) -> None:
        self._may("commit")

    def get_watermark_offsets(self, *_: Any, **__: Any) -> tuple[int, int]:
        return 7, 9


class FakeAdmin:
    """`ids` are those of the topics there are."""

    def __init__(self, _: str) -> None:
        self.ids = {"t": "id-t", "u": "id-u"}

    def topic_ids(self, names: Iterable[str]) -> dict[str, str]:
        return {name: self.ids[name] for name in names if name in self.ids}


def answered(value: Any) -> "Future[Any]":
    """A broker's answer; an int is an error code."""
    future: Future[Any] = Future()
    if isinstance(value, int):
        future.set_exception(KafkaException(KafkaError(value)))
    else:
        future.set_result(value if isinstance(value, SimpleNamespace) else SimpleNamespace(**value))
    return future
