"""The tables: one per kind of row of the books, made from the row's own fields, and the hub's journal beside them.

The books can be derived again from the journal at any time; the journal cannot be derived from anything.
"""

import types
import typing
from datetime import date
from enum import StrEnum
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from hub.ledger.rows import SHAPES, Organisation, Row

__all__ = [
    "INPUTS",
    "JOURNAL",
    "METADATA",
    "OUTBOX",
    "TABLES",
    "column_type",
    "is_json",
    "table_name",
    "without_none",
]

METADATA: Final = sa.MetaData()


def table_name(kind: type[Row]) -> str:
    """`AccountDay` is kept in `account_day`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).lstrip("_")


def column_type(annotation: Any) -> sa.types.TypeEngine[Any]:
    """The SQL type of a row's field; what is no plain value is kept as JSON."""
    plain = without_none(annotation)
    if isinstance(plain, type) and issubclass(plain, StrEnum):
        return sa.Text()
    for python, sql in _TYPES:
        if plain is python:
            return sql
    return JSONB()


def is_json(annotation: Any) -> bool:
    """Whether a field is kept as JSON."""
    return isinstance(column_type(annotation), JSONB)


def without_none(annotation: Any) -> Any:
    """`X` of an optional `X | None`; any other annotation as it is."""
    if typing.get_origin(annotation) is types.UnionType and types.NoneType in typing.get_args(annotation):
        others = [part for part in typing.get_args(annotation) if part is not types.NoneType]
        return others[0] if len(others) == 1 else annotation
    return annotation


_TYPES: Final[tuple[tuple[type, sa.types.TypeEngine[Any]], ...]] = (
    (bool, sa.Boolean()),
    (int, sa.BigInteger()),
    (str, sa.Text()),
    (bytes, sa.LargeBinary()),
    (date, sa.Date()),
)


def _table(kind: type[Row]) -> sa.Table:
    shape = SHAPES[kind]
    columns = [
        sa.Column(
            name,
            column_type(hint),
            primary_key=name in shape.key,
            autoincrement=False,
            nullable=types.NoneType in typing.get_args(hint),
        )
        for name, hint in typing.get_type_hints(kind).items()
    ]
    table = sa.Table(table_name(kind), METADATA, *columns)
    for name, columns_of in shape.indexes.items():
        if shape.key[: len(columns_of)] != columns_of:
            _index(table, name, columns_of)
    if "due" in table.c:
        _index(table, "due", ("due",))
    return table


def _index(table: sa.Table, name: str, names: tuple[str, ...]) -> None:
    """An index over the rows that can be found by it: those without None there."""
    nullable = [table.c[column].is_not(None) for column in names if table.c[column].nullable]
    where = sa.and_(*nullable) if nullable else None
    sa.Index(f"{table.name}_{name}", *(table.c[column] for column in names), postgresql_where=where)


TABLES: Final[dict[type[Row], sa.Table]] = {kind: _table(kind) for kind in SHAPES}
_index(TABLES[Organisation], "outbox", ("outbox",))

INPUTS: Final = sa.Table(
    "input",
    METADATA,
    sa.Column("input_no", sa.Integer, primary_key=True, comment="short name of (topic_id, partition) in the journal"),
    sa.Column("topic_id", sa.Text, nullable=False, comment="the broker's id: a re-created topic has another"),
    sa.Column("partition", sa.Integer, nullable=False),
    sa.Column("topic", sa.Text, nullable=False),
    sa.Column("next_offset", sa.BigInteger, nullable=False, comment="the first offset not in the journal"),
    sa.Column("chain", sa.LargeBinary, nullable=False, comment="SHA-256 chained over the journal of this input"),
    sa.UniqueConstraint("topic_id", "partition"),
)
"""How far each input is in the journal; advanced by compare-and-set in the batch's own transaction (design D1)."""

JOURNAL: Final = sa.Table(
    "journal",
    METADATA,
    sa.Column("seq", sa.BigInteger, primary_key=True, comment="order in which the hub decided"),
    sa.Column("input_no", sa.Integer, nullable=False),
    sa.Column("first_offset", sa.BigInteger, nullable=False),
    sa.Column(
        "last_offset",
        sa.BigInteger,
        nullable=False,
        comment="beyond first_offset for a range that carries no record",
    ),
    sa.Column("batch", sa.BigInteger, nullable=False, comment="seq of the batch's first entry"),
    sa.Column("recorded_at", sa.TIMESTAMP(timezone=True), nullable=False, comment="reused by a rebuild"),
    sa.Column("outcome", sa.Text, nullable=False, comment="accepted, duplicate, rejected, quarantined, no_record"),
    sa.Column("codes", sa.Text, nullable=False, comment="E_ codes, comma between"),
    sa.Column("reason", sa.Text, nullable=True, comment="why it was refused or could not be read"),
    sa.Column("author_id", sa.Text, nullable=True),
    sa.Column("event_id", sa.Text, nullable=True),
    sa.Column("schema_fingerprint", sa.LargeBinary, nullable=True, comment="registry ids do not survive a registry"),
    sa.Column("key", sa.LargeBinary, nullable=True),
    sa.Column("headers", JSONB, nullable=True),
    sa.Column("value", sa.LargeBinary, nullable=True, comment="the record's bytes as they came"),
    sa.Column("chain", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("input_no", "first_offset"),
    sa.Index("journal_quarantined", "seq", postgresql_where=sa.text("outcome = 'quarantined'")),
)
"""Every input offset exactly once, with its bytes and what became of it (design D9, D10)."""

OUTBOX: Final = sa.Table(
    "outbox",
    METADATA,
    sa.Column("outbox_no", sa.BigInteger, primary_key=True),
    sa.Column("topic", sa.Text, nullable=False),
    sa.Column("key", sa.LargeBinary, nullable=False),
    sa.Column("value", sa.LargeBinary, nullable=True),
    sa.Column("headers", JSONB, nullable=False),
    sa.Column("not_before", sa.TIMESTAMP(timezone=True), nullable=True, comment="a notice held back for a while"),
    sa.Column("since", sa.TIMESTAMP(timezone=True), nullable=False, comment="when its cause reached the broker"),
    sa.Index("outbox_held", "topic", "key", postgresql_where=sa.text("not_before IS NOT NULL")),
)
"""What the relay still has to publish, in commit order; rows go when the broker has them."""
