"""Reads Avro bytes by a schema, strictly: bytes without one certain meaning are refused.

fastavro writes our datums and resolves versions in the tests, but its reader guesses on malformed bytes: an
enum index of -1 becomes the last symbol (another commodity), a union index of -2 the first branch, a
boolean of 5 true, a number of 100 bytes some number. In books such a record must not be read at all. A
reader made once per schema from small closures is also faster here than fastavro's; the tests compare the
two on generated records.

Only what the schemas use is here: records, enums, arrays, unions of null and one type, strings, booleans,
ints, longs, dates and millisecond instants.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from hub.errors import InvalidMessage

__all__ = ["Reader", "read_datum", "reader_of"]

Reader = Callable[[bytes, int], tuple[Any, int]]
"""Takes bytes and a position, gives the value and the position after it."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_DAY = date(1970, 1, 1).toordinal()
_LONG_SHIFT_MAX = 63
_LONG_UNSIGNED_MAX = 2**64 - 1
_CONTINUES = 0x80
_BRANCH_1 = 0x02
_ONE_BYTE_MAX = 64  # numbers below it take one byte


def read_datum(reader: Reader, data: bytes, start: int) -> Any:
    """Read one datum that fills the bytes from ``start`` to the end.

    Raises:
        InvalidMessage: too short, too long, or bytes the schema gives no meaning to.
    """
    try:
        value, end = reader(data, start)
    except IndexError as error:
        raise InvalidMessage(f"the datum ends early, after {len(data)} bytes") from error
    except (ValueError, OverflowError) as error:  # malformed, not UTF-8, or no date of the calendar
        raise InvalidMessage(f"undecodable datum: {error}") from error
    if end != len(data):
        raise InvalidMessage(f"{len(data) - end} bytes are left over after the datum, from byte {end} on")
    return value


def reader_of(schema: Any, named: dict[str, Reader] | None = None) -> Reader:
    """Make the reader of a schema parsed by fastavro (named types by their full name).

    Args:
        schema: the parsed schema or a part of it; unions are read by the record around them.
        named: readers of the named types seen so far, by full name.
    """
    named = {} if named is None else named
    if isinstance(schema, str):
        return _PRIMITIVES.get(schema) or named[schema]
    logical = _LOGICAL.get((schema["type"], schema.get("logicalType")))
    return logical or _COMPLEX[schema["type"]](schema, named)


class _MalformedError(ValueError):
    """The bytes have no meaning under the schema; the text says which and where."""


def _long(data: bytes, at: int) -> tuple[int, int]:
    byte = data[at]
    if byte < _CONTINUES:
        return (byte >> 1) ^ -(byte & 1), at + 1
    start, number, shift = at, byte & 0x7F, 7
    while True:
        at += 1
        byte = data[at]
        number |= (byte & 0x7F) << shift
        if byte < _CONTINUES:
            break
        shift += 7
        if shift > _LONG_SHIFT_MAX:
            raise _MalformedError(f"a number of more than 10 bytes at byte {start}")
    if number > _LONG_UNSIGNED_MAX:
        raise _MalformedError(f"a number over 64 bits at byte {start}")
    return (number >> 1) ^ -(number & 1), at + 1


def _string(data: bytes, at: int) -> tuple[str, int]:
    length, start = data[at] >> 1, at + 1
    if length >= _ONE_BYTE_MAX or data[at] & 1:  # not one byte, or negative
        length, start = _long(data, at)
    end = start + length
    if length < 0:
        raise _MalformedError(f"a text of negative length at byte {at}")
    if end > len(data):
        raise IndexError
    return str(data[start:end], "utf-8"), end


def _boolean(data: bytes, at: int) -> tuple[bool, int]:
    byte = data[at]
    if byte > 1:
        raise _MalformedError(f"neither true nor false at byte {at}")
    return byte == 1, at + 1


def _date(data: bytes, at: int) -> tuple[date, int]:
    days, end = _long(data, at)
    return date.fromordinal(_EPOCH_DAY + days), end


def _instant(data: bytes, at: int) -> tuple[datetime, int]:
    milliseconds, end = _long(data, at)
    return _EPOCH + timedelta(milliseconds=milliseconds), end


_PRIMITIVES: dict[str, Reader] = {"long": _long, "int": _long, "string": _string, "boolean": _boolean}
_LOGICAL: dict[tuple[str, str | None], Reader] = {
    ("int", "date"): _date,
    ("long", "timestamp-millis"): _instant,
}


def _enum(schema: Any, named: dict[str, Reader]) -> Reader:
    symbols = {index << 1: symbol for index, symbol in enumerate(schema["symbols"][:_ONE_BYTE_MAX])}

    def read(data: bytes, at: int) -> tuple[str, int]:
        symbol = symbols.get(data[at])
        if symbol is None:
            raise _MalformedError(f"no symbol of {len(symbols)} at byte {at}")
        return symbol, at + 1

    named[schema["name"]] = read
    return read


def _array(schema: Any, named: dict[str, Reader]) -> Reader:
    read_item = reader_of(schema["items"], named)

    def read(data: bytes, at: int) -> tuple[list[Any], int]:
        items: list[Any] = []
        while True:
            count, at = _long(data, at)
            if count == 0:
                return items, at
            end = None
            if count < 0:  # a block that tells its size in bytes
                count = -count
                size, at = _long(data, at)
                end = at + size
            for _ in range(count):
                item, at = read_item(data, at)
                items.append(item)
            if end is not None and at != end:
                raise _MalformedError(f"an array block that does not end where it says, at byte {at}")

    return read


def _record(schema: Any, named: dict[str, Reader]) -> Reader:
    fields = [(field["name"], *_branch(field["type"], named)) for field in schema["fields"]]

    def read(data: bytes, at: int) -> tuple[dict[str, Any], int]:
        record: dict[str, Any] = {}
        for name, read_field, nullable in fields:
            if nullable:  # here and not in a reader of its own: half of all fields are, most of them null
                branch, at = data[at], at + 1
                if not branch:
                    record[name] = None
                    continue
                if branch != _BRANCH_1:
                    raise _MalformedError(f"neither null nor a value of {name} at byte {at - 1}")
            record[name], at = read_field(data, at)
        return record, at

    named[schema["name"]] = read
    return read


def _branch(schema: Any, named: dict[str, Reader]) -> tuple[Reader, bool]:
    """The reader of a field's type, and whether it is a union of null and that type."""
    if not isinstance(schema, list):
        return reader_of(schema, named), False
    null, branch = schema
    if null != "null":
        raise ValueError(f"a union that does not begin with null: {schema}")
    return reader_of(branch, named), True


_COMPLEX: dict[str, Callable[[Any, dict[str, Reader]], Reader]] = {
    "record": _record,
    "enum": _enum,
    "array": _array,
}
