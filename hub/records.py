"""Records of the broker as plain values: what was read from where, and what is to be published."""

from dataclasses import dataclass, field

__all__ = ["Input", "Outgoing", "Record", "RecordBatch"]


@dataclass(frozen=True, slots=True, order=True)
class Input:
    """One partition of one topic under its broker's id: a re-created topic is another input (design D1)."""

    topic_id: str
    topic: str
    partition: int

    def __str__(self) -> str:
        """Named as people find it on the broker."""
        return f"{self.topic}/{self.partition}"


@dataclass(frozen=True, slots=True)
class Record:
    """One record as it came: bytes, place, and the headers as text."""

    input: Input
    offset: int
    key: bytes | None
    value: bytes | None
    headers: dict[str, str] = field(default_factory=dict)
    timestamp_ms: int = 0


@dataclass(frozen=True, slots=True)
class RecordBatch:
    """Records as read, per input in offset order, and where reading of each input began.

    Offsets between the beginning and the first record, or between two records, carry no record.
    """

    records: tuple[Record, ...]
    starts: dict[Input, int]

    @property
    def ends(self) -> dict[Input, int]:
        """Where reading goes on, per input with a record."""
        return {record.input: record.offset + 1 for record in self.records}


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One record to publish."""

    topic: str
    key: bytes
    value: bytes | None
    headers: dict[str, str] = field(default_factory=dict)
