"""A batch carried into the database: offsets, journal, books and outgoing messages, all or nothing (design D1)."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hub.codec import Codec
from hub.ledger.admission import Outcome
from hub.ledger.policy import Policy
from hub.records import Input, RecordBatch
from hub.store.chain import chained
from hub.store.journal import Entry, Position, Superseded
from hub.store.unit import Ledger, Unit
from processors.intake.outgoing import Voice, without_passing
from processors.intake.reading import Reading, read
from processors.intake.step import Decision, decide

__all__ = ["Intake"]

TopicIds = Callable[[], Mapping[str, str]]
"""The ids the topics have on the broker at this moment."""


class Intake:
    """Commits batches; safe to repeat with the same batch until it succeeds."""

    def __init__(self, ledger: Ledger, codec: Codec, policy: Policy, *, prefix: str, oversale_delay: timedelta) -> None:
        self._ledger, self._codec, self._policy = ledger, codec, policy
        self._prefix, self._delay = prefix, oversale_delay

    def close(self) -> None:
        """Give the database connection back."""
        self._ledger.close()

    def commit(self, batch: RecordBatch, topic_ids: TopicIds) -> Decision:
        """Decide a batch and commit it; what became of it.

        Args:
            batch: as read.
            topic_ids: asked right before the commit: a topic re-created meanwhile has another id.

        Raises:
            Superseded: an input no longer stands where the batch begins; read again from the journal.
            RetryLater: the database or the registry is away; the same batch may be tried again.
        """
        readings = [read(record, self._codec, self._prefix) for record in batch.records]
        at = datetime.now(UTC)
        with self._ledger.locked() as unit:
            positions = unit.journal.positions(batch.starts)
            _check_begins(batch.starts, positions)
            version = unit.journal.next_seq()
            decision = decide(readings, unit.books, self._policy, version)
            self._write(unit, readings, decision, positions, version, at)
            _check_ids(batch.starts, topic_ids())
        return decision

    def _write(
        self,
        unit: Unit,
        readings: Sequence[Reading],
        decision: Decision,
        positions: Mapping[Input, Position],
        version: int,
        at: datetime,
    ) -> None:
        entries = list(_chained(readings, decision.outcomes, positions))
        unit.journal.write(entries, positions, version, at)
        unit.journal.advance(
            {entry.input: (positions[entry.input], entry.last_offset + 1, entry.chain) for entry in entries}
        )
        with_topics = frozenset(unit.books.own_topics())
        voice = Voice(self._codec, self._prefix, at, self._delay)
        spoken = [
            *voice.findings(decision.batch, with_topics),
            *voice.lots(decision.batch, with_topics),
            *voice.outcomes(readings, decision.outcomes, with_topics),
        ]
        notices = [item.place for item in spoken if item.is_notice_of is not None]
        spoken = without_passing(spoken, unit.outbox.withdraw(notices))
        unit.outbox.add([(item.record, item.not_before) for item in spoken], _since(readings, at))


def _check_begins(starts: Mapping[Input, int], positions: Mapping[Input, Position]) -> None:
    """Another worker has gone on with an input, or records between the journal's end and the batch are missing."""
    for item, start in starts.items():
        if start != positions[item].next_offset:
            raise Superseded(f"{item}: the batch begins at {start}, the journal ends at {positions[item].next_offset}")


def _check_ids(inputs: Collection[Input], current: Mapping[str, str]) -> None:
    for item in inputs:
        if current.get(item.topic) != item.topic_id:
            raise Superseded(f"{item}: the topic was re-created or deleted while its records were read")


def _since(readings: Sequence[Reading], at: datetime) -> datetime:
    """When the oldest record of the batch reached the broker."""
    stamps = [reading.record.timestamp_ms for reading in readings if reading.record.timestamp_ms > 0]
    return datetime.fromtimestamp(min(stamps) / 1000, UTC) if stamps else at


def _chained(
    readings: Sequence[Reading], outcomes: Sequence[Outcome], positions: Mapping[Input, Position]
) -> Iterator[Entry]:
    """The journal's entries with their chain; offsets that carry no record become ranges before the next one."""
    chains = {item: position.chain for item, position in positions.items()}
    expected = {item: position.next_offset for item, position in positions.items()}
    for reading, outcome in zip(readings, outcomes, strict=True):
        item, offset = reading.record.input, reading.record.offset
        entries = [_entry(reading, outcome)]
        if offset > expected[item]:
            entries.insert(0, Entry(item, expected[item], offset - 1, "no_record"))
        for entry in entries:
            chains[item] = chained(chains[item], entry)
            yield replace(entry, chain=chains[item])
        expected[item] = offset + 1


def _entry(reading: Reading, outcome: Outcome) -> Entry:
    record, fact, decoded = reading.record, reading.fact, reading.decoded
    return Entry(
        input=record.input,
        first_offset=record.offset,
        last_offset=record.offset,
        outcome=outcome.outcome,
        codes=tuple(code for code in outcome.codes if code),
        reason="; ".join(f"{refusal.field} {refusal.text}".strip() for refusal in outcome.refusals) or None,
        author_id=fact.author_id if fact else None,
        event_id=fact.event_id if fact else None,
        schema_fingerprint=decoded.schema_fingerprint if decoded else None,
        key=record.key,
        headers=record.headers,
        value=record.value,
    )
