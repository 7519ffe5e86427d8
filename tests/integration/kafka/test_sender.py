"""Messages handed to the real broker."""

import random
from collections.abc import Iterator

import pytest

from hub.errors import Fatal
from hub.kafka.admin import Admin, TopicWanted
from hub.kafka.producer import Sender
from hub.records import Outgoing
from hub.stack import Engines


@pytest.fixture
def topic(engines: Engines, topic_prefix: str) -> Iterator[str]:
    admin, name = Admin(engines.kafka_bootstrap), f"{topic_prefix}small"
    admin.create([TopicWanted(name, 1, {"max.message.bytes": "100000"})])
    yield name
    admin.delete([name])


@pytest.mark.parametrize("size", [200_000, 20 * 2**20], ids=["for the topic", "for the client"])
def test_what_is_too_large_is_named_and_not_tried_for_ever(engines: Engines, topic: str, size: int) -> None:
    value = random.Random(2100).randbytes(size)

    with pytest.raises(Fatal, match=f"b'big' to {topic}.*max.message.bytes"):
        Sender(engines.kafka_bootstrap).send([Outgoing(topic, b"big", value)])
