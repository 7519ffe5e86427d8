"""What the broker answers to questions about topics, and when it does not."""

from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest
from confluent_kafka import KafkaError
from unit.kafka.fakes import answered

from hub.errors import RetryLater
from hub.kafka import admin as module
from hub.kafka.admin import Admin

MISSING = KafkaError.UNKNOWN_TOPIC_OR_PART


@pytest.fixture
def admin(monkeypatch: pytest.MonkeyPatch) -> Admin:
    monkeypatch.setattr(module, "_TIMEOUT_SECONDS", 0.0)
    monkeypatch.setattr(module, "AdminClient", lambda _: SimpleNamespace())
    return Admin("nowhere")


def described(*numbers: int) -> dict[str, Any]:
    return {"topic_id": "id", "partitions": [SimpleNamespace(id=number) for number in numbers]}


def test_a_broker_that_does_not_answer_is_asked_later(admin: Admin) -> None:
    admin._client.describe_topics = lambda _: {"t": Future()}

    with pytest.raises(RetryLater, match="topic t: no answer"):
        admin.topic_ids(["t"])


def test_a_topic_deleted_while_it_is_asked_about_has_no_end(admin: Admin) -> None:
    admin._client.describe_topics = lambda _: {"t": answered(described(0, 1)), "u": answered(MISSING)}
    admin._client.list_offsets = lambda asked: dict(
        zip(asked, [answered({"offset": 5}), answered(MISSING)], strict=True)
    )

    assert admin.ends(["t", "u"]) == {("id", "t", 0): 5}
