"""Two names of a schema by its content.

The **fingerprint** is SHA-256 of Avro's parsing canonical form: equal fingerprints mean equal bytes on the
wire, in whatever language the schema was written down, so writers' schemas are recognised by it. It does
not see defaults and logical types; the **content hash** does, and guards the files under their ids.
"""

import hashlib
import json
from typing import Any

from fastavro.schema import to_parsing_canonical_form

__all__ = ["content_hash", "fingerprint"]

_NOT_CONTENT = frozenset({"doc"})


def fingerprint(schema: object) -> str:
    """SHA-256 of the parsing canonical form, in hexadecimal.

    Args:
        schema: a schema as JSON gives it.
    """
    return hashlib.sha256(to_parsing_canonical_form(schema).encode()).hexdigest()  # type: ignore[arg-type] # any JSON


def content_hash(schema: object) -> str:
    """SHA-256 of the schema without its texts for people, in hexadecimal."""
    text = json.dumps(_without_texts(schema), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _without_texts(node: object) -> Any:
    if isinstance(node, dict):
        return {key: _without_texts(value) for key, value in node.items() if key not in _NOT_CONTENT}
    if isinstance(node, list):
        return [_without_texts(item) for item in node]
    return node
