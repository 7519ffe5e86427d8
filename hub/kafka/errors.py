"""librdkafka's errors as the hub's, named by the reaction they ask for."""

from confluent_kafka import KafkaError, KafkaException

from hub.errors import Fatal, HubError, RetryLater

__all__ = ["translated"]

_FATAL = {
    KafkaError.TOPIC_AUTHORIZATION_FAILED,
    KafkaError.GROUP_AUTHORIZATION_FAILED,
    KafkaError.CLUSTER_AUTHORIZATION_FAILED,
    KafkaError.SASL_AUTHENTICATION_FAILED,
    KafkaError._AUTHENTICATION,  # noqa: SLF001 - librdkafka's own codes have this name in its public API
}


def translated(error: KafkaException | KafkaError, doing: str) -> HubError:
    """The hub's error for a broker's: what was being done, what the broker said, and what to do."""
    cause = error.args[0] if isinstance(error, KafkaException) else error
    if not isinstance(cause, KafkaError):
        return RetryLater(f"{doing}: {cause}")
    if cause.fatal() or cause.code() in _FATAL:
        return Fatal(f"{doing}: {cause.str()}; check the credentials and the ACLs of this client")
    return RetryLater(f"{doing}: {cause.str()}; is the broker up?")
