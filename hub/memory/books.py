"""Rows in dictionaries, one per key and one per index."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date
from typing import Any, TypeVar, cast

from hub.ledger.books import Values
from hub.ledger.rows import SHAPES, Row

__all__ = ["MemoryBooks"]

R = TypeVar("R", bound=Row)


class MemoryBooks:
    """`hub.ledger.books.Books` in memory; what is put is there at once, there is nothing to commit."""

    def __init__(self) -> None:
        self._rows: dict[type[Row], dict[Values, Row]] = defaultdict(dict)
        self._index: dict[tuple[type[Row], str], dict[Values, set[Values]]] = defaultdict(lambda: defaultdict(set))

    def get(self, kind: type[R], keys: Collection[Values]) -> Iterable[R]:
        """See `Books.get`."""
        rows = self._rows[kind]
        return [cast("R", rows[key]) for key in keys if key in rows]

    def find(self, kind: type[R], index: str, values: Collection[Values]) -> Iterable[R]:
        """See `Books.find`."""
        rows, places = self._rows[kind], self._index[kind, index]
        return [cast("R", rows[key]) for value in values for key in places.get(value, ())]

    def due(self, kind: type[R], day: date) -> Iterable[R]:
        """See `Books.due`."""
        dated = ((row, getattr(row, "due")) for row in self._rows[kind].values())  # noqa: B009 - not every kind has it
        return [cast("R", row) for row, due in dated if due is not None and due <= day]

    def scan(self, kind: type[R], **equal: Any) -> Iterable[R]:
        """See `Books.scan`."""
        rows = sorted(self._rows[kind].items(), key=lambda item: item[0])
        return [cast("R", row) for _, row in rows if all(getattr(row, name) == value for name, value in equal.items())]

    def put(self, kind: type[Row], rows: Collection[Row], gone: Collection[Values]) -> None:
        """See `Books.put`."""
        shape = SHAPES[kind]
        for key in gone:
            self._remove(kind, key)
        for row in rows:
            key = shape.key_of(row)
            self._remove(kind, key)
            self._rows[kind][key] = row
            for index, values_of in shape.values_of.items():
                self._index[kind, index][values_of(row)].add(key)

    def _remove(self, kind: type[Row], key: Values) -> None:
        row = self._rows[kind].pop(key, None)
        if row is not None:
            for index, values_of in SHAPES[kind].values_of.items():
                self._index[kind, index][values_of(row)].discard(key)
