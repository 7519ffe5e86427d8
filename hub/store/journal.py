"""The journal: every input offset exactly once, with its bytes, its outcome, and a hash chained per input."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from psycopg.types.json import Jsonb

from hub.errors import RetryLater
from hub.records import Input
from hub.store.connection import Connection

__all__ = ["START", "Entry", "Journal", "Position", "Superseded"]

START: Final = bytes(32)
"""The chain of an input before its first entry."""

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
    """One offset, or a range that carries no record, with what became of it, and the chain after it."""

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
    chain: bytes = b""


class Journal:
    """The journal's tables within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def positions(self, inputs: Collection[Input]) -> dict[Input, Position]:
        """Where these inputs stand; one the journal has not seen begins at offset 0. Needs the ledger's lock."""
        found = self.standing(inputs)
        missing = [item for item in sorted(inputs) if item not in found]
        if missing:
            with self._connection.cursor() as cursor:
                cursor.executemany(
                    "INSERT INTO input (topic_id, partition, topic, next_offset, chain) VALUES (%s, %s, %s, 0, %s)",
                    [(item.topic_id, item.partition, item.topic, START) for item in missing],
                )
            found |= self.standing(missing)
        return found

    def standing(self, inputs: Collection[Input] | None = None) -> dict[Input, Position]:
        """Where inputs stand, of those the journal has seen: these, or all."""
        ids = None if inputs is None else [item.topic_id for item in inputs]
        with self._connection.cursor() as cursor:
            cursor.execute(
                "SELECT topic_id, topic, partition, input_no, next_offset, chain FROM input "
                "WHERE %(ids)s::text[] IS NULL OR topic_id = ANY(%(ids)s)",
                {"ids": ids},
            )
            found = {Input(*row[:3]): Position(*row[3:]) for row in cursor}
        return found if inputs is None else {item: found[item] for item in inputs if item in found}

    def advance(self, ends: Mapping[Input, tuple[Position, int, bytes]]) -> None:
        """Move inputs from where this batch found them to where it ends, with the chain there.

        Raises:
            Superseded: one does not stand there any more; nothing of the batch may be kept.
        """
        rows = [(position.input_no, position.next_offset, end, chain) for position, end, chain in ends.values()]
        with self._connection.cursor() as cursor:
            cursor.execute(
                "UPDATE input SET next_offset = moved.to_offset, chain = moved.chain "
                "FROM unnest(%s::int[], %s::bigint[], %s::bigint[], %s::bytea[]) "
                "AS moved(input_no, from_offset, to_offset, chain) "
                "WHERE input.input_no = moved.input_no AND input.next_offset = moved.from_offset",
                [list(column) for column in zip(*rows, strict=True)],
            )
            if cursor.rowcount != len(rows):
                raise Superseded("the journal has moved beyond where the batch begins")

    def next_seq(self) -> int:
        """The first free number; taken under the ledger's lock."""
        with self._connection.cursor() as cursor:
            cursor.execute("SELECT coalesce(max(seq), 0) + 1 FROM journal")
            row = cursor.fetchone()
        assert row is not None
        return int(row[0])

    def write(
        self,
        entries: Sequence[Entry],
        positions: Mapping[Input, Position],
        first_seq: int,
        at: datetime,
    ) -> None:
        """Append entries as one batch."""
        with (
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY journal ({_COLUMNS}) FROM STDIN") as copy,
        ):
            for seq, entry in enumerate(entries, first_seq):
                copy.write_row(_row(entry, positions[entry.input].input_no, seq, first_seq, at))

    def read(self, **equal: Any) -> Iterator[tuple[int, datetime, Entry]]:
        """The entries in the order the hub decided them, with their number and time."""
        where = " AND ".join(f'journal."{name}" = %s' for name in equal) or "true"
        query = (
            "SELECT seq, recorded_at, topic_id, topic, partition, first_offset, last_offset, outcome, codes, reason, "
            "author_id, event_id, schema_fingerprint, key, headers, value, journal.chain "
            f"FROM journal JOIN input USING (input_no) WHERE {where} ORDER BY seq"
        )
        with self._connection.cursor(name="journal") as cursor:
            cursor.itersize = 10_000
            cursor.execute(query, list(equal.values()))
            for row in cursor:
                yield row[0], row[1], _entry(row[2:])


def _row(entry: Entry, input_no: int, seq: int, batch: int, at: datetime) -> tuple[Any, ...]:
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
        entry.chain,
    )


def _entry(row: Sequence[Any]) -> Entry:
    """The entry of a row whose columns are in the order of its fields."""
    first, last, outcome, codes, reason, author, event, fingerprint = row[3:11]
    return Entry(
        Input(*row[:3]),
        first,
        last,
        outcome,
        tuple(codes.split(",")) if codes else (),
        reason,
        author,
        event,
        fingerprint.hex() if fingerprint else None,
        *row[11:],
    )
