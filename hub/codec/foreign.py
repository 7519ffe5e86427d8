"""A writer's schema as a registry gives it: which locked schema it is, or why it is none.

A reader drops a field it does not know without a word, and with it what the sender meant: a message with
``carbon_intensty`` would be booked as conventional. So a schema that is not locked is refused, and its
unknown fields are named.
"""

import json
from typing import Any

import fastavro

from hub.codec.compatibility import field_paths
from hub.codec.fingerprint import fingerprint
from hub.codec.lock import Lock, LockedSchema
from hub.errors import InvalidMessage

__all__ = ["recognise"]


def recognise(text: str, lock: Lock) -> LockedSchema:
    """The locked schema that writes the same bytes as this one.

    Raises:
        InvalidMessage: it is not locked; the text names the fields the hub does not know.
    """
    try:
        schema = fastavro.parse_schema(json.loads(text))
        writers = fingerprint(schema)
    except Exception as error:  # foreign text: fastavro raises half a dozen kinds on it
        raise InvalidMessage(f"the writer's schema is no Avro schema of its own: {error!r}") from error
    locked = lock.by_fingerprint(writers)
    if locked is None:
        raise InvalidMessage(_why_unknown(schema, writers, lock))
    return locked


def _why_unknown(schema: Any, writers: str, lock: Lock) -> str:
    record = schema.get("name") if isinstance(schema, dict) else None
    newest = lock.newest(str(record))
    if newest is None:
        known = ", ".join(sorted({schema.subject for schema in lock.schemas}))
        return f"the writer's schema is of {record}, which the hub does not know; it knows {known}"
    unknown = sorted(field_paths(schema) - field_paths(newest.parsed))
    if unknown:
        what = f"has fields {newest.subject} v{newest.version} does not know: {', '.join(unknown)}"
    else:
        what = f"differs from every locked version of {newest.subject}"
    return f"the writer's schema {writers[:16]} {what}; write with a schema of schemas/avro"
