"""The strict reader agrees with fastavro on good bytes and guesses on none."""

import io
from typing import Any

import fastavro
import pytest
from helpers.schema_records import records, schemas
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hub.codec.datum import read_datum, reader_of
from hub.codec.lock import LockedSchema, locked_schemas
from hub.errors import InvalidMessage

THING = fastavro.parse_schema(
    {
        "type": "record",
        "name": "Thing",
        "fields": [
            {"name": "sort", "type": {"type": "enum", "name": "Sort", "symbols": ["A", "B"]}},
            {"name": "flag", "type": "boolean"},
            {"name": "number", "type": ["null", "long"]},
            {"name": "items", "type": {"type": "array", "items": "int"}},
        ],
    }
)
GOOD = b"\x02\x01\x02\x80\x01\x04\x06\x08\x00"


def written(schema: Any, record: Any) -> bytes:
    out = io.BytesIO()
    fastavro.schemaless_writer(out, schema, record)
    return out.getvalue()


def read(data: bytes) -> Any:
    return read_datum(reader_of(THING), data, 0)


def test_a_good_datum_is_read() -> None:
    assert read(GOOD) == {"sort": "B", "flag": True, "number": 64, "items": [3, 4]}


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_it_reads_what_fastavro_writes(data: st.DataObject) -> None:
    schema = data.draw(schemas())
    record = data.draw(records(schema))

    assert read_datum(schema.read, written(schema.parsed, record), 0) == record


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\x01" + GOOD[1:], "no symbol of 2 at byte 0"),  # index -1: fastavro reads B
        (b"\x04" + GOOD[1:], "no symbol of 2 at byte 0"),
        (b"\x02\x02" + GOOD[2:], "neither true nor false at byte 1"),  # fastavro reads true
        (
            b"\x02\x01\x01" + GOOD[3:],
            "neither null nor a value of number at byte 2",
        ),  # fastavro reads the value
        (b"\x02\x01\x03" + GOOD[3:], "neither null nor a value of number at byte 2"),
        (
            b"\x02\x01\x02" + b"\x80" * 10 + b"\x01\x00",
            "more than 10 bytes at byte 3",
        ),  # fastavro reads some number
        (b"\x02\x01\x02" + b"\xff" * 9 + b"\x02\x00", "over 64 bits at byte 3"),
        (b"\x02\x01\x00\x03\x02\x06\x08\x00", "does not end where it says"),
        (b"\x02\x01\x00\x03\x06\x06\x08\x00", "does not end where it says"),
        (GOOD[:-1], "ends early"),
        (GOOD + b"\x00", "1 bytes are left over after the datum, from byte 9 on"),
        (b"\x02\x01\x00\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01", "ends early"),  # an array of 2**63 items
    ],
)
def test_malformed_bytes_are_refused(data: bytes, told: str) -> None:
    with pytest.raises(InvalidMessage, match=told):
        read(data)


@pytest.mark.parametrize(
    "array",
    [b"\x04\x06\x08\x00", b"\x02\x06\x02\x08\x00", b"\x03\x04\x06\x08\x00", b"\x01\x02\x06\x02\x08\x00"],
)
def test_an_array_may_come_in_blocks(array: bytes) -> None:
    assert read(b"\x02\x01\x00" + array)["items"] == [3, 4]


@pytest.mark.parametrize("number", [0, -1, 1, 63, 64, -64, -65, 2**31, 2**63 - 1, -(2**63)])
def test_longs_to_the_last_bit(number: int) -> None:
    data = written(THING, {"sort": "A", "flag": False, "number": number, "items": []})

    assert read(data)["number"] == number


def test_a_number_may_be_longer_than_it_must() -> None:
    assert read(b"\x00\x00\x02\x86\x00\x00")["number"] == 3


def test_each_cut_of_a_datum_is_refused() -> None:
    for length in range(len(GOOD)):
        with pytest.raises(InvalidMessage, match="ends early"):
            read(GOOD[:length])


def test_other_unions_than_null_and_one_type_have_no_reader() -> None:
    with pytest.raises(ValueError, match="does not begin with null"):
        reader_of({"type": "record", "name": "X", "fields": [{"name": "a", "type": ["int", "null"]}]})


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], max_examples=300)
@given(st.data())
def test_damaged_bytes_are_refused_or_read_as_fastavro_does(data: st.DataObject) -> None:
    schema = data.draw(
        st.sampled_from([locked_schemas().version("Transfer", 1), locked_schemas().version("Notice", 1)])
    )
    good = written(schema.parsed, data.draw(records(schema)))
    place = data.draw(st.integers(0, len(good) - 1))
    damaged = good[:place] + data.draw(st.binary(max_size=3)) + good[place + data.draw(st.integers(0, 3)) :]

    try:
        record = read_datum(schema.read, damaged, 0)
    except InvalidMessage:
        return
    assert record == fastavro.schemaless_reader(io.BytesIO(damaged), schema.parsed)


def test_every_locked_schema_has_a_reader() -> None:
    assert all(isinstance(schema, LockedSchema) and callable(schema.read) for schema in locked_schemas().schemas)
