"""Where the schema of a message comes from: the locked files, or a registry that is checked against them."""

from typing import Protocol

from hub.codec.lock import Lock, LockedSchema
from hub.errors import InvalidMessage

__all__ = ["LockedSchemas", "SchemaSource"]


class SchemaSource(Protocol):
    """Turns the ids on the wire into locked schemas and back; used from several threads."""

    def schema(self, schema_id: int) -> LockedSchema:
        """The locked schema whose bytes a message with this id has.

        Raises:
            InvalidMessage: no such id, or a schema that is not locked.
            RetryLater: the source is away.
        """
        ...

    def schema_id(self, schema: LockedSchema) -> int:
        """The id to write a locked schema's messages with.

        Raises:
            RetryLater: the source is away, or the schema is not registered yet.
        """
        ...


class LockedSchemas:
    """The embedded set-up: ids as in ``schemas/ids.lock``, no registry needed."""

    def __init__(self, lock: Lock) -> None:
        self._lock = lock

    def schema(self, schema_id: int) -> LockedSchema:
        """The schema with this id of the lock; see `SchemaSource`."""
        schema = self._lock.by_id(schema_id)
        if schema is None:
            raise InvalidMessage(f"unknown schema id {schema_id}; write with an id of schemas/ids.lock")
        return schema

    def schema_id(self, schema: LockedSchema) -> int:
        """The id of the lock; see `SchemaSource`."""
        return schema.schema_id
