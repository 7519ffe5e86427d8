"""librdkafka's errors as the hub's, named by the reaction they ask for."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from confluent_kafka import KafkaError, KafkaException

from hub.errors import Fatal, HubError, RetryLater

__all__ = ["translated", "translating"]

_ACCESS: Final = "check the credentials and the ACLs of this client"
_SIZE: Final = "raise max.message.bytes of the topic, or make the message smaller"
_FATAL: Final = {
    KafkaError.TOPIC_AUTHORIZATION_FAILED: _ACCESS,
    KafkaError.GROUP_AUTHORIZATION_FAILED: _ACCESS,
    KafkaError.CLUSTER_AUTHORIZATION_FAILED: _ACCESS,
    KafkaError.SASL_AUTHENTICATION_FAILED: _ACCESS,
    KafkaError._AUTHENTICATION: _ACCESS,  # noqa: SLF001 - librdkafka's own codes have this name in its public API
    KafkaError.MSG_SIZE_TOO_LARGE: _SIZE,
}
"""What no waiting mends, with the remedy."""

_MISSING: Final = {KafkaError._UNKNOWN_TOPIC, KafkaError.UNKNOWN_TOPIC_OR_PART}  # noqa: SLF001 - as above


def translated(error: KafkaException | KafkaError, doing: str) -> HubError:
    """The hub's error for a broker's: what was being done, what the broker said, and what to do."""
    cause = error.args[0] if isinstance(error, KafkaException) else error
    if not isinstance(cause, KafkaError):
        return RetryLater(f"{doing}: {cause}")
    if cause.fatal() or cause.code() in _FATAL:
        return Fatal(f"{doing}: {cause.str()}; {_FATAL.get(cause.code(), 'start the process again')}")
    remedy = "run hub topics apply" if cause.code() in _MISSING else "is the broker up?"
    return RetryLater(f"{doing}: {cause.str()}; {remedy}")


@contextmanager
def translating(doing: str) -> Iterator[None]:
    """Turn the client's exceptions into the hub's."""
    try:
        yield
    except KafkaException as error:
        raise translated(error, doing) from error
