"""Intake without a broker: records as if read, committed to the real database."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from hub.codec import codec_for
from hub.ledger.policy import Policy
from hub.messages import Message
from hub.records import Input, Record, RecordBatch
from hub.store.unit import Ledger
from processors.intake.commit import Intake

__all__ = ["FACTS", "commit", "intake_on", "record"]

FACTS = Input("id-facts", "hub.facts", 0)


def record(offset: int, message: Message | bytes | None, item: Input = FACTS, **headers: str) -> Record:
    """A record of an input; bytes are no message."""
    value = codec_for().encode(message) if isinstance(message, Message) else message
    return Record(item, offset, b"key", value, headers)


@contextmanager
def intake_on(database: str) -> Iterator[Intake]:
    """Intake on a database."""
    intake = Intake(Ledger(database), codec_for(), Policy(), prefix="", oversale_delay=timedelta())
    yield intake
    intake.close()


def commit(intake: Intake, *records: Record, start: int | None = None) -> None:
    """Commit records of one input as one batch."""
    item = records[0].input
    begin = records[0].offset if start is None else start
    intake.commit(RecordBatch(records, {item: begin}), lambda: {item.topic: item.topic_id})
