"""The port to where the books are kept, and one batch's view of it.

A store answers by key, by index and by due date, lists a kind for readers, and takes rows back. `hub.memory` and
`hub.store` both do; `tests/contracts` holds them to the same answers.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date
from typing import Any, Protocol, TypeVar, cast

from hub.ledger.rows import SHAPES, Row, Shape

__all__ = ["Books", "Values", "Workspace"]

R = TypeVar("R", bound=Row)
Values = tuple[Any, ...]


class Books(Protocol):
    """Where rows are kept; one instance is one transaction."""

    def get(self, kind: type[R], keys: Collection[Values]) -> Iterable[R]:
        """The rows with these keys, those that exist, in any order."""
        ...

    def find(self, kind: type[R], index: str, values: Collection[Values]) -> Iterable[R]:
        """The rows whose indexed fields equal one of `values`; no value holds a None."""
        ...

    def due(self, kind: type[R], day: date) -> Iterable[R]:
        """The rows of a kind with a `due` date on or before `day`."""
        ...

    def scan(self, kind: type[R], **equal: Any) -> Iterable[R]:
        """Every row of a kind whose fields equal the given ones, in key order; for readers, not for posting."""
        ...

    def put(self, kind: type[Row], rows: Collection[Row], gone: Collection[Values]) -> None:
        """Insert or replace `rows`, and remove those with the keys `gone`."""
        ...


class _Shelf:
    """What one workspace knows of one kind: rows read, rows changed, and which index values it has asked for."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.rows: dict[Values, Row | None] = {}
        self.changed: set[Values] = set()
        self.dropped: dict[Values, Row] = {}
        self.asked: dict[str, set[Values]] = {index: set() for index in shape.indexes}
        self.under: dict[str, dict[Values, set[Values]]] = {index: defaultdict(set) for index in shape.indexes}

    def learn(self, row: Row) -> None:
        """Take in a stored row, unless this batch knows better already."""
        key = self.shape.key_of(row)
        if self.rows.get(key) is None and key not in self.changed:
            self.rows[key] = row
            self.place(key, row)

    def change(self, key: Values, row: Row | None) -> None:
        self.rows[key] = row
        self.changed.add(key)
        self.dropped.pop(key, None)
        if row is not None:
            self.place(key, row)

    def place(self, key: Values, row: Row) -> None:
        for index, values_of in self.shape.values_of.items():
            self.under[index][values_of(row)].add(key)

    def found(self, index: str, values: Iterable[Values]) -> list[Row]:
        """The rows that have one of these values now: a row's old places stay, and are passed over."""
        places, values_of = self.under[index], self.shape.values_of[index]
        found = []
        for value in values:
            for key in sorted(places[value]) if value in places else ():
                row = self.rows[key]
                if row is not None and values_of(row) == value:
                    found.append(row)
        return found


class Workspace:
    """One batch's view of the books: reads through, holds changes back until `flush`.

    A change is visible to later reads of the same batch, by key and by index alike. What was read once, or asked
    for in bulk, is not read again.
    """

    def __init__(self, books: Books) -> None:
        self._books = books
        self._shelves: dict[type[Row], _Shelf] = {}

    def get(self, kind: type[R], keys: Iterable[Values]) -> dict[Values, R]:
        """The rows with these keys as they stand in this batch."""
        shelf, wanted = self._shelf(kind), list(dict.fromkeys(keys))
        unread = [key for key in wanted if key not in shelf.rows]
        if unread:
            for row in self._books.get(kind, unread):
                shelf.learn(row)
            for key in unread:
                shelf.rows.setdefault(key, None)
        rows = ((key, shelf.rows[key]) for key in wanted)
        return {key: cast("R", row) for key, row in rows if row is not None}

    def one(self, kind: type[R], *key: Any) -> R | None:
        """The row with this key, if there is one."""
        return self.get(kind, [key]).get(key)

    def find(self, kind: type[R], index: str, values: Iterable[Values]) -> list[R]:
        """The rows found by an index; a value with a None in it finds nothing."""
        shelf = self._shelf(kind)
        wanted = [value for value in dict.fromkeys(values) if None not in value]
        unasked = [value for value in wanted if value not in shelf.asked[index]]
        if unasked:
            for row in self._books.find(kind, index, unasked):
                shelf.learn(row)
            shelf.asked[index].update(unasked)
        return cast("list[R]", shelf.found(index, wanted))

    def due(self, kind: type[R], day: date) -> list[R]:
        """The rows due by `day`."""
        shelf = self._shelf(kind)
        for stored in self._books.due(kind, day):
            shelf.learn(stored)
        rows = ((key, row) for key, row in shelf.rows.items() if row is not None and _is_due(row, day))
        return [cast("R", row) for _, row in sorted(rows, key=lambda item: item[0])]

    def put(self, row: Row) -> None:
        """Insert or replace a row."""
        shelf = self._shelf(type(row))
        shelf.change(shelf.shape.key_of(row), row)

    def drop(self, row: Row) -> None:
        """Remove a row."""
        shelf = self._shelf(type(row))
        key = shelf.shape.key_of(row)
        shelf.change(key, None)
        shelf.dropped[key] = row

    def changed(self, kind: type[R]) -> list[R]:
        """The rows of a kind this batch has put and not flushed."""
        shelf = self._shelf(kind)
        rows = (shelf.rows[key] for key in sorted(shelf.changed))
        return [cast("R", row) for row in rows if row is not None]

    def gone(self, kind: type[R]) -> list[R]:
        """The rows of a kind this batch has dropped and not flushed, as they were read."""
        return [cast("R", row) for _, row in sorted(self._shelf(kind).dropped.items())]

    def flush(self) -> None:
        """Hand every change to the store."""
        for kind, shelf in self._shelves.items():
            if not shelf.changed:
                continue
            rows = [row for key in shelf.changed if (row := shelf.rows[key]) is not None]
            self._books.put(kind, rows, [key for key in shelf.changed if shelf.rows[key] is None])
            shelf.changed.clear()
            shelf.dropped.clear()

    def _shelf(self, kind: type[Row]) -> _Shelf:
        shelf = self._shelves.get(kind)
        if shelf is None:
            shelf = self._shelves[kind] = _Shelf(SHAPES[kind])
        return shelf


def _is_due(row: Row, day: date) -> bool:
    due: date | None = getattr(row, "due")  # noqa: B009 - only some kinds have the field
    return due is not None and due <= day
