"""The journal: every input offset exactly once, with its bytes, its outcome, and a hash chained per input.

chain(n) = SHA-256(chain(n-1), first offset, last offset, outcome, SHA-256(value))
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from psycopg.types.json import Jsonb

from hub.errors import RetryLater
from hub.records import Input
from hub.store.connection import Connection

__all__ = ["Entry", "Journal", "Position", "Superseded", "chained"]

_START: Final = bytes(32)
_COLUMNS: Final = (
    "seq, input_no, first_offset, last_offset, batch, recorded_at, outcome, codes, reason, author_id, event_id, "
    "schema_fingerprint, key, headers, value, chain"
)


class Superseded(RetryLater):
    """The input does not stand where this batch begins: another worker has it, or records are missing."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where one input stands in the journal."""

    input_no: int
    next_offset: int
    chain: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """One offset, or a range that carries no record, with what became of it."""

    input: Input
    first_offset: int
    last_offset: int
    outcome: str
    codes: tuple[str, ...] = ()
    reason: str | None = None
    author_id: str | None = None
    event_id: str | None = None
    schema_fingerprint: str | None = None
    key: bytes | None = None
    headers: Mapping[str, str] | None = None
    value: bytes | None = None


def chained(chain: bytes, entry: Entry) -> bytes:
    """The chain of an input after an entry."""
    value = sha256(entry.value or b"").digest()
    place = f"{entry.first_offset} {entry.last_offset} {entry.outcome} ".encode()
    return sha256(chain + place + value).digest()


class Journal:
    """The journal's tables within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def positions(self, inputs: Collection[Input]) -> dict[Input, Position]:
        """Where these inputs stand; one the journal has not seen begins at offset 0."""
        with self._connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO input (topic_id, partition, topic, next_offset, chain) VALUES (%s, %s, %s, 0, %s) "
                "ON CONFLICT (topic_id, partition) DO NOTHING",
                [(item.topic_id, item.partition, item.topic, _START) for item in sorted(inputs)],
            )
            cursor.execute(
                "SELECT topic_id, partition, input_no, next_offset, chain FROM input WHERE topic_id = ANY(%s)",
                [[item.topic_id for item in inputs]],
            )
            rows = {(topic_id, partition): Position(*rest) for topic_id, partition, *rest in cursor}
        return {item: rows[item.topic_id, item.partition] for item in inputs}

    def ends(self) -> dict[tuple[str, int], int]:
        """By (topic id, partition): the first offset the journal does not have."""
        with self._connection.cursor() as cursor:
            cursor.execute("SELECT topic_id, partition, next_offset FROM input")
            return {(topic_id, partition): offset for topic_id, partition, offset in cursor}

    def advance(self, item: Input, position: Position, start: int, end: int, chain: bytes) -> None:
        """Move an input from where this batch begins to where it ends.

        Raises:
            Superseded: it does not stand there; nothing of the batch may be kept.
        """
        with self._connection.cursor() as cursor:
            cursor.execute(
                "UPDATE input SET next_offset = %s, chain = %s WHERE input_no = %s AND next_offset = %s",
                [end, chain, position.input_no, start],
            )
            if cursor.rowcount != 1:
                raise Superseded(f"{item}: the journal does not end at {start}")

    def next_seq(self) -> int:
        """The first free number; taken under the ledger's lock."""
        with self._connection.cursor() as cursor:
            cursor.execute("SELECT coalesce(max(seq), 0) + 1 FROM journal")
            row = cursor.fetchone()
        assert row is not None
        return int(row[0])

    def write(
        self,
        entries: Sequence[tuple[Entry, bytes]],
        numbers: Mapping[Input, int],
        first_seq: int,
        at: datetime,
    ) -> None:
        """Append entries, each with the chain after it, as one batch."""
        with (
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY journal ({_COLUMNS}) FROM STDIN") as copy,
        ):
            for seq, (entry, chain) in enumerate(entries, first_seq):
                copy.write_row(_row(entry, chain, numbers[entry.input], seq, first_seq, at))

    def read(self, **equal: Any) -> Iterator[tuple[int, datetime, Entry]]:
        """The entries in the order the hub decided them, with their number and time."""
        where = " AND ".join(f'journal."{name}" = %s' for name in equal) or "true"
        query = (
            "SELECT seq, recorded_at, topic_id, topic, partition, first_offset, last_offset, outcome, codes, reason, "
            "author_id, event_id, schema_fingerprint, key, headers, value "
            f"FROM journal JOIN input USING (input_no) WHERE {where} ORDER BY seq"
        )
        with self._connection.cursor(name="journal") as cursor:
            cursor.itersize = 10_000
            cursor.execute(query, list(equal.values()))
            for row in cursor:
                yield row[0], row[1], _entry(row[2:])


def _row(entry: Entry, chain: bytes, input_no: int, seq: int, batch: int, at: datetime) -> tuple[Any, ...]:
    return (
        seq,
        input_no,
        entry.first_offset,
        entry.last_offset,
        batch,
        at,
        entry.outcome,
        ",".join(entry.codes),
        entry.reason,
        entry.author_id,
        entry.event_id,
        bytes.fromhex(entry.schema_fingerprint) if entry.schema_fingerprint else None,
        entry.key,
        Jsonb(dict(entry.headers)) if entry.headers else None,
        entry.value,
        chain,
    )


def _entry(row: Sequence[Any]) -> Entry:
    (
        topic_id,
        topic,
        partition,
        first,
        last,
        outcome,
        codes,
        reason,
        author,
        event,
        fingerprint,
        key,
        headers,
        value,
    ) = row
    return Entry(
        input=Input(topic_id, topic, partition),
        first_offset=first,
        last_offset=last,
        outcome=outcome,
        codes=tuple(codes.split(",")) if codes else (),
        reason=reason,
        author_id=author,
        event_id=event,
        schema_fingerprint=fingerprint.hex() if fingerprint else None,
        key=key,
        headers=headers,
        value=value,
    )
