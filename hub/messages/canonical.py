"""One byte string per message body, whoever wrote it: what duplicates are told by and what is signed.

    >>> canonical_json({"b": [1], "a": "x", "c": None})
    b'{"a":"x","b":[1]}'

Members that are null are left out. A later version of a schema adds fields only as unions with null, default
null (a test of the schemas proves it), so a body has the same bytes whether it was written before the field
existed, after, or read with another version. Defaults other than null stand in the first version of their
record already and are always written out, because the models fill them.
"""

import hashlib
import json
from datetime import UTC, date, datetime
from typing import Any

__all__ = ["body_sha256", "canonical_json"]

_SCALARS = (str, int)  # tuples made once: a union written in place is built anew on each call
_ARRAYS = (list, tuple)
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def canonical_json(record: dict[str, Any]) -> bytes:
    """Write a record with sorted keys, no blanks, dates as ISO strings, in UTF-8.

    Args:
        record: a decoded record or a message's ``model_dump()``; they give the same bytes.

    Returns:
        JSON that `hub.messages.from_json` reads back as the same message.

    Raises:
        TypeError: a value no message has, a float above all.
    """
    return _ENCODER.encode(_plain(record)).encode()


def body_sha256(record: dict[str, Any]) -> bytes:
    """SHA-256 of the record's canonical JSON, 32 bytes (model.md 1)."""
    return hashlib.sha256(canonical_json(record)).digest()


def _plain(value: object) -> object:
    if isinstance(value, _SCALARS):
        return value
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items() if member is not None}
    if isinstance(value, _ARRAYS):
        return [_plain(item) for item in value]
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no canonical form")
