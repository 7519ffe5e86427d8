"""The books derived again from the journal, and held against those that stand (design invariant 3).

The journal is read in the order in which the hub decided; each message goes through the same step as at intake.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final

from hub.codec import Codec
from hub.errors import Fatal, InvalidMessage
from hub.ledger.books import Books
from hub.ledger.policy import Policy
from hub.records import Record
from hub.store.chain import breaks
from hub.store.compare import Difference, differences
from hub.store.connection import Connection
from hub.store.journal import Entry, Journal
from hub.store.scratch import scratch_books
from hub.store.unit import unit_on
from processors.intake.reading import Reading, reading_of
from processors.intake.step import QUARANTINED, decide

__all__ = ["Verification", "replay", "verify"]

_BATCH: Final = 10_000
_NO_RECORD: Final = "no_record"


@dataclass(frozen=True, slots=True)
class Verification:
    """What a rebuild beside the live books found."""

    messages: int
    last_seq: int
    outcomes: list[str]
    rows: list[Difference]
    breaks: list[str]

    @property
    def equal(self) -> bool:
        """Whether the journal is whole and every outcome and every row is the same."""
        return not self.outcomes and not self.rows and not self.breaks


def verify(connection: Connection, codec: Codec, policy: Policy, prefix: str) -> Verification:
    """Check the journal's chains, rebuild beside the live books within one transaction, compare, leave nothing behind.

    Args:
        connection: in a REPEATABLE READ transaction: journal and books are seen at one moment.
        codec: reads the journal's bytes by the fingerprint they were read by.
        policy: the figures the live books were judged by.
        prefix: before every topic's name.
    """
    journal = unit_on(connection).journal
    broken = list(breaks((entry for _, _, entry in journal.read()), journal.standing()))
    progress = list(replay(journal, scratch_books(connection), codec, policy, prefix))
    count, last, _ = progress[-1] if progress else (0, 0, [])
    outcomes = [text for _, _, texts in progress for text in texts]
    return Verification(count, last, outcomes, differences(connection), broken)


def replay(
    journal: Journal, books: Books, codec: Codec, policy: Policy, prefix: str, until: datetime | None = None
) -> Iterator[tuple[int, int, list[str]]]:
    """Post what the journal holds; after each batch: how many, up to which number, and what came out otherwise.

    Args:
        journal: to read, in the order the hub decided.
        books: empty ones, to post to.
        codec: reads the journal's bytes.
        policy: the figures to judge by.
        prefix: before every topic's name.
        until: leave out what was recorded later; None = everything.
    """
    recorded = ((seq, entry) for seq, at, entry in journal.read() if until is None or at <= until)
    entries = ((seq, entry) for seq, entry in recorded if entry.outcome not in (_NO_RECORD, QUARANTINED))
    count = 0
    while batch := list(islice(entries, _BATCH)):
        readings = [_reading(entry, codec, prefix) for _, entry in batch]
        decision = decide(readings, books, policy, batch[0][0])
        count += len(batch)
        outcomes = zip(batch, decision.outcomes, strict=True)
        yield (
            count,
            batch[-1][0],
            [_other(entry, now.outcome) for (_, entry), now in outcomes if _differs(entry, now.outcome)],
        )


def _reading(entry: Entry, codec: Codec, prefix: str) -> Reading:
    record = Record(entry.input, entry.first_offset, entry.key, entry.value, dict(entry.headers or {}))
    try:
        return reading_of(record, codec.decode_recorded(entry.value, entry.schema_fingerprint or ""), prefix)
    except InvalidMessage as error:
        raise Fatal(f"{entry.input} offset {entry.first_offset}: read once, unreadable now: {error}") from error


def _differs(entry: Entry, outcome: str) -> bool:
    return entry.outcome != outcome


def _other(entry: Entry, outcome: str) -> str:
    return f"{entry.input} offset {entry.first_offset}: was {entry.outcome}, would be {outcome}"
