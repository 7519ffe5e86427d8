"""The hash that binds each journal entry to all before it of the same input, so that no change goes unseen.

    chain(0) = 32 zero bytes
    chain(n) = SHA-256(chain(n-1) + entry as JSON in UTF-8)

The JSON is an array without blanks and with ASCII escapes: first offset, last offset, outcome, codes, reason, author,
event, schema fingerprint, key in hex, headers with their names in order, SHA-256 of the value in hex; null for none.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from hub.records import Input
from hub.store.journal import START, Entry, Position

__all__ = ["breaks", "chained"]


def chained(chain: bytes, entry: Entry) -> bytes:
    """The chain of an input after an entry."""
    text = json.dumps(_parts(entry), separators=(",", ":"), sort_keys=True)
    return sha256(chain + text.encode()).digest()


def _parts(entry: Entry) -> list[object]:
    return [
        entry.first_offset,
        entry.last_offset,
        entry.outcome,
        entry.codes,
        entry.reason,
        entry.author_id,
        entry.event_id,
        entry.schema_fingerprint,
        None if entry.key is None else entry.key.hex(),
        dict(entry.headers or {}),
        None if entry.value is None else sha256(entry.value).hexdigest(),
    ]


def breaks(entries: Iterable[Entry], positions: Mapping[Input, Position]) -> Iterator[str]:
    """Where a journal is not what was written.

    Args:
        entries: all of them, in the order of their numbers.
        positions: where each input stands, by its own row.
    """
    ends = dict.fromkeys(positions, (0, START))
    for entry in entries:
        offset, chain = ends[entry.input]
        if entry.first_offset != offset:
            yield f"{entry.input} offset {entry.first_offset}: the journal of this input went to {offset}"
        elif chained(chain, entry) != entry.chain:
            yield f"{entry.input} offset {entry.first_offset}: the entry or its chain was changed"
        ends[entry.input] = entry.last_offset + 1, entry.chain
    for item, (offset, chain) in ends.items():
        if (offset, chain) != (positions[item].next_offset, positions[item].chain):
            yield f"{item}: the entries end before {offset}, the input stands at {positions[item].next_offset}"
