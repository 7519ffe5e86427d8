"""Messages to publish, kept in the transaction that made them until the broker has them (design D1)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from hub.records import Outgoing
from hub.store.connection import Connection

__all__ = ["Outbox", "Waiting"]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A record waiting to be published.

    `since` is when what it tells of reached the broker; `held` if it was kept back on purpose.
    """

    outbox_no: int
    record: Outgoing
    since: datetime
    held: bool = False


class Outbox:
    """The outbox within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, records: Sequence[tuple[Outgoing, datetime | None]], since: datetime) -> None:
        """Append records in order, each with the time it may not go before, if any.

        Args:
            records: what to publish.
            since: when the first record of the batch that led to it reached the broker.
        """
        columns = "topic, key, value, headers, not_before, since"
        with self._connection.cursor() as cursor, cursor.copy(f"COPY outbox ({columns}) FROM STDIN") as copy:
            for record, not_before in records:
                copy.write_row((record.topic, record.key, record.value, Jsonb(record.headers), not_before, since))

    def withdraw(self, places: Collection[tuple[str, bytes]]) -> dict[tuple[str, bytes], datetime]:
        """Take back what is held back under these (topic, key); with the time it was held to.

        What is due counts as told: the relay may have read it already, by the same clock.
        """
        if not places:
            return {}
        topics, keys = zip(*places, strict=True)
        with self._connection.cursor() as cursor:
            cursor.execute(
                "DELETE FROM outbox USING unnest(%s::text[], %s::bytea[]) AS said(topic, key) "
                "WHERE outbox.topic = said.topic AND outbox.key = said.key AND outbox.not_before > clock_timestamp() "
                "RETURNING outbox.topic, outbox.key, outbox.not_before",
                [list(topics), list(keys)],
            )
            return {(topic, key): not_before for topic, key, not_before in cursor}

    def count(self) -> int:
        """How many records wait."""
        row = self._connection.execute("SELECT count(*) FROM outbox").fetchone()
        return int(row[0]) if row else 0

    def waiting(self, count_max: int) -> list[Waiting]:
        """The records that may go now, oldest first, without those being withdrawn at this moment."""
        with self._connection.cursor() as cursor:
            cursor.execute(
                "SELECT outbox_no, topic, key, value, headers, since, not_before IS NOT NULL FROM outbox "
                "WHERE not_before IS NULL OR not_before <= clock_timestamp() "
                "ORDER BY outbox_no LIMIT %s FOR UPDATE SKIP LOCKED",
                [count_max],
            )
            return [_waiting(row) for row in cursor]

    def remove(self, numbers: Collection[int]) -> None:
        """Forget records the broker has."""
        with self._connection.cursor() as cursor:
            cursor.execute("DELETE FROM outbox WHERE outbox_no = ANY(%s)", [list(numbers)])


def _waiting(row: tuple[Any, ...]) -> Waiting:
    number, topic, key, value, headers, since, held = row
    return Waiting(number, Outgoing(topic, key, value, headers), since, held)
