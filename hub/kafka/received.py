"""What the client hands over as plain values."""

from confluent_kafka import Message

from hub.records import Input, Record

__all__ = ["Place", "place_of", "record_of"]

Place = tuple[str, int]
"""Topic and partition."""


def place_of(message: Message) -> Place:
    """Where a message, or an error, comes from."""
    topic, partition = message.topic(), message.partition()
    return topic or "", -1 if partition is None else partition


def record_of(message: Message, item: Input, offset: int) -> Record:
    """The record a message is."""
    _, timestamp_ms = message.timestamp()
    return Record(item, offset, message.key(), message.value(), _headers(message), timestamp_ms or 0)


def _headers(message: Message) -> dict[str, str]:
    pairs: list[tuple[str, bytes | str | None]] = list(message.headers() or ())  # type: ignore[arg-type]  # a list of pairs, always
    return {_text(name): _text(value) for name, value in pairs}


def _text(value: bytes | str | None) -> str:
    """Readable text; the database keeps no NUL in it."""
    text = value.decode(errors="replace") if isinstance(value, bytes) else value or ""
    return text.replace("\x00", "\ufffd")
