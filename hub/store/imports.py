"""What has been imported from partners' files: every revision of every ticket, kept after its delivery (model.md 18).

A partner's imports take turns under a lock of its own, so that two of them cannot both take a ticket for new.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any, Final, NamedTuple

import psycopg
import sqlalchemy as sa

from hub.errors import InvalidInput
from hub.store.connection import Connection, connect, translated
from hub.store.tables import METADATA

__all__ = ["IMPORTED_ROWS", "ImportedRow", "Imports", "imports_of"]

_IMPORT_LOCK: Final = 2100_037

IMPORTED_ROWS: Final = sa.Table(
    "imported_rows",
    METADATA,
    sa.Column("partner_id", sa.Text, primary_key=True, comment="the organisation whose files these are"),
    sa.Column("key", sa.Text, primary_key=True, comment="site, scale, ticket and season, as JSON"),
    sa.Column("revision", sa.Integer, primary_key=True, comment="1 when first seen, one more per other content"),
    sa.Column("part", sa.Text, primary_key=True, comment="the counterparty: a split ticket has several parts"),
    sa.Column("profile", sa.Text, nullable=False),
    sa.Column("content_hash", sa.LargeBinary, nullable=False, comment="SHA-256 of the whole ticket's content"),
    sa.Column("part_hash", sa.LargeBinary, nullable=False, comment="SHA-256 of this part's content"),
    sa.Column("kind", sa.Text, nullable=False, comment="type of the message sent"),
    sa.Column("event_id", sa.Text, nullable=False),
    sa.Column("first_event_id", sa.Text, nullable=False, comment="the event that corrections and reversals name"),
    sa.Column("ticket_date", sa.Date, nullable=False),
    sa.Column("wet_lb_e4", sa.BigInteger, nullable=False),
    sa.Column("dry_lb_e4", sa.BigInteger, nullable=False),
    sa.Column("exported_at", sa.TIMESTAMP, nullable=True, comment="by the partner's clock, where its files tell"),
    sa.Column("source", sa.Text, nullable=False, comment="file and row it came from"),
    sa.Column("imported_at", sa.TIMESTAMP(timezone=True), nullable=False),
    sa.Index("imported_rows_ticket_date", "partner_id", "ticket_date"),
)
"""Content equal to any earlier revision of its key is already there: loading day 1 again after day 2 undoes nothing."""
