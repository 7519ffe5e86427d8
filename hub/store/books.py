"""The books in PostgreSQL: `hub.ledger.books.Books` over one open transaction.

Every question is one statement for a whole batch: keys go in as arrays, rows come back as tuples. SQL sums and
compares; it never multiplies or rounds (design D1).
"""

import typing
from collections.abc import Callable, Collection, Iterable
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter
from sqlalchemy.dialects import postgresql

from hub.ledger import facts
from hub.ledger.books import Values
from hub.ledger.rows import SHAPES, Row
from hub.store.connection import Connection
from hub.store.tables import TABLES, column_type, is_json, without_none

__all__ = ["PostgresBooks"]

R = TypeVar("R", bound=Row)
_DIALECT = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it so


class PostgresBooks:
    """One transaction's view of the tables; committing is the caller's."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, kind: type[R], keys: Collection[Values]) -> Iterable[R]:
        """See `Books.get`."""
        return self._joined(kind, SHAPES[kind].key, keys)

    def find(self, kind: type[R], index: str, values: Collection[Values]) -> Iterable[R]:
        """See `Books.find`."""
        return self._joined(kind, SHAPES[kind].indexes[index], values)

    def due(self, kind: type[R], day: date) -> Iterable[R]:
        """See `Books.due`."""
        mapping = mapping_of(kind)
        return self._rows(mapping, f"{mapping.select} WHERE due <= %s", [day])

    def scan(self, kind: type[R], **equal: Any) -> Iterable[R]:
        """See `Books.scan`."""
        mapping = mapping_of(kind)
        where = " AND ".join(f'"{name}" IS NOT DISTINCT FROM %s' for name in equal) or "true"
        order = ", ".join(f'"{name}"' for name in SHAPES[kind].key)
        return self._rows(mapping, f"{mapping.select} WHERE {where} ORDER BY {order}", list(equal.values()))

    def own_topics(self) -> dict[str, str]:
        """The organisations with topics of their own, and the one each writes to; not of the port.

        They are few where most organisations send through the gateway; an index holds just these.
        """
        query = "SELECT organisation_id, outbox FROM organisation WHERE outbox IS NOT NULL"
        return dict(self._connection.execute(query).fetchall())

    def put(self, kind: type[Row], rows: Collection[Row], gone: Collection[Values]) -> None:
        """See `Books.put`."""
        mapping = mapping_of(kind)
        with self._connection.cursor() as cursor:
            if gone:
                cursor.execute(mapping.delete, _columns(gone))
            if rows:
                cursor.execute(mapping.upsert, _columns([mapping.to_values(row) for row in rows]))

    def _joined(self, kind: type[R], names: tuple[str, ...], values: Collection[Values]) -> list[R]:
        if not values:
            return []
        mapping = mapping_of(kind)
        return self._rows(mapping, f"{mapping.select} {mapping.join(names)}", _columns(values))

    def _rows(self, mapping: "_Mapping", query: str, parameters: list[Any]) -> list[Any]:
        with self._connection.cursor(binary=True) as cursor:
            cursor.execute(query, parameters)
            return [mapping.from_values(values) for values in cursor]


def _columns(rows: Collection[Values]) -> list[list[Any]]:
    """Rows turned into one array per column."""
    return [list(column) for column in zip(*rows, strict=True)]


class _Mapping:
    """How one kind of row is written and read: its statements, and the fields that are not plain values."""

    def __init__(self, kind: type[Row]) -> None:
        hints = typing.get_type_hints(kind)
        self._kind, self._shape, self._table = kind, SHAPES[kind], TABLES[kind].name
        self._names = list(hints)
        self._types = {name: str(column_type(hints[name]).compile(_DIALECT)) for name in self._names}
        converters = [(number, _converter(hints[name])) for number, name in enumerate(self._names)]
        self._write = [(number, to_sql) for number, (to_sql, _) in converters if to_sql]
        self._read = [(number, from_sql) for number, (_, from_sql) in converters if from_sql]
        json = {name for name in self._names if is_json(hints[name])}
        shown = ", ".join(f'"{name}"::text' if name in json else f'"{name}"' for name in self._names)
        self.select = f'SELECT {shown} FROM "{self._table}" '
        self.upsert, self.delete = (
            self._upsert(),
            f'DELETE FROM "{self._table}" {self._using(self._shape.key)}',
        )

    def _arrays(self, names: Iterable[str]) -> str:
        return ", ".join(f"%s::{self._types[name].lower()}[]" for name in names)

    def _upsert(self) -> str:
        columns = ", ".join(f'"{name}"' for name in self._names)
        kept = [name for name in self._names if name not in self._shape.key]
        key = ", ".join(f'"{name}"' for name in self._shape.key)
        sets = ", ".join(f'"{name}" = excluded."{name}"' for name in kept)
        values = f'INSERT INTO "{self._table}" ({columns}) SELECT * FROM unnest({self._arrays(self._names)})'
        return f"{values} ON CONFLICT ({key}) DO " + (f"UPDATE SET {sets}" if kept else "NOTHING")

    def join(self, names: tuple[str, ...]) -> str:
        """The clause that keeps rows whose fields `names` equal one of the values given as arrays."""
        return f"JOIN {self._wanted(names)} ON {self._equal(names)}"

    def _using(self, names: tuple[str, ...]) -> str:
        return f"USING {self._wanted(names)} WHERE {self._equal(names)}"

    def _wanted(self, names: tuple[str, ...]) -> str:
        aliases = ", ".join(f"w{number}" for number in range(len(names)))
        return f"unnest({self._arrays(names)}) AS wanted({aliases})"

    def _equal(self, names: tuple[str, ...]) -> str:
        return " AND ".join(f'"{self._table}"."{name}" = wanted.w{number}' for number, name in enumerate(names))

    def to_values(self, row: Row) -> Values:
        """The row as SQL values, in column order."""
        values = list(row)
        for number, write in self._write:
            if values[number] is not None:
                values[number] = write(values[number])
        return tuple(values)

    def from_values(self, values: tuple[Any, ...]) -> Any:
        """The row again."""
        row = list(values)
        for number, read in self._read:
            if row[number] is not None:
                row[number] = read(row[number])
        return self._kind(*row)


@cache
def mapping_of(kind: type[Row]) -> _Mapping:
    """The one mapping of a kind."""
    return _Mapping(kind)


Conversion = Callable[[Any], Any]


def _converter(hint: Any) -> tuple[Conversion | None, Conversion | None]:
    """How a field is written and read where SQL has no such type: words as text, the rest as JSON."""
    if hint == facts.Body:
        return _write_body, _read_body
    plain = without_none(hint)
    if isinstance(plain, type) and issubclass(plain, StrEnum):
        return str.__str__, plain
    if not is_json(hint):
        return None, None
    adapter = TypeAdapter(hint)
    return (lambda value: adapter.dump_json(value).decode()), adapter.validate_json


def _write_body(body: facts.Body) -> str:
    """A statement's body with its type before it: `Transfer {...}` in a JSON pair."""
    kind = type(body)
    return f'["{kind.__name__}",{_body_adapter(kind.__name__).dump_json(body).decode()}]'


def _read_body(text: str) -> facts.Body:
    kind, _, rest = text.removeprefix('["').partition('"')
    body: facts.Body = _body_adapter(kind).validate_json(rest.removeprefix(",").strip().removesuffix("]"))
    return body


@cache
def _body_adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(getattr(facts, kind))
