"""Avro <-> messages: the locked schemas, the wire format, and a registry where there is one.

    >>> from datetime import date
    >>> from hub.messages import DayOpened
    >>> codec = codec_for()
    >>> data = codec.encode(DayOpened(event_id="day-2026-10-03", author_id="hub", day=date(2026, 10, 3)))
    >>> codec.decode(data).message.day
    datetime.date(2026, 10, 3)

A zero byte and an id of ``schemas/ids.lock`` go before the datum.
"""

from functools import cache

from hub.codec.lock import locked_schemas
from hub.codec.registry import RegistrySchemas
from hub.codec.sources import LockedSchemas, SchemaSource
from hub.codec.wire import Codec, Decoded

__all__ = [
    "Codec",
    "Decoded",
    "LockedSchemas",
    "RegistrySchemas",
    "SchemaSource",
    "codec_for",
]


@cache
def codec_for(registry_url: str | None = None) -> Codec:
    """The codec of this installation, one per registry.

    Args:
        registry_url: base URL of a Confluent-compatible registry; None = the locked ids.
    """
    lock = locked_schemas()
    source = LockedSchemas(lock) if registry_url is None else RegistrySchemas(registry_url, lock)
    return Codec(source, lock)
