"""Messages to bytes and back in the Confluent wire format: a zero byte, the schema id in four, the datum."""

import io
import struct
from dataclasses import dataclass
from typing import Any

import fastavro
from pydantic import ValidationError

from hub.codec.datum import read_datum
from hub.codec.lock import Lock, LockedSchema
from hub.codec.sources import SchemaSource
from hub.errors import InvalidInput, InvalidMessage
from hub.messages import MODELS, VERSIONS, Message
from hub.messages.refusal import refusal

__all__ = ["Codec", "Decoded"]

_HEADER = struct.Struct(">Bi")  # the id is a signed int to registries
_MAGIC = 0


@dataclass(frozen=True, slots=True)
class Decoded:
    """A message as it was read.

    Attributes:
        name: type of the message, ``Transfer``.
        version: version of its schema.
        record: the record as Avro gives it, complete, with Python's own dates.
        message: the same as a model.
        schema_fingerprint: fingerprint of the writer's schema, in hexadecimal; it survives a registry.
    """

    name: str
    version: int
    record: dict[str, Any]
    message: Message
    schema_fingerprint: str


class Codec:
    """Writes messages with the locked schema of their model, reads those of any locked schema."""

    def __init__(self, source: SchemaSource, lock: Lock) -> None:
        self._source = source
        self._lock = lock

    def encode(self, message: Message) -> bytes:
        """Write a message; each model is one version of one schema, so its class says which.

        Raises:
            InvalidInput: the message was made past its own checks.
            RetryLater: the source of ids is away.
        """
        schema = self._schema_of(message)
        out = io.BytesIO()
        out.write(_HEADER.pack(_MAGIC, self._source.schema_id(schema)))
        try:
            # Errors instead of warnings, and strict: what does not fit would be written as something else.
            record = message.model_dump(warnings="error")
            fastavro.schemaless_writer(out, schema.parsed, record, strict=True, disable_tuple_notation=True)
        except (ValueError, TypeError, AttributeError, OverflowError) as error:
            raise InvalidInput(f"{schema.name} v{schema.version} cannot be written: {error}") from error
        return out.getvalue()

    def _schema_of(self, message: Message) -> LockedSchema:
        if type(message) not in VERSIONS:
            raise InvalidInput(f"{type(message).__name__} is no message of the hub; see hub.messages.MODELS")
        return self._lock.version(*VERSIONS[type(message)])

    def decode(self, data: bytes | None) -> Decoded:
        """Read a message.

        Args:
            data: value of a record; None for a tombstone.

        Raises:
            InvalidMessage: it cannot be read; the text says why. Quarantine it.
            RetryLater: the source of schemas is away; the message may be good.
        """
        value, schema_id = _opened(data)
        return _decoded(self._source.schema(schema_id), value)

    def decode_recorded(self, data: bytes | None, fingerprint: str) -> Decoded:
        """Read a message that was read before, by the fingerprint it had then: registry ids may not live as long.

        Raises:
            InvalidMessage: the lock no longer has this schema, or the bytes are not what they were.
        """
        schema = self._lock.by_fingerprint(fingerprint)
        if schema is None:
            raise InvalidMessage(f"no locked schema with fingerprint {fingerprint}; was a schema file removed?")
        return _decoded(schema, _opened(data)[0])


def _decoded(schema: LockedSchema, value: bytes) -> Decoded:
    record = read_datum(schema.read, value, _HEADER.size)
    return Decoded(schema.name, schema.version, record, _message(schema, record), schema.fingerprint)


def _opened(data: bytes | None) -> tuple[bytes, int]:
    """The bytes and the schema id in them, if they begin as a message does."""
    if not data:
        raise InvalidMessage("a tombstone or empty value; messages are never deleted, send a Reversal")
    if len(data) <= _HEADER.size:
        raise InvalidMessage(f"{len(data)} bytes are no message; magic byte, id and datum take 6 or more")
    magic, schema_id = _HEADER.unpack_from(data)
    if magic != _MAGIC:
        raise InvalidMessage(f"magic byte {magic} is not 0; write in the Confluent wire format")
    if schema_id < 0:
        raise InvalidMessage(f"schema id {schema_id} is negative; no registry gives such ids")
    return data, schema_id


def _message(schema: LockedSchema, record: dict[str, Any]) -> Message:
    try:
        return MODELS[schema.name, schema.version].model_validate(record)
    except ValidationError as error:
        raise InvalidMessage(f"{schema.name} v{schema.version}: {refusal(error)}") from error
