"""The reaction each of the client's errors asks for."""

import pytest
from confluent_kafka import KafkaError, KafkaException

from hub.errors import Fatal, RetryLater
from hub.kafka.errors import translating


@pytest.mark.parametrize(
    ("code", "kind", "remedy"),
    [
        (KafkaError._TRANSPORT, RetryLater, "is the broker up"),
        (KafkaError._UNKNOWN_TOPIC, RetryLater, "hub topics apply"),
        (KafkaError.MSG_SIZE_TOO_LARGE, Fatal, "max.message.bytes"),
        (KafkaError.TOPIC_AUTHORIZATION_FAILED, Fatal, "ACLs"),
    ],
)
def test_an_error_says_what_was_done_and_the_remedy(code: int, kind: type[Exception], remedy: str) -> None:
    with pytest.raises(kind, match=f"reading: .*{remedy}"), translating("reading"):
        raise KafkaException(KafkaError(code))
